package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func TestLookAtWeb_MadeStorageKey_IsWrong(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "index.html"), nil, 0o600))
	looks := func(environment string) error {
		_, err := lookAtWeb(config.Config{WebDir: folder, Environment: environment})
		return err
	}
	require.NoError(t, looks(config.Production))
	require.NoError(t, os.Mkdir(filepath.Join(folder, ".vite"), 0o700))
	require.NoError(t, os.WriteFile(folder+madeKey, nil, 0o600))
	require.ErrorContains(t, looks(config.Production), "VITE_STORAGE_KEY")
	require.NoError(t, looks(config.Development))
}

func TestLookAtSecurityContact_Expired_IsWrong(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	const contact = "mailto:security@selfcare.example"
	for name, tt := range map[string]struct{ environment, contact, expires, wrong string }{
		"right":                 {config.Production, contact, "2027-06-30T00:00:00Z", ""},
		"none":                  {config.Production, "", "", "SECURITY_CONTACT is not set"},
		"none in development":   {config.Development, "", "", ""},
		"without an end":        {config.Production, contact, "", "SECURITY_EXPIRES is the expiry of SECURITY_CONTACT"},
		"over":                  {config.Production, contact, "2026-11-27T00:00:00Z", "it expired on"},
		"for more than a year":  {config.Production, contact, "2027-11-28T00:00:00Z", "within a year"},
		"over, for development": {config.Development, contact, "2026-11-27T00:00:00Z", "it expired on"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := lookAtSecurityContact(config.Config{Environment: tt.environment, SecurityContact: tt.contact, SecurityExpires: tt.expires}, now)
			if tt.wrong == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.wrong)
		})
	}
}

func TestKeptLongEnough_ShortRetention_IsWrong(t *testing.T) {
	production := config.Config{Environment: config.Production, Temporal: config.Temporal{Namespace: "selfcare"}}
	require.ErrorContains(t, keptLongEnough(production, 72*time.Hour), "temporal operator namespace update --namespace selfcare --retention 720h")
	require.NoError(t, keptLongEnough(production, 720*time.Hour))
	require.NoError(t, keptLongEnough(config.Config{Environment: config.Development}, 24*time.Hour))
}
