package contracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	simulated "selfcare/dev/simulator/scan"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/scan"
)

func scanner(t *testing.T, s stand) *scan.HTTP {
	t.Helper()
	adapter, err := scan.NewHTTP(scan.Config{URL: s.url + "/scan", APIKey: s.keys.Scan}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func TestScan_TestFile_IsInfected(t *testing.T) {
	adapter := scanner(t, newStand(t))
	eicar := `X5O!P%@AP[4\PZX54(P^)7CC)7}$` + `EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
	for content, want := range map[string]scan.Verdict{"a picture": scan.Clean, "%PDF-1.7 " + eicar: scan.Infected} {
		for range 2 {
			got, err := adapter.Scan(t.Context(), "f-1", []byte(content))
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
	large, err := adapter.Scan(t.Context(), "f-2", make([]byte, 5<<20))
	require.NoError(t, err, "the largest file fits")
	require.Equal(t, scan.Clean, large)
}

func TestScan_EachMagicFile_HasItsOutcome(t *testing.T) {
	s := newStand(t)
	adapter := scanner(t, s)
	s.script(t, simulated.Name, simulated.OperationScan, "infected")
	got, err := adapter.Scan(t.Context(), "f-1", []byte("a picture"))
	require.NoError(t, err)
	require.Equal(t, scan.Infected, got)
	s.script(t, simulated.Name, simulated.OperationScan, "error")
	_, err = adapter.Scan(t.Context(), "f-1", []byte("a picture"))
	require.ErrorIs(t, err, gateway.ErrRetry)
}
