// Package postgres runs a Postgres server as a child process, for development and tests.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// superuser owns the cluster; it is reachable from this machine only.
const superuser = "selfcare"

// Application is the product's role on such a server, if it was created: it owns nothing.
const Application = "selfcare_app"

const (
	startTimeout = 60 * time.Second // crash recovery of a large cluster takes a while
	stopTimeout  = 15 * time.Second
)

// Options say which server to run.
type Options struct {
	BinDir        string    // folder with initdb and postgres
	DataDir       string    // made when missing
	Port          int       // on 127.0.0.1; zero takes a free one
	FastAndUnsafe bool      // no fsync: only for disposable data
	Temporary     bool      // remove DataDir once the server has stopped
	Settings      []string  // further ones, "name=value"
	Log           io.Writer // the server's own log; nil drops it
}

// Server is a running Postgres.
type Server struct {
	cmd   *exec.Cmd
	stdin io.Closer
	trash string // folder to remove at the end
	port  int
	tail  *logTail
	done  chan struct{} // closed when the process has ended
}

// Start creates a missing cluster, starts the server and returns once it answers. The server stops by itself when this
// process ends, in any way. Every error is one sentence for a person.
func Start(ctx context.Context, o Options) (*Server, error) {
	o, err := absolute(o)
	if err != nil {
		return nil, err
	}
	if err := checkPrograms(o.BinDir); err != nil {
		return nil, err
	}
	if o.BinDir, err = reachableBin(o.BinDir); err != nil {
		return nil, err
	}
	if err := prepareDataDir(ctx, o); err != nil {
		return nil, err
	}
	port, err := choosePort(o.Port)
	if err != nil {
		return nil, err
	}
	s, err := launch(o, port)
	if err != nil {
		return nil, err
	}
	if err := s.awaitReady(ctx); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// URL is the connection string of a database on this server, as its owner.
func (s *Server) URL(database string) string { return s.as(superuser, database) }

// ApplicationURL is the same for the product's role.
func (s *Server) ApplicationURL(database string) string { return s.as(Application, database) }

func (s *Server) as(role, database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.User(role), Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port)),
		Path: "/" + database, RawQuery: "sslmode=disable",
	}
	return u.String()
}

// Done is closed when the server has ended, requested or not.
func (s *Server) Done() <-chan struct{} { return s.done }

// Stop shuts the server down and waits for it. Stopping twice is harmless.
func (s *Server) Stop() {
	_ = s.stdin.Close() // the supervisor takes this for "stop"; a second close has no effect
	select {
	case <-s.done:
	case <-time.After(stopTimeout):
		_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) // the whole group; recovery at next start repairs
		<-s.done
	}
	if s.trash != "" {
		_ = os.RemoveAll(s.trash) // the remaining empty folder, which the supervisor had no right to remove
	}
}

// supervisor stops Postgres when its own standard input ends: the kernel closes it when our process dies.
const supervisor = `
exec 3<&0
"$@" </dev/null & server=$!
( exec >/dev/null 2>&1; read -r _ <&3; kill -INT $server ) & watch=$!
wait $server; code=$?
kill $watch 2>/dev/null
if [ -n "$REMOVE_AFTERWARDS" ]; then rm -rf "$REMOVE_AFTERWARDS"; fi
exit $code`

func launch(o Options, port int) (*Server, error) {
	cmd := exec.Command("/bin/sh", append([]string{"-c", supervisor, "sh"}, serverCommand(o, port)...)...)
	cmd.Dir = "/" // see initialise
	cmd.Env = environment()
	trash := ""
	if o.Temporary {
		trash = o.DataDir
		cmd.Env = append(cmd.Env, "REMOVE_AFTERWARDS="+o.DataDir)
	}
	cmd.SysProcAttr = unprivileged(o.DataDir)
	cmd.SysProcAttr.Setpgid = true // Ctrl-C in a terminal must reach us first
	tail := &logTail{next: o.Log}
	cmd.Stdout, cmd.Stderr = tail, tail
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start Postgres: %w", err)
	}
	s := &Server{trash: trash, cmd: cmd, stdin: stdin, port: port, tail: tail, done: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // the log has the reason of a failure, see explain
		close(s.done)
	}()
	return s, nil
}

func serverCommand(o Options, port int) []string {
	command := []string{
		filepath.Join(o.BinDir, "postgres"), "-D", o.DataDir, "-p", strconv.Itoa(port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=200",
	}
	if o.FastAndUnsafe {
		command = append(command, "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")
	}
	for _, setting := range o.Settings {
		command = append(command, "-c", setting)
	}
	return command
}

// environment is deliberately small: PG… variables of the caller must not leak into the server.
func environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
}

func (s *Server) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for {
		conn, err := pgx.Connect(ctx, s.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-s.done:
			return explain(s.tail.String())
		case <-ctx.Done():
			return fmt.Errorf("the Postgres server did not answer on port %d: %w", s.port, errors.Join(ctx.Err(), err))
		case <-poll.C:
		}
	}
}
