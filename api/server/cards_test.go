package server_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

func (r *rig) keeps(userID, last4 string, year int) store.Card {
	r.t.Helper()
	card, err := r.store.Cards.Add(r.t.Context(), userID, store.Card{
		Token: "card_" + last4, Fingerprint: "fp_" + last4, Holder: "NOURA ALHARBI", Brand: store.BrandMada, Last4: last4, ExpiryMonth: 12, ExpiryYear: year,
	})
	require.NoError(r.t, err)
	return card
}

func (r *rig) pay(o started, body string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/orders/"+o.id+"/payments", body, append(headers, withSession(o.session), freshKey())...)
}

const typedCard = `"cardToken":"tok_0123456789abcdef"`

func TestCardsAreShownToTheirUserTheDefaultFirstAndWithoutWhatPays(t *testing.T) {
	r := newRig(t)
	her := r.customer(mainLine, "prepaid")
	first, old := r.keeps(her.ID, "0015", 2090), r.keeps(her.ID, "0551", 2020)
	got := r.call(http.MethodGet, "/api/users/current/cards", "", bearer(r.signIn(mainLine)))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	shown := decoded[struct{ Data []gen.KeptCard }](t, got).Data
	require.Equal(t, []gen.KeptCard{
		{Id: first.ID, Brand: "MADA", Last4: "0015", Holder: "NOURA ALHARBI", ExpiryMonth: 12, ExpiryYear: 2090, Default: true},
		{Id: old.ID, Brand: "MADA", Last4: "0551", Holder: "NOURA ALHARBI", ExpiryMonth: 12, ExpiryYear: 2020, Expired: true},
	}, shown)
	require.NotContains(t, string(got.body), "card_")
	require.NotContains(t, string(got.body), "fp_")
}

func TestAKeptCardPaysForWhoeverIsSignedIn(t *testing.T) {
	r := newRig(t)
	her := r.customer(mainLine, "prepaid")
	card, o := r.keeps(her.ID, "0015", 2090), r.answeredUpTo(7)
	var told contract.PayRequest
	r.flow.decide = func(o contract.Order, _ string, arg any) (contract.Order, error) {
		told, _ = arg.(contract.PayRequest)
		return o, nil
	}
	token := bearer(r.signIn(mainLine))
	require.Equal(t, http.StatusOK, r.pay(o, fmt.Sprintf(`{"cardId":%q}`, card.ID), token).StatusCode)
	require.Equal(t, &contract.KeptCard{UserID: her.ID, CardID: card.ID}, told.Kept)
	require.Empty(t, told.CardToken)
	require.Equal(t, http.StatusOK, r.pay(o, `{`+typedCard+`,"keepCard":true}`, token).StatusCode)
	require.Equal(t, &contract.KeptCard{UserID: her.ID, Keep: true}, told.Kept)
	require.Equal(t, http.StatusOK, r.pay(o, `{`+typedCard+`,"keepCard":false}`, token).StatusCode)
	require.Nil(t, told.Kept, "without consent nothing is kept")
}

func TestAKeptCardChosenAgainWhileItsChargeIsOpenIsToldSo(t *testing.T) {
	r := newRig(t)
	her := r.customer(mainLine, "prepaid")
	card, o := r.keeps(her.ID, "0015", 2090), r.answeredUpTo(7)
	token, same := bearer(r.signIn(mainLine)), freshKey()
	told := map[string]bool{}
	r.flow.decide = func(o contract.Order, _ string, arg any) (contract.Order, error) {
		in, _ := arg.(contract.PayRequest)
		told[in.PaymentID] = true
		if len(told) > 1 {
			return o, contract.Refuse(contract.FailPaymentPending)
		}
		return o, nil
	}
	body := fmt.Sprintf(`{"cardId":%q}`, card.ID)
	again := func(key header) answer {
		return r.call(http.MethodPost, "/api/orders/"+o.id+"/payments", body, withSession(o.session), token, key)
	}
	for range 3 {
		require.Equal(t, http.StatusOK, again(same).StatusCode)
	}
	require.Len(t, told, 1, "the same click is the same payment")
	requireRefused(t, again(freshKey()), contract.FailPaymentPending)
}

func TestAWalletPaysForAnybodyAndIsNotKept(t *testing.T) {
	r := newRig(t)
	o := r.answeredUpTo(7)
	var told contract.PayRequest
	r.flow.decide = func(o contract.Order, _ string, arg any) (contract.Order, error) {
		told, _ = arg.(contract.PayRequest)
		return o, nil
	}
	for _, typed := range []string{"0551234567", "+966 55 123 4567", "٠٥٥١٢٣٤٥٦٧"} {
		require.Equal(t, http.StatusOK, r.pay(o, fmt.Sprintf(`{"stcPayMobile":%q,"keepCard":true}`, typed)).StatusCode)
		require.Equal(t, "0551234567", told.Wallet)
		require.Empty(t, told.CardToken)
		require.Nil(t, told.Kept)
	}
	require.NotEmpty(t, told.PaymentID)
	require.Contains(t, told.ReturnURL, o.id)
}

func TestAWalletIsASaudiMobileAndPaysAlone(t *testing.T) {
	r := newRig(t)
	o := r.answeredUpTo(7)
	before := len(r.flow.sentUpdates())
	for _, typed := range []string{"831234567890", "0112345678", "055123"} {
		problem := requireRefused(t, r.pay(o, fmt.Sprintf(`{"stcPayMobile":%q}`, typed)), contract.FailValidation)
		require.Contains(t, *problem.Fields, "stcPayMobile")
	}
	requireRefused(t, r.pay(o, `{`+typedCard+`,"stcPayMobile":"0551234567"}`), contract.FailValidation)
	requireRefused(t, r.pay(o, fmt.Sprintf(`{"cardId":%q,"stcPayMobile":"0551234567"}`, uuid.NewString())), contract.FailValidation)
	require.Len(t, r.flow.sentUpdates(), before)
}

func TestGuestsKeepNoCards(t *testing.T) {
	r := newRig(t)
	o := r.answeredUpTo(7)
	before := len(r.flow.sentUpdates())
	requireRefused(t, r.pay(o, fmt.Sprintf(`{"cardId":%q}`, uuid.NewString())), contract.FailCardUnknown)
	requireRefused(t, r.pay(o, `{`+typedCard+`,"keepCard":true}`), contract.FailNotSignedIn)
	requireRefused(t, r.pay(o, `{}`), contract.FailValidation)
	requireRefused(t, r.pay(o, fmt.Sprintf(`{%s,"cardId":%q}`, typedCard, uuid.NewString())), contract.FailValidation)
	require.Len(t, r.flow.sentUpdates(), before)
}
