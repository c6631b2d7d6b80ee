package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/testkit"
	"selfcare/internal/platform/config"
)

// unanswered is an address without a listener: a port that was free a moment ago may be another test's by now.
const unanswered = "127.0.0.1:1"

// pointing is a complete configuration with one address for every part.
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
	variables["SMTP_ADDRESS"], variables["COURIER_TRACKING_URL"] = address, ""
	return variables
}

func TestDoctor_MissingVariables_Listed(t *testing.T) {
	var out strings.Builder
	require.Error(t, app.Doctor(t.Context(), nil, &out))
	for _, v := range config.Variables() {
		if v.Required && v.With == "" {
			require.Regexp(t, `WRONG +configuration +`+v.Name+` is not set`, out.String())
		}
	}
	require.NotContains(t, out.String(), "database ")
}

func TestDoctor_SilentParts_AreListed(t *testing.T) {
	var out strings.Builder
	require.ErrorContains(t, app.Doctor(t.Context(), pointing(unanswered), &out), "see the table above")
	require.Regexp(t, `(?m)^ok +configuration`, out.String())
	require.Regexp(t, `(?m)^ok +encryption keys`, out.String())
	require.Regexp(t, `(?m)^WRONG +web app .*make web/dist`, out.String())
	for _, part := range []string{"database", "Redis", "Temporal", "payment", "card fields", "identity", "registry", "courier", "SMS", "e-mail", "network", "esim", "portability", "scanner of files"} {
		require.Regexp(t, `(?m)^WRONG +`+part+` .*`+regexp.QuoteMeta(unanswered), out.String())
	}
}

func TestDoctor_EmptyDatabase_IsReportedOnce(t *testing.T) {
	variables := pointing(unanswered)
	variables["DATABASE_URL"] = testkit.EmptyPostgresURL(t)
	var out strings.Builder
	require.Error(t, app.Doctor(t.Context(), variables, &out))
	require.Regexp(t, `(?m)^WRONG +database +the database has no tables yet: run selfcare migrate, with MIGRATE_DATABASE_URL`, out.String())
	require.NotContains(t, out.String(), "42P01")
}

func TestDoctor_Production_ListsRefusals(t *testing.T) {
	const oneLetter = "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE="
	variables := pointing("127.0.0.1:1")
	variables["SELFCARE_ENV"], variables["PUBLIC_URL"] = config.Production, "http://127.0.0.1:1"
	for _, v := range config.Variables() {
		if v.Required && variables[v.Name] == "" {
			variables[v.Name] = "x"
		}
	}
	variables["PAYMENT_PROVIDER"] = config.Generic
	variables["EMAIL_PROVIDER"], variables["SMS_PROVIDER"], variables["TOPUP_PROVIDER"] = config.Generic, config.Generic, config.TopUpByDTOne
	variables["COURIER_PROVIDER"] = config.Generic
	variables["IDENTITY_PROVIDER"], variables["IDENTITY_SERVER_ADDRESS"] = config.IdentityByNafath, "192.0.2.1"
	variables["ESIM_PROVIDER"] = config.ESIMByES2Plus
	for _, name := range []string{"DATA_KEYS", "PAYLOAD_KEYS", "INDEX_KEY", "CODE_PEPPER"} {
		variables[name] = map[bool]string{true: "k1:"}[strings.HasSuffix(name, "KEYS")] + oneLetter
	}
	var out strings.Builder
	require.Error(t, app.Doctor(t.Context(), variables, &out))
	for _, wrong := range []string{
		"PUBLIC_URL must begin with https://", "DATABASE_URL must say sslmode", "REDIS_URL must begin with rediss://",
		"TEMPORAL_TLS is not true", "COURIER_URL must begin with https://", "COURIER_API_KEY is too easily guessed",
		"PAYLOAD_KEYS is not a random key", "PAYLOAD_KEYS repeats a secret of DATA_KEYS", "CODE_PEPPER repeats a secret of",
	} {
		require.Regexp(t, `(?m)^WRONG +configuration +`+wrong, out.String())
	}
	require.NotContains(t, out.String(), "database ")
}

func TestReplay_EmptyFolder_IsRefused(t *testing.T) {
	var out strings.Builder
	require.ErrorContains(t, app.Replay([]string{t.TempDir()}, "", &out), "no recorded histories")
}

func TestReplay_BrokenHistory_IsNamed(t *testing.T) {
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.json")
	require.NoError(t, os.WriteFile(broken, []byte("{}"), 0o600))
	var out strings.Builder
	require.ErrorContains(t, app.Replay([]string{folder}, "", &out), broken)
	require.Contains(t, out.String(), "BROKEN  "+broken)
}

func TestReplay_RecordedHistory_Passes(t *testing.T) {
	var out strings.Builder
	require.NoError(t, app.Replay([]string{"../../../workflows/testdata/histories"}, "", &out))
	require.Contains(t, out.String(), "ok ")
}

func TestReplay_FilesAndFolders_AreRead(t *testing.T) {
	const histories = "../../../workflows/testdata/histories"
	recorded, err := filepath.Glob(histories + "/*.json")
	require.NoError(t, err)
	require.Greater(t, len(recorded), 2)
	download := filepath.Join(t.TempDir(), "events")
	text, err := os.ReadFile(recorded[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(download, text, 0o600))
	var out strings.Builder
	require.NoError(t, app.Replay([]string{download, recorded[1], recorded[2]}, "", &out))
	require.Equal(t, 3, strings.Count(out.String(), "ok "))
	require.Contains(t, out.String(), download)

	require.ErrorContains(t, app.Replay([]string{recorded[0], filepath.Join(histories, "nowhere.json")}, "", &out), "nowhere.json")
}

var makes = regexp.MustCompile(`\\"make ([a-z0-9/._-]+)\\"`)

// A program must not name a make target that does not exist.
func TestPrograms_MakeTargets_Exist(t *testing.T) {
	const root = "../../../"
	makefile, err := os.ReadFile(root + "Makefile")
	require.NoError(t, err)
	named := 0
	for _, folder := range []string{"cmd", "internal", "dev", "api", "worker"} {
		require.NoError(t, filepath.WalkDir(root+folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range makes.FindAllSubmatch(text, -1) {
				named++
				require.Regexp(t, `(?m)^`+regexp.QuoteMeta(string(found[1]))+`\b[^=\n]*:`, string(makefile), path)
			}
			return err
		}))
	}
	require.GreaterOrEqual(t, named, 3)
}
