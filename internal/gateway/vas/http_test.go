package vas_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/vas"
)

func adapter(t *testing.T, url string) *vas.HTTP {
	t.Helper()
	a, err := vas.NewHTTP(vas.Config{URL: url, APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return a
}

func TestNewHTTP_BadContentAddress_IsRefused(t *testing.T) {
	_, err := vas.NewHTTP(vas.Config{URL: "content"}, nil, slog.New(slog.DiscardHandler))
	require.Error(t, err)
}

func said(status, reason string) string {
	return `{"id":"sub-1","reference":"p-1","status":"` + status + `","reason":"` + reason + `"}`
}

func TestBegin_Answers_AreSorted(t *testing.T) {
	for name, tt := range map[string]struct {
		status  int
		body    string
		want    vas.Subscription
		wantErr error
	}{
		"active":                    {201, said("active", ""), vas.Subscription{ID: "sub-1", Status: vas.Active}, nil},
		"active already":            {200, said("active", ""), vas.Subscription{ID: "sub-1", Status: vas.Active}, nil},
		"pending":                   {201, said("pending", ""), vas.Subscription{ID: "sub-1", Status: vas.Pending}, nil},
		"refused":                   {201, said("refused", "number_barred"), vas.Subscription{ID: "sub-1", Status: vas.Refused, Reason: "number_barred"}, nil},
		"service unknown":           {422, `{"code":"service_unknown"}`, vas.Subscription{}, gateway.ErrFinal},
		"a wrong key":               {401, `{"code":"unauthorised"}`, vas.Subscription{}, gateway.ErrFinal},
		"an unknown status":         {201, said("odd", ""), vas.Subscription{}, gateway.ErrUnknown},
		"another reference":         {201, `{"id":"sub-1","reference":"p-2","status":"active"}`, vas.Subscription{}, gateway.ErrUnknown},
		"half an answer":            {201, `{"id":`, vas.Subscription{}, gateway.ErrUnknown},
		"an error after the effect": {500, ``, vas.Subscription{}, gateway.ErrUnknown},
		"away":                      {503, ``, vas.Subscription{}, gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Begin(t.Context(), vas.Order{Reference: "p-1", MSISDN: "0570000001", Service: "DAILY-NEWS"})
			sent := system.Latest()
			require.Equal(t, "POST /v1/subscriptions", sent.Line)
			require.Equal(t, "key", sent.Header.Get("X-Api-Key"))
			require.JSONEq(t, `{"reference":"p-1","msisdn":"0570000001","service":"DAILY-NEWS"}`, sent.Body)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestFindContent_Answers_AreSorted(t *testing.T) {
	for name, tt := range map[string]struct {
		status  int
		body    string
		want    vas.Subscription
		wantErr error
	}{
		"ended":                      {200, said("ended", ""), vas.Subscription{ID: "sub-1", Status: vas.Ended}, nil},
		"not found":                  {404, `{"code":"not_found"}`, vas.Subscription{}, gateway.ErrNotFound},
		"another subscription":       {200, `{"id":"sub-2","reference":"p-2","status":"active"}`, vas.Subscription{}, gateway.ErrRetry},
		"no answer from the partner": {503, ``, vas.Subscription{}, gateway.ErrRetry},
		"a page of a proxy":          {404, `not here`, vas.Subscription{}, gateway.ErrRetry},
		"an answer of a cat":         {200, `meow`, vas.Subscription{}, gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			got, err := adapter(t, system.URL).Find(t.Context(), "p-1")
			require.Equal(t, "GET /v1/subscriptions/p-1", system.Latest().Line)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestEnd_Answers_AreSorted(t *testing.T) {
	for name, tt := range map[string]struct {
		status int
		body   string
		want   error
	}{
		"ended":                     {204, ``, nil},
		"not found":                 {404, `{"code":"not_found"}`, gateway.ErrNotFound},
		"an error after the effect": {500, ``, gateway.ErrUnknown},
		"away":                      {503, ``, gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			require.ErrorIs(t, adapter(t, system.URL).End(t.Context(), "p-1"), tt.want)
			require.Equal(t, "DELETE /v1/subscriptions/p-1", system.Latest().Line)
		})
	}
}
