package app_test

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/platform/config"
)

// nobody answers at this address: it was free a moment ago.
func nobody(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	return listener.Addr().String()
}

// pointing is a complete configuration whose every part is at one address.
func pointing(address string) map[string]string {
	variables := map[string]string{
		"SELFCARE_ENV":     config.Development,
		"DATABASE_URL":     "postgres://selfcare@" + address + "/selfcare",
		"REDIS_URL":        "redis://" + address,
		"TEMPORAL_ADDRESS": address,
		"WEB_DIR":          "nowhere",
	}
	for _, v := range config.Variables() {
		if strings.HasPrefix(v.Development, "http://localhost:8090") {
			variables[v.Name] = "http://" + address
		}
	}
	return variables
}

func TestDoctor_ListsEveryVariableThatIsMissing(t *testing.T) {
	var out strings.Builder
	require.Error(t, app.Doctor(t.Context(), nil, &out))
	for _, v := range config.Variables() {
		if v.Required {
			require.Regexp(t, `WRONG +configuration +`+v.Name+` is not set`, out.String())
		}
	}
	require.NotContains(t, out.String(), "database ")
}

func TestDoctor_SaysOfEachPartThatItDoesNotAnswer(t *testing.T) {
	var out strings.Builder
	address := nobody(t)
	require.ErrorContains(t, app.Doctor(t.Context(), pointing(address), &out), "see the table above")
	require.Regexp(t, `(?m)^ok +configuration`, out.String())
	require.Regexp(t, `(?m)^ok +encryption keys`, out.String())
	require.Regexp(t, `(?m)^WRONG +web app .*make web/dist`, out.String())
	for _, part := range []string{"database", "Redis", "Temporal", "payment", "card fields", "identity", "registry", "courier", "messages", "network", "esim", "portability"} {
		require.Regexp(t, `(?m)^WRONG +`+part+` .*`+regexp.QuoteMeta(address), out.String())
	}
}

func TestReplay_RefusesAFolderThatProvesNothing(t *testing.T) {
	var out strings.Builder
	require.ErrorContains(t, app.Replay(t.TempDir(), "", &out), "no recorded histories")
}

func TestReplay_NamesTheHistoryItCannotReplay(t *testing.T) {
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.json")
	require.NoError(t, os.WriteFile(broken, []byte("{}"), 0o600))
	var out strings.Builder
	require.ErrorContains(t, app.Replay(folder, "", &out), broken)
	require.Contains(t, out.String(), "BROKEN  "+broken)
}

func TestReplay_RefusesAReleaseWithoutHistories(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "v0.1.0"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "unreleased"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "unreleased", "order.json"), []byte("{}"), 0o600))
	var out strings.Builder
	require.ErrorContains(t, app.Replay(folder, "", &out), "no recorded histories in "+filepath.Join(folder, "v0.1.0"))
	require.Empty(t, out.String())
}

func TestReplay_PassesOnWhatWasRecorded(t *testing.T) {
	var out strings.Builder
	require.NoError(t, app.Replay("../../../workflows/testdata/histories", "", &out))
	require.Contains(t, out.String(), "ok ")
}
