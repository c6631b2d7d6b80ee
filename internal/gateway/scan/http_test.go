package scan_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/scan"
)

func TestNewHTTP_BadScannerAddress_IsRefused(t *testing.T) {
	_, err := scan.NewHTTP(scan.Config{URL: "scan"}, nil, slog.New(slog.DiscardHandler))
	require.Error(t, err)
}

func TestScan_NotSaidClean_IsNotClean(t *testing.T) {
	for name, tt := range map[string]struct {
		status  int
		body    string
		want    scan.Verdict
		wantErr error
	}{
		"clean":              {200, `{"reference":"f-1","verdict":"clean"}`, scan.Clean, nil},
		"infected":           {200, `{"reference":"f-1","verdict":"infected","found":"Eicar"}`, scan.Infected, nil},
		"an unknown verdict": {200, `{"reference":"f-1","verdict":"fine"}`, "", gateway.ErrRetry},
		"no verdict":         {200, `{"reference":"f-1"}`, "", gateway.ErrRetry},
		"about another file": {200, `{"reference":"f-2","verdict":"clean"}`, "", gateway.ErrRetry},
		"half an answer":     {200, `{"reference":`, "", gateway.ErrRetry},
		"refused":            {422, `{"code":"bad_request"}`, "", gateway.ErrFinal},
		"away":               {503, ``, "", gateway.ErrRetry},
		"broken":             {500, ``, "", gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			adapter, err := scan.NewHTTP(scan.Config{URL: system.URL, APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
			require.NoError(t, err)
			got, err := adapter.Scan(t.Context(), "f-1", []byte("abc"))
			sent := system.Latest()
			require.Equal(t, "POST /v1/scans", sent.Line)
			require.Equal(t, "Bearer key", sent.Header.Get("Authorization"))
			require.JSONEq(t, `{"reference":"f-1","content":"YWJj"}`, sent.Body)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestOff_AnyFile_IsNotClean(t *testing.T) {
	got, err := scan.Off{}.Scan(t.Context(), "f-1", nil)
	require.ErrorIs(t, err, gateway.ErrRetry)
	require.Empty(t, got)
}
