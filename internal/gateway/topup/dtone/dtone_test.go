package dtone_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/topup"
	"selfcare/internal/gateway/topup/dtone"
)

func adapter(t *testing.T, url string) *dtone.Gateway {
	t.Helper()
	a, err := dtone.New(dtone.Config{URL: url, APIKey: "key", APISecret: "secret"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return a
}

func TestNew_BadAddress_IsRefused(t *testing.T) {
	_, err := dtone.New(dtone.Config{URL: "topup"}, nil, slog.New(slog.DiscardHandler))
	require.Error(t, err)
}

// refusedWith is the body of an error.
func refusedWith(code string) string {
	return `{"errors":[{"code":` + code + `,"message":"no"}]}`
}

func TestOperator_Number_AsIdentifiedByPartner(t *testing.T) {
	const two = `[{"id":1,"name":"Jazz","identified":false},{"id":2,"name":"Zong","identified":true}]`
	tests := map[string]struct {
		status  int
		body    string
		want    topup.Operator
		wantErr error
	}{
		"the second of two":      {200, two, topup.Operator{ID: "2", Name: "Zong"}, nil},
		"two that may be it":     {200, `[{"id":1,"name":"Jazz"},{"id":2,"name":"Zong"}]`, topup.Operator{}, gateway.ErrNotFound},
		"no operator":            {200, `[]`, topup.Operator{}, gateway.ErrNotFound},
		"not served":             {404, refusedWith("1005006"), topup.Operator{}, gateway.ErrNotFound},
		"an operator with no id": {200, `[{"name":"Zong","identified":true}]`, topup.Operator{}, gateway.ErrRetry},
		"no list":                {200, `{}`, topup.Operator{}, gateway.ErrRetry},
		"no such number":         {400, refusedWith("1005003"), topup.Operator{}, gateway.ErrFinal},
		"a wrong address":        {404, refusedWith("1000404"), topup.Operator{}, gateway.ErrRetry},
		"wrong key":              {401, refusedWith("1000401"), topup.Operator{}, gateway.ErrFinal},
		"server error":           {500, ``, topup.Operator{}, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Operator(t.Context(), "+923001234567")
			sent := system.Latest()
			require.Equal(t, "POST /lookup/mobile-number", sent.Line)
			require.Equal(t, "Basic a2V5OnNlY3JldA==", sent.Header.Get("Authorization"))
			require.JSONEq(t, `{"mobile_number":"+923001234567","per_page":100}`, sent.Body)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

// sold is DT One's description of 100 Indian rupees.
const sold = `{"id":4711,"name":"INR 100","type":"FIXED_VALUE_RECHARGE","tags":["AIRTIME"],
	"service":{"id":1,"name":"Mobile","subservice":{"id":11,"name":"Airtime"}},
	"required_credit_party_identifier_fields":[["mobile_number"]],"required_debit_party_identifier_fields":null,
	"required_sender_fields":null,"required_beneficiary_fields":null,"required_statement_identifier_fields":null,
	"required_additional_identifier_fields":null,
	"source":{"amount":4.20,"unit":"SAR","unit_type":"CURRENCY"},"destination":{"amount":100.00,"unit":"INR","unit_type":"CURRENCY"},
	"prices":{"wholesale":{"amount":4.5,"fee":0.05,"unit":"SAR","unit_type":"CURRENCY"},"retail":null}}`

func TestProducts_List_CostIsPriceAndFee(t *testing.T) {
	system := gatewaytest.Start(t, 200, `[`+sold+`]`)
	got, err := adapter(t, system.URL).Products(t.Context(), "2151")
	require.NoError(t, err)
	require.Equal(t, "GET /products?operator_id=2151&page=1&per_page=100&service_id=1&subservice_id=11&type=FIXED_VALUE_RECHARGE", system.Latest().Line)
	require.Equal(t, []contract.TopUpProduct{{
		ID: "4711", ServiceID: "1", Kind: "AIRTIME", Gets: contract.ForeignAmount{Amount: "100.00", Currency: "INR"}, Cost: 455,
	}}, got, "what the recipient gets is as DT One writes it")
	system.Answer(503, ``)
	_, err = adapter(t, system.URL).Products(t.Context(), "2151")
	require.ErrorIs(t, err, gateway.ErrRetry)
}

func TestProducts_PartOfAHalala_IsRoundedUp(t *testing.T) {
	for amount, want := range map[string]contract.Halalas{`4.5`: 455, `4.5001`: 456, `4.509`: 456, `0.001`: 6} {
		system := gatewaytest.Start(t, 200, `[`+strings.Replace(sold, `"amount":4.5,`, `"amount":`+amount+`,`, 1)+`]`)
		got, err := adapter(t, system.URL).Products(t.Context(), "2151")
		require.NoError(t, err)
		require.Equal(t, want, got[0].Cost, amount)
	}
}

func TestProducts_NotForUs_AreLeftOut(t *testing.T) {
	for name, change := range map[string][2]string{
		"data":                       {`"subservice":{"id":11`, `"subservice":{"id":13`},
		"another service":            {`"service":{"id":1,`, `"service":{"id":4,`},
		"any amount of a range":      {"FIXED_VALUE_RECHARGE", "RANGED_VALUE_RECHARGE"},
		"priced in dollars":          {`"fee":0.05,"unit":"SAR"`, `"fee":0.05,"unit":"USD"`},
		"free":                       {`"amount":4.5,"fee":0.05`, `"amount":0,"fee":0`},
		"no price":                   {`"wholesale"`, `"gone"`},
		"megabytes in its place":     {`"unit":"INR"`, `"unit":"MB"`},
		"an account of the receiver": {`[["mobile_number"]]`, `[["account_number"]]`},
		"a number and an account":    {`[["mobile_number"]]`, `[["mobile_number","account_number"]]`},
		"the name of the sender":     {`"required_sender_fields":null`, `"required_sender_fields":[["last_name"]]`},
	} {
		changed := strings.Replace(sold, change[0], change[1], 1)
		require.NotEqual(t, sold, changed, name)
		system := gatewaytest.Start(t, 200, `[`+changed+`,`+sold+`]`)
		got, err := adapter(t, system.URL).Products(t.Context(), "2151")
		require.NoError(t, err, name)
		require.Len(t, got, 1, name)
	}
}

func TestProducts_EndlessPages_AreABrokenAnswer(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("X-Next-Page", strconv.Itoa(asked+1))
		_, _ = w.Write([]byte(`[]`))
	}))
	t.Cleanup(server.Close)
	_, err := adapter(t, server.URL).Products(t.Context(), "2151")
	require.ErrorIs(t, err, gateway.ErrRetry)
	require.Equal(t, 20, asked)
}

var order = topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: "4711"}

// answered is a transaction in a class of DT One.
func answered(id int, class, message string) string {
	return fmt.Sprintf(`{"id":99,"external_id":"p-1","status":{"id":%d0000,"message":%q,"class":{"id":%d,"message":%q}}}`, id, message, id, class)
}

func TestSend_Answers_AreSorted(t *testing.T) {
	of := func(status topup.Status, reason string) topup.Transaction {
		return topup.Transaction{Reference: "99", Status: status, Reason: reason}
	}
	told := strings.Replace(answered(7, "COMPLETED", "COMPLETED"), `"id":99`, `"recipient_notified":true,"id":99`, 1)
	tests := map[string]struct {
		status  int
		body    string
		want    topup.Transaction
		wantErr error
		refusal string
	}{
		"created":                   {201, answered(1, "CREATED", "CREATED"), of(topup.Pending, ""), nil, ""},
		"confirmed":                 {201, answered(2, "CONFIRMED", "CONFIRMED"), of(topup.Pending, ""), nil, ""},
		"on its way":                {201, answered(5, "SUBMITTED", "SUBMITTED"), of(topup.Pending, ""), nil, ""},
		"done":                      {201, answered(7, "COMPLETED", "COMPLETED"), of(topup.Done, ""), nil, ""},
		"done, and told":            {201, told, topup.Transaction{Reference: "99", Status: topup.Done, RecipientTold: true}, nil, ""},
		"called off":                {201, answered(4, "CANCELLED", "CANCELLED"), of(topup.Cancelled, ""), nil, ""},
		"taken back":                {201, answered(8, "REVERSED", "REVERSED"), of(topup.Reversed, ""), nil, ""},
		"not prepaid":               {201, answered(3, "REJECTED", "REJECTED-INVALID-CREDIT-PARTY"), of(topup.Refused, topup.CodeRecipient), nil, ""},
		"barred":                    {201, answered(9, "DECLINED", "DECLINED-BARRED-CREDIT-PARTY"), of(topup.Refused, topup.CodeBarred), nil, ""},
		"declined":                  {201, answered(9, "DECLINED", "DECLINED"), of(topup.Refused, "declined"), nil, ""},
		"an unknown class":          {201, answered(6, "ODD", "ODD"), topup.Transaction{}, gateway.ErrUnknown, ""},
		"product gone":              {404, refusedWith("1003001"), topup.Transaction{}, gateway.ErrFinal, topup.CodeProductGone},
		"another amount":            {400, refusedWith("1003002"), topup.Transaction{}, gateway.ErrFinal, topup.CodeProductGone},
		"no such number":            {400, refusedWith("1005003"), topup.Transaction{}, gateway.ErrFinal, topup.CodeRecipient},
		"sent before":               {400, refusedWith("1007001"), topup.Transaction{}, gateway.ErrFinal, topup.CodeKeyUsed},
		"sent before, and more":     {400, `{"errors":[{"code":1000400,"message":"no"},{"code":1007001,"message":"no"}]}`, topup.Transaction{}, gateway.ErrFinal, topup.CodeKeyUsed},
		"our funds are used up":     {400, refusedWith("1006001"), topup.Transaction{}, gateway.ErrFinal, topup.CodeNoFunds},
		"another refusal":           {400, refusedWith("1007500"), topup.Transaction{}, gateway.ErrFinal, "1007500"},
		"a wrong address":           {404, refusedWith("1000404"), topup.Transaction{}, gateway.ErrUnknown, ""},
		"another reference":         {201, strings.Replace(answered(7, "COMPLETED", "COMPLETED"), "p-1", "p-2", 1), topup.Transaction{}, gateway.ErrUnknown, ""},
		"half an answer":            {201, `{"id":9`, topup.Transaction{}, gateway.ErrUnknown, ""},
		"a page with status 200":    {200, `<!doctype html>`, topup.Transaction{}, gateway.ErrUnknown, ""},
		"moved":                     {301, ``, topup.Transaction{}, gateway.ErrUnknown, ""},
		"an error after the effect": {500, refusedWith("1009001"), topup.Transaction{}, gateway.ErrUnknown, ""},
		"away":                      {503, refusedWith("1009503"), topup.Transaction{}, gateway.ErrRetry, ""},
		"too many calls":            {429, refusedWith("1000429"), topup.Transaction{}, gateway.ErrRetry, ""},
		"a proxy's page":            {404, `not here`, topup.Transaction{}, gateway.ErrUnknown, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Send(t.Context(), order)
			sent := system.Latest()
			require.Equal(t, "POST /async/transactions", sent.Line)
			require.JSONEq(t, `{"external_id":"p-1","product_id":4711,"auto_confirm":true,"credit_party_identifier":{"mobile_number":"+919876543210"}}`, sent.Body)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
			if tt.refusal != "" {
				var refusal *gateway.Refusal
				require.ErrorAs(t, err, &refusal)
				require.Equal(t, tt.refusal, refusal.Code)
			}
		})
	}
}

func TestSend_ProductUnknown_IsGone(t *testing.T) {
	system := gatewaytest.Start(t, 201, ``)
	_, err := adapter(t, system.URL).Send(t.Context(), topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: "four"})
	var refusal *gateway.Refusal
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, topup.CodeProductGone, refusal.Code)
	require.Empty(t, system.Latest().Line, "nothing was sent")
}

func TestFindTopUp_Answers_AreSorted(t *testing.T) {
	done := answered(7, "COMPLETED", "COMPLETED")
	tests := map[string]struct {
		status  int
		body    string
		want    topup.Transaction
		wantErr error
	}{
		"one transaction":            {200, `[` + done + `]`, topup.Transaction{Reference: "99", Status: topup.Done}, nil},
		"taken back later":           {200, `[` + answered(8, "REVERSED", "REVERSED") + `]`, topup.Transaction{Reference: "99", Status: topup.Reversed}, nil},
		"an empty list":              {200, `[]`, topup.Transaction{}, gateway.ErrNotFound},
		"not found":                  {404, refusedWith("1008004"), topup.Transaction{}, gateway.ErrNotFound},
		"two transactions":           {200, `[` + done + `,` + done + `]`, topup.Transaction{}, gateway.ErrRetry},
		"another key":                {200, `[` + strings.Replace(done, "p-1", "p-2", 1) + `]`, topup.Transaction{}, gateway.ErrRetry},
		"no answer from the partner": {503, ``, topup.Transaction{}, gateway.ErrRetry},
		"half an answer":             {200, `[`, topup.Transaction{}, gateway.ErrRetry},
		"a wrong address":            {404, refusedWith("1000404"), topup.Transaction{}, gateway.ErrRetry},
		"a proxy's page":             {404, `not here`, topup.Transaction{}, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Find(t.Context(), "p-1")
			require.Equal(t, "GET /transactions?external_id=p-1", system.Latest().Line)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}
