package deploy_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pinned is a tag with one exact version: latest and bare majors change without notice.
var pinned = regexp.MustCompile(`^[a-z/-]+:v?\d+\.\d+(\.\d+)?(-[a-z0-9.-]+)?$`)

// stage is one FROM with its instructions.
type stage struct {
	base         string
	instructions []string
}

func (s stage) has(prefix string) bool {
	for _, instruction := range s.instructions {
		if strings.HasPrefix(instruction, prefix) {
			return true
		}
	}
	return false
}

func stagesOf(t *testing.T) map[string]stage {
	t.Helper()
	text, err := os.ReadFile("Dockerfile")
	require.NoError(t, err)
	stages := map[string]stage{}
	name := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || strings.HasPrefix(line, "#"):
		case words[0] == "FROM":
			require.Len(t, words, 4, "every stage has a name: %s", line)
			name = words[3]
			stages[name] = stage{base: words[1]}
		default:
			current := stages[name]
			current.instructions = append(current.instructions, line)
			stages[name] = current
		}
	}
	return stages
}

func TestDockerfile_Images_ArePinned(t *testing.T) {
	stages := stagesOf(t)
	require.NotEmpty(t, stages)
	for name, s := range stages {
		if s.base != "scratch" {
			require.Regexp(t, pinned, s.base, name)
		}
	}
}

func TestDockerfile_Programs_RunUnprivileged(t *testing.T) {
	stages := stagesOf(t)
	require.True(t, stages["programs"].has("RUN CGO_ENABLED=0 go build"))
	for _, name := range []string{"selfcare", "simulators"} {
		s := stages[name]
		require.Equal(t, "scratch", s.base, name)
		require.True(t, s.has("USER 65532:65532"), name)
		require.True(t, s.has("ENTRYPOINT ["), name)
	}
}

func TestDockerfile_Product_HasNoSimulators(t *testing.T) {
	for _, instruction := range stagesOf(t)["selfcare"].instructions {
		require.NotContains(t, instruction, "simulator")
		require.NotContains(t, instruction, "devstack")
	}
}

func TestDockerfile_WebBuild_TakesEachValue(t *testing.T) {
	declared, err := os.ReadFile("../web/src/vite-env.d.ts")
	require.NoError(t, err)
	names := regexp.MustCompile(`VITE_[A-Z_]+`).FindAllString(string(declared), -1)
	require.NotEmpty(t, names)
	for _, name := range names {
		require.True(t, stagesOf(t)["web"].has("ARG "+name), name)
	}
}

func TestDockerfile_CopiedStages_Exist(t *testing.T) {
	stages := stagesOf(t)
	from := regexp.MustCompile(`--from=(\S+)`)
	for name, s := range stages {
		for _, instruction := range s.instructions {
			if found := from.FindStringSubmatch(instruction); found != nil {
				require.Contains(t, stages, found[1], name)
			}
		}
	}
}
