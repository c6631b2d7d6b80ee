package moyasar_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/payment/moyasar"
)

const paymentID = "0198c0de-0000-7000-8000-000000000001"

func adapterTo(t *testing.T, url string) *moyasar.Provider {
	t.Helper()
	settings := moyasar.Config{URL: url, SecretKey: "sk_test_1", AbandonedAfter: 30 * time.Minute, SettledWithin: 8 * 24 * time.Hour}
	adapter, err := moyasar.New(settings, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func TestNew_BadAddress_IsRefused(t *testing.T) {
	_, err := moyasar.New(moyasar.Config{URL: "moyasar"}, nil, slog.New(slog.DiscardHandler))
	require.Error(t, err)
}

func charge() payment.Charge {
	return payment.Charge{PaymentID: paymentID, CardToken: "token_1", Amount: 17250, ReturnURL: "http://localhost/return"}
}

// paymentJSON is an answer about our charge, made now.
func paymentJSON(status, source string) string {
	return paymentMade(time.Now(), status, source)
}

func paymentMade(at time.Time, status, source string) string {
	return `{"id":"` + paymentID + `","status":"` + status + `","amount":17250,"fee":0,"currency":"SAR","refunded":0,"created_at":"` +
		at.UTC().Format(time.RFC3339Nano) + `","metadata":null,"source":{"type":"token",` + source + `}}`
}

const madaCard = `"company":"mada","number":"XXXX-XXXX-XXXX-1010"`

func TestCharge_Format_IsMoyasars(t *testing.T) {
	tests := map[string]struct {
		change func(*payment.Charge)
		source string
		token  string
	}{
		"a typed card":       {func(*payment.Charge) {}, `{"type":"token","token":"token_1","3ds":true,"manual":false}`, `"once"`},
		"a card to be saved": {func(c *payment.Charge) { c.Keep = true }, `{"type":"token","token":"token_1","3ds":true,"manual":false}`, `"keep"`},
		"a saved card":       {func(c *payment.Charge) { c.CardToken, c.Card = "", "token_2" }, `{"type":"token","token":"token_2","3ds":true,"manual":false}`, ""},
		"a saved card, unattended": {
			func(c *payment.Charge) { c.CardToken, c.Card, c.Unattended, c.Within = "", "token_2", true, time.Hour },
			`{"type":"token","token":"token_2","3ds":false,"manual":false}`, "",
		},
		"Apple Pay": {
			func(c *payment.Charge) { c.CardToken = `{"paymentData":{"version":"EC_v1"}}` },
			`{"type":"applepay","token":"{\"paymentData\":{\"version\":\"EC_v1\"}}","manual":false}`, "",
		},
		"STC Pay": {func(c *payment.Charge) { c.CardToken, c.Wallet = "", "0551234567" }, `{"type":"stcpay","mobile":"0551234567"}`, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			provider := gatewaytest.Start(t, 201, paymentJSON("paid", madaCard))
			asked := charge()
			tt.change(&asked)
			_, err := adapterTo(t, provider.URL+"/v1").Charge(t.Context(), asked)
			require.NoError(t, err)
			sent := provider.Latest()
			require.Equal(t, "POST /v1/payments", sent.Line)
			require.Equal(t, "Basic c2tfdGVzdF8xOg==", sent.Header.Get("Authorization"), "the key as user, no password")
			require.Empty(t, sent.Header.Get("Idempotency-Key"), "given_id is the key")
			kept := ""
			if tt.token != "" {
				kept = `"metadata":{"token":` + tt.token + `},`
			}
			require.JSONEq(t, `{`+kept+`"given_id":"`+paymentID+`","amount":17250,"currency":"SAR","description":"Payment `+paymentID+`",`+
				`"callback_url":"http://localhost/return","apply_coupon":false,"source":`+tt.source+`}`, sent.Body)
		})
	}
}

func TestCharge_Answers_AreSorted(t *testing.T) {
	of := func(status contract.PaymentStatus) payment.Result {
		return payment.Result{Status: status, Brand: "MADA", Last4: "1010"}
	}
	failed := func(code string) payment.Result {
		return payment.Result{Status: contract.PaymentDeclined, Brand: "MADA", Last4: "1010", DeclineCode: code}
	}
	asks := of(contract.PaymentChallenge)
	asks.ChallengeURL = "https://moyasar/3ds"
	tests := map[string]struct {
		answer  string
		want    payment.Result
		wantErr error
	}{
		"paid":                 {paymentJSON("paid", madaCard), of(contract.PaymentPaid), nil},
		"captured":             {paymentJSON("captured", madaCard), of(contract.PaymentPaid), nil},
		"authorized":           {paymentJSON("authorized", madaCard), of(contract.PaymentPending), nil},
		"initiated":            {paymentJSON("initiated", madaCard), of(contract.PaymentPending), nil},
		"at the bank's page":   {paymentJSON("initiated", madaCard+`,"transaction_url":"https://moyasar/3ds"`), asks, nil},
		"refunded":             {paymentJSON("refunded", madaCard), of(contract.PaymentRefunded), nil},
		"voided":               {paymentJSON("voided", madaCard), of(contract.PaymentRefunded), nil},
		"abandoned":            {paymentJSON("abandoned", madaCard), of(contract.PaymentAbandoned), nil},
		"expired":              {paymentJSON("expired", madaCard), of(contract.PaymentAbandoned), nil},
		"canceled":             {paymentJSON("canceled", madaCard), of(contract.PaymentAbandoned), nil},
		"no funds":             {paymentJSON("failed", madaCard+`,"response_code":"51"`), failed("insufficient_funds"), nil},
		"lost":                 {paymentJSON("failed", madaCard+`,"response_code":"41"`), failed("lost_card"), nil},
		"stolen":               {paymentJSON("failed", madaCard+`,"response_code":"43"`), failed("stolen_card"), nil},
		"card expired":         {paymentJSON("failed", madaCard+`,"response_code":"54"`), failed("expired_card"), nil},
		"refused":              {paymentJSON("failed", madaCard+`,"response_code":"05"`), failed("do_not_honor"), nil},
		"above a limit":        {paymentJSON("failed", madaCard+`,"response_code":"61"`), failed("limit_exceeded"), nil},
		"another code":         {paymentJSON("failed", madaCard+`,"response_code":"99"`), failed("declined"), nil},
		"no code":              {paymentJSON("failed", madaCard+`,"response_code":null`), failed("declined"), nil},
		"an unknown status":    {paymentJSON("verified", madaCard), payment.Result{}, gateway.ErrUnknown},
		"another payment":      {strings.Replace(paymentJSON("paid", madaCard), paymentID, "0198c0de-0000-7000-8000-000000000002", 1), payment.Result{}, gateway.ErrUnknown},
		"another amount":       {strings.Replace(paymentJSON("paid", madaCard), `"amount":17250`, `"amount":1`, 1), payment.Result{}, gateway.ErrUnknown},
		"another currency":     {strings.Replace(paymentJSON("paid", madaCard), `"SAR"`, `"USD"`, 1), payment.Result{}, gateway.ErrUnknown},
		"half an answer":       {`{"id":`, payment.Result{}, gateway.ErrUnknown},
		"a page with code 200": {`<!doctype html>`, payment.Result{}, gateway.ErrUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			provider := gatewaytest.Start(t, 201, tt.answer)
			got, err := adapterTo(t, provider.URL).Charge(t.Context(), charge())
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
			if got.Status == contract.PaymentDeclined {
				require.True(t, payment.Declines(got.DeclineCode), "failed is final")
			}
		})
	}
}

// walletJSON is a payment by a wallet that waits for its code at an address.
func walletJSON(address string) string {
	return strings.Replace(paymentJSON("initiated", `"mobile":"0551234567","transaction_url":"`+address+`"`), `"token"`, `"stcpay"`, 1)
}

func TestEnterCode_Address_StaysAtMoyasar(t *testing.T) {
	var sent []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = append(sent, r.Method+" "+r.URL.String()+" "+string(body))
		says(200, walletJSON("https://elsewhere.example/v1/stc_pays/7/proceed?otp_token=t"))(w)
	}))
	t.Cleanup(server.Close)
	require.NoError(t, adapterTo(t, server.URL+"/v1/").EnterCode(t.Context(), paymentID, "123456"))
	require.Equal(t, []string{"GET /v1/payments/" + paymentID + " ", `POST /v1/stc_pays/7/proceed?otp_token=t {"otp_value":"123456"}`}, sent, "whatever host it names")
	for _, address := range []string{"https://api.moyasar.com/v2/stc_pays/7", "https://api.moyasar.com", "%"} {
		sent = nil
		url := moyasarStub(t, func(http.ResponseWriter) { sent = append(sent, address) }, says(200, walletJSON(address)))
		require.ErrorIs(t, adapterTo(t, url+"/v1").EnterCode(t.Context(), paymentID, "123456"), gateway.ErrRetry, address)
		require.Empty(t, sent)
	}
}

// moyasarStub answers the creation and the reading of a payment apart.
func moyasarStub(t *testing.T, created, found func(http.ResponseWriter)) (url string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			created(w)
			return
		}
		found(w)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func says(status int, body string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestCharge_Refusals_PaymentOfTheIDCounts(t *testing.T) {
	const taken = `{"type":"invalid_request_error","message":"Validation Failed","errors":{"given_id":["has already been taken"]}}`
	none := says(404, `{"type":"invalid_request_error","message":"Object not found","errors":null}`)
	paid := says(200, paymentJSON("paid", madaCard))
	tests := map[string]struct {
		created, found func(http.ResponseWriter)
		wantStatus     contract.PaymentStatus
		wantErr        error
		refusal        string
	}{
		"a repeat that is refused": {says(400, taken), paid, contract.PaymentPaid, nil, ""},
		"a bad token":              {says(400, `{"type":"invalid_request_error","message":"…","errors":{"source.token":["is invalid"]}}`), none, "", gateway.ErrFinal, "token_invalid"},
		"no wallet":                {says(400, `{"type":"invalid_request_error","message":"…","errors":{"mobile":["is invalid"]}}`), none, "", gateway.ErrFinal, "mobile_invalid"},
		"another field":            {says(400, `{"type":"invalid_request_error","message":"…","errors":{"amount":["is invalid"]}}`), none, "", gateway.ErrFinal, "invalid_request_error"},
		"wrong key":                {says(401, `{"type":"authentication_error","message":"…","errors":null}`), says(401, `{"type":"authentication_error"}`), "", gateway.ErrFinal, "authentication_error"},
		"account not live":         {says(405, `{"type":"account_inactive_error","message":"…"}`), none, "", gateway.ErrFinal, "account_inactive_error"},
		"refused, then no answer":  {says(400, taken), says(500, ``), "", gateway.ErrUnknown, ""},
		"refused, another amount":  {says(400, taken), says(200, strings.Replace(paymentJSON("paid", madaCard), `"amount":17250`, `"amount":1`, 1)), "", gateway.ErrUnknown, ""},
		"an error after the call":  {says(500, `{"type":"api_error"}`), paid, "", gateway.ErrUnknown, ""},
		"away":                     {says(503, `{"type":"api_connection_error"}`), paid, "", gateway.ErrRetry, ""},
		"too many calls":           {says(429, `{"type":"rate_limit_error"}`), paid, "", gateway.ErrRetry, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := adapterTo(t, moyasarStub(t, tt.created, tt.found)).Charge(t.Context(), charge())
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.wantStatus, got.Status)
			if tt.wantErr == gateway.ErrUnknown { //nolint:errorlint // the expected error itself
				require.NotErrorIs(t, err, gateway.ErrRetry, "sorted once")
			}
			if tt.refusal != "" {
				var refusal *gateway.Refusal
				require.ErrorAs(t, err, &refusal)
				require.Equal(t, tt.refusal, refusal.Code)
			}
		})
	}
}

func TestInquire_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		answer  string
		want    contract.PaymentStatus
		wantErr error
	}{
		"paid":             {200, paymentJSON("paid", madaCard), contract.PaymentPaid, nil},
		"never seen":       {404, `{"type":"invalid_request_error","message":"…","errors":null}`, "", gateway.ErrNotFound},
		"a proxy's page":   {404, `not here`, "", gateway.ErrRetry},
		"another payment":  {200, strings.Replace(paymentJSON("paid", madaCard), paymentID, "x", 1), "", gateway.ErrRetry},
		"no answer":        {500, ``, "", gateway.ErrRetry},
		"too many calls":   {429, ``, "", gateway.ErrRetry},
		"not yet answered": {200, paymentJSON("initiated", madaCard), contract.PaymentPending, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			provider := gatewaytest.Start(t, tt.status, tt.answer)
			got, err := adapterTo(t, provider.URL).Inquire(t.Context(), paymentID)
			require.Equal(t, "GET /payments/"+paymentID, provider.Latest().Line)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got.Status)
		})
	}
}

func TestInquire_OldPage_IsAbandoned(t *testing.T) {
	const page = `,"transaction_url":"https://moyasar/3ds"`
	tests := map[string]struct {
		age    time.Duration
		status string
		source string
		want   contract.PaymentStatus
	}{
		"young":               {29 * time.Minute, "initiated", madaCard + page, contract.PaymentChallenge},
		"old":                 {31 * time.Minute, "initiated", madaCard + page, contract.PaymentAbandoned},
		"old, without a page": {31 * time.Minute, "initiated", madaCard, contract.PaymentPending},
		"old and paid":        {31 * time.Minute, "paid", madaCard + page, contract.PaymentPaid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			provider := gatewaytest.Start(t, 200, paymentMade(time.Now().Add(-tt.age), tt.status, tt.source))
			got, err := adapterTo(t, provider.URL).Inquire(t.Context(), paymentID)
			require.NoError(t, err)
			require.Equal(t, tt.want, got.Status)
			require.Equal(t, tt.want == contract.PaymentChallenge, got.ChallengeURL != "")
		})
	}
}

func TestRefund_PaymentIsReadFirst(t *testing.T) {
	returned := strings.Replace(paymentJSON("refunded", madaCard), `"refunded":0`, `"refunded":17250`, 1)
	half := strings.Replace(paymentJSON("paid", madaCard), `"refunded":0`, `"refunded":100`, 1)
	paid, never := paymentJSON("paid", madaCard), func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
	tests := map[string]struct {
		found, refunded func(http.ResponseWriter)
		wantErr         error
		refusal         string
	}{
		"paid":                       {says(200, paid), says(200, returned), nil, ""},
		"refunded before":            {says(200, returned), never, nil, ""},
		"voided before":              {says(200, paymentJSON("voided", madaCard)), never, nil, ""},
		"never paid":                 {says(200, paymentJSON("failed", madaCard)), never, gateway.ErrFinal, "not_paid"},
		"unknown":                    {says(404, `{"type":"invalid_request_error"}`), never, gateway.ErrFinal, "invalid_request_error"},
		"cannot be read":             {says(500, ``), never, gateway.ErrRetry, ""},
		"refused":                    {says(200, paid), says(400, `{"type":"invalid_request_error"}`), gateway.ErrFinal, "invalid_request_error"},
		"no answer":                  {says(200, paid), says(500, ``), gateway.ErrUnknown, ""},
		"answered without a refund":  {says(200, paid), says(200, paid), gateway.ErrUnknown, ""},
		"answered with a part alone": {says(200, half), says(200, half), gateway.ErrUnknown, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := adapterTo(t, moyasarStub(t, tt.refunded, tt.found)).Refund(t.Context(), paymentID, 17250)
			require.ErrorIs(t, err, tt.wantErr)
			if tt.refusal != "" {
				var refusal *gateway.Refusal
				require.ErrorAs(t, err, &refusal)
				require.Equal(t, tt.refusal, refusal.Code)
			}
		})
	}
}

func TestRefund_Format_IsMoyasars(t *testing.T) {
	var sent []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = append(sent, r.Method+" "+r.URL.Path+" "+string(body))
		answer := paymentJSON("paid", madaCard)
		if r.Method == http.MethodPost {
			answer = strings.Replace(paymentJSON("refunded", madaCard), `"refunded":0`, `"refunded":17250`, 1)
		}
		says(200, answer)(w)
	}))
	t.Cleanup(server.Close)
	require.NoError(t, adapterTo(t, server.URL+"/v1").Refund(t.Context(), paymentID, 17250))
	require.Equal(t, []string{"GET /v1/payments/" + paymentID + " ", "POST /v1/payments/" + paymentID + `/refund {"amount":17250}`}, sent)
}

func TestFindSavedCard_Answers_AreSorted(t *testing.T) {
	kept := strings.Replace(paymentJSON("paid", madaCard+`,"token":"token_1"`), `"metadata":null`, `"metadata":{"token":"keep"}`, 1)
	const token = `{"id":"token_1","status":"active","brand":"mada","month":"9","year":"2030","name":"Sara  Ali","last_four":"1010"}`
	card := &payment.Card{Token: "token_1", Holder: "Sara  Ali", Brand: "MADA", Last4: "1010", ExpiryMonth: 9, ExpiryYear: 2030}
	tests := map[string]struct {
		paid    string
		status  int
		token   string
		want    *payment.Card
		wantErr error
	}{
		"active":               {kept, 200, token, card, nil},
		"not active yet":       {kept, 200, strings.Replace(token, "active", "initiated", 1), card, nil},
		"numbers as numbers":   {kept, 200, strings.NewReplacer(`"9"`, `9`, `"2030"`, `30`).Replace(token), card, nil},
		"month of two digits":  {kept, 200, strings.Replace(token, `"9"`, `"09"`, 1), card, nil},
		"inactive":             {kept, 200, strings.Replace(token, "active", "inactive", 1), nil, nil},
		"expired":              {kept, 200, strings.Replace(token, "active", "expired", 1), nil, nil},
		"deleted":              {kept, 404, `{"type":"invalid_request_error"}`, nil, nil},
		"not paid":             {strings.Replace(kept, `"paid"`, `"failed"`, 1), 200, token, nil, nil},
		"not to be kept":       {paymentJSON("paid", madaCard+`,"token":"token_1"`), 200, token, nil, nil},
		"another token":        {kept, 200, strings.Replace(token, "token_1", "token_2", 1), nil, gateway.ErrRetry},
		"a token with no card": {kept, 200, `{"id":"token_1","status":"active"}`, nil, gateway.ErrRetry},
		"no answer":            {kept, 500, ``, nil, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/tokens/") {
					says(tt.status, tt.token)(w)
					return
				}
				says(200, tt.paid)(w)
			}))
			t.Cleanup(server.Close)
			got, err := adapterTo(t, server.URL).FindSavedCard(t.Context(), paymentID)
			require.ErrorIs(t, err, tt.wantErr)
			if got != nil {
				require.NotEmpty(t, got.Fingerprint)
				got.Fingerprint = ""
			}
			require.Equal(t, tt.want, got)
		})
	}
}

func TestFindSavedCard_Fingerprint_IsOfTheCard(t *testing.T) {
	kept := strings.Replace(paymentJSON("paid", madaCard+`,"token":"token_1"`), `"metadata":null`, `"metadata":{"token":"keep"}`, 1)
	fingerprintOf := func(change ...string) string {
		token := strings.NewReplacer(change...).Replace(`{"id":"token_1","status":"active","brand":"mada","month":"9","year":"2030","name":"Sara Ali","last_four":"1010"}`)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/tokens/") {
				says(200, token)(w)
				return
			}
			says(200, kept)(w)
		}))
		t.Cleanup(server.Close)
		card, err := adapterTo(t, server.URL).FindSavedCard(t.Context(), paymentID)
		require.NoError(t, err)
		return card.Fingerprint
	}
	same := fingerprintOf()
	require.Equal(t, same, fingerprintOf("Sara Ali", "SARA  ALI ", `"9"`, `"09"`))
	for _, change := range [][2]string{{"1010", "1011"}, {"2030", "2031"}, {`"9"`, `"8"`}, {"mada", "visa"}, {"Sara", "Noura"}} {
		require.NotEqual(t, same, fingerprintOf(change[0], change[1]), change)
	}
}
