package transfers_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// giver is a rig with two prepaid lines; the main one holds a balance.
func giver(t *testing.T, balance contract.Halalas) (r *servertest.Rig, token string) {
	r = servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "prepaid")
	if balance > 0 {
		r.CreditBalance(servertest.MainLine, balance)
	}
	return r, r.SignIn(servertest.MainLine)
}

func TestTransfer_Credit_MovesOnce(t *testing.T) {
	r, token := giver(t, 10_000)
	code := r.TransferCode(token, servertest.CreditCode(servertest.OtherLine, 2_550))
	notice := r.Notices.Latest()
	require.Equal(t, []string{servertest.MainLine, servertest.OtherLine, "25.50"}, []string{notice.Mobile, notice.Params["party"], notice.Params["amount"]})
	key := servertest.FreshKey()
	body := fmt.Sprintf(`{"amount":2550,"to_mobile":%q,"otp":%q}`, servertest.OtherLine, code)
	got := r.Call(http.MethodPost, "/api/users/transfer-balance-new", body, servertest.Bearer(token), key)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	done := servertest.Decoded[struct{ Data gen.Purchase }](t, got).Data
	require.Equal(t, gen.PurchaseStatusCompleted, done.Status)
	require.NotContains(t, done.Msisdn, "0000002", "the middle of the number is hidden")
	require.Equal(t, []int64{7_450, 2_550}, []int64{r.Balance(servertest.MainLine), r.Balance(servertest.OtherLine)})
	again := r.Call(http.MethodPost, "/api/users/transfer-balance-new", body, servertest.Bearer(token), key)
	require.Equal(t, got.Body, again.Body)
	require.EqualValues(t, 2_550, r.Balance(servertest.OtherLine), "once")
	require.Equal(t, map[string]string{"credit-transfer-sent": servertest.MainLine, "credit-transfer-received": servertest.OtherLine}, queued(r))
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/purchases/"+done.Id+"/receipt", "", servertest.Bearer(token)), contract.FailNotPaid)
}

// queued returns the messages in the outbox with their recipients.
func queued(r *servertest.Rig) map[string]string {
	r.T.Helper()
	messages, err := r.Store.Outbox.Claim(r.T.Context(), 50)
	require.NoError(r.T, err)
	to := map[string]string{}
	for _, m := range messages {
		to[m.Notice.Template] = m.Notice.Mobile
	}
	return to
}

func TestTransfer_OverALimit_SendsNoCode(t *testing.T) {
	r, token := giver(t, 10_000)
	r.Customer("0570000003", "postpaid")
	for name, tt := range map[string]struct {
		to     string
		amount int
		want   contract.Code
	}{
		"a halala too little":         {servertest.OtherLine, 99, contract.FailTransferSmall},
		"half and one halala":         {servertest.OtherLine, 5_001, contract.FailTransferLarge},
		"to oneself":                  {servertest.MainLine, 1_000, contract.FailTransferSelf},
		"to oneself, in another form": {"+966570000001", 1_000, contract.FailTransferSelf},
		"to postpaid":                 {"0570000003", 1_000, contract.FailTransferPostpaid},
		"to another operator":         {"0551234567", 1_000, contract.FailTransferForeign},
	} {
		t.Run(name, func(t *testing.T) {
			servertest.RequireRefused(t, r.AskTransferCode(token, servertest.CreditCode(tt.to, tt.amount)), tt.want)
			servertest.RequireRefused(t, r.GiveCredit(token, tt.to, tt.amount, "123456"), tt.want)
		})
	}
	require.EqualValues(t, 10_000, r.Balance(servertest.MainLine))
	r.Exec("UPDATE lines SET status = 'suspended' WHERE msisdn = ?", servertest.OtherLine)
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_000)), contract.FailTransferRecipient)
}

func TestTransfer_DailyLimit_IsSetting(t *testing.T) {
	r := servertest.New(t)
	r.Exec("INSERT INTO settings (key, value) VALUES ('creditTransferDaily', '1500')")
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 20_000)
	token := r.SignIn(servertest.MainLine)
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_501)), contract.FailTransferDay)
	require.Equal(t, http.StatusCreated, r.GiveCredit(token, servertest.OtherLine, 1_500, r.TransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_500))).StatusCode)
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.CreditCode(servertest.OtherLine, 100)), contract.FailTransferDay)
}

func TestTransfer_OtherCode_IsRefused(t *testing.T) {
	r, token := giver(t, 10_000)
	r.Customer("0570000003", "prepaid")
	code := r.TransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_000))
	servertest.RequireRefused(t, r.GiveCredit(token, servertest.OtherLine, 1_100, code), contract.FailPinWrong)
	servertest.RequireRefused(t, r.GiveCredit(token, "0570000003", 1_000, code), contract.FailPinWrong)
	require.Equal(t, http.StatusCreated, r.GiveCredit(token, servertest.OtherLine, 1_000, code).StatusCode)
	servertest.RequireRefused(t, r.GiveCredit(token, servertest.OtherLine, 1_000, code), contract.FailPinExpired)
}

// Each of two devices may transfer half of the balance; the second half is of the remaining balance.
func TestTransfer_TwoDevices_KeepLimit(t *testing.T) {
	r, first := giver(t, 10_000)
	second := r.SignIn(servertest.MainLine)
	codes := map[string]string{first: r.TransferCode(first, servertest.CreditCode(servertest.OtherLine, 5_000))}
	codes[second] = r.TransferCode(second, servertest.CreditCode(servertest.OtherLine, 5_000))
	answers := make(chan servertest.Answer, 2)
	var both sync.WaitGroup
	for token, code := range codes {
		both.Go(func() { answers <- r.GiveCredit(token, servertest.OtherLine, 5_000, code) })
	}
	both.Wait()
	close(answers)
	var made int
	for got := range answers {
		if got.StatusCode == http.StatusCreated {
			made++
			continue
		}
		servertest.RequireRefused(t, got, contract.FailTransferLarge)
	}
	require.Equal(t, 1, made)
	require.Equal(t, []int64{5_000, 5_000}, []int64{r.Balance(servertest.MainLine), r.Balance(servertest.OtherLine)})
}

func TestTransfer_NewSIM_HasToWait(t *testing.T) {
	r, token := giver(t, 10_000)
	r.Exec("UPDATE lines SET guarded_until = ? WHERE msisdn = ?", time.Now().Add(time.Hour), servertest.MainLine)
	options := servertest.Decoded[struct{ Data gen.TransferOptions }](t, r.MustGet("/users/current/transfer/options", token)).Data
	require.NotNil(t, options.GuardedUntil)
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_000)), contract.FailLineGuarded)
}

func TestTransfer_Postpaid_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "postpaid")
	r.Customer(servertest.OtherLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_000)), contract.FailForbidden)
	servertest.RequireRefused(t, r.GiveCredit(token, servertest.OtherLine, 1_000, "123456"), contract.FailForbidden)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/data/wallets", "", servertest.Bearer(token)), contract.FailForbidden)
}

func TestTransfer_Data_KeepsItsExpiry(t *testing.T) {
	r, token := giver(t, 0)
	until := time.Now().Add(48 * time.Hour).UTC().Truncate(time.Second)
	require.Empty(t, servertest.Decoded[struct{ Data []gen.DataWallet }](t, r.MustGet("/users/data/wallets", token)).Data)
	wallet := r.BucketOf(servertest.MainLine, 700, until)
	shown := servertest.Decoded[struct{ Data []gen.DataWallet }](t, r.MustGet("/users/data/wallets", token)).Data
	require.Len(t, shown, 1)
	require.EqualValues(t, 700, shown[0].Left)
	sizes := servertest.Decoded[struct{ Data []gen.Denomination }](t, r.MustGet("/users/data/transferable-denominations", token)).Data
	require.Contains(t, sizes, gen.Denomination{Id: "500", Megabytes: 500})

	r.GiveData(token, wallet, "500")
	require.Empty(t, servertest.Decoded[struct{ Data []gen.DataWallet }](t, r.MustGet("/users/data/wallets", token)).Data, "200 MB are below the minimum")
	theirs := servertest.Decoded[struct{ Data []gen.DataWallet }](t, r.MustGet("/users/data/wallets", r.SignIn(servertest.OtherLine))).Data
	require.Len(t, theirs, 1)
	require.EqualValues(t, 500, theirs[0].Left)
	require.True(t, until.Equal(*theirs[0].ValidUntil))
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.DataCode(wallet, "500")), contract.FailWalletSmall)
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.DataCode(theirs[0].Id, "100")), contract.FailWalletUnknown)
	servertest.RequireRefused(t, r.AskTransferCode(token, servertest.DataCode(wallet, "123")), contract.FailDenominationAbsent)
}

func TestTransfer_Undeliverable_ComesBack(t *testing.T) {
	r, token := giver(t, 10_000)
	wallet := r.BucketOf(servertest.MainLine, 700, time.Now().Add(48*time.Hour))
	r.Purchases.Fails = contract.FailInternal
	credit := servertest.Decoded[struct{ Data gen.Purchase }](t, r.GiveCredit(token, servertest.OtherLine, 1_000, r.TransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_000)))).Data
	data := r.GiveData(token, wallet, "500")
	require.EqualValues(t, 9_000, r.Balance(servertest.MainLine))
	for _, p := range []gen.Purchase{credit, data} {
		givesBack(r, p.Id)
	}
	require.EqualValues(t, 10_000, r.Balance(servertest.MainLine))
	shown := servertest.Decoded[struct{ Data []gen.DataWallet }](t, r.MustGet("/users/data/wallets", token)).Data
	require.EqualValues(t, 700, shown[0].Left)
	page := servertest.Decoded[struct{ Data gen.TransferPage }](t, r.MustGet("/users/current/transfer/history", token)).Data
	require.Equal(t, []gen.TransferStatus{"returned", "returned"}, []gen.TransferStatus{page.Items[0].Status, page.Items[1].Status})
	require.Empty(t, servertest.Decoded[struct{ Data gen.TransferPage }](t, r.MustGet("/users/current/transfer/history", r.SignIn(servertest.OtherLine))).Data.Items)
	options := servertest.Decoded[struct{ Data gen.TransferOptions }](t, r.MustGet("/users/current/transfer/options", token)).Data
	require.EqualValues(t, 30_000, options.DayLeft, "a returned transfer counts for no limit")
}

// givesBack ends a purchase that cannot be delivered.
func givesBack(r *servertest.Rig, id string) {
	r.T.Helper()
	at := contract.At{Now: time.Now()}
	p, err := r.Store.Purchases.Get(r.T.Context(), id)
	require.NoError(r.T, err)
	p, err = r.Purchases.Books.BeginPurchaseRefund(r.T.Context(), p, contract.PurchaseEnding{At: at, Reason: contract.FailPurchaseLineEnded})
	require.NoError(r.T, err)
	_, err = r.Purchases.Books.RecordPurchaseRefund(r.T.Context(), p, contract.PurchaseRefunded{At: at})
	require.NoError(r.T, err)
}

func TestTransferHistory_Filters_NarrowTheList(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	r.Customer(servertest.OtherLine, "prepaid")
	r.CreditBalance(servertest.MainLine, 20_000)
	token := r.SignIn(servertest.MainLine)
	for range 3 {
		require.Equal(t, http.StatusCreated, r.GiveCredit(token, servertest.OtherLine, 1_000, r.TransferCode(token, servertest.CreditCode(servertest.OtherLine, 1_000))).StatusCode)
	}
	page := func(token, query string, headers ...servertest.Header) gen.TransferPage {
		return servertest.Decoded[struct{ Data gen.TransferPage }](t, r.MustGet("/users/current/transfer/history"+query, token, headers...)).Data
	}
	mine := page(token, "?per_page=2")
	require.Equal(t, []int{3, 2, 1}, []int{mine.Total, mine.PerPage, mine.Page})
	require.Equal(t, gen.TransferDirectionSent, mine.Items[0].Direction)
	require.Equal(t, "057•••0002", mine.Items[0].Party)
	theirs := page(r.SignIn(servertest.OtherLine), "")
	require.Equal(t, gen.TransferDirectionReceived, theirs.Items[0].Direction)
	require.Equal(t, "057•••0001", theirs.Items[0].Party)
	overview := servertest.Decoded[struct{ Data gen.TransferOverview }](t, r.MustGet("/users/current/transfer/overview?per_page=1", token)).Data
	require.Len(t, overview.Latest, 1)
	require.Len(t, overview.Months, 6)
	require.Equal(t, gen.TransferMonth{Month: overview.Months[5].Month, Sent: 3_000, Count: 3}, overview.Months[5])

	only := r.SubAccount(user, "0570000004", "prepaid", []string{"history", "history_transfer_data"})
	none := r.SubAccount(user, "0570000005", "prepaid", []string{"history"})
	require.Empty(t, page(token, "", servertest.OnAccount(only)).Items)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current/transfer/history?type=credit", "", servertest.Bearer(token), servertest.OnAccount(only)), contract.FailForbidden)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current/transfer/overview", "", servertest.Bearer(token), servertest.OnAccount(none)), contract.FailForbidden)
}
