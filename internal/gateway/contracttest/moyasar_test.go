package contracttest

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/payment/moyasar"
)

func newMoyasar(t *testing.T, s stand) *moyasar.Provider {
	t.Helper()
	settings := moyasar.Config{URL: s.url + "/payment/v1", SecretKey: s.keys.Moyasar, AbandonedAfter: time.Hour, SettledWithin: 8 * 24 * time.Hour}
	adapter, err := moyasar.New(settings, nil, quiet())
	require.NoError(t, err)
	return adapter
}

// moyasarToken makes a token as the card fields in a browser do.
func (s stand) moyasarToken(t *testing.T, card string) string {
	t.Helper()
	var made struct{ ID string }
	status := s.callMoyasar(t, http.MethodPost, "/tokens", s.keys.MoyasarPublishable, map[string]any{
		"number": card, "month": "12", "year": "2039", "cvc": "123", "name": "Test Card", "save_only": true, "callback_url": "http://localhost/return",
	}, &made)
	require.Equal(t, http.StatusCreated, status)
	return made.ID
}

// callMoyasar calls the simulated Moyasar as another party, such as a browser.
func (s stand) callMoyasar(t *testing.T, method, path, key string, body, answer any) (status int) {
	t.Helper()
	encoded, err := json.Marshal(body)
	require.NoError(t, err)
	req, err := http.NewRequestWithContext(t.Context(), method, s.url+"/payment/v1"+path, bytes.NewReader(encoded))
	require.NoError(t, err)
	req.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(key+":")))
	res, err := (&http.Client{Timeout: 5 * time.Second}).Do(req)
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	if answer != nil {
		require.NoError(t, json.NewDecoder(res.Body).Decode(answer))
	}
	return res.StatusCode
}

func moyasarCharge(token string) payment.Charge {
	return payment.Charge{PaymentID: uuid.NewString(), CardToken: token, Amount: 17250, ReturnURL: "http://localhost/return"}
}

func TestMoyasar_GivenID_ChargesAndRefundsOnce(t *testing.T) {
	for _, reading := range []string{"answered with the payment", "repeat-refused"} {
		t.Run(reading, func(t *testing.T) {
			s := newStand(t)
			adapter := newMoyasar(t, s)
			charge := moyasarCharge(s.moyasarToken(t, cardPaid))
			for n := range 2 {
				if n == 1 && reading == "repeat-refused" {
					s.script(t, "payment", "charge", reading)
				}
				got, err := adapter.Charge(t.Context(), charge)
				require.NoError(t, err)
				require.Equal(t, payment.Result{Status: contract.PaymentPaid, Brand: "MADA", Last4: "0015"}, got)
			}
			for range 2 {
				require.NoError(t, adapter.Refund(t.Context(), charge.PaymentID, charge.Amount))
			}
			got, err := adapter.Inquire(t.Context(), charge.PaymentID)
			require.NoError(t, err)
			require.Equal(t, contract.PaymentRefunded, got.Status)
			require.Equal(t, []int64{17250, -17250}, s.moved(t, charge.PaymentID))
		})
	}
}

// moved lists the movements of money of a payment.
func (s stand) moved(t *testing.T, paymentID string) (amounts []int64) {
	t.Helper()
	var booked struct {
		Items []struct {
			Ledger []struct {
				Kind   string
				Amount int64
			}
		}
	}
	s.get(t, "/control/payment/charges?reference="+paymentID, &booked)
	require.Len(t, booked.Items, 1)
	for _, entry := range booked.Items[0].Ledger {
		if entry.Kind == "refund" {
			entry.Amount = -entry.Amount
		}
		amounts = append(amounts, entry.Amount)
	}
	return amounts
}

func TestMoyasar_SandboxCards_DecideTheOutcome(t *testing.T) {
	tests := map[string]string{
		"4201320111111010": "", "4201320000311101": "insufficient_funds", "4201320131000508": "lost_card", "4201321144311528": "stolen_card",
		"4201322267774310": "expired_card", "4201321234411220": "do_not_honor", "4201326324640570": "limit_exceeded",
	}
	s := newStand(t)
	adapter := newMoyasar(t, s)
	for card, declineCode := range tests {
		want := payment.Result{Status: contract.PaymentPaid, Brand: "MADA", Last4: card[12:]}
		if declineCode != "" {
			want.Status, want.DeclineCode = contract.PaymentDeclined, declineCode
		}
		got, err := adapter.Charge(t.Context(), moyasarCharge(s.moyasarToken(t, card)))
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, declineCode != "", payment.Declines(got.DeclineCode))
	}
}

func TestMoyasar_3DSecure_IsAskedForInPresence(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	token := s.moyasarToken(t, cardChallenge)
	asked, err := adapter.Charge(t.Context(), moyasarCharge(token))
	require.NoError(t, err)
	require.Equal(t, contract.PaymentChallenge, asked.Status)
	require.NotEmpty(t, asked.ChallengeURL)

	alone := moyasarCharge("")
	alone.Card, alone.Unattended = token, true
	got, err := adapter.Charge(t.Context(), alone)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentPaid, got.Status)

	alone.PaymentID = uuid.NewString()
	s.script(t, "payment", "charge", "unattended-refused")
	_, err = adapter.Charge(t.Context(), alone)
	require.ErrorIs(t, err, gateway.ErrFinal, "an account without the permission")
}

func TestMoyasar_KeptCard_PaysAgain(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	keep := func() payment.Card {
		charge := moyasarCharge(s.moyasarToken(t, cardPaid))
		charge.Keep = true
		_, err := adapter.Charge(t.Context(), charge)
		require.NoError(t, err)
		card, err := adapter.FindSavedCard(t.Context(), charge.PaymentID)
		require.NoError(t, err)
		require.NotNil(t, card)
		return *card
	}
	first := keep()
	require.Equal(t, []any{"Test Card", "MADA", "0015", 12, 2039}, []any{first.Holder, first.Brand, first.Last4, first.ExpiryMonth, first.ExpiryYear})
	for range 2 {
		again := moyasarCharge("")
		again.Card = first.Token
		got, err := adapter.Charge(t.Context(), again)
		require.NoError(t, err)
		require.Equal(t, contract.PaymentPaid, got.Status)
		card, err := adapter.FindSavedCard(t.Context(), again.PaymentID)
		require.NoError(t, err)
		require.Nil(t, card, "it was saved before")
	}
	second := keep()
	require.Equal(t, first.Fingerprint, second.Fingerprint)
	require.NotEqual(t, first.Token, second.Token)
}

func TestMoyasar_TokenNotKept_IsDeleted(t *testing.T) {
	tests := map[string]struct {
		card   string
		keep   bool
		remain bool
	}{
		"paid":                 {cardPaid, false, false},
		"paid, kept":           {cardPaid, true, true},
		"declined":             {cardDeclined, false, false},
		"declined, to be kept": {cardDeclined, true, false},
		"at the bank's page":   {cardChallenge, false, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			token := s.moyasarToken(t, tt.card)
			charge := moyasarCharge(token)
			charge.Keep = tt.keep
			_, err := newMoyasar(t, s).Charge(t.Context(), charge)
			require.NoError(t, err)
			status := http.StatusNotFound
			if tt.remain {
				status = http.StatusOK
			}
			require.Equal(t, status, s.callMoyasar(t, http.MethodGet, "/tokens/"+token, s.keys.Moyasar, nil, nil))
		})
	}
}

func TestMoyasar_TokenStays_PaymentIsKnown(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	token := s.moyasarToken(t, cardPaid)
	charge := moyasarCharge(token)
	s.script(t, "payment", "delete-token", "error")
	got, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentPaid, got.Status)
	got, err = adapter.Inquire(t.Context(), charge.PaymentID)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentPaid, got.Status)
	require.Equal(t, http.StatusNotFound, s.callMoyasar(t, http.MethodGet, "/tokens/"+token, s.keys.Moyasar, nil, nil), "the next answer deletes it")
}

func TestMoyasar_AbandonedPage_EitherReading(t *testing.T) {
	s := newStand(t)
	charge := moyasarCharge(s.moyasarToken(t, cardChallenge))
	_, err := newMoyasar(t, s).Charge(t.Context(), charge)
	require.NoError(t, err)
	s.post(t, "/control/payment/charges/"+charge.PaymentID+"/settle", "", map[string]any{"status": "abandoned"}, nil)
	got, err := newMoyasar(t, s).Inquire(t.Context(), charge.PaymentID)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentAbandoned, got.Status)

	s.script(t, "payment", "inquire", "stays-initiated")
	got, err = newMoyasar(t, s).Inquire(t.Context(), charge.PaymentID)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentChallenge, got.Status, "young: it may still be paid")
	soon, err := moyasar.New(moyasar.Config{URL: s.url + "/payment/v1", SecretKey: s.keys.Moyasar, AbandonedAfter: time.Nanosecond}, nil, quiet())
	require.NoError(t, err)
	s.script(t, "payment", "inquire", "stays-initiated")
	got, err = soon.Inquire(t.Context(), charge.PaymentID)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentAbandoned, got.Status, "old")
}

func TestMoyasar_LostAnswer_FoundByInquiry(t *testing.T) {
	tests := map[string]struct {
		outcome    string
		wantErr    error
		wantStatus contract.PaymentStatus
	}{
		"done, no answer":       {"timeout-after-commit", gateway.ErrUnknown, contract.PaymentPaid},
		"done, broken answer":   {"broken-json", gateway.ErrUnknown, contract.PaymentPaid},
		"done, a proxy's page":  {"html", gateway.ErrUnknown, contract.PaymentPaid},
		"not done, no answer":   {"timeout", gateway.ErrUnknown, ""},
		"not done, unavailable": {"error", gateway.ErrRetry, ""},
		"not done, too fast":    {"rate-limited", gateway.ErrRetry, ""},
		"not done, moved":       {"moved", gateway.ErrUnknown, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			adapter := newMoyasar(t, s)
			charge := moyasarCharge(s.moyasarToken(t, cardPaid))
			s.script(t, "payment", "charge", tt.outcome)
			_, err := adapter.Charge(s.untilHeld(t, "payment", "charge"), charge)
			require.ErrorIs(t, err, tt.wantErr)
			got, err := adapter.Inquire(t.Context(), charge.PaymentID)
			require.Equal(t, tt.wantStatus, got.Status)
			if tt.wantStatus == "" {
				require.ErrorIs(t, err, gateway.ErrNotFound)
			}
			got, err = adapter.Charge(t.Context(), charge) // the same id: one charge, after any first answer
			require.NoError(t, err)
			require.Equal(t, contract.PaymentPaid, got.Status)
			require.Equal(t, []int64{17250}, s.moved(t, charge.PaymentID))
		})
	}
}

func TestMoyasar_LostRefund_IsMadeOnce(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	charge := moyasarCharge(s.moyasarToken(t, cardPaid))
	_, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	s.script(t, "payment", "refund", "timeout-after-commit")
	require.ErrorIs(t, adapter.Refund(s.untilHeld(t, "payment", "refund"), charge.PaymentID, charge.Amount), gateway.ErrUnknown)
	require.NoError(t, adapter.Refund(t.Context(), charge.PaymentID, charge.Amount))
	require.Equal(t, []int64{17250, -17250}, s.moved(t, charge.PaymentID))

	other := moyasarCharge(s.moyasarToken(t, cardPaid))
	_, err = adapter.Charge(t.Context(), other)
	require.NoError(t, err)
	s.script(t, "payment", "refund", "refund-refused")
	require.ErrorIs(t, adapter.Refund(t.Context(), other.PaymentID, other.Amount), gateway.ErrFinal)
}

func TestMoyasar_BadSource_IsASettledDecline(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	_, err := adapter.Charge(t.Context(), moyasarCharge("token_unheard_of"))
	requireRefusal(t, "token_invalid", err)
	charge := moyasarCharge("")
	charge.Wallet = "831234567890"
	_, err = adapter.Charge(t.Context(), charge)
	requireRefusal(t, "mobile_invalid", err)
	_, err = adapter.Inquire(t.Context(), charge.PaymentID)
	require.ErrorIs(t, err, gateway.ErrNotFound)
}

func TestMoyasar_ApplePay_AmountDecides(t *testing.T) {
	const phone = `{"paymentData":{"version":"EC_v1"},"paymentMethod":{"network":"Visa"},"transactionIdentifier":"1"}`
	s := newStand(t)
	adapter := newMoyasar(t, s)
	for amount, declineCode := range map[contract.Halalas]string{20000: "", 25051: "", 110100: "insufficient_funds", 3105: "do_not_honor", 3100: ""} {
		charge := moyasarCharge(phone)
		charge.Amount = amount
		want := payment.Result{Status: contract.PaymentPaid, Brand: "VISA", Last4: "0011"}
		if declineCode != "" {
			want.Status, want.DeclineCode = contract.PaymentDeclined, declineCode
		}
		got, err := adapter.Charge(t.Context(), charge)
		require.NoError(t, err)
		require.Equal(t, want, got, amount)
	}
}

func TestMoyasar_WalletOfTheSandbox_FailsAtOnce(t *testing.T) {
	s := newStand(t)
	charge := moyasarCharge("")
	charge.Wallet = "0515555557"
	got, err := newMoyasar(t, s).Charge(t.Context(), charge)
	require.NoError(t, err)
	require.Equal(t, payment.Result{Status: contract.PaymentDeclined, Brand: "STCPAY", Last4: "5557", DeclineCode: "do_not_honor"}, got)
}

func TestMoyasar_WrongKey_IsRefused(t *testing.T) {
	s := newStand(t)
	s.keys.Moyasar = s.keys.MoyasarPublishable // it creates payments, and reads none
	adapter := newMoyasar(t, s)
	charge := moyasarCharge(s.moyasarToken(t, cardPaid))
	_, err := adapter.Inquire(t.Context(), charge.PaymentID)
	requireRefusal(t, "authentication_error", err)
}

func TestMoyasar_Webhook_IsRead(t *testing.T) {
	s := newStand(t)
	s.script(t, "payment", "callback", "doubled")
	charge := moyasarCharge(s.moyasarToken(t, cardPaid))
	_, err := newMoyasar(t, s).Charge(t.Context(), charge)
	require.NoError(t, err)
	var sent struct {
		Items []struct {
			Path string
			Body json.RawMessage
		}
	}
	s.get(t, "/control/callbacks?system=payment", &sent)
	require.Len(t, sent.Items, 1)
	require.Equal(t, "payment/moyasar", sent.Items[0].Path)
	receiver := moyasar.Receiver{Secret: "sim-moyasar-webhook-secret", Account: "Selfcare"}
	var ids []string
	for range 2 {
		events, err := receiver.Receive(context.Background(), callback.Request{Body: sent.Items[0].Body})
		require.NoError(t, err)
		require.Len(t, events, 1)
		require.Equal(t, callback.Payment{PaymentID: charge.PaymentID, Paid: true}, events[0].News)
		ids = append(ids, events[0].ID)
	}
	require.Equal(t, ids[0], ids[1])
}

func TestMoyasar_WalletCode_Decides(t *testing.T) {
	of := func(status contract.PaymentStatus, declineCode string) payment.Result {
		return payment.Result{Status: status, Brand: "STCPAY", Last4: "4567", DeclineCode: declineCode}
	}
	for code, want := range map[string]payment.Result{
		"123456": of(contract.PaymentPaid, ""),
		"111111": of(contract.PaymentDeclined, "insufficient_funds"),
		"222222": of(contract.PaymentDeclined, "limit_exceeded"),
		"333333": of(contract.PaymentDeclined, "limit_exceeded"),
		"444444": of(contract.PaymentPending, ""),
	} {
		t.Run(code, func(t *testing.T) {
			s := newStand(t)
			adapter := newMoyasar(t, s)
			charge := moyasarCharge("")
			charge.Wallet = "0551234567"
			asked, err := adapter.Charge(t.Context(), charge)
			require.NoError(t, err)
			require.Equal(t, of(contract.PaymentChallenge, ""), asked, "no page: the code is ours to ask for")
			require.NoError(t, adapter.EnterCode(t.Context(), charge.PaymentID, code))
			got, err := adapter.Inquire(t.Context(), charge.PaymentID)
			require.NoError(t, err)
			require.Equal(t, want, got)
			requireRefusal(t, payment.CodeNotAsked, adapter.EnterCode(t.Context(), charge.PaymentID, code))
		})
	}
}

func TestMoyasar_WrongWalletCode_ThreeTries(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	charge := moyasarCharge("")
	charge.Wallet = "0551234567"
	_, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	for range 2 {
		requireRefusal(t, payment.CodeWrong, adapter.EnterCode(t.Context(), charge.PaymentID, "999999"))
	}
	require.NoError(t, adapter.EnterCode(t.Context(), charge.PaymentID, "999999"), "the last one decides")
	got, err := adapter.Inquire(t.Context(), charge.PaymentID)
	require.NoError(t, err)
	require.Equal(t, contract.PaymentDeclined, got.Status)
}

func TestMoyasar_LostWalletCode_IsUnknown(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	charge := moyasarCharge("")
	charge.Wallet = "0551234567"
	_, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	s.script(t, "payment", "code", "timeout-after-commit")
	require.ErrorIs(t, adapter.EnterCode(s.untilHeld(t, "payment", "code"), charge.PaymentID, "123456"), gateway.ErrUnknown)
	requireRefusal(t, payment.CodeNotAsked, adapter.EnterCode(t.Context(), charge.PaymentID, "123456"))
	require.Equal(t, []int64{17250}, s.moved(t, charge.PaymentID))
}

func TestMoyasar_CardAtItsBank_TakesNoCode(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	charge := moyasarCharge(s.moyasarToken(t, cardChallenge))
	_, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	requireRefusal(t, payment.CodeNotAsked, adapter.EnterCode(t.Context(), charge.PaymentID, "123456"))
	require.ErrorIs(t, adapter.EnterCode(t.Context(), uuid.NewString(), "123456"), gateway.ErrNotFound)
}

func TestMoyasar_Settlement_HasEachMovement(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	pays := func() string {
		charge := moyasarCharge(s.moyasarToken(t, cardPaid))
		_, err := adapter.Charge(t.Context(), charge)
		require.NoError(t, err)
		return charge.PaymentID
	}
	control := func(path string) { s.post(t, "/control/payment/"+path, "", map[string]any{}, nil) }
	refunded, voided, back := pays(), pays(), pays()
	require.NoError(t, adapter.Refund(t.Context(), refunded, 17250))
	control("charges/" + voided + "/void")
	for range 40 { // more than a page
		pays()
	}
	control("settlements")
	made := time.Now().Add(time.Millisecond)
	require.Eventually(t, func() bool { return time.Now().After(made) }, time.Second, time.Millisecond, "times have milliseconds")
	control("charges/" + back + "/chargeback")
	control("settlements")

	require.NoError(t, adapter.Refund(t.Context(), voided, 17250), "a voided payment needs no refund")
	listed, err := adapter.ListSettlements(t.Context(), settlement.DayOf(time.Now()))
	require.NoError(t, err)
	require.Equal(t, 8, listed.Within)
	require.Len(t, listed.IDs, 2)
	types := map[settlement.Type]int{}
	for _, id := range listed.IDs {
		batch, err := adapter.ReadSettlement(t.Context(), id)
		require.NoError(t, err)
		require.Empty(t, batch.Broken)
		require.Empty(t, batch.Unread)
		for _, l := range batch.Lines {
			types[l.Type]++
		}
		again, err := adapter.ReadSettlement(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, batch, again)
	}
	require.Equal(t, map[settlement.Type]int{
		settlement.Payment: 43, settlement.Refund: 1, settlement.Void: 1, settlement.Chargeback: 1,
		settlement.Fee: 3, // a penalty, and two bank transfers
	}, types)
	for _, outcome := range []string{"other-count", "same-page", "error", "broken-json"} {
		s.script(t, "payment", "settlement-lines", outcome)
		_, err = adapter.ReadSettlement(t.Context(), listed.IDs[1])
		require.ErrorIs(t, err, gateway.ErrRetry, outcome)
	}
	_, err = adapter.ReadSettlement(t.Context(), uuid.NewString())
	require.ErrorIs(t, err, gateway.ErrNotFound)

	s.post(t, "/control/payment/settlements/"+settlement.DayOf(time.Now())+"/misstate", "", map[string]string{"as": "broken-trailer"}, nil)
	broken, err := adapter.ReadSettlement(t.Context(), listed.IDs[0])
	require.NoError(t, err)
	require.Equal(t, "sums", broken.Broken)
}

func TestMoyasar_ForgottenCard_PaysNothing(t *testing.T) {
	s := newStand(t)
	adapter := newMoyasar(t, s)
	token := s.moyasarToken(t, cardPaid)
	charge := moyasarCharge(token)
	charge.Keep = true
	_, err := adapter.Charge(t.Context(), charge)
	require.NoError(t, err)
	s.script(t, "payment", "delete-token", "error")
	require.ErrorIs(t, adapter.ForgetCard(t.Context(), token), gateway.ErrRetry)
	for range 2 {
		require.NoError(t, adapter.ForgetCard(t.Context(), token), "an unknown card counts as deleted")
	}
	again := moyasarCharge("")
	again.Card = token
	_, err = adapter.Charge(t.Context(), again)
	require.ErrorIs(t, err, gateway.ErrFinal)
}
