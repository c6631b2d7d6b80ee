package transfers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// sender is a rig whose main line holds a balance.
func sender(t *testing.T, balance contract.Halalas) (*servertest.Rig, string) {
	t.Helper()
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	if balance > 0 {
		r.CreditBalance(servertest.MainLine, balance)
	}
	return r, r.SignIn(servertest.MainLine)
}

func resolvesRecipient(r *servertest.Rig, token, typed string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, servertest.AbroadPath+"resolve-recipient", fmt.Sprintf(`{"to_mobile":%q}`, typed), append(headers, servertest.Bearer(token))...)
}

func TestTopUp_Number_HasItsCosts(t *testing.T) {
	r, token := sender(t, 10_000)
	got := resolvesRecipient(r, token, "00 91 98765-43210")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	shown := servertest.Decoded[struct{ Data gen.TopUpOffer }](t, got).Data
	require.Equal(t, []string{"+919876543210", "IN", "2151", "Airtel India"}, []string{shown.ToMobile, shown.Country, shown.OperatorId, shown.Operator})
	require.EqualValues(t, 10_000, shown.Balance)
	require.Equal(t, []gen.TopUpProduct{
		{ProductId: "21511", ServiceId: "1", Kind: "AIRTIME", Gets: gen.ForeignAmount{Amount: "100.00", Currency: "INR"}, Rate: "21.978", Cost: 455, Fee: 50, Total: 505},
		{ProductId: "21512", ServiceId: "1", Kind: "AIRTIME", Gets: gen.ForeignAmount{Amount: "500.00", Currency: "INR"}, Rate: "21.9974", Cost: 2273, Fee: 114, Total: 2387},
	}, shown.Products, "what gives nothing is not on sale")

	resolvesRecipient(r, token, "+919876543210")
	require.Len(t, r.TopUps.Asked, 1, "the second look-up is answered from the cache")
	for _, key := range r.Redis.Keys() {
		require.NotContains(t, key, "9876543210")
	}
	r.Redis.FastForward(3 * time.Minute)
	resolvesRecipient(r, token, "+919876543210")
	require.Len(t, r.TopUps.Asked, 2)
}

func TestTopUp_Fee_IsTheSetting(t *testing.T) {
	r, token := sender(t, 10_000)
	r.Exec("INSERT INTO settings (key, value) VALUES ('internationalFeePercent', '10'), ('internationalFeeMin', '200')")
	shown := servertest.Decoded[struct{ Data gen.TopUpOffer }](t, resolvesRecipient(r, token, "+919876543210")).Data
	require.Equal(t, []int64{200, 228}, []int64{shown.Products[0].Fee, shown.Products[1].Fee})
}

func TestTopUp_BadNumber_HasItsOwnCode(t *testing.T) {
	r, token := sender(t, 10_000)
	for typed, want := range map[string]contract.Code{
		"+966551234567": contract.FailInternationalSaudi, "0551234567": contract.FailInternationalSaudi, "00966571234567": contract.FailInternationalSaudi,
		"919876543210": contract.FailInternationalFormat, "+91": contract.FailInternationalFormat, "+91 98765 43210 123456": contract.FailInternationalFormat,
		"+20227925555": contract.FailInternationalUnserved,
	} {
		problem := servertest.RequireRefused(t, resolvesRecipient(r, token, typed), want)
		require.Contains(t, *problem.Fields, "to_mobile", typed)
		choice := strings.Replace(servertest.RupeesChosen, "+919876543210", typed, 1)
		servertest.RequireRefused(t, r.AskTopUpCode(token, choice), want)
		servertest.RequireRefused(t, r.SendTopUp(token, choice, "123456"), want)
	}
	require.Empty(t, r.TopUps.Asked, "the partner is not asked about them")
	for _, err := range []contract.Code{contract.FailInternationalUnserved, contract.FailOutsideSystem} {
		r.TopUps.Err = contract.Refuse(err)
		servertest.RequireRefused(t, resolvesRecipient(r, token, "+919876543210"), err)
	}
	r.TopUps.Err = nil
	r.TopUps.Offers(func(o *contract.TopUpOffer) { o.Products = nil })
	servertest.RequireRefused(t, resolvesRecipient(r, token, "+923001234567"), contract.FailInternationalUnserved)
}

func TestTopUp_Repeated_PaysOnce(t *testing.T) {
	r, token := sender(t, 10_000)
	code := r.TopUpCode(token, servertest.RupeesChosen)
	notice := r.Notices.Latest()
	require.Equal(t, []string{servertest.MainLine, "code-international-transfer"}, []string{notice.Mobile, notice.Template})
	require.Equal(t, []string{"+919876543210", "INR 100.00", "5.05"}, []string{notice.Params["to"], notice.Params["gets"], notice.Params["total"]})
	key := servertest.FreshKey()
	got := r.SendTopUp(token, servertest.RupeesChosen, code, key)
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	sent := servertest.Decoded[struct{ Data gen.Purchase }](t, got).Data
	require.Equal(t, []any{gen.PurchaseKind("international-transfer"), int64(505), int64(0), int64(0)}, []any{sent.Kind, sent.Total, sent.Vat, sent.Amount})
	told := true
	require.Equal(t, &gen.TopUpSent{
		ToMobile: "+91•••3210", Country: "IN", Operator: "Airtel India", Gets: gen.ForeignAmount{Amount: "100.00", Currency: "INR"},
		Rate: "21.978", Cost: 455, Fee: 50, RecipientTold: &told,
	}, sent.International)
	require.EqualValues(t, 9_495, r.MainBalance())
	require.Equal(t, got.Body, r.SendTopUp(token, servertest.RupeesChosen, code, key).Body, "a double click is one transfer")
	servertest.RequireRefused(t, r.SendTopUp(token, servertest.RupeesChosen, code), contract.FailPinExpired)
	require.Len(t, r.Purchases.Started, 1)
	require.Equal(t, "+919876543210", r.Purchases.Started[0].Purchase.International.Mobile)

	history := servertest.Decoded[struct{ Data gen.TransferPage }](t, r.MustGet("/users/current/transfer/history?type=credit", token)).Data
	require.Len(t, history.Items, 1)
	require.Equal(t, []any{sent.Id, gen.TransferKind("international"), gen.TransferDirectionSent, "+91•••3210", int64(505)},
		[]any{history.Items[0].Id, history.Items[0].Kind, history.Items[0].Direction, history.Items[0].Party, *history.Items[0].Amount})
	require.Empty(t, servertest.Decoded[struct{ Data gen.TransferPage }](t, r.MustGet("/users/current/transfer/history?type=data", token)).Data.Items)

	seen := servertest.Decoded[struct{ Data gen.Purchase }](t, r.Call(http.MethodGet, "/api/purchases/"+sent.Id, "", servertest.Bearer(token))).Data
	require.Equal(t, sent.International, seen.International)
	receipt := servertest.Decoded[gen.Receipt](t, r.Call(http.MethodGet, "/api/purchases/"+sent.Id+"/receipt", "", servertest.Bearer(token)))
	require.Equal(t, []any{int64(505), int64(0), gen.ReceiptLinesKeyInternational}, []any{receipt.Total, receipt.Vat, receipt.Lines[0].Key})
	for _, language := range []string{"en", "ar"} {
		file := r.Call(http.MethodGet, "/api/purchases/"+sent.Id+"/receipt.pdf", "", servertest.Bearer(token), servertest.Header{"Accept-Language": language})
		require.Equal(t, http.StatusOK, file.StatusCode)
	}
}

func TestTopUp_Gone_ChargesNothing(t *testing.T) {
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
			require.Equal(t, http.StatusOK, resolvesRecipient(r, token, "+919876543210").StatusCode)
			code := r.TopUpCode(token, servertest.RupeesChosen)
			r.TopUps.Offers(tt.change)
			servertest.RequireRefused(t, r.SendTopUp(token, servertest.RupeesChosen, code), tt.want)
			servertest.RequireRefused(t, r.AskTopUpCode(token, servertest.RupeesChosen), tt.want)
			require.Empty(t, r.Purchases.Started)
			require.EqualValues(t, 10_000, r.MainBalance())
			r.TopUps.Offers(func(o *contract.TopUpOffer) { *o = servertest.ServedIndia() })
			require.Equal(t, http.StatusCreated, r.SendTopUp(token, servertest.RupeesChosen, code).StatusCode, "the code was not used up")
		})
	}
}

func TestTopUp_OtherCode_IsRefused(t *testing.T) {
	r, token := sender(t, 10_000)
	code := r.TopUpCode(token, servertest.RupeesChosen)
	other := strings.Replace(servertest.RupeesChosen, "+919876543210", "+919876543211", 1)
	more := strings.NewReplacer("21511", "21512", `"amount":505`, `"amount":2387`).Replace(servertest.RupeesChosen)
	servertest.RequireRefused(t, r.SendTopUp(token, other, code), contract.FailPinWrong)
	servertest.RequireRefused(t, r.SendTopUp(token, more, code), contract.FailPinWrong)
	require.EqualValues(t, 10_000, r.MainBalance())
	again := strings.Replace(servertest.RupeesChosen, "+919876543210", "٠٠٩١٩٨٧٦٥٤٣٢١٠", 1)
	require.Equal(t, http.StatusCreated, r.SendTopUp(token, again, code).StatusCode, "the same number in another form")
}

func TestTopUp_NotAllowed_SendsNoCode(t *testing.T) {
	r, token := sender(t, 504)
	servertest.RequireRefused(t, r.AskTopUpCode(token, servertest.RupeesChosen), contract.FailBalanceShort)
	servertest.RequireRefused(t, r.SendTopUp(token, servertest.RupeesChosen, "123456"), contract.FailBalanceShort)
	r.Exec("UPDATE lines SET guarded_until = now() + interval '1 hour' WHERE msisdn = ?", servertest.MainLine)
	servertest.RequireRefused(t, resolvesRecipient(r, token, "+919876543210"), contract.FailLineGuarded)
	servertest.RequireRefused(t, r.AskTopUpCode(token, servertest.RupeesChosen), contract.FailLineGuarded)
	servertest.RequireRefused(t, r.SendTopUp(token, servertest.RupeesChosen, "123456"), contract.FailLineGuarded)
	require.EqualValues(t, 504, r.MainBalance())
	require.Empty(t, r.Notices.Sent)
}

func TestTopUp_NoPermission_IsRefused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	postpaid := r.SubAccount(user, "0570000006", "postpaid", nil)
	without := r.SubAccount(user, "0570000007", "prepaid", []string{"history"})
	token := r.SignIn(servertest.MainLine)
	for _, line := range []string{postpaid, without} {
		servertest.RequireRefused(t, resolvesRecipient(r, token, "+919876543210", servertest.OnAccount(line)), contract.FailForbidden)
		servertest.RequireRefused(t, r.SendTopUp(token, servertest.RupeesChosen, "123456", servertest.OnAccount(line)), contract.FailForbidden)
	}
	require.Empty(t, r.TopUps.Asked)
}

func TestTopUp_LookUps_Limited(t *testing.T) {
	r, token := sender(t, 0)
	for i := range 60 {
		require.Equal(t, http.StatusOK, resolvesRecipient(r, token, fmt.Sprintf("+9198765432%02d", i)).StatusCode)
	}
	servertest.RequireRefused(t, resolvesRecipient(r, token, "+919876543299"), contract.FailInternationalTries)
	require.Len(t, r.TopUps.Asked, 60)
}

func TestTopUp_OddInput_Refused(t *testing.T) {
	r, token := sender(t, 10_000)
	for field, change := range map[string][2]string{
		"transfer.currency":   {`"SAR"`, `"USD"`},
		"transfer.amount":     {`505`, `5.05`},
		"transfer.product_id": {`21511`, `215'11`},
	} {
		problem := servertest.RequireRefused(t, r.SendTopUp(token, strings.Replace(servertest.RupeesChosen, change[0], change[1], 1), "123456"), contract.FailValidation)
		require.Contains(t, *problem.Fields, field)
	}
	require.Empty(t, r.TopUps.Asked)
}
