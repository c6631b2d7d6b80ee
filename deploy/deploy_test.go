package deploy_test

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"selfcare/dev/simulator"
	"selfcare/internal/platform/config"
)

type service struct {
	Image       string         `yaml:"image"`
	Build       build          `yaml:"build"`
	Profiles    []string       `yaml:"profiles"`
	Command     []string       `yaml:"command"`
	Environment map[string]any `yaml:"environment"`
	DependsOn   map[string]any `yaml:"depends_on"`
	Ports       []string       `yaml:"ports"`
	Volumes     []string       `yaml:"volumes"`
	HealthCheck map[string]any `yaml:"healthcheck"`
}

type build struct {
	Args       map[string]string `yaml:"args"`
	Context    string            `yaml:"context"`
	Dockerfile string            `yaml:"dockerfile"`
	Target     string            `yaml:"target"`
}

type composition struct {
	Services map[string]service `yaml:"services"`
	Volumes  map[string]any     `yaml:"volumes"`
}

func compose(t *testing.T) composition {
	t.Helper()
	text, err := os.ReadFile("../docker-compose.yml")
	require.NoError(t, err)
	var c composition
	require.NoError(t, yaml.Unmarshal(text, &c))
	return c
}

func TestCompose_HasEveryServiceInItsProfile(t *testing.T) {
	profiles := map[string]string{
		"postgres": "core", "redis": "core", "temporal": "core", "temporal-ui": "core",
		"migrate": "core", "api": "core", "worker": "core", "simulator": "simulators", "seed": "seed",
		"worker-next": "next", "rollout": "next",
	}
	got := map[string]string{}
	for name, s := range compose(t).Services {
		require.Len(t, s.Profiles, 1, name)
		got[name] = s.Profiles[0]
	}
	require.Equal(t, profiles, got)
}

func TestCompose_KnowsWhatItRefersTo(t *testing.T) {
	c := compose(t)
	for name, s := range c.Services {
		for other, condition := range s.DependsOn {
			require.Contains(t, c.Services, other, name)
			if condition.(map[string]any)["condition"] == "service_healthy" {
				require.NotEmpty(t, c.Services[other].HealthCheck, "%s waits for the health of %s", name, other)
			}
		}
		for _, volume := range s.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if strings.HasPrefix(source, ".") {
				require.FileExists(t, "../"+source)
			} else {
				require.Contains(t, c.Volumes, source, name)
			}
		}
	}
}

func TestCompose_PublishesOnThisMachineOnly(t *testing.T) {
	for name, s := range compose(t).Services {
		for _, port := range s.Ports {
			require.True(t, strings.HasPrefix(port, "127.0.0.1:"), "%s: %s", name, port)
		}
	}
}

func TestCompose_ImagesArePinnedOrBuiltHere(t *testing.T) {
	stages := stagesOf(t)
	for name, s := range compose(t).Services {
		if s.Build.Target == "" {
			require.Regexp(t, pinned, s.Image, name)
			continue
		}
		require.FileExists(t, "../"+s.Build.Dockerfile)
		require.Contains(t, stages, s.Build.Target, name)
	}
}

func TestCompose_SetsOnlyVariablesThatArePartOfTheConfiguration(t *testing.T) {
	known := map[string]bool{}
	for _, v := range config.Variables() {
		known[v.Name] = true
	}
	services := compose(t).Services
	for _, name := range []string{"migrate", "api", "worker", "worker-next", "rollout", "seed"} {
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

func TestCompose_SaysWhereEachPartnerIs(t *testing.T) {
	services := compose(t).Services
	for _, v := range config.Variables() {
		if !strings.HasSuffix(v.Name, "_URL") && !strings.HasSuffix(v.Name, "_ISSUER") {
			continue
		}
		for _, name := range []string{"migrate", "api", "worker", "worker-next", "rollout", "seed"} {
			require.Contains(t, services[name].Environment, v.Name, name)
		}
	}
}

func TestCompose_GivesTheProductACompleteConfiguration(t *testing.T) {
	withDefault := regexp.MustCompile(`\$\{\w+:-([^}]*)\}`)
	variables := map[string]string{}
	for name, value := range compose(t).Services["api"].Environment {
		variables[name] = withDefault.ReplaceAllString(value.(string), "$1")
	}
	cfg, err := config.Parse(variables)
	require.NoError(t, err)
	require.Equal(t, "http://simulator:8090/payment", cfg.Payment.URL)
}

func TestCompose_RunsCommandsThatExist(t *testing.T) {
	services := compose(t).Services
	require.Equal(t, []string{"migrate"}, services["migrate"].Command)
	require.Equal(t, []string{"api"}, services["api"].Command)
	require.Equal(t, []string{"worker"}, services["worker"].Command)
}

// interpolated puts values into a text as compose does.
func interpolated(text string, values map[string]string) string {
	return regexp.MustCompile(`\$\{(\w+):-([^}]*)\}`).ReplaceAllStringFunc(text, func(found string) string {
		name, otherwise, _ := strings.Cut(strings.Trim(found, "${}"), ":-")
		if values[name] != "" {
			return values[name]
		}
		return otherwise
	})
}

func TestCompose_KeepsTheWorkerInForceUntilTheNextOneIsPromoted(t *testing.T) {
	services := compose(t).Services
	during := map[string]string{"COMMIT": "aaa", "NEXT": "bbb"}
	image := func(name string, values map[string]string) string { return interpolated(services[name].Image, values) }
	for name, commit := range map[string]string{"worker": "aaa", "api": "aaa", "rollout": "aaa", "worker-next": "bbb"} {
		require.Equal(t, "selfcare:"+commit, image(name, during), name)
		require.Equal(t, commit, interpolated(services[name].Build.Args["COMMIT"], during), "%s: an image is named for the build in it", name)
	}
	require.Equal(t, image("worker", map[string]string{"COMMIT": "aaa"}), image("worker", during), "the next build changes nothing of the worker in force")
	require.Equal(t, image("worker-next", during), image("worker", map[string]string{"COMMIT": "bbb"}), "afterwards the worker is that build")
	require.Equal(t, []string{"worker", "--no-promote"}, services["worker-next"].Command)
	require.Empty(t, services["worker-next"].Ports)
	require.Equal(t, "development", interpolated(services["worker"].Build.Args["COMMIT"], nil), "which production refuses")
}

// The engine's sizes are set where it runs: shards in its environment, the rest in its dynamic configuration.
func TestCompose_SetsTheSizesOfTheEngine(t *testing.T) {
	require.EqualValues(t, 512, compose(t).Services["temporal"].Environment["NUM_HISTORY_SHARDS"])
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
