package devstack

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"selfcare/internal/platform/config"
)

// environmentFile lies in the state folder.
const environmentFile = "env"

// Environment reads the variables that writeEnvironment wrote to the state folder; outside settings come first. A
// stack that never ran has none.
func (s Settings) Environment() (map[string]string, error) {
	variables := map[string]string{}
	text, err := os.ReadFile(filepath.Join(s.StateDir, environmentFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the environment of this stack: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		name, quoted, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "export "), "=")
		variables[name] = strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(quoted, "'"), "'"), `'\''`, "'")
	}
	maps.Copy(variables, s.variables)
	return variables, nil
}

// Running is the product's configuration on the stack with these settings.
func (s Settings) Running() (config.Config, error) {
	variables, err := s.Environment()
	if err != nil {
		return config.Config{}, err
	}
	return config.Parse(variables)
}

// Workflow is the page of a workflow in the Temporal UI of this stack.
func (s Settings) Workflow(namespace, id string) string {
	return s.browser(s.TemporalUIPort) + "/namespaces/" + url.PathEscape(namespace) + "/workflows/" + url.PathEscape(id)
}

// writeEnvironment writes the product's variables to a file for shells, so that another process (selfcare worker,
// selfcare doctor) finds the same parts.
func writeEnvironment(path string, variables map[string]string) error {
	known := map[string]bool{}
	for _, v := range config.Variables() {
		known[v.Name] = true
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		if known[name] {
			fmt.Fprintf(&b, "export %s='%s'\n", name, strings.ReplaceAll(variables[name], "'", `'\''`))
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		return fmt.Errorf("write the environment of this stack: %w", err)
	}
	return nil
}
