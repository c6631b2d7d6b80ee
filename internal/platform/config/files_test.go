package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func mounted(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestParse_SecretFile_IsRead(t *testing.T) {
	variables, fromFiles := production(nil), 0
	for _, v := range config.Variables() {
		if v.File && variables[v.Name] != "" {
			variables[v.FileName()] = mounted(t, variables[v.Name]+map[bool]string{true: "\n", false: "\r\n"}[v.Required])
			delete(variables, v.Name)
			fromFiles++
		}
	}
	require.GreaterOrEqual(t, fromFiles, 20)
	got, err := config.Parse(variables)
	require.NoError(t, err)
	want, err := config.Parse(production(nil))
	require.NoError(t, err)
	require.Equal(t, want, got)
}

func TestVariables_EachSecret_HasAFileVariable(t *testing.T) {
	for _, v := range config.Variables() {
		for _, part := range []string{"KEY", "SECRET", "PEPPER", "DATABASE_URL", "REDIS_URL"} {
			if strings.Contains(v.Name, part) && !strings.HasSuffix(v.Name, "_PATH") && !strings.HasSuffix(v.Name, "_KEY_FILE") && !strings.HasSuffix(v.Name, "_KEY_ID") && !strings.HasSuffix(v.Name, "_SITE_KEY") {
				require.True(t, v.File, v.Name)
			}
		}
	}
}

func TestParse_SecretFile_KeepsTheSameRules(t *testing.T) {
	for name, test := range map[string]struct {
		path, want string
	}{
		"a guessable secret": {mounted(t, "apple"), "COURIER_API_KEY is too easily guessed"},
		"empty file":         {mounted(t, "\n"), "is empty (our key there)"},
		"no file":            {filepath.Join(t.TempDir(), "nowhere"), "COURIER_API_KEY_FILE: there is no file"},
		"a folder":           {t.TempDir(), "is no file with a secret"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := config.Parse(production(map[string]string{"COURIER_API_KEY": "", "COURIER_API_KEY_FILE": test.path}))
			require.ErrorContains(t, err, test.want)
			require.Len(t, strings.Split(err.Error(), "\n"), 1)
		})
	}
}

// A deployment that mounts a file for each secret has an empty one for an unused provider, and in development for all of them.
func TestParse_EmptyFile_CountsAsUnset(t *testing.T) {
	_, err := config.Parse(production(map[string]string{"SOCIAL_GOOGLE_CLIENT_SECRET_FILE": mounted(t, "\n")}))
	require.NoError(t, err)
	cfg, err := config.Parse(development(map[string]string{"COURIER_API_KEY_FILE": mounted(t, "")}))
	require.NoError(t, err)
	require.Equal(t, "sim-courier-key", cfg.Courier.APIKey)
}

func TestParse_ValueAndFile_IsRefused(t *testing.T) {
	for _, name := range []string{"DATABASE_URL", "REDIS_URL", "DATA_KEYS", "COURIER_API_KEY"} {
		_, err := config.Parse(production(map[string]string{name + "_FILE": mounted(t, "x")}))
		require.ErrorContains(t, err, name+" and "+name+"_FILE are both set")
		require.Len(t, strings.Split(err.Error(), "\n"), 1)
	}
}

func TestParse_NoSecret_HasNoFileVariable(t *testing.T) {
	cfg, err := config.Parse(production(map[string]string{"LOG_LEVEL_FILE": mounted(t, "DEBUG")}))
	require.NoError(t, err)
	require.Equal(t, "INFO", cfg.LogLevel.String())
}

func TestParse_DevelopmentFile_OverridesDefault(t *testing.T) {
	cfg, err := config.Parse(development(map[string]string{"COURIER_API_KEY_FILE": mounted(t, "from-a-file\n")}))
	require.NoError(t, err)
	require.Equal(t, "from-a-file", cfg.Courier.APIKey)
}

func TestSecret_OneVariable_ReadsNoOther(t *testing.T) {
	t.Setenv("PAYLOAD_KEYS_FILE", mounted(t, "k1:abc\n"))
	value, err := config.Secret("PAYLOAD_KEYS")
	require.NoError(t, err)
	require.Equal(t, "k1:abc", value)
	t.Setenv("PAYLOAD_KEYS", "k2:def")
	_, err = config.Secret("PAYLOAD_KEYS")
	require.ErrorContains(t, err, "both set")
}
