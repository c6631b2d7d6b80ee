package account_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func pay(r *servertest.Rig, o servertest.Started, body string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/orders/"+o.ID+"/payments", body, append(headers, servertest.WithSession(o.Session), servertest.FreshKey())...)
}

const typedCard = `"cardToken":"tok_0123456789abcdef"`

func TestCards_OwnUser_SeesDefaultFirst(t *testing.T) {
	r := servertest.New(t)
	her := r.Customer(servertest.MainLine, "prepaid")
	first, old := r.SaveCard(her.ID, "0015", 2090), r.SaveCard(her.ID, "0551", 2020)
	got := r.Call(http.MethodGet, "/api/users/current/cards", "", servertest.Bearer(r.SignIn(servertest.MainLine)))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	shown := servertest.Decoded[struct{ Data []gen.SavedCard }](t, got).Data
	require.Equal(t, []gen.SavedCard{
		{Id: first.ID, Brand: "MADA", Last4: "0015", Holder: "NOURA ALHARBI", ExpiryMonth: 12, ExpiryYear: 2090, Default: true},
		{Id: old.ID, Brand: "MADA", Last4: "0551", Holder: "NOURA ALHARBI", ExpiryMonth: 12, ExpiryYear: 2020, Expired: true},
	}, shown)
	require.NotContains(t, string(got.Body), "card_")
	require.NotContains(t, string(got.Body), "fp_")
}

func TestSavedCard_SignedIn_Pays(t *testing.T) {
	r := servertest.New(t)
	her := r.Customer(servertest.MainLine, "prepaid")
	card, o := r.SaveCard(her.ID, "0015", 2090), r.AnswerUpTo(7)
	var told contract.PayRequest
	r.Flow.Decide = func(o contract.Order, _ string, arg any) (contract.Order, error) {
		told, _ = arg.(contract.PayRequest)
		return o, nil
	}
	token := servertest.Bearer(r.SignIn(servertest.MainLine))
	require.Equal(t, http.StatusOK, pay(r, o, fmt.Sprintf(`{"cardId":%q}`, card.ID), token).StatusCode)
	require.Equal(t, &contract.SavedCard{UserID: her.ID, CardID: card.ID}, told.Kept)
	require.Empty(t, told.CardToken)
	require.Equal(t, http.StatusOK, pay(r, o, `{`+typedCard+`,"keepCard":true}`, token).StatusCode)
	require.Equal(t, &contract.SavedCard{UserID: her.ID, Keep: true}, told.Kept)
	require.Equal(t, http.StatusOK, pay(r, o, `{`+typedCard+`,"keepCard":false}`, token).StatusCode)
	require.Nil(t, told.Kept, "without consent no card is saved")
}

func TestSavedCard_ChargeIsOpen_SaysSo(t *testing.T) {
	r := servertest.New(t)
	her := r.Customer(servertest.MainLine, "prepaid")
	card, o := r.SaveCard(her.ID, "0015", 2090), r.AnswerUpTo(7)
	token, same := servertest.Bearer(r.SignIn(servertest.MainLine)), servertest.FreshKey()
	told := map[string]bool{}
	r.Flow.Decide = func(o contract.Order, _ string, arg any) (contract.Order, error) {
		in, _ := arg.(contract.PayRequest)
		told[in.PaymentID] = true
		if len(told) > 1 {
			return o, contract.Refuse(contract.FailPaymentPending)
		}
		return o, nil
	}
	body := fmt.Sprintf(`{"cardId":%q}`, card.ID)
	again := func(key servertest.Header) servertest.Answer {
		return r.Call(http.MethodPost, "/api/orders/"+o.ID+"/payments", body, servertest.WithSession(o.Session), token, key)
	}
	for range 3 {
		require.Equal(t, http.StatusOK, again(same).StatusCode)
	}
	require.Len(t, told, 1, "a repeated click is the same payment")
	servertest.RequireRefused(t, again(servertest.FreshKey()), contract.FailPaymentPending)
}

func TestWallet_AnyCaller_PaysAndIsNotSaved(t *testing.T) {
	r := servertest.New(t)
	o := r.AnswerUpTo(7)
	var told contract.PayRequest
	r.Flow.Decide = func(o contract.Order, _ string, arg any) (contract.Order, error) {
		told, _ = arg.(contract.PayRequest)
		return o, nil
	}
	for _, typed := range []string{"0551234567", "+966 55 123 4567", "٠٥٥١٢٣٤٥٦٧"} {
		require.Equal(t, http.StatusOK, pay(r, o, fmt.Sprintf(`{"stcPayMobile":%q,"keepCard":true}`, typed)).StatusCode)
		require.Equal(t, "0551234567", told.Wallet)
		require.Empty(t, told.CardToken)
		require.Nil(t, told.Kept)
	}
	require.NotEmpty(t, told.PaymentID)
	require.Contains(t, told.ReturnURL, o.ID)
}

func TestWallet_OtherNumberOrCard_IsRefused(t *testing.T) {
	r := servertest.New(t)
	o := r.AnswerUpTo(7)
	before := len(r.Flow.SentUpdates())
	for _, typed := range []string{"831234567890", "0112345678", "055123"} {
		problem := servertest.RequireRefused(t, pay(r, o, fmt.Sprintf(`{"stcPayMobile":%q}`, typed)), contract.FailValidation)
		require.Contains(t, *problem.Fields, "stcPayMobile")
	}
	servertest.RequireRefused(t, pay(r, o, `{`+typedCard+`,"stcPayMobile":"0551234567"}`), contract.FailValidation)
	servertest.RequireRefused(t, pay(r, o, fmt.Sprintf(`{"cardId":%q,"stcPayMobile":"0551234567"}`, uuid.NewString())), contract.FailValidation)
	require.Len(t, r.Flow.SentUpdates(), before)
}

func TestCards_Guest_SavesNone(t *testing.T) {
	r := servertest.New(t)
	o := r.AnswerUpTo(7)
	before := len(r.Flow.SentUpdates())
	servertest.RequireRefused(t, pay(r, o, fmt.Sprintf(`{"cardId":%q}`, uuid.NewString())), contract.FailCardUnknown)
	servertest.RequireRefused(t, pay(r, o, `{`+typedCard+`,"keepCard":true}`), contract.FailNotSignedIn)
	servertest.RequireRefused(t, pay(r, o, `{}`), contract.FailValidation)
	servertest.RequireRefused(t, pay(r, o, fmt.Sprintf(`{%s,"cardId":%q}`, typedCard, uuid.NewString())), contract.FailValidation)
	require.Len(t, r.Flow.SentUpdates(), before)
}
