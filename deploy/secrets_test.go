package deploy_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

const mountedAt = "/run/secrets/"

// owners also have the secrets of the tables' owner.
var owners = []string{"migrate", "seed"}

// withoutSecret are variables that may be in a file but need none here: no password, and no foreign Temporal.
var withoutSecret = []string{"REDIS_URL", "TEMPORAL_API_KEY"}

// secretsIn creates a folder with the script: the contents of each file, by its name.
func secretsIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), "./secrets.sh", folder).CombinedOutput()
	require.NoError(t, err, string(said))
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	secrets := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(folder, file.Name()))
		require.NoError(t, err)
		secrets[file.Name()] = string(text)
	}
	return secrets
}

// secretive is the whole set with a folder of secrets; the test fills in those that the script leaves empty.
func secretive(t *testing.T) (*types.Project, string, map[string]string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "secrets")
	secrets := secretsIn(t, folder)
	for name, value := range secrets {
		if value == "" {
			secrets[name] = "given-out-for-" + name
			require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(secrets[name]), 0o600))
		}
	}
	environment := trial(t)
	environment["SECRETS"] = folder
	project, err := composed(t, environment, everyProfile...)
	require.NoError(t, err)
	return project, folder, secrets
}

// Anyone who lists containers, or reads a crash report, sees environments.
func TestCompose_Environment_HasNoSecret(t *testing.T) {
	project, _, secrets := secretive(t)
	require.Len(t, project.Secrets, len(secrets), "the script makes what compose mounts")
	for name, service := range project.Services {
		for variable, value := range valuesOf(service) {
			for secret, text := range secrets {
				require.NotContains(t, value, text, "%s of %s is %s", variable, name, secret)
			}
			if path, mounted := strings.CutPrefix(value, mountedAt); mounted {
				require.Contains(t, mountedIn(service), path, name)
			}
		}
		for _, v := range config.Variables() {
			require.False(t, v.Secret && hasValue(service, v.Name), "%s of %s", v.Name, name)
		}
	}
}

func hasValue(service types.ServiceConfig, variable string) bool {
	value := service.Environment[variable]
	return value != nil && *value != ""
}

// mountedIn lists the files of a service.
func mountedIn(service types.ServiceConfig) []string {
	names := make([]string, len(service.Secrets))
	for i, secret := range service.Secrets {
		names[i] = secret.Source
	}
	return names
}

func TestCompose_EachSecretIsAFile(t *testing.T) {
	project, folder, secrets := secretive(t)
	for _, name := range ours {
		service := project.Services[name]
		for _, v := range config.Variables() {
			given := v.File && !slices.Contains(withoutSecret, v.Name) && (v.Name != "MIGRATE_DATABASE_URL" || slices.Contains(owners, name))
			file := strings.ToLower(v.Name)
			require.Equal(t, given, slices.Contains(mountedIn(service), file), "%s of %s", file, name)
			if given {
				require.Equal(t, mountedAt+file, *service.Environment[v.FileName()], name)
				require.Equal(t, filepath.Join(folder, file), project.Secrets[file].File)
				require.Contains(t, secrets, file)
			}
		}
	}
}

// Each service has only the secrets that it needs: no other service has the passwords of the administrator and the
// owner.
func TestCompose_Secret_HasOnlyItsUsers(t *testing.T) {
	project, _, _ := secretive(t)
	has := map[string][]string{}
	for name, service := range project.Services {
		for _, secret := range mountedIn(service) {
			has[secret] = append(has[secret], name)
		}
	}
	require.Equal(t, []string{"postgres"}, has["postgres_password"])
	require.ElementsMatch(t, slices.Concat(owners, []string{"postgres"}), has["migrate_database_url"])
	require.ElementsMatch(t, []string{"postgres", "temporal", "temporal-schema"}, has["temporal_password"])
	require.ElementsMatch(t, slices.Concat(ours, []string{"postgres"}), has["database_url"])
	require.ElementsMatch(t, ours, has["data_keys"])
}

// Every process is a database user with only the rights that it needs, and none is the administrator.
func TestCompose_EachService_HasItsUser(t *testing.T) {
	project, _, secrets := secretive(t)
	require.Regexp(t, `^postgres://selfcare_owner:[0-9a-f]{48}@postgres:5432/selfcare\?sslmode=disable$`, secrets["migrate_database_url"])
	require.Regexp(t, `^postgres://selfcare_app:[0-9a-f]{48}@postgres:5432/selfcare\?sslmode=disable$`, secrets["database_url"])
	require.Equal(t, "temporal", *project.Services["temporal"].Environment["POSTGRES_USER"])
	require.Equal(t, "temporal", *project.Services["temporal-schema"].Environment["SQL_USER"])
}

// A second run creates new files, and changes no key: without it the data is unreadable.
func TestSecrets_Files_AreCreatedOnceAndPrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "secrets")
	first := secretsIn(t, folder)
	require.NoError(t, os.Remove(filepath.Join(folder, "code_pepper")))
	second := secretsIn(t, folder)
	require.NotEqual(t, first["code_pepper"], second["code_pepper"])
	second["code_pepper"] = first["code_pepper"]
	require.Equal(t, first, second)
	about, err := os.Stat(folder)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700), about.Mode().Perm())
	for name := range first {
		about, err := os.Stat(filepath.Join(folder, name))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o644), about.Mode().Perm(), "the user within the container reads %s", name)
	}
}

func TestSecrets_OtherHost_IsInTheAddresses(t *testing.T) {
	for host, want := range map[string]string{
		"127.0.0.1":       `@127\.0\.0\.1:5432/selfcare\?sslmode=disable$`,
		"db.example:5433": `@db\.example:5433/selfcare\?sslmode=verify-full$`,
	} {
		t.Setenv("POSTGRES_HOST", host)
		secrets := secretsIn(t, filepath.Join(t.TempDir(), "secrets"))
		require.Regexp(t, want, secrets["database_url"])
		require.Regexp(t, want, secrets["migrate_database_url"])
	}
}

// valuesOf is the environment of a service.
func valuesOf(service types.ServiceConfig) map[string]string {
	values := map[string]string{}
	for name, value := range service.Environment {
		if value != nil {
			values[name] = *value
		}
	}
	return values
}

// seenFromHere is the environment of a service with its secrets in another folder.
func seenFromHere(service types.ServiceConfig, folder string) map[string]string {
	values := valuesOf(service)
	for name, value := range values {
		values[name] = strings.Replace(value, mountedAt, folder+"/", 1)
	}
	return values
}

func TestCompose_Configuration_IsComplete(t *testing.T) {
	for _, name := range ours {
		environment, folder := trial(t), filepath.Join(t.TempDir(), "secrets")
		secrets := secretsIn(t, folder)
		environment["SECRETS"] = folder
		project, err := composed(t, environment, everyProfile...)
		require.NoError(t, err)
		cfg, err := config.Parse(seenFromHere(project.Services[name], folder))
		require.NoError(t, err, name)
		require.Equal(t, "http://simulator:8090/payment/v1", cfg.Moyasar.URL)
		require.Equal(t, secrets["data_keys"], cfg.DataKeys)
		require.Equal(t, "sim-courier-key", cfg.Courier.APIKey, "what the stand-in knows")
	}
}

// In production, the same file requires every value that the trial takes from development.
func TestCompose_Production_NeedsOwnSecrets(t *testing.T) {
	live, folder := trial(t), filepath.Join(t.TempDir(), "secrets")
	secretsIn(t, folder)
	maps.Copy(live, map[string]string{"SELFCARE_ENV": "production", "SECRETS": folder})
	project, err := composed(t, live, "core")
	require.NoError(t, err)
	_, err = config.Parse(seenFromHere(project.Services["api"], folder))
	for _, wanted := range []string{"MOYASAR_WEBHOOK_SECRET_FILE", "COURIER_API_KEY_FILE"} {
		require.ErrorContains(t, err, wanted+": "+folder)
	}
	require.NotContains(t, err.Error(), "DATA_KEYS")
	require.NotContains(t, err.Error(), "SOCIAL_", "a provider that is left out has no secret")
}
