package games_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/games"
	"selfcare/internal/gateway/gatewaytest"
)

func adapter(t *testing.T, url string) *games.HTTP {
	t.Helper()
	a, err := games.NewHTTP(games.Config{URL: url, APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return a
}

func TestNewHTTP_BadGamesAddress_IsRefused(t *testing.T) {
	_, err := games.NewHTTP(games.Config{URL: "games"}, nil, slog.New(slog.DiscardHandler))
	require.Error(t, err)
}

func said(status, code, reason string) string {
	return `{"orderId":"o-1","reference":"p-1","status":"` + status + `","code":"` + code + `","reason":"` + reason + `"}`
}

func TestBuy_Answers_AreSorted(t *testing.T) {
	for name, tt := range map[string]struct {
		status  int
		body    string
		want    games.Sale
		wantErr error
	}{
		"a code":                    {201, said("delivered", "ABCD-1234", ""), games.Sale{ID: "o-1", Status: games.Delivered, Code: "ABCD-1234"}, nil},
		"on its way":                {201, said("pending", "", ""), games.Sale{ID: "o-1", Status: games.Pending}, nil},
		"refused":                   {201, said("refused", "", "out_of_codes"), games.Sale{ID: "o-1", Status: games.Refused, Reason: "out_of_codes"}, nil},
		"product unavailable":       {404, `{"code":"product_unavailable"}`, games.Sale{}, gateway.ErrFinal},
		"our funds are used up":     {422, `{"code":"insufficient_balance"}`, games.Sale{}, gateway.ErrFinal},
		"delivered without a code":  {201, said("delivered", "", ""), games.Sale{}, gateway.ErrUnknown},
		"an unknown status":         {201, said("odd", "", ""), games.Sale{}, gateway.ErrUnknown},
		"another reference":         {201, `{"orderId":"o-1","reference":"p-2","status":"delivered","code":"X"}`, games.Sale{}, gateway.ErrUnknown},
		"half an answer":            {201, `{"orderId":`, games.Sale{}, gateway.ErrUnknown},
		"an error after the effect": {500, ``, games.Sale{}, gateway.ErrUnknown},
		"away":                      {503, ``, games.Sale{}, gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			order := games.Order{Reference: "p-1", Product: "PLAY-50", Email: "a@b.example", Mobile: "0550000001"}
			got, err := adapter(t, system.URL).Buy(t.Context(), order)
			sent := system.Latest()
			require.Equal(t, "POST /v1/orders", sent.Line)
			require.Equal(t, "Bearer key", sent.Header.Get("Authorization"))
			require.JSONEq(t, `{"reference":"p-1","product":"PLAY-50","email":"a@b.example","mobile":"0550000001"}`, sent.Body)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
			if err != nil {
				require.NotContains(t, err.Error(), "ABCD", "no error tells a code")
			}
		})
	}
}

func TestFind_SeveralCodes_FirstCounts(t *testing.T) {
	const first, second = `{"orderId":"o-1","reference":"p-1","status":"delivered","code":"ABCD-1234"}`, `{"orderId":"o-2","reference":"p-1","status":"delivered","code":"EFGH-5678"}`
	for name, tt := range map[string]struct {
		status  int
		body    string
		want    games.Sale
		wantErr error
	}{
		"one order":                  {200, `[` + first + `]`, games.Sale{ID: "o-1", Status: games.Delivered, Code: "ABCD-1234"}, nil},
		"two orders":                 {200, `[` + first + `,` + second + `]`, games.Sale{ID: "o-1", Status: games.Delivered, Code: "ABCD-1234"}, nil},
		"one refused, one delivered": {200, `[{"orderId":"o-0","reference":"p-1","status":"refused","reason":"out_of_codes"},` + first + `]`, games.Sale{ID: "o-1", Status: games.Delivered, Code: "ABCD-1234"}, nil},
		"not found":                  {200, `[]`, games.Sale{}, gateway.ErrNotFound},
		"another order":              {200, `[{"orderId":"o-2","reference":"p-2","status":"pending"}]`, games.Sale{}, gateway.ErrRetry},
		"no answer from the partner": {503, ``, games.Sale{}, gateway.ErrRetry},
		"half an answer":             {200, `[`, games.Sale{}, gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Find(t.Context(), "p-1")
			require.Equal(t, "GET /v1/orders?reference=p-1", system.Latest().Line)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestCancel_Answers_AreSorted(t *testing.T) {
	for name, tt := range map[string]struct {
		status int
		body   string
		want   error
	}{
		"cancelled":                 {204, ``, nil},
		"not found":                 {404, `{"code":"not_found"}`, gateway.ErrNotFound},
		"delivered":                 {409, `{"code":"delivered_already"}`, gateway.ErrFinal},
		"an error after the effect": {500, ``, gateway.ErrUnknown},
		"away":                      {503, ``, gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			require.ErrorIs(t, adapter(t, system.URL).Cancel(t.Context(), "p-1"), tt.want)
			require.Equal(t, "POST /v1/orders/p-1/cancel", system.Latest().Line)
		})
	}
}
