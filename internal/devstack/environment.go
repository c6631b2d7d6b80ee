package devstack

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"selfcare/internal/platform/config"
)

// writeEnvironment leaves the product's variables in a file that a shell can read, so that another process
// (selfcare worker, selfcare doctor) finds the same parts.
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
