package payment_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	paymentacts "selfcare/activities/payment"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/gateway/payment"
)

var ctx = context.Background()

var toPay = contract.PaymentInput{
	OrderID: "o1", PaymentID: "p1", CardToken: "tok_1", ReturnURL: "https://app.example/back", Amount: 14500,
}

func TestChargeCard_Answer_IsReturned(t *testing.T) {
	provider := &cardProvider{charge: payment.Result{
		Status: contract.PaymentChallenge, Brand: "MADA", Last4: "4242", ChallengeURL: "https://bank.example/3ds",
	}}
	answer, err := paymentacts.New(provider, nil, stated{}).ChargeCard(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{
		ID: "p1", Status: contract.PaymentChallenge, Amount: 14500, Brand: "MADA", Last4: "4242", ChallengeURL: "https://bank.example/3ds",
	}, answer)
	require.Equal(t, []payment.Charge{{
		PaymentID: "p1", CardToken: "tok_1", Amount: 14500, ReturnURL: "https://app.example/back",
	}}, provider.charges, "our payment id is the idempotency key")
}

func TestChargeCard_Declined_KeepsReason(t *testing.T) {
	provider := &cardProvider{charge: payment.Result{Status: contract.PaymentDeclined, DeclineCode: "insufficient_funds"}}
	answer, err := paymentacts.New(provider, nil, stated{}).ChargeCard(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{ID: "p1", Status: contract.PaymentDeclined, Amount: 14500, DeclineCode: "insufficient_funds"}, answer)
}

func TestChargeCard_UnknownOutcome_IsPending(t *testing.T) {
	answer, err := paymentacts.New(&cardProvider{chargeErr: fixture.ErrUnknown}, nil, stated{}).ChargeCard(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{ID: "p1", Status: contract.PaymentPending, Amount: 14500}, answer)
}

func TestEnterWalletCode_Answers_AreSorted(t *testing.T) {
	for name, tt := range map[string]struct {
		err  error
		want contract.Code
	}{
		"taken":          {nil, ""},
		"wrong":          {fixture.RefusedWith(payment.CodeWrong), contract.FailWalletCodeWrong},
		"not asked":      {fixture.RefusedWith(payment.CodeNotAsked), contract.FailWalletCodeNotAsked},
		"another reason": {fixture.RefusedWith("http_403"), contract.FailWalletCodeNotAsked},
		"no answer":      {fixture.ErrUnknown, ""},
	} {
		provider := &cardProvider{codeErr: tt.err}
		err := paymentacts.New(provider, nil, stated{}).EnterWalletCode(ctx, contract.WalletCode{PaymentID: "p1", Code: "123456"})
		require.Equal(t, []string{"p1 123456"}, provider.codes, name)
		if tt.want == "" {
			require.ErrorIs(t, err, tt.err, name)
			continue
		}
		var failed *temporal.ApplicationError
		require.ErrorAs(t, err, &failed, name)
		require.Equal(t, string(tt.want), failed.Type(), name)
		require.True(t, failed.NonRetryable(), name)
	}
}

func TestChargeCard_UnknownDecline_IsPending(t *testing.T) {
	declined := func(code string) payment.Result {
		return payment.Result{Status: contract.PaymentDeclined, DeclineCode: code, Brand: "MADA", Last4: "4242"}
	}
	tests := map[string]struct {
		provider *cardProvider
		want     contract.PaymentStatus
		wantCode string
	}{
		"a known decline":              {&cardProvider{charge: declined("lost_card")}, contract.PaymentDeclined, "lost_card"},
		"a decline we do not know":     {&cardProvider{charge: declined("moon_in_the_wrong_house")}, contract.PaymentPending, ""},
		"a decline without a code":     {&cardProvider{charge: declined("")}, contract.PaymentPending, ""},
		"a token that is none":         {&cardProvider{chargeErr: fixture.RefusedWith("token_invalid")}, contract.PaymentDeclined, "token_invalid"},
		"a wallet that is none":        {&cardProvider{chargeErr: fixture.RefusedWith("mobile_invalid")}, contract.PaymentDeclined, "mobile_invalid"},
		"a token of another try":       {&cardProvider{chargeErr: fixture.RefusedWith("token_used")}, contract.PaymentPending, ""},
		"the same key, still at work":  {&cardProvider{chargeErr: fixture.RefusedWith("key_in_progress")}, contract.PaymentPending, ""},
		"a refusal without a code":     {&cardProvider{chargeErr: fixture.RefusedWith("http_403")}, contract.PaymentPending, ""},
		"a reference of another key":   {&cardProvider{chargeErr: fixture.RefusedWith("reference_used")}, contract.PaymentPending, ""},
		"an outcome that is not known": {&cardProvider{chargeErr: fixture.ErrUnknown}, contract.PaymentPending, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			answer, err := paymentacts.New(tt.provider, nil, stated{}).ChargeCard(ctx, toPay)
			require.NoError(t, err)
			require.Equal(t, tt.want, answer.Status)
			require.Equal(t, tt.wantCode, answer.DeclineCode)
			require.Equal(t, toPay.Amount, answer.Amount)
		})
	}
}

func TestInquirePayment_FinalAnswer_Counts(t *testing.T) {
	provider := &cardProvider{inquiry: payment.Result{Status: contract.PaymentDeclined, DeclineCode: "moon_in_the_wrong_house"}}
	answer, err := paymentacts.New(provider, nil, stated{}).InquirePayment(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentDeclined, answer.Status, "asked a second time it says so again")
}

func TestChargeCard_NotTaken_IsRetried(t *testing.T) {
	answer, err := paymentacts.New(&cardProvider{chargeErr: fixture.ErrRetry}, nil, stated{}).ChargeCard(ctx, toPay)
	fixture.RequireRetry(t, err)
	require.Zero(t, answer)
}

func TestInquirePayment_Answer_Returned(t *testing.T) {
	provider := &cardProvider{inquiry: payment.Result{Status: contract.PaymentPaid, Brand: "VISA", Last4: "1111"}}
	answer, err := paymentacts.New(provider, nil, stated{}).InquirePayment(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.Payment{ID: "p1", Status: contract.PaymentPaid, Amount: 14500, Brand: "VISA", Last4: "1111"}, answer)
	require.Equal(t, []string{"p1"}, provider.inquired)
	require.Empty(t, provider.charges, "asking never charges")
}

func TestInquirePayment_NeverSeen_IsAbandoned(t *testing.T) {
	answer, err := paymentacts.New(&cardProvider{inquiryErr: fixture.ErrNotFound}, nil, stated{}).InquirePayment(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentAbandoned, answer.Status)
}

func TestInquirePayment_NoAnswer_IsNoOutcome(t *testing.T) {
	for _, silent := range []error{fixture.ErrRetry, fixture.ErrUnknown} {
		_, err := paymentacts.New(&cardProvider{inquiryErr: silent}, nil, stated{}).InquirePayment(ctx, toPay)
		fixture.RequireRetry(t, err)
	}
	_, err := paymentacts.New(&cardProvider{inquiryErr: fixture.RefusedWith("forbidden")}, nil, stated{}).InquirePayment(ctx, toPay)
	fixture.RequireRefusal(t, err, contract.FailOutcomeUnknown)
}

func TestRefundPayment_Answers_Sorted(t *testing.T) {
	request := contract.RefundRequest{PaymentID: "p1", Amount: 12000}
	provider := &cardProvider{}
	refund := func() error { return paymentacts.New(provider, nil, stated{}).RefundPayment(ctx, request) }
	require.NoError(t, refund())
	require.NoError(t, refund(), "the provider refunds a payment once")
	require.Equal(t, []string{"p1", "p1"}, provider.refunded)
	require.Equal(t, []contract.Halalas{12000, 12000}, provider.refundedAmounts)
	for _, again := range []error{fixture.ErrRetry, fixture.ErrUnknown, fixture.ErrNotFound} {
		provider.refundErr = again
		fixture.RequireRetry(t, refund())
	}
	provider.refundErr = fixture.RefusedWith("refund_refused")
	fixture.RequireRefusal(t, refund(), contract.FailRefundRefused)
}

func TestRefundPayment_Nothing_NotAsked(t *testing.T) {
	for _, amount := range []contract.Halalas{0, -500} {
		provider := &cardProvider{}
		err := paymentacts.New(provider, nil, stated{}).RefundPayment(ctx, contract.RefundRequest{PaymentID: "p1", Amount: amount})
		fixture.RequireRefusal(t, err, contract.FailRefundRefused)
		require.Empty(t, provider.refunded)
	}
}

// stated holds the outcomes that two people stated.
type stated map[string]contract.StatedOutcome

func (s stated) ReadCounting(_ context.Context, paymentID string) (contract.StatedOutcome, error) {
	if _, broken := s["database"]; broken {
		return "", errors.New("the database is away")
	}
	return s[paymentID], nil
}

func TestInquirePayment_NoOutcome_StatementCounts(t *testing.T) {
	for name, provider := range map[string]*cardProvider{
		"pending": {inquiry: payment.Result{Status: contract.PaymentPending}}, "away": {inquiryErr: fixture.ErrRetry}, "refuses": {inquiryErr: fixture.RefusedWith("forbidden")},
	} {
		for outcome, want := range map[contract.StatedOutcome]contract.PaymentStatus{
			contract.StatedPaid: contract.PaymentPaid, contract.StatedNeverPaid: contract.PaymentAbandoned,
		} {
			answer, err := paymentacts.New(provider, nil, stated{"p1": outcome}).InquirePayment(ctx, toPay)
			require.NoError(t, err, name)
			require.Equal(t, contract.Payment{ID: "p1", Status: want, Amount: 14500}, answer)
		}
	}
}

func TestInquirePayment_Outcome_StatementIgnored(t *testing.T) {
	provider := &cardProvider{inquiry: payment.Result{Status: contract.PaymentPaid}}
	answer, err := paymentacts.New(provider, nil, stated{"p1": contract.StatedNeverPaid}).InquirePayment(ctx, toPay)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentPaid, answer.Status)
}

func TestInquirePayment_StatementsDown_IsNoAnswer(t *testing.T) {
	_, err := paymentacts.New(&cardProvider{inquiryErr: fixture.ErrRetry}, nil, stated{"database": ""}).InquirePayment(ctx, toPay)
	requireOurDatabase(t, err)
}

// cardProvider gives the answers of the test and records its calls in order.
type cardProvider struct {
	charge, inquiry       payment.Result
	chargeErr, inquiryErr error
	refundErr             error
	saved                 *payment.Card
	codes                 []string
	codeErr               error
	charges               []payment.Charge
	inquired, refunded    []string
	refundedAmounts       []contract.Halalas
}

func (p *cardProvider) Charge(_ context.Context, c payment.Charge) (payment.Result, error) {
	p.charges = append(p.charges, c)
	return p.charge, p.chargeErr
}

func (p *cardProvider) Inquire(_ context.Context, paymentID string) (payment.Result, error) {
	p.inquired = append(p.inquired, paymentID)
	return p.inquiry, p.inquiryErr
}

func (p *cardProvider) EnterCode(_ context.Context, paymentID, code string) error {
	p.codes = append(p.codes, paymentID+" "+code)
	return p.codeErr
}

func (p *cardProvider) FindSavedCard(context.Context, string) (*payment.Card, error) {
	return p.saved, p.inquiryErr
}

func (p *cardProvider) Refund(_ context.Context, paymentID string, amount contract.Halalas) error {
	p.refunded, p.refundedAmounts = append(p.refunded, paymentID), append(p.refundedAmounts, amount)
	return p.refundErr
}

func (p *cardProvider) ForgetCard(context.Context, string) error { return fixture.ErrRetry }

func (p *cardProvider) ListSettlements(context.Context, string) (settlement.Listing, error) {
	return settlement.Listing{}, fixture.ErrRetry
}

func (p *cardProvider) ReadSettlement(context.Context, string) (settlement.Batch, error) {
	return settlement.Batch{}, fixture.ErrRetry
}
