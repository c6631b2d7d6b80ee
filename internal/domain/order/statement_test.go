package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestStated_SecondPerson_Confirms(t *testing.T) {
	says := func(who string, outcome contract.StatedOutcome) contract.PaymentStatement {
		return contract.PaymentStatement{PaymentID: "p1", Outcome: outcome, Note: "line 3", StatedBy: who, StatedAt: now, ExpiresAt: now.Add(time.Hour)}
	}
	first, err := order.Stated(contract.PaymentPending, nil, says("a", contract.StatedPaid))
	require.NoError(t, err)
	require.Equal(t, contract.StatementPending, first.State)
	confirmed, err := order.Stated(contract.PaymentPending, &first, says("b", contract.StatedPaid))
	require.NoError(t, err)
	require.Equal(t, []any{contract.StatementCounts, "a", "b"}, []any{confirmed.State, confirmed.StatedBy, confirmed.ConfirmedBy})

	tests := map[string]struct {
		status contract.PaymentStatus
		known  *contract.PaymentStatement
		in     contract.PaymentStatement
		want   contract.Code
	}{
		"the same person again":         {contract.PaymentPending, &first, says("a", contract.StatedPaid), ""},
		"the second one again":          {contract.PaymentPaid, &confirmed, says("b", contract.StatedPaid), ""},
		"the same person, otherwise":    {contract.PaymentPending, &first, says("a", contract.StatedNeverPaid), contract.FailStatementDiffers},
		"another person, otherwise":     {contract.PaymentPending, &first, says("b", contract.StatedNeverPaid), contract.FailStatementDiffers},
		"a third one":                   {contract.PaymentPending, &confirmed, says("c", contract.StatedPaid), contract.FailPaymentOutcomeKnown},
		"a paid payment":                {contract.PaymentPaid, nil, says("a", contract.StatedPaid), contract.FailPaymentOutcomeKnown},
		"a customer at the bank's page": {contract.PaymentChallenge, nil, says("a", contract.StatedPaid), contract.FailPaymentOutcomeKnown},
		"the provider was quicker":      {contract.PaymentDeclined, &first, says("b", contract.StatedPaid), contract.FailPaymentOutcomeKnown},
		"a charge whose worker crashed": {contract.PaymentProcessing, nil, says("a", contract.StatedPaid), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := order.Stated(tt.status, tt.known, tt.in)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			var refused *contract.Refusal
			require.ErrorAs(t, err, &refused)
			require.Equal(t, tt.want, refused.Code)
		})
	}
}
