package topup_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/topup"
)

func adapter(t *testing.T, url string) *topup.HTTP {
	t.Helper()
	a, err := topup.NewHTTP(topup.Config{URL: url, APIKey: "key", APISecret: "secret"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return a
}

func TestNewHTTP_BadTopUpAddress_IsRefused(t *testing.T) {
	_, err := topup.NewHTTP(topup.Config{URL: "topup"}, nil, slog.New(slog.DiscardHandler))
	require.Error(t, err)
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
		"not served":             {404, `{"code":"operator_not_found"}`, topup.Operator{}, gateway.ErrNotFound},
		"an operator with no id": {200, `[{"name":"Zong","identified":true}]`, topup.Operator{}, gateway.ErrRetry},
		"no list":                {200, `{}`, topup.Operator{}, gateway.ErrRetry},
		"wrong key":              {401, `{"code":"unauthorised"}`, topup.Operator{}, gateway.ErrFinal},
		"server error":           {500, ``, topup.Operator{}, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Operator(t.Context(), "+923001234567")
			sent := system.Latest()
			require.Equal(t, "POST /v1/lookup/mobile-number", sent.Line)
			require.Equal(t, "Basic a2V5OnNlY3JldA==", sent.Header.Get("Authorization"))
			require.JSONEq(t, `{"mobile_number":"+923001234567"}`, sent.Body)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

// soldProduct is the partner's description of 100 Indian rupees.
const soldProduct = `{"id":4711,"type":"FIXED_VALUE_RECHARGE","tags":["AIRTIME"],"service":{"id":1},
	"source":{"amount":4.55,"unit":"SAR","unit_type":"CURRENCY"},"destination":{"amount":100.00,"unit":"INR","unit_type":"CURRENCY"}}`

func TestProducts_List_FixedAmountsInHalalas(t *testing.T) {
	system := gatewaytest.Start(t, 200, `[`+soldProduct+`]`)
	got, err := adapter(t, system.URL).Products(t.Context(), "2151")
	require.NoError(t, err)
	require.Equal(t, "GET /v1/products?operator_id=2151&per_page=100&type=FIXED_VALUE_RECHARGE", system.Latest().Line)
	require.Equal(t, []contract.TopUpProduct{{
		ID: "4711", ServiceID: "1", Kind: "AIRTIME", Gets: contract.ForeignAmount{Amount: "100.00", Currency: "INR"}, Cost: 455,
	}}, got, "what the recipient gets is as the partner writes it")
	for name, product := range map[string]string{
		"data":                   `{"id":1,"type":"FIXED_VALUE_RECHARGE","tags":["DATA"],"service":{"id":1},"source":{"amount":1,"unit":"SAR","unit_type":"CURRENCY"},"destination":{"amount":1,"unit":"INR","unit_type":"CURRENCY"}}`,
		"any amount of a range":  `{"id":1,"type":"RANGED_VALUE_RECHARGE","tags":["AIRTIME"],"service":{"id":1},"source":{"amount":1,"unit":"SAR","unit_type":"CURRENCY"},"destination":{"amount":1,"unit":"INR","unit_type":"CURRENCY"}}`,
		"priced in dollars":      `{"id":1,"type":"FIXED_VALUE_RECHARGE","tags":["AIRTIME"],"service":{"id":1},"source":{"amount":1,"unit":"USD","unit_type":"CURRENCY"},"destination":{"amount":1,"unit":"INR","unit_type":"CURRENCY"}}`,
		"parts of a halala":      `{"id":1,"type":"FIXED_VALUE_RECHARGE","tags":["AIRTIME"],"service":{"id":1},"source":{"amount":1.005,"unit":"SAR","unit_type":"CURRENCY"},"destination":{"amount":1,"unit":"INR","unit_type":"CURRENCY"}}`,
		"free":                   `{"id":1,"type":"FIXED_VALUE_RECHARGE","tags":["AIRTIME"],"service":{"id":1},"source":{"amount":0,"unit":"SAR","unit_type":"CURRENCY"},"destination":{"amount":1,"unit":"INR","unit_type":"CURRENCY"}}`,
		"no price":               `{"id":1,"type":"FIXED_VALUE_RECHARGE","tags":["AIRTIME"],"service":{"id":1},"destination":{"amount":1,"unit":"INR","unit_type":"CURRENCY"}}`,
		"megabytes in its place": `{"id":1,"type":"FIXED_VALUE_RECHARGE","tags":["AIRTIME"],"service":{"id":1},"source":{"amount":1,"unit":"SAR","unit_type":"CURRENCY"},"destination":{"amount":1,"unit":"MB","unit_type":"DATA"}}`,
	} {
		system.Answer(200, `[`+product+`,`+soldProduct+`]`)
		got, err := adapter(t, system.URL).Products(t.Context(), "2151")
		require.NoError(t, err, name)
		require.Len(t, got, 1, name)
	}
	system.Answer(503, ``)
	_, err = adapter(t, system.URL).Products(t.Context(), "2151")
	require.ErrorIs(t, err, gateway.ErrRetry)
}

var order = topup.Order{Key: "p-1", Mobile: "+919876543210", ProductID: "4711"}

func TestSend_Answers_AreSorted(t *testing.T) {
	answer := func(class, message string) string {
		return `{"id":99,"external_id":"p-1","status":{"message":"` + message + `","class":{"message":"` + class + `"}},"recipient_notified":true}`
	}
	tests := map[string]struct {
		status  int
		body    string
		want    topup.Transaction
		wantErr error
		refusal string
	}{
		"done":                      {201, answer("COMPLETED", "COMPLETED"), topup.Transaction{Reference: "99", Status: topup.Done, RecipientTold: true}, nil, ""},
		"on its way":                {201, answer("SUBMITTED", "SUBMITTED"), topup.Transaction{Reference: "99", Status: topup.Pending, RecipientTold: true}, nil, ""},
		"not prepaid":               {201, answer("REJECTED", "REJECTED-INVALID-CREDIT-PARTY"), topup.Transaction{Reference: "99", Status: topup.Refused, Reason: topup.CodeRecipient, RecipientTold: true}, nil, ""},
		"declined":                  {201, answer("DECLINED", "DECLINED"), topup.Transaction{Reference: "99", Status: topup.Refused, Reason: "declined", RecipientTold: true}, nil, ""},
		"product gone":              {404, `{"code":"product_unavailable"}`, topup.Transaction{}, gateway.ErrFinal, topup.CodeProductGone},
		"sent before":               {409, `{"code":"external_id_used"}`, topup.Transaction{}, gateway.ErrFinal, topup.CodeKeyUsed},
		"our funds are used up":     {422, `{"code":"insufficient_balance"}`, topup.Transaction{}, gateway.ErrFinal, topup.CodeNoFunds},
		"an unknown status":         {201, answer("ODD", "ODD"), topup.Transaction{}, gateway.ErrUnknown, ""},
		"another reference":         {201, `{"id":99,"external_id":"p-2","status":{"message":"COMPLETED","class":{"message":"COMPLETED"}}}`, topup.Transaction{}, gateway.ErrUnknown, ""},
		"half an answer":            {201, `{"id":9`, topup.Transaction{}, gateway.ErrUnknown, ""},
		"an error after the effect": {500, ``, topup.Transaction{}, gateway.ErrUnknown, ""},
		"away":                      {503, ``, topup.Transaction{}, gateway.ErrRetry, ""},
		"a proxy's page":            {404, `not here`, topup.Transaction{}, gateway.ErrUnknown, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Send(t.Context(), order)
			sent := system.Latest()
			require.Equal(t, "POST /v1/sync/transactions", sent.Line)
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
	const done = `{"id":99,"external_id":"p-1","status":{"message":"COMPLETED","class":{"message":"COMPLETED"}}}`
	tests := map[string]struct {
		status  int
		body    string
		want    topup.Transaction
		wantErr error
	}{
		"one transaction":            {200, `[` + done + `]`, topup.Transaction{Reference: "99", Status: topup.Done}, nil},
		"not found":                  {200, `[]`, topup.Transaction{}, gateway.ErrNotFound},
		"two transactions":           {200, `[` + done + `,` + done + `]`, topup.Transaction{}, gateway.ErrRetry},
		"another key":                {200, `[{"id":99,"external_id":"p-2","status":{"message":"COMPLETED","class":{"message":"COMPLETED"}}}]`, topup.Transaction{}, gateway.ErrRetry},
		"no answer from the partner": {503, ``, topup.Transaction{}, gateway.ErrRetry},
		"half an answer":             {200, `[`, topup.Transaction{}, gateway.ErrRetry},
		"a wrong address":            {404, `not here`, topup.Transaction{}, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Find(t.Context(), "p-1")
			require.Equal(t, "GET /v1/transactions?external_id=p-1", system.Latest().Line)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}
