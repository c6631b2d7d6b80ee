package devstack

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// spaceNeeded is the growth of the databases in an ordinary working session.
const spaceNeeded = 300 << 20

const portPatience = 3 * time.Second

// prepare takes the state folder and checks the ports and the disk before a start. release gives the folder back.
func prepare(s Settings) (release func(), err error) {
	// Postgres may run as another user, so every folder above its data has to be traversable.
	if err := os.MkdirAll(s.StateDir, 0o755); err != nil {
		return nil, fmt.Errorf("make the state folder: %w", err)
	}
	release, err = lock(s.StateDir)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(checkSpace(s.StateDir, spaceNeeded), awaitPorts(s.ports(), portPatience)); err != nil {
		release()
		return nil, err
	}
	return release, nil
}

// lock holds a file lock, which the system releases even if the process is killed: it cannot go stale.
func lock(dir string) (release func(), err error) {
	file, err := os.OpenFile(filepath.Join(dir, "devstack.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the lock file: %w", err)
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("another devstack is running in %s: stop it, or set STATE_DIR and other ports for a second one", dir)
	}
	return func() { _ = file.Close() }, nil
}

func checkSpace(dir string, needed uint64) error {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return fmt.Errorf("ask for the free space of %s: %w", dir, err)
	}
	free := uint64(stat.Bavail) * uint64(stat.Bsize) //nolint:gosec,unconvert // both differ in type between systems
	if free < needed {
		return fmt.Errorf("the disk is nearly full: %d MB free at %s, %d MB needed", free>>20, dir, needed>>20)
	}
	return nil
}

// awaitPorts gives the children of a killed stack a moment to end.
func awaitPorts(ports []port, patience time.Duration) error {
	deadline := time.After(patience)
	again := time.NewTicker(patience / 20)
	defer again.Stop()
	for {
		err := checkPorts(ports)
		if err == nil {
			return nil
		}
		select {
		case <-deadline:
			return err
		case <-again.C:
		}
	}
}

func checkPorts(ports []port) error {
	var problems []error
	for _, p := range ports {
		listener, err := net.Listen("tcp", local(p.number))
		switch {
		case err == nil:
			_ = listener.Close()
		case errors.Is(err, syscall.EADDRINUSE):
			problems = append(problems, fmt.Errorf("port %d, wanted for %s, is in use: stop the program that uses it or choose another with %s=…", p.number, p.use, p.variable))
		default:
			problems = append(problems, fmt.Errorf("port %d, wanted for %s, cannot be used (%w): choose another with %s=…", p.number, p.use, err, p.variable))
		}
	}
	return errors.Join(problems...)
}
