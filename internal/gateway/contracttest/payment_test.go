package contracttest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/payment/generic"
)

const (
	cardPaid      = "9682900000000015"
	cardChallenge = "4000900000000029"
	cardDeclined  = "5200900000000511"
)

func newPayment(t *testing.T, s stand) *generic.Provider {
	t.Helper()
	adapter, err := generic.New(generic.Config{URL: s.url + "/payment", SecretKey: s.keys.Payment}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func (s stand) token(t *testing.T, card string) string {
	t.Helper()
	var made struct{ Token string }
	s.post(t, "/payment/tokens", s.keys.PaymentPublishable, map[string]any{
		"number": card, "expMonth": 12, "expYear": 2039, "cvc": "123", "name": "Test Card",
	}, &made)
	return made.Token
}

func chargeOf(paymentID, token string) payment.Charge {
	return payment.Charge{PaymentID: paymentID, CardToken: token, Amount: 17250, ReturnURL: "http://localhost/return"}
}

func TestPayment_Key_ChargesAndRefundsOnce(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	charge := chargeOf("pay-1", s.token(t, cardPaid))
	for range 2 {
		got, err := adapter.Charge(t.Context(), charge)
		require.NoError(t, err)
		require.Equal(t, payment.Result{Status: contract.PaymentPaid, Brand: "MADA", Last4: "0015"}, got)
	}
	for range 2 {
		require.NoError(t, adapter.Refund(t.Context(), "pay-1", charge.Amount))
	}
	got, err := adapter.Inquire(t.Context(), "pay-1")
	require.NoError(t, err)
	require.Equal(t, contract.PaymentRefunded, got.Status)
}

// A parcel that came back keeps its delivery.
func TestPayment_PartOfAmount_IsRefunded(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	charge := chargeOf("pay-1", s.token(t, cardPaid))
	_, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, adapter.Refund(t.Context(), "pay-1", charge.Amount-2500))
	}
}

func TestPayment_EachBrand_IsTaken(t *testing.T) {
	for brand, card := range map[string]string{"MADA": cardPaid, "VISA": "4000900000000011", "MASTER": "5200900000000016"} {
		t.Run(brand, func(t *testing.T) {
			s := newStand(t)
			got, err := newPayment(t, s).Charge(t.Context(), chargeOf("pay-1", s.token(t, card)))
			require.NoError(t, err)
			require.Equal(t, payment.Result{Status: contract.PaymentPaid, Brand: brand, Last4: card[len(card)-4:]}, got)
		})
	}
}

func TestPayment_3DSAndDeclines_AreTold(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	got, err := adapter.Charge(t.Context(), chargeOf("pay-1", s.token(t, cardChallenge)))
	require.NoError(t, err)
	require.Equal(t, contract.PaymentChallenge, got.Status)
	require.NotEmpty(t, got.ChallengeURL)

	got, err = adapter.Charge(t.Context(), chargeOf("pay-2", s.token(t, cardDeclined)))
	require.NoError(t, err)
	require.Equal(t, payment.Result{Status: contract.PaymentDeclined, Brand: "MASTER", Last4: "0511", DeclineCode: "insufficient_funds"}, got)
	require.ErrorIs(t, adapter.Refund(t.Context(), "pay-2", 17250), gateway.ErrFinal)
}

func TestPayment_Token_ServesOneCharge(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	token := s.token(t, cardPaid)
	_, err := adapter.Charge(t.Context(), chargeOf("pay-1", token))
	require.NoError(t, err)
	_, err = adapter.Charge(t.Context(), chargeOf("pay-2", token))
	requireRefusal(t, "token_used", err)
	_, err = adapter.Charge(t.Context(), chargeOf("pay-3", "tok_nobody"))
	requireRefusal(t, "token_invalid", err)
}

func TestPayment_LostAnswer_FoundByInquiry(t *testing.T) {
	tests := map[string]struct {
		outcome    string
		wantErr    error
		wantStatus contract.PaymentStatus
	}{
		"done, no answer":       {"timeout-after-commit", gateway.ErrUnknown, contract.PaymentPaid},
		"done, broken answer":   {"broken-json", gateway.ErrUnknown, contract.PaymentPaid},
		"not done, no answer":   {"timeout", gateway.ErrUnknown, ""},
		"not done, unavailable": {"error", gateway.ErrRetry, ""},
		"not done, too fast":    {"rate-limited", gateway.ErrRetry, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			adapter := newPayment(t, s)
			charge := chargeOf("pay-1", s.token(t, cardPaid))
			s.script(t, "payment", "charge", tt.outcome)
			_, err := adapter.Charge(s.untilHeld(t, "payment", "charge"), charge)
			require.ErrorIs(t, err, tt.wantErr)
			got, err := adapter.Inquire(t.Context(), "pay-1")
			require.Equal(t, tt.wantStatus, got.Status)
			if tt.wantStatus == "" {
				require.ErrorIs(t, err, gateway.ErrNotFound)
			}
			got, err = adapter.Charge(t.Context(), charge) // the same key: one charge, after any first answer
			require.NoError(t, err)
			require.Equal(t, contract.PaymentPaid, got.Status)
		})
	}
}

func requireRefusal(t *testing.T, code string, err error) {
	t.Helper()
	var refusal *gateway.Refusal
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, code, refusal.Code)
}

func TestPayment_SlowCharge_RefusesDuplicate(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	s.post(t, "/control/payment/knobs", "", map[string]any{"pace": map[string]int{"chargeTakesMs": 60_000}}, nil)
	charge := chargeOf("pay-1", s.token(t, cardPaid))
	s.script(t, "payment", "charge", "slow-then-paid")
	pending := func() bool {
		got, err := adapter.Inquire(t.Context(), "pay-1")
		return err == nil && got.Status == contract.PaymentPending
	}
	_, err := adapter.Charge(until(t, pending), charge)
	require.ErrorIs(t, err, gateway.ErrUnknown, "the call gave up first")
	_, err = adapter.Charge(t.Context(), charge)
	requireRefusal(t, "key_in_progress", err)
	require.True(t, pending())
	s.post(t, "/control/clock", "", map[string]any{"advanceMs": 60_000}, nil)
	require.Eventually(t, func() bool {
		got, err := adapter.Inquire(t.Context(), "pay-1")
		return err == nil && got.Status == contract.PaymentPaid
	}, time.Minute, 20*time.Millisecond)
}

func TestPayment_SlowCharge_AnswersPatientCaller(t *testing.T) {
	s := newStand(t)
	s.post(t, "/control/payment/knobs", "", map[string]any{"pace": map[string]int{"chargeTakesMs": 200}}, nil)
	s.post(t, "/control/clock", "", map[string]any{"speed": 1}, nil)
	s.script(t, "payment", "charge", "slow-then-paid")
	got, err := newPayment(t, s).Charge(t.Context(), chargeOf("pay-1", s.token(t, cardPaid)))
	require.NoError(t, err)
	require.Equal(t, contract.PaymentPaid, got.Status)
}

func TestPayment_PaidCard_KeptAndChargedAgain(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	keep := func(id string) payment.Card {
		charge := chargeOf(id, s.token(t, cardPaid))
		charge.Keep = true
		_, err := adapter.Charge(t.Context(), charge)
		require.NoError(t, err)
		card, err := adapter.FindSavedCard(t.Context(), id)
		require.NoError(t, err)
		require.NotNil(t, card)
		return *card
	}
	first := keep("pay-1")
	require.Equal(t, []any{"Test Card", "MADA", "0015", 12, 2039}, []any{first.Holder, first.Brand, first.Last4, first.ExpiryMonth, first.ExpiryYear})

	again, err := adapter.Charge(t.Context(), payment.Charge{PaymentID: "pay-2", Card: first.Token, Amount: 17250, ReturnURL: "http://localhost/return"})
	require.NoError(t, err)
	require.Equal(t, payment.Result{Status: contract.PaymentPaid, Brand: "MADA", Last4: "0015"}, again)

	second := keep("pay-3")
	require.Equal(t, first.Fingerprint, second.Fingerprint)
	require.NotEqual(t, first.Token, second.Token)
}

func TestPayment_UnpaidCard_IsNotKept(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	for id, card := range map[string]string{"pay-1": cardDeclined, "pay-2": cardChallenge} {
		charge := chargeOf(id, s.token(t, card))
		charge.Keep = true
		_, err := adapter.Charge(t.Context(), charge)
		require.NoError(t, err)
		got, err := adapter.FindSavedCard(t.Context(), id)
		require.NoError(t, err)
		require.Nil(t, got, id)
	}
	_, err := adapter.FindSavedCard(t.Context(), "pay-4")
	require.ErrorIs(t, err, gateway.ErrNotFound)
	_, err = adapter.Charge(t.Context(), payment.Charge{PaymentID: "pay-3", Card: "card_unheard_of", Amount: 17250, ReturnURL: "http://localhost/return"})
	require.ErrorIs(t, err, gateway.ErrFinal)
}

func TestPayment_SettlementFile_ListsAll(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	for id, card := range map[string]string{"pay-1": cardPaid, "pay-2": cardPaid, "pay-3": cardDeclined} {
		_, err := adapter.Charge(t.Context(), chargeOf(id, s.token(t, card)))
		require.NoError(t, err)
	}
	require.NoError(t, adapter.Refund(t.Context(), "pay-2", 17250))
	today := settlement.DayOf(time.Now())
	s.script(t, "payment", "settlement", "no-file")
	listed, err := adapter.ListSettlements(t.Context(), today)
	require.NoError(t, err)
	require.Equal(t, settlement.Listing{IDs: []string{today}, Within: 1}, listed)
	_, err = adapter.ReadSettlement(t.Context(), today)
	require.ErrorIs(t, err, gateway.ErrRetry)

	file, err := adapter.ReadSettlement(t.Context(), today)
	require.NoError(t, err)
	require.Empty(t, file.Broken)
	require.Empty(t, file.Unread)
	require.Equal(t, settlement.Sums{Count: 3, Payments: 34500, Refunds: 17250, Fees: 546, VAT: 82}, file.Sums)
	told := map[settlement.Ref]bool{}
	for _, line := range file.Lines {
		told[line.Ref] = true
	}
	require.Equal(t, map[settlement.Ref]bool{
		{PaymentID: "pay-1", Type: settlement.Payment}: true, {PaymentID: "pay-2", Type: settlement.Payment}: true,
		{PaymentID: "pay-2", Type: settlement.Refund}: true,
	}, told)

	s.script(t, "payment", "settlement", "broken-json")
	cut, err := adapter.ReadSettlement(t.Context(), today)
	require.NoError(t, err)
	require.Equal(t, "trailer", cut.Broken, "a file that was cut off is none")
	require.NotEqual(t, file.SHA256, cut.SHA256)
}

func TestPayment_ForgottenCard_PaysNothing(t *testing.T) {
	s := newStand(t)
	adapter := newPayment(t, s)
	charge := chargeOf("pay-1", s.token(t, cardPaid))
	charge.Keep = true
	_, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	card, err := adapter.FindSavedCard(t.Context(), "pay-1")
	require.NoError(t, err)
	s.script(t, "payment", "forget-card", "error")
	require.ErrorIs(t, adapter.ForgetCard(t.Context(), card.Token), gateway.ErrRetry)
	for range 2 {
		require.NoError(t, adapter.ForgetCard(t.Context(), card.Token), "an unknown card counts as deleted")
	}
	_, err = adapter.Charge(t.Context(), payment.Charge{PaymentID: "pay-2", Card: card.Token, Amount: 17250, ReturnURL: "http://localhost/return"})
	require.ErrorIs(t, err, gateway.ErrFinal)
}
