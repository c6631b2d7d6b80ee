package coverage_test

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/worker"
)

const root = "../../"

// importsOf are the packages that a file, or the files below a folder, import; tests count where they are asked for.
func importsOf(t *testing.T, place string, tests bool) (found []string) {
	t.Helper()
	err := filepath.WalkDir(root+place, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") != tests {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imported := range file.Imports {
			found = append(found, strings.Trim(imported.Path.Value, `"`))
		}
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, found)
	return found
}

func TestTheStackIsThatOfTheCard(t *testing.T) {
	module, err := os.ReadFile(root + "go.mod")
	require.NoError(t, err)
	for _, library := range []string{
		"go.temporal.io/sdk", "github.com/gofiber/fiber/v3", "github.com/uptrace/bun", "github.com/uptrace/bun/dialect/pgdialect",
		"github.com/redis/go-redis/v9", "github.com/stretchr/testify",
	} {
		require.Regexp(t, `\n\t`+library+` v[0-9.]+\n`, string(module))
	}
	text, err := os.ReadFile(root + "web/package.json")
	require.NoError(t, err)
	var web struct{ Dependencies, DevDependencies map[string]string }
	require.NoError(t, json.Unmarshal(text, &web))
	for _, library := range []string{"react", "@mantine/core", "react-hook-form", "zod", "i18next", "vite"} {
		require.NotEmpty(t, web.Dependencies[library]+web.DevDependencies[library], library)
	}
	require.Contains(t, importsOf(t, "api/server", false), "github.com/gofiber/fiber/v3")
	require.Contains(t, importsOf(t, "internal/store", false), "github.com/uptrace/bun")
	require.Contains(t, importsOf(t, "internal/cache", false), "github.com/redis/go-redis/v9")
	require.Contains(t, importsOf(t, "dev/testkit", false), "go.temporal.io/sdk/testsuite", "tests run on the Temporal dev server")
	require.Contains(t, importsOf(t, "dev/devstack", false), "selfcare/dev/embedded/temporal", "so does development")
}

func TestTheTopLevelIsThatOfTheCard(t *testing.T) {
	for _, folder := range []string{"workflows", "activities", "api", "web", "worker", "migrations"} {
		require.DirExists(t, root+folder)
	}
	for _, file := range []string{"docker-compose.yml", "Makefile", "go.mod"} {
		require.FileExists(t, root+file)
	}
}

func TestLongRunningProcessesAreWorkflowsAndTheAPIIsThin(t *testing.T) {
	var processes []string
	for _, workflow := range worker.Workflows {
		name := runtime.FuncForPC(reflect.ValueOf(workflow).Pointer()).Name()
		processes = append(processes, name[strings.LastIndex(name, ".")+1:])
	}
	require.Subset(t, processes, []string{"Order", "PortIn", "PortOut", "PlanSubscription", "LineDeactivation", "Purchase", "AutoRecharge"})
	effects := []string{"selfcare/workflows", "selfcare/activities", "selfcare/worker"}
	for _, imported := range importsOf(t, "api", false) {
		thick := slices.ContainsFunc(effects, func(place string) bool { return strings.HasPrefix(imported, place) })
		require.False(t, thick, "the API starts and queries workflows by their names: %s", imported)
	}
}
