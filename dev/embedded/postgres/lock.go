package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// removeStaleLock deletes a lock whose owner is gone. Postgres itself is fooled when another program got that process
// id. It waits for a server that is about to stop because its parent was killed a moment ago.
func removeStaleLock(ctx context.Context, dataDir string) error {
	poll := time.NewTicker(50 * time.Millisecond)
	defer poll.Stop()
	deadline := time.After(stopTimeout)
	for {
		lock, err := readLock(dataDir)
		if err != nil || !lock.exists {
			return err
		}
		if !isPostgres(lock.owner) {
			return removeLock(dataDir)
		}
		inUse := fmt.Errorf("a Postgres server (process %d) already uses %s: stop it first, or choose another STATE_DIR", lock.owner, dataDir)
		if !lock.stopping {
			return inUse
		}
		select {
		case <-poll.C:
		case <-deadline:
			return inUse
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

type lockFile struct {
	exists   bool
	owner    int
	stopping bool
}

const lockName = "postmaster.pid"

// readLock reads two lines of the file: the first is the process, the eighth its state.
func readLock(dataDir string) (lockFile, error) {
	content, err := os.ReadFile(filepath.Join(dataDir, lockName))
	if errors.Is(err, fs.ErrNotExist) {
		return lockFile{}, nil
	}
	if err != nil {
		return lockFile{}, fmt.Errorf("the Postgres lock file cannot be read: %w", err)
	}
	lines := strings.Split(string(content), "\n")
	lock := lockFile{exists: true, stopping: len(lines) > 7 && strings.TrimSpace(lines[7]) == "stopping"}
	if lock.owner, err = strconv.Atoi(strings.TrimSpace(lines[0])); err != nil {
		lock.owner = -1 // cut short by a crash: without an owner
	}
	return lock, nil
}

func removeLock(dataDir string) error {
	if err := os.Remove(filepath.Join(dataDir, lockName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the stale Postgres lock file cannot be removed: %w", err)
	}
	return nil
}

func isPostgres(pid int) bool {
	if pid <= 0 {
		return false
	}
	name, err := exec.Command("ps", "-p", strconv.Itoa(pid), "-o", "comm=").Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return syscall.Kill(pid, 0) == nil // no ps here: any living process counts
	}
	return filepath.Base(strings.TrimSpace(string(name))) == "postgres"
}
