package server_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const otherLine = "0570000002"

// giver is a rig with two prepaid lines; the main one holds a balance.
func giver(t *testing.T, balance contract.Halalas) (r *rig, token string) {
	r = newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer(otherLine, "prepaid")
	if balance > 0 {
		r.holds(mainLine, balance)
	}
	return r, r.signIn(mainLine)
}

// transferCode asks for the code of a transfer and answers with what the message says.
func (r *rig) transferCode(token, about string) (code string) {
	r.t.Helper()
	r.redis.FastForward(2 * time.Minute) // a number gets a code a minute
	got := r.askTransferCode(token, about)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return r.notices.code()
}

func (r *rig) askTransferCode(token, about string) answer {
	return r.call(http.MethodPost, "/api/users/current/transfer/code", about, bearer(token))
}

func creditCode(to string, amount int) string {
	return fmt.Sprintf(`{"kind":"local","to_mobile":%q,"amount":%d}`, to, amount)
}

func (r *rig) givesCredit(token, to string, amount int, code string, headers ...header) answer {
	body := fmt.Sprintf(`{"amount":%d,"to_mobile":%q,"otp":%q}`, amount, to, code)
	return r.call(http.MethodPost, "/api/users/transfer-balance-new", body, append([]header{bearer(token), freshKey()}, headers...)...)
}

func (r *rig) balance(msisdn string) (amount int64) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw("SELECT coalesce((SELECT amount FROM line_balances WHERE line_id = ?), 0)", r.lineID(msisdn)).Scan(r.t.Context(), &amount))
	return amount
}

func TestTransfer_CreditGoesOverOnceAndBothSidesAreTold(t *testing.T) {
	r, token := giver(t, 10_000)
	code := r.transferCode(token, creditCode(otherLine, 2_550))
	notice := r.notices.latest()
	require.Equal(t, []string{mainLine, otherLine, "25.50"}, []string{notice.Mobile, notice.Params["party"], notice.Params["amount"]})
	key := freshKey()
	body := fmt.Sprintf(`{"amount":2550,"to_mobile":%q,"otp":%q}`, otherLine, code)
	got := r.call(http.MethodPost, "/api/users/transfer-balance-new", body, bearer(token), key)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.body))
	done := decoded[struct{ Data gen.Purchase }](t, got).Data
	require.Equal(t, gen.PurchaseStatusCompleted, done.Status)
	require.NotContains(t, done.Msisdn, "0000002", "its middle is hidden")
	require.Equal(t, []int64{7_450, 2_550}, []int64{r.balance(mainLine), r.balance(otherLine)})
	again := r.call(http.MethodPost, "/api/users/transfer-balance-new", body, bearer(token), key)
	require.Equal(t, got.body, again.body)
	require.EqualValues(t, 2_550, r.balance(otherLine), "once")
	require.Equal(t, map[string]string{"credit-transfer-sent": mainLine, "credit-transfer-received": otherLine}, r.queued())
	requireRefused(t, r.call(http.MethodGet, "/api/purchases/"+done.Id+"/receipt", "", bearer(token)), contract.FailNotPaid)
}

// queued are the messages in the outbox and where they go.
func (r *rig) queued() map[string]string {
	r.t.Helper()
	messages, err := r.store.Outbox.Claim(r.t.Context(), 50)
	require.NoError(r.t, err)
	to := map[string]string{}
	for _, m := range messages {
		to[m.Notice.Template] = m.Notice.Mobile
	}
	return to
}

func TestTransfer_EachLimitHasItsRefusalBeforeACodeIsSent(t *testing.T) {
	r, token := giver(t, 10_000)
	r.customer("0570000003", "postpaid")
	for name, tt := range map[string]struct {
		to     string
		amount int
		want   contract.Code
	}{
		"a halala too little":        {otherLine, 99, contract.FailTransferSmall},
		"half and one halala":        {otherLine, 5_001, contract.FailTransferLarge},
		"to oneself":                 {mainLine, 1_000, contract.FailTransferSelf},
		"to oneself, in other words": {"+966570000001", 1_000, contract.FailTransferSelf},
		"to postpaid":                {"0570000003", 1_000, contract.FailTransferPostpaid},
		"to another operator":        {"0551234567", 1_000, contract.FailTransferForeign},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, r.askTransferCode(token, creditCode(tt.to, tt.amount)), tt.want)
			requireRefused(t, r.givesCredit(token, tt.to, tt.amount, "123456"), tt.want)
		})
	}
	require.EqualValues(t, 10_000, r.balance(mainLine))
	r.exec("UPDATE lines SET status = 'suspended' WHERE msisdn = ?", otherLine)
	requireRefused(t, r.askTransferCode(token, creditCode(otherLine, 1_000)), contract.FailTransferRecipient)
}

func TestTransfer_TheLimitOfTheDayIsASetting(t *testing.T) {
	r := newRig(t)
	r.exec("INSERT INTO settings (key, value) VALUES ('creditTransferDaily', '1500')")
	r.customer(mainLine, "prepaid")
	r.customer(otherLine, "prepaid")
	r.holds(mainLine, 20_000)
	token := r.signIn(mainLine)
	requireRefused(t, r.askTransferCode(token, creditCode(otherLine, 1_501)), contract.FailTransferDay)
	require.Equal(t, http.StatusCreated, r.givesCredit(token, otherLine, 1_500, r.transferCode(token, creditCode(otherLine, 1_500))).StatusCode)
	requireRefused(t, r.askTransferCode(token, creditCode(otherLine, 100)), contract.FailTransferDay)
}

func TestTransfer_ACodeIsGoodForItsOwnTransferAlone(t *testing.T) {
	r, token := giver(t, 10_000)
	r.customer("0570000003", "prepaid")
	code := r.transferCode(token, creditCode(otherLine, 1_000))
	requireRefused(t, r.givesCredit(token, otherLine, 1_100, code), contract.FailPinWrong)
	requireRefused(t, r.givesCredit(token, "0570000003", 1_000, code), contract.FailPinWrong)
	require.Equal(t, http.StatusCreated, r.givesCredit(token, otherLine, 1_000, code).StatusCode)
	requireRefused(t, r.givesCredit(token, otherLine, 1_000, code), contract.FailPinExpired)
}

// Each of two devices may give half of what is there; the second half is of what the first one left.
func TestTransfer_TwoDevicesAtOnceCannotGiveMoreThanTheShareOfWhatIsLeft(t *testing.T) {
	r, first := giver(t, 10_000)
	second := r.signIn(mainLine)
	codes := map[string]string{first: r.transferCode(first, creditCode(otherLine, 5_000))}
	codes[second] = r.transferCode(second, creditCode(otherLine, 5_000))
	answers := make(chan answer, 2)
	var both sync.WaitGroup
	for token, code := range codes {
		both.Go(func() { answers <- r.givesCredit(token, otherLine, 5_000, code) })
	}
	both.Wait()
	close(answers)
	var made int
	for got := range answers {
		if got.StatusCode == http.StatusCreated {
			made++
			continue
		}
		requireRefused(t, got, contract.FailTransferLarge)
	}
	require.Equal(t, 1, made)
	require.Equal(t, []int64{5_000, 5_000}, []int64{r.balance(mainLine), r.balance(otherLine)})
}

func TestTransfer_ALineWhoseSIMChangedHandsWaits(t *testing.T) {
	r, token := giver(t, 10_000)
	r.exec("UPDATE lines SET guarded_until = ? WHERE msisdn = ?", time.Now().Add(time.Hour), mainLine)
	options := decoded[struct{ Data gen.TransferOptions }](t, r.shows("/users/current/transfer/options", token)).Data
	require.NotNil(t, options.GuardedUntil)
	requireRefused(t, r.askTransferCode(token, creditCode(otherLine, 1_000)), contract.FailLineGuarded)
}

func TestTransfer_IsNotForPostpaid(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "postpaid")
	r.customer(otherLine, "prepaid")
	token := r.signIn(mainLine)
	requireRefused(t, r.askTransferCode(token, creditCode(otherLine, 1_000)), contract.FailForbidden)
	requireRefused(t, r.givesCredit(token, otherLine, 1_000, "123456"), contract.FailForbidden)
	requireRefused(t, r.call(http.MethodGet, "/api/users/data/wallets", "", bearer(token)), contract.FailForbidden)
}

// bucketOf gives a line a bucket of data and answers with its id.
func (r *rig) bucketOf(msisdn string, megabytes int64, until time.Time) (id string) {
	r.t.Helper()
	require.NoError(r.t, r.db.NewRaw(`
		INSERT INTO line_allowances (line_id, type, unit, total, valid_from, valid_until, position, cycle)
		VALUES (?, 'data', 'MB', ?, now() - interval '1 hour', ?, 0, 1) RETURNING id`, r.lineID(msisdn), megabytes, until).Scan(r.t.Context(), &id))
	return id
}

func dataCode(wallet, size string) string {
	return fmt.Sprintf(`{"kind":"data","to_mobile":%q,"wallet_id":%q,"denomination_id":%q}`, otherLine, wallet, size)
}

// givesData gives the other line data from a wallet.
func (r *rig) givesData(token, wallet, size string) gen.Purchase {
	r.t.Helper()
	code := r.transferCode(token, dataCode(wallet, size))
	body := fmt.Sprintf(`{"to_mobile":%q,"wallet_id":%q,"denomination_id":%q,"otp":%q}`, otherLine, wallet, size, code)
	got := r.call(http.MethodPost, "/api/users/data/transfer", body, bearer(token), freshKey())
	require.Equal(r.t, http.StatusCreated, got.StatusCode, string(got.body))
	return decoded[struct{ Data gen.Purchase }](r.t, got).Data
}

func TestTransfer_DataGoesFromAWalletAboveTheMinimumAndEndsWithIt(t *testing.T) {
	r, token := giver(t, 0)
	until := time.Now().Add(48 * time.Hour).UTC().Truncate(time.Second)
	require.Empty(t, decoded[struct{ Data []gen.DataWallet }](t, r.shows("/users/data/wallets", token)).Data)
	wallet := r.bucketOf(mainLine, 700, until)
	shown := decoded[struct{ Data []gen.DataWallet }](t, r.shows("/users/data/wallets", token)).Data
	require.Len(t, shown, 1)
	require.EqualValues(t, 700, shown[0].Left)
	sizes := decoded[struct{ Data []gen.Denomination }](t, r.shows("/users/data/transferable-denominations", token)).Data
	require.Contains(t, sizes, gen.Denomination{Id: "500", Megabytes: 500})

	r.givesData(token, wallet, "500")
	require.Empty(t, decoded[struct{ Data []gen.DataWallet }](t, r.shows("/users/data/wallets", token)).Data, "200 MB are below the minimum")
	theirs := decoded[struct{ Data []gen.DataWallet }](t, r.shows("/users/data/wallets", r.signIn(otherLine))).Data
	require.Len(t, theirs, 1)
	require.EqualValues(t, 500, theirs[0].Left)
	require.True(t, until.Equal(*theirs[0].ValidUntil))
	requireRefused(t, r.askTransferCode(token, dataCode(wallet, "500")), contract.FailWalletSmall)
	requireRefused(t, r.askTransferCode(token, dataCode(theirs[0].Id, "100")), contract.FailWalletUnknown)
	requireRefused(t, r.askTransferCode(token, dataCode(wallet, "123")), contract.FailDenominationAbsent)
}

func TestTransfer_WhatCannotArriveGoesBack(t *testing.T) {
	r, token := giver(t, 10_000)
	wallet := r.bucketOf(mainLine, 700, time.Now().Add(48*time.Hour))
	r.purchases.fails = contract.FailInternal
	credit := decoded[struct{ Data gen.Purchase }](t, r.givesCredit(token, otherLine, 1_000, r.transferCode(token, creditCode(otherLine, 1_000)))).Data
	data := r.givesData(token, wallet, "500")
	require.EqualValues(t, 9_000, r.balance(mainLine))
	for _, p := range []gen.Purchase{credit, data} {
		r.givesBack(p.Id)
	}
	require.EqualValues(t, 10_000, r.balance(mainLine))
	shown := decoded[struct{ Data []gen.DataWallet }](t, r.shows("/users/data/wallets", token)).Data
	require.EqualValues(t, 700, shown[0].Left)
	page := decoded[struct{ Data gen.TransferPage }](t, r.shows("/users/current/transfer/history", token)).Data
	require.Equal(t, []gen.TransferStatus{"returned", "returned"}, []gen.TransferStatus{page.Items[0].Status, page.Items[1].Status})
	require.Empty(t, decoded[struct{ Data gen.TransferPage }](t, r.shows("/users/current/transfer/history", r.signIn(otherLine))).Data.Items)
	options := decoded[struct{ Data gen.TransferOptions }](t, r.shows("/users/current/transfer/options", token)).Data
	require.EqualValues(t, 30_000, options.DayLeft, "what came back counts for no limit")
}

// givesBack is the end of a purchase that cannot be delivered.
func (r *rig) givesBack(id string) {
	r.t.Helper()
	at := contract.At{Now: time.Now()}
	p, err := r.store.Purchases.Get(r.t.Context(), id)
	require.NoError(r.t, err)
	p, err = r.purchases.books.BeginPurchaseRefund(r.t.Context(), p, contract.PurchaseEnding{At: at, Reason: contract.FailPurchaseLineEnded})
	require.NoError(r.t, err)
	_, err = r.purchases.books.RecordPurchaseRefund(r.t.Context(), p, contract.PurchaseRefunded{At: at})
	require.NoError(r.t, err)
}

func TestTransfer_TheHistoryGoesByPageTypeAndPermission(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	r.customer(otherLine, "prepaid")
	r.holds(mainLine, 20_000)
	token := r.signIn(mainLine)
	for range 3 {
		require.Equal(t, http.StatusCreated, r.givesCredit(token, otherLine, 1_000, r.transferCode(token, creditCode(otherLine, 1_000))).StatusCode)
	}
	page := func(token, query string, headers ...header) gen.TransferPage {
		return decoded[struct{ Data gen.TransferPage }](t, r.shows("/users/current/transfer/history"+query, token, headers...)).Data
	}
	mine := page(token, "?per_page=2")
	require.Equal(t, []int{3, 2, 1}, []int{mine.Total, mine.PerPage, mine.Page})
	require.Equal(t, gen.TransferDirectionSent, mine.Items[0].Direction)
	require.Equal(t, "057•••0002", mine.Items[0].Party)
	theirs := page(r.signIn(otherLine), "")
	require.Equal(t, gen.TransferDirectionReceived, theirs.Items[0].Direction)
	require.Equal(t, "057•••0001", theirs.Items[0].Party)
	overview := decoded[struct{ Data gen.TransferOverview }](t, r.shows("/users/current/transfer/overview?per_page=1", token)).Data
	require.Len(t, overview.Latest, 1)
	require.Len(t, overview.Months, 6)
	require.Equal(t, gen.TransferMonth{Month: overview.Months[5].Month, Sent: 3_000, Count: 3}, overview.Months[5])

	only := r.subAccount(user, "0570000004", "prepaid", []string{"history", "history_transfer_data"})
	none := r.subAccount(user, "0570000005", "prepaid", []string{"history"})
	require.Empty(t, page(token, "", onAccount(only)).Items)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current/transfer/history?type=credit", "", bearer(token), onAccount(only)), contract.FailForbidden)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current/transfer/overview", "", bearer(token), onAccount(none)), contract.FailForbidden)
}
