package postgres

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// sharedPrograms is root's copy of programs that the user of Postgres cannot reach.
const sharedPrograms = "/var/cache/selfcare"

// reachableBin returns the programs themselves, or a copy if they lie in a folder closed to others (a checkout in
// /root): Postgres examines the path to its own program as its own user.
func reachableBin(binDir string) (string, error) {
	if os.Geteuid() != 0 || openToOthers(binDir) {
		return binDir, nil
	}
	program, err := os.ReadFile(filepath.Join(binDir, "postgres"))
	if err != nil {
		return "", fmt.Errorf("the Postgres programs cannot be read: %w", err)
	}
	version := sha256.Sum256(program)
	shared := filepath.Join(sharedPrograms, fmt.Sprintf("postgres-%x", version[:6]))
	if err := copyOnce(filepath.Dir(binDir), shared); err != nil {
		return "", fmt.Errorf("the Postgres programs cannot be copied to where their user can reach them: %w", err)
	}
	return filepath.Join(shared, filepath.Base(binDir)), nil
}

// copyOnce renames at the end, so an interrupted copy is never used and a parallel one does no harm.
func copyOnce(from, to string) error {
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	unfinished, err := os.MkdirTemp(filepath.Dir(to), "copy-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(unfinished) }()
	if err := errors.Join(os.CopyFS(unfinished, os.DirFS(from)), os.Chmod(unfinished, 0o755)); err != nil {
		return err
	}
	if err := os.Rename(unfinished, to); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// openToOthers asks the system itself: Go stores the files that os.Stat reads with a test's result, and each build
// changes the time of a checkout's folder, so the test would run again.
func openToOthers(folder string) bool {
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		var found syscall.Stat_t
		if err := syscall.Stat(folder, &found); err != nil || found.Mode&0o001 == 0 {
			return false
		}
	}
	return true
}
