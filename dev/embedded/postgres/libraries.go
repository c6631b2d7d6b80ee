package postgres

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// linkLibraries makes the links listed by the npm package, which cannot hold links itself.
func linkLibraries(nativeDir string) error {
	content, err := os.ReadFile(filepath.Join(nativeDir, "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // Postgres from another source
	}
	if err != nil {
		return fmt.Errorf("the list of Postgres libraries cannot be read: %w", err)
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(content, &links); err != nil {
		return fmt.Errorf("the list of Postgres libraries cannot be understood: %w", err)
	}
	root := filepath.Dir(nativeDir)
	for _, link := range links {
		source, err := filepath.Rel(filepath.Dir(link.Target), link.Source)
		if err != nil {
			return fmt.Errorf("the list of Postgres libraries is wrong: %w", err)
		}
		err = os.Symlink(source, filepath.Join(root, link.Target))
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("a Postgres library cannot be linked: %w", err)
		}
	}
	return nil
}
