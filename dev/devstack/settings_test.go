package devstack

import (
	"crypto/x509"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator"
	"selfcare/internal/platform/config"
)

func read(t *testing.T, variables map[string]string) Settings {
	t.Helper()
	s, err := Read(variables)
	require.NoError(t, err)
	return s
}

func variablesOf(ports []port) []string {
	var names []string
	for _, p := range ports {
		names = append(names, p.variable)
	}
	return names
}

func TestRead_EachPart_HasAPort(t *testing.T) {
	s := read(t, nil)
	require.Equal(t, []string{"PORT", "TEMPORAL_PORT", "TEMPORAL_UI_PORT", "SIMULATOR_PORT", "POSTGRES_PORT"}, variablesOf(s.ports()))
	require.True(t, filepath.IsAbs(s.StateDir))
}

func TestRead_TextAsPort_IsRefused(t *testing.T) {
	_, err := Read(map[string]string{"PORT": "web"})
	require.ErrorContains(t, err, "must be numbers")
}

func TestSettings_OwnPart_NeedsNoPort(t *testing.T) {
	s := read(t, map[string]string{"DATABASE_URL": "postgres://db/x", "TEMPORAL_ADDRESS": "temporal:7233"})
	require.Equal(t, []string{"PORT", "SIMULATOR_PORT"}, variablesOf(s.ports()))
}

func TestSettings_OneRealSystem_KeepsSimulators(t *testing.T) {
	own := map[string]string{}
	for variable := range read(t, nil).simulators() {
		require.True(t, read(t, own).simulated())
		own[variable] = "https://outside.example"
	}
	require.False(t, read(t, own).simulated())
}

func TestConfiguration_UsersValue_ComesFirst(t *testing.T) {
	s := read(t, map[string]string{"PORT": "9000", "REDIS_URL": "redis://mine:6379", "COURIER_URL": "https://courier.example"})
	cfg, _, err := s.configuration(map[string]string{
		"DATABASE_URL": "postgres://127.0.0.1/selfcare", "TEMPORAL_ADDRESS": "127.0.0.1:7233", "REDIS_URL": "redis://ours:1",
	})
	require.NoError(t, err)
	require.Equal(t, "redis://mine:6379", cfg.RedisURL)
	require.Equal(t, "postgres://127.0.0.1/selfcare", cfg.DatabaseURL)
	require.Equal(t, "127.0.0.1:9000", cfg.HTTPAddr)
	require.Equal(t, "http://localhost:9000", cfg.PublicURL)
	require.Equal(t, "https://courier.example", cfg.Courier.URL)
	require.Equal(t, "http://localhost:8090/payment/v1", cfg.Moyasar.URL)
}

func TestSimulators_Credentials_MatchTheProduct(t *testing.T) {
	byName := map[string]config.Variable{}
	for _, v := range config.Variables() {
		byName[v.Name] = v
	}
	credentials := 0
	for _, all := range []any{simulator.Defaults().Keys, simulator.Defaults().Secrets} {
		for field, value := range reflect.ValueOf(all).Fields() {
			if field.Name == "ApplePublicKey" { // the product has the private half
				continue
			}
			credentials++
			require.Equal(t, byName[field.Tag.Get("env")].Development, value.String(), field.Name)
		}
	}
	require.Greater(t, credentials, 10)
}

func TestSimulators_AppleKey_MatchesTheProduct(t *testing.T) {
	cfg, _, err := read(t, nil).configuration(map[string]string{
		"DATABASE_URL": "postgres://127.0.0.1/selfcare", "TEMPORAL_ADDRESS": "127.0.0.1:7233", "REDIS_URL": "redis://ours:1",
	})
	require.NoError(t, err)
	private, err := cfg.Social.Apple.Key()
	require.NoError(t, err)
	public, err := x509.MarshalPKIXPublicKey(private.Public())
	require.NoError(t, err)
	require.Equal(t, simulator.Defaults().Keys.ApplePublicKey, base64.StdEncoding.EncodeToString(public))
}

func TestWriteEnvironment_Shell_ReadsItExactly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "env")
	strange := `it's "$HOME" & more`
	require.NoError(t, writeEnvironment(path, map[string]string{"DATA_KEYS": strange, "EDITOR": "vi"}))
	out, err := exec.Command("sh", "-c", `unset EDITOR; . "$1"; printf '%s|%s' "$DATA_KEYS" "$EDITOR"`, "sh", path).Output()
	require.NoError(t, err)
	require.Equal(t, strange+"|", string(out))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestReachable_AllAddresses_BecomeLocalhost(t *testing.T) {
	require.Equal(t, "127.0.0.1:8080", reachable(":8080"))
	require.Equal(t, "127.0.0.1:8080", reachable("0.0.0.0:8080"))
	require.Equal(t, "10.0.0.1:8080", reachable("10.0.0.1:8080"))
}

func TestAddresses_ForeignParts_LeftOut(t *testing.T) {
	var b strings.Builder
	Addresses{App: "http://localhost:8080", Temporal: "temporal:7233"}.Print(&b, 0)
	require.Contains(t, b.String(), "http://localhost:8080/ar/")
	require.NotContains(t, b.String(), "Temporal UI")
	require.NotContains(t, b.String(), "Console")
}

func TestSettings_Environment_IsTheStacks(t *testing.T) {
	folder := t.TempDir()
	nothing, err := read(t, map[string]string{"STATE_DIR": folder}).Environment()
	require.NoError(t, err)
	require.Equal(t, map[string]string{"STATE_DIR": folder}, nothing, "a stack that never ran")

	left := map[string]string{"DATABASE_URL": "postgres://it's?a=b", "LOG_LEVEL": "info"}
	require.NoError(t, writeEnvironment(filepath.Join(folder, environmentFile), left))
	found, err := read(t, map[string]string{"STATE_DIR": folder, "LOG_LEVEL": "debug"}).Environment()
	require.NoError(t, err)
	require.Equal(t, map[string]string{"DATABASE_URL": "postgres://it's?a=b", "LOG_LEVEL": "debug", "STATE_DIR": folder}, found)
}
