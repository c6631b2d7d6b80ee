package server_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// fakeTopUps plays the workflow that asks the partner.
type fakeTopUps struct {
	mu    sync.Mutex
	offer contract.TopUpOffer
	err   error
	asked []string
}

func (f *fakeTopUps) Offer(_ context.Context, in contract.TopUpQuestion) (contract.TopUpOffer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, in.Mobile)
	return f.offer, f.err
}

// offers changes what the partner offers from now on.
func (f *fakeTopUps) offers(change func(*contract.TopUpOffer)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(&f.offer)
}

func servedIndia() contract.TopUpOffer {
	rupees := func(id, amount string, cost contract.Halalas) contract.TopUpProduct {
		gets := contract.ForeignAmount{Amount: amount, Currency: "INR"}
		return contract.TopUpProduct{ID: id, ServiceID: "1", Kind: contract.AirTime, Gets: gets, Cost: cost}
	}
	return contract.TopUpOffer{OperatorID: "2151", Operator: "Airtel India", Products: []contract.TopUpProduct{
		rupees("21511", "100.00", 455), rupees("21512", "500.00", 2273), rupees("21513", "0", 100),
	}}
}

const (
	abroadPath   = "/api/users/balance/international-transfer/"
	rupeesChosen = `{"to_mobile":"+919876543210","service_id":"1","operator_id":"2151","amount":505,"currency":"SAR","product_id":"21511"}`
)

// sender is a rig whose main line holds a balance.
func sender(t *testing.T, balance contract.Halalas) (*rig, string) {
	t.Helper()
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	if balance > 0 {
		r.holds(mainLine, balance)
	}
	return r, r.signIn(mainLine)
}

func (r *rig) resolvesRecipient(token, typed string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, abroadPath+"resolve-recipient", fmt.Sprintf(`{"to_mobile":%q}`, typed), append(headers, bearer(token))...)
}

func (r *rig) asksAbroadCode(token, choice string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, abroadPath+"code", `{"transfer":`+choice+`}`, bearer(token))
}

// abroadCode asks for the code of a transfer and answers with it.
func (r *rig) abroadCode(token, choice string) string {
	r.t.Helper()
	r.redis.FastForward(2 * time.Minute) // a number gets a code a minute
	got := r.asksAbroadCode(token, choice)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return r.notices.code()
}

func (r *rig) sendsAbroad(token, choice, code string, headers ...header) answer {
	r.t.Helper()
	body := fmt.Sprintf(`{"verify":{"otp":%q},"transfer":%s}`, code, choice)
	return r.call(http.MethodPost, abroadPath+"transfer", body, append([]header{bearer(token), freshKey()}, headers...)...)
}

// left is the balance of the main line.
func (r *rig) left() contract.Halalas {
	r.t.Helper()
	usage, err := r.store.Lines.Usage(r.t.Context(), r.lineID(mainLine))
	require.NoError(r.t, err)
	return usage.Balance
}

func TestInternational_ShowsWhoServesTheNumberAndWhatEachAmountCosts(t *testing.T) {
	r, token := sender(t, 10_000)
	got := r.resolvesRecipient(token, "00 91 98765-43210")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	shown := decoded[struct{ Data gen.InternationalOffer }](t, got).Data
	require.Equal(t, []string{"+919876543210", "IN", "2151", "Airtel India"}, []string{shown.ToMobile, shown.Country, shown.OperatorId, shown.Operator})
	require.EqualValues(t, 10_000, shown.Balance)
	require.Equal(t, []gen.InternationalProduct{
		{ProductId: "21511", ServiceId: "1", Kind: "AIRTIME", Gets: gen.ForeignAmount{Amount: "100.00", Currency: "INR"}, Rate: "21.978", Cost: 455, Fee: 50, Total: 505},
		{ProductId: "21512", ServiceId: "1", Kind: "AIRTIME", Gets: gen.ForeignAmount{Amount: "500.00", Currency: "INR"}, Rate: "21.9974", Cost: 2273, Fee: 114, Total: 2387},
	}, shown.Products, "what gives nothing is not on sale")

	r.resolvesRecipient(token, "+919876543210")
	require.Len(t, r.topUps.asked, 1, "shown again from a moment ago")
	for _, key := range r.redis.Keys() {
		require.NotContains(t, key, "9876543210")
	}
	r.redis.FastForward(3 * time.Minute)
	r.resolvesRecipient(token, "+919876543210")
	require.Len(t, r.topUps.asked, 2)
}

func TestInternational_TheFeeIsThatOfTheSettings(t *testing.T) {
	r, token := sender(t, 10_000)
	r.exec("INSERT INTO settings (key, value) VALUES ('internationalFeePercent', '10'), ('internationalFeeMin', '200')")
	shown := decoded[struct{ Data gen.InternationalOffer }](t, r.resolvesRecipient(token, "+919876543210")).Data
	require.Equal(t, []int64{200, 228}, []int64{shown.Products[0].Fee, shown.Products[1].Fee})
}

func TestInternational_EachOfTheThreeErrorsOfANumberHasItsOwnCode(t *testing.T) {
	r, token := sender(t, 10_000)
	for typed, want := range map[string]contract.Code{
		"+966551234567": contract.FailInternationalSaudi, "0551234567": contract.FailInternationalSaudi, "00966571234567": contract.FailInternationalSaudi,
		"919876543210": contract.FailInternationalFormat, "+91": contract.FailInternationalFormat, "+91 98765 43210 123456": contract.FailInternationalFormat,
		"+20227925555": contract.FailInternationalUnserved,
	} {
		problem := requireRefused(t, r.resolvesRecipient(token, typed), want)
		require.Contains(t, *problem.Fields, "to_mobile", typed)
		choice := strings.Replace(rupeesChosen, "+919876543210", typed, 1)
		requireRefused(t, r.asksAbroadCode(token, choice), want)
		requireRefused(t, r.sendsAbroad(token, choice, "123456"), want)
	}
	require.Empty(t, r.topUps.asked, "the partner is not asked about them")
	for _, err := range []contract.Code{contract.FailInternationalUnserved, contract.FailOutsideSystem} {
		r.topUps.err = contract.Refuse(err)
		requireRefused(t, r.resolvesRecipient(token, "+919876543210"), err)
	}
	r.topUps.err = nil
	r.topUps.offers(func(o *contract.TopUpOffer) { o.Products = nil })
	requireRefused(t, r.resolvesRecipient(token, "+923001234567"), contract.FailInternationalUnserved)
}

func TestInternational_IsPaidFromTheBalanceOnceAndItsPageTellsOfIt(t *testing.T) {
	r, token := sender(t, 10_000)
	code := r.abroadCode(token, rupeesChosen)
	notice := r.notices.latest()
	require.Equal(t, []string{mainLine, "code-international-transfer"}, []string{notice.Mobile, notice.Template})
	require.Equal(t, []string{"+919876543210", "INR 100.00", "5.05"}, []string{notice.Params["to"], notice.Params["gets"], notice.Params["total"]})
	key := freshKey()
	got := r.sendsAbroad(token, rupeesChosen, code, key)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	sent := decoded[struct{ Data gen.Purchase }](t, got).Data
	require.Equal(t, []any{gen.PurchaseKind("international-transfer"), int64(505), int64(0), int64(0)}, []any{sent.Kind, sent.Total, sent.Vat, sent.Amount})
	told := true
	require.Equal(t, &gen.InternationalSent{
		ToMobile: "+91•••3210", Country: "IN", Operator: "Airtel India", Gets: gen.ForeignAmount{Amount: "100.00", Currency: "INR"},
		Rate: "21.978", Cost: 455, Fee: 50, RecipientTold: &told,
	}, sent.International)
	require.EqualValues(t, 9_495, r.left())
	require.Equal(t, got.body, r.sendsAbroad(token, rupeesChosen, code, key).body, "a double click is one transfer")
	requireRefused(t, r.sendsAbroad(token, rupeesChosen, code), contract.FailPinExpired)
	require.Len(t, r.purchases.started, 1)
	require.Equal(t, "+919876543210", r.purchases.started[0].Purchase.International.Mobile)

	history := decoded[struct{ Data gen.TransferPage }](t, r.shows("/users/current/transfer/history?type=credit", token)).Data
	require.Len(t, history.Items, 1)
	require.Equal(t, []any{sent.Id, gen.TransferKind("international"), gen.TransferDirectionSent, "+91•••3210", int64(505)},
		[]any{history.Items[0].Id, history.Items[0].Kind, history.Items[0].Direction, history.Items[0].Party, *history.Items[0].Amount})
	require.Empty(t, decoded[struct{ Data gen.TransferPage }](t, r.shows("/users/current/transfer/history?type=data", token)).Data.Items)

	seen := decoded[struct{ Data gen.Purchase }](t, r.call(http.MethodGet, "/api/purchases/"+sent.Id, "", bearer(token))).Data
	require.Equal(t, sent.International, seen.International)
	receipt := decoded[gen.Receipt](t, r.call(http.MethodGet, "/api/purchases/"+sent.Id+"/receipt", "", bearer(token)))
	require.Equal(t, []any{int64(505), int64(0), gen.ReceiptLinesKeyInternational}, []any{receipt.Total, receipt.Vat, receipt.Lines[0].Key})
	for _, language := range []string{"en", "ar"} {
		file := r.call(http.MethodGet, "/api/purchases/"+sent.Id+"/receipt.pdf", "", bearer(token), header{"Accept-Language": language})
		require.Equal(t, http.StatusOK, file.StatusCode)
	}
}

func TestInternational_AProductGoneBetweenChoosingAndPayingIsRefusedAndNothingIsTaken(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*contract.TopUpOffer)
		want   contract.Code
	}{
		"gone":                      {func(o *contract.TopUpOffer) { o.Products = o.Products[1:] }, contract.FailInternationalProduct},
		"another operator's number": {func(o *contract.TopUpOffer) { o.OperatorID = "2152" }, contract.FailInternationalProduct},
		"costs a halala more":       {func(o *contract.TopUpOffer) { o.Products[0].Cost++ }, contract.FailPriceChanged},
	} {
		t.Run(name, func(t *testing.T) {
			r, token := sender(t, 10_000)
			require.Equal(t, http.StatusOK, r.resolvesRecipient(token, "+919876543210").StatusCode)
			code := r.abroadCode(token, rupeesChosen)
			r.topUps.offers(tt.change)
			requireRefused(t, r.sendsAbroad(token, rupeesChosen, code), tt.want)
			requireRefused(t, r.asksAbroadCode(token, rupeesChosen), tt.want)
			require.Empty(t, r.purchases.started)
			require.EqualValues(t, 10_000, r.left())
			r.topUps.offers(func(o *contract.TopUpOffer) { *o = servedIndia() })
			require.Equal(t, http.StatusCreated, r.sendsAbroad(token, rupeesChosen, code).StatusCode, "the code was not used up")
		})
	}
}

func TestInternational_ACodeIsGoodForItsOwnTransferAlone(t *testing.T) {
	r, token := sender(t, 10_000)
	code := r.abroadCode(token, rupeesChosen)
	other := strings.Replace(rupeesChosen, "+919876543210", "+919876543211", 1)
	more := strings.NewReplacer("21511", "21512", `"amount":505`, `"amount":2387`).Replace(rupeesChosen)
	requireRefused(t, r.sendsAbroad(token, other, code), contract.FailPinWrong)
	requireRefused(t, r.sendsAbroad(token, more, code), contract.FailPinWrong)
	require.EqualValues(t, 10_000, r.left())
	again := strings.Replace(rupeesChosen, "+919876543210", "٠٠٩١٩٨٧٦٥٤٣٢١٠", 1)
	require.Equal(t, http.StatusCreated, r.sendsAbroad(token, again, code).StatusCode, "the same number in other words")
}

func TestInternational_WhatTheLineMayNotIsRefusedBeforeACodeIsSent(t *testing.T) {
	r, token := sender(t, 504)
	requireRefused(t, r.asksAbroadCode(token, rupeesChosen), contract.FailBalanceShort)
	requireRefused(t, r.sendsAbroad(token, rupeesChosen, "123456"), contract.FailBalanceShort)
	r.exec("UPDATE lines SET guarded_until = now() + interval '1 hour' WHERE msisdn = ?", mainLine)
	requireRefused(t, r.resolvesRecipient(token, "+919876543210"), contract.FailLineGuarded)
	requireRefused(t, r.asksAbroadCode(token, rupeesChosen), contract.FailLineGuarded)
	requireRefused(t, r.sendsAbroad(token, rupeesChosen, "123456"), contract.FailLineGuarded)
	require.EqualValues(t, 504, r.left())
	require.Empty(t, r.notices.sent)
}

func TestInternational_IsRefusedForPostpaidAndWithoutThePermission(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	postpaid := r.subAccount(user, "0570000006", "postpaid", nil)
	without := r.subAccount(user, "0570000007", "prepaid", []string{"history"})
	token := r.signIn(mainLine)
	for _, line := range []string{postpaid, without} {
		requireRefused(t, r.resolvesRecipient(token, "+919876543210", onAccount(line)), contract.FailForbidden)
		requireRefused(t, r.sendsAbroad(token, rupeesChosen, "123456", onAccount(line)), contract.FailForbidden)
	}
	require.Empty(t, r.topUps.asked)
}

func TestInternational_HowManyNumbersCanBeAskedForIsLimited(t *testing.T) {
	r, token := sender(t, 0)
	for i := range 60 {
		require.Equal(t, http.StatusOK, r.resolvesRecipient(token, fmt.Sprintf("+9198765432%02d", i)).StatusCode)
	}
	requireRefused(t, r.resolvesRecipient(token, "+919876543299"), contract.FailInternationalTries)
	require.Len(t, r.topUps.asked, 60)
}

func TestInternational_OddInputIsRefusedByTheContract(t *testing.T) {
	r, token := sender(t, 10_000)
	for field, change := range map[string][2]string{
		"transfer.currency":   {`"SAR"`, `"USD"`},
		"transfer.amount":     {`505`, `5.05`},
		"transfer.product_id": {`21511`, `215'11`},
	} {
		problem := requireRefused(t, r.sendsAbroad(token, strings.Replace(rupeesChosen, change[0], change[1], 1), "123456"), contract.FailValidation)
		require.Contains(t, *problem.Fields, field)
	}
	require.Empty(t, r.topUps.asked)
}
