package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func completed() contract.Order {
	o := draft(contract.StepOrderDetails)
	o.Stage = contract.StageActive
	return o
}

func TestValidateRefund_Cases(t *testing.T) {
	inStage := func(stage contract.Stage) contract.Order {
		o := completed()
		o.Stage = stage
		return o
	}
	free := completed()
	free.Payments = nil
	sentBack := completed()
	sentBack.Payments[0].Double = true
	underWay := order.WithRefund(completed(), "d1", now)
	stuck := order.RefundFlagged(underWay, contract.FailRefundRefused)
	tests := map[string]struct {
		order   contract.Order
		refusal contract.Code
	}{
		"a completed order":                      {completed(), ""},
		"one under way, by another decision":     {underWay, ""},
		"a failed refund":                        {stuck, ""},
		"a completed refund":                     {order.Refunded(underWay, 0, now), contract.FailAlreadyRefunded},
		"one in the wizard":                      {inStage(contract.StageWizard), contract.FailOrderNotCompleted},
		"one on its way":                         {inStage(contract.StageDispatched), contract.FailOrderNotCompleted},
		"a held order":                           {inStage(contract.StageHeld), contract.FailOrderNotCompleted},
		"a cancelled order":                      {inStage(contract.StageCancelled), contract.FailOrderNotCompleted},
		"an unpaid order":                        {free, contract.FailNothingToRefund},
		"one with a double payment and no other": {sentBack, contract.FailNothingToRefund},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := order.ValidateRefund(tt.order)
			if tt.refusal == "" {
				require.NoError(t, err)
				return
			}
			require.Equal(t, contract.Refuse(tt.refusal), err)
		})
	}
}

func TestNeedsSecondPerson_EarlierRefund_Counts(t *testing.T) {
	inParts := completed()
	inParts.Payments = append(inParts.Payments, contract.Payment{ID: "p0", Status: contract.PaymentRefunded, Amount: 39001})
	twice := completed()
	twice.Payments = append(twice.Payments, contract.Payment{ID: "p0", Status: contract.PaymentRefunded, Amount: 39001, Double: true})
	tests := map[string]struct {
		order contract.Order
		above contract.Halalas
		want  bool
	}{
		"less":                                  {completed(), 11001, false},
		"as much":                               {completed(), 11000, false},
		"more":                                  {completed(), 10999, true},
		"any amount":                            {completed(), 0, true},
		"in parts that are each less":           {inParts, 50000, true},
		"money that came in twice is no refund": {twice, 50000, false},
		"decided before: it only continues":     {order.WithRefund(completed(), "d1", now), 0, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, order.NeedsSecondPerson(tt.order, tt.above)) })
	}
}

func TestRefundDecision_SamePerson_IsRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		state   contract.RefundRequestState
		by      string
		refusal contract.Code
	}{
		"another person":        {contract.RefundPending, "b", ""},
		"the same person":       {contract.RefundPending, "a", contract.FailRefundSamePerson},
		"approved before":       {contract.RefundApproved, "b", contract.FailRefundDecided},
		"declined before":       {contract.RefundDeclined, "b", contract.FailRefundDecided},
		"too late":              {contract.RefundExpired, "b", contract.FailRefundExpired},
		"too late, by the same": {contract.RefundExpired, "a", contract.FailRefundExpired},
	} {
		err := order.ValidateRefundDecision(tt.state, "a", tt.by)
		if tt.refusal == "" {
			require.NoError(t, err, name)
			continue
		}
		require.Equal(t, contract.Refuse(tt.refusal), err, name)
	}
}

func TestWithRefund_Again_KeepsFirstTime(t *testing.T) {
	first := order.WithRefund(completed(), "d1", now)
	require.Equal(t, contract.Refund{PaymentID: "p1", Amount: 11000, Decision: "d1", RequestedAt: now}, *first.Refund)

	stuck := order.RefundFlagged(first, contract.FailRefundRefused)
	require.Empty(t, first.Refund.FailureCode, "the state before is left alone")
	again := order.WithRefund(stuck, "d2", now.Add(time.Hour))
	require.Equal(t, contract.Refund{PaymentID: "p1", Amount: 11000, Decision: "d2", RequestedAt: now}, *again.Refund)

	done := order.Refunded(order.RefundFlagged(again, contract.FailOutcomeUnknown), 2500, now.Add(2*time.Hour))
	require.True(t, done.Refund.Done())
	require.Empty(t, done.Refund.FailureCode)
	require.Equal(t, contract.Halalas(2500), done.Refund.Reward)
	require.Equal(t, contract.PaymentRefunded, done.Payments[0].Status)
	require.Equal(t, contract.PaymentPaid, again.Payments[0].Status)
}

func TestRefunded_NextStep_IsNotPayment(t *testing.T) {
	done := order.Refunded(order.WithRefund(completed(), "d1", now), 0, now)
	require.Equal(t, contract.StepOrderDetails, order.Next(done))
	for _, step := range order.Steps(done) {
		require.True(t, step.Done, step.Step)
	}
}

func TestDisagreements_RefundedOrder(t *testing.T) {
	done := order.Refunded(order.WithRefund(completed(), "d1", now), 2500, now)
	back := func() order.Books {
		return order.Books{
			Number: "sold", SIM: "active", Port: order.None, Line: "active", Shipment: string(contract.ShipmentDelivered),
			Accounts: map[string]contract.Halalas{"payment-provider": 0, "customer": 0, "revenue": 0, "vat": 0, "marketing": 0, "line/1": 0},
		}
	}
	require.Empty(t, order.Disagreements(done, back()))

	stands := back()
	stands.Paid = 11000
	require.Len(t, order.Disagreements(done, stands), 1)

	rewarded := back()
	rewarded.Accounts["marketing"], rewarded.Accounts["line/1"] = 5000, -5000
	require.Len(t, order.Disagreements(done, rewarded), 2)

	underWay := order.WithRefund(completed(), "d1", now)
	require.NotEmpty(t, order.Disagreements(underWay, back()), "the payment is in force until the refund is complete")
}
