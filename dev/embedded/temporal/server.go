// Package temporal runs the Temporal dev server as a child process, for machines without a cluster.
package temporal

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"go.temporal.io/sdk/client"
)

// stopWithin is the server's time to write its database before it is killed.
const stopWithin = 5 * time.Second

// Options say how to start the server.
type Options struct {
	Binary        string // the temporal command line tool
	StateDir      string // holds temporal.db and temporal.log
	Port          int
	UIPort        int
	Namespace     string
	CodecEndpoint string // decodes payloads for the UI

	// SearchAttributes are registered at the start, name to type. Later ones would take seconds to be usable.
	SearchAttributes map[string]string
	// Dynamic has further values of its dynamic configuration, in JSON, by their names.
	Dynamic map[string]string
}

// Server is a running dev server.
type Server struct {
	options Options
	process *exec.Cmd
	stdin   io.Closer
	done    chan struct{} // closed when the process has ended
}

// supervisor stops the server when its own standard input ends: the kernel closes it when our process dies.
const supervisor = `
exec 3<&0
"$@" </dev/null & server=$!
( exec >/dev/null 2>&1; read -r _ <&3; kill -TERM $server ) & watch=$!
wait $server; code=$?
kill $watch 2>/dev/null
exit $code`

// Start returns when the server takes requests. Every error is one sentence for a person.
func Start(ctx context.Context, o Options) (*Server, error) {
	if _, err := os.Stat(o.Binary); err != nil {
		return nil, fmt.Errorf("the Temporal server %s is missing: build it with \"make bin/temporal\", or set TEMPORAL_ADDRESS to one of your own", o.Binary)
	}
	s, err := launch(o)
	if err != nil {
		return nil, fmt.Errorf("start the Temporal server: %w", err)
	}
	if err := s.awaitReady(ctx); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func launch(o Options) (*Server, error) {
	logFile, err := os.OpenFile(o.logFile(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer logFile.Close() // the child has its own descriptor
	s := &Server{options: o, done: make(chan struct{})}
	s.process = exec.Command("/bin/sh", append([]string{"-c", supervisor, "sh", o.Binary}, o.arguments()...)...)
	s.process.Stdout, s.process.Stderr = logFile, logFile
	// A process group of its own: Ctrl-C in a terminal must reach us first, so that workers stop before their server.
	s.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if s.stdin, err = s.process.StdinPipe(); err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = s.process.Wait() // its log has the reason
		close(s.done)
	}()
	return s, nil
}

func (o Options) logFile() string { return filepath.Join(o.StateDir, "temporal.log") }

// arguments of the server. The write-ahead log and the poll rates make the single-file server quick; its defaults wait
// 50 ms before each dispatch.
func (o Options) arguments() []string {
	args := []string{
		"server", "start-dev", "--ip", "127.0.0.1",
		"--port", strconv.Itoa(o.Port), "--ui-port", strconv.Itoa(o.UIPort),
		"--namespace", o.Namespace, "--log-format", "json",
		"--db-filename", filepath.Join(o.StateDir, "temporal.db"),
		"--sqlite-pragma", "journal_mode=WAL", "--sqlite-pragma", "synchronous=1",
		"--dynamic-config-value", "history.transferProcessorMaxPollRPS=1000",
		"--dynamic-config-value", "history.timerProcessorMaxPollRPS=1000",
		"--dynamic-config-value", "history.visibilityProcessorMaxPollRPS=1000",
		// With several partitions a task sometimes waits two seconds for the unpolled one.
		"--dynamic-config-value", "matching.numTaskqueueReadPartitions=1",
		"--dynamic-config-value", "matching.numTaskqueueWritePartitions=1",
		// As in deploy/temporal/dynamic-config.yaml, which says why.
		"--dynamic-config-value", "history.maxInFlightUpdates=50",
		"--dynamic-config-value", "system.enableActivityEagerExecution=true",
	}
	for name, kind := range o.SearchAttributes {
		args = append(args, "--search-attribute", name+"="+kind)
	}
	for name, value := range o.Dynamic {
		args = append(args, "--dynamic-config-value", name+"="+value)
	}
	if o.CodecEndpoint != "" {
		args = append(args, "--ui-codec-endpoint", o.CodecEndpoint)
	}
	return args
}

// Address is where clients connect.
func (s *Server) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.options.Port)) }

// Done is closed when the server has ended, requested or not.
func (s *Server) Done() <-chan struct{} { return s.done }

// Stop ends the server and waits for it. Stopping twice is harmless.
func (s *Server) Stop() {
	_ = s.stdin.Close() // the supervisor takes this for "stop"; a second close has no effect
	select {
	case <-s.done:
	case <-time.After(stopWithin):
		_ = syscall.Kill(-s.process.Process.Pid, syscall.SIGKILL) // the whole group
		<-s.done
	}
}

// awaitReady polls until the namespace answers.
func (s *Server) awaitReady(ctx context.Context) error {
	c, err := client.NewLazyClient(client.Options{HostPort: s.Address(), Namespace: s.options.Namespace, Logger: silent{}})
	if err != nil {
		return fmt.Errorf("prepare a Temporal client: %w", err)
	}
	defer c.Close()
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for {
		if s.answers(ctx, c) {
			return nil
		}
		select {
		case <-ticker.C:
		case <-s.done:
			return fmt.Errorf("the Temporal server ended at once; its last messages are in %s", s.options.logFile())
		case <-ctx.Done():
			return fmt.Errorf("the Temporal server does not answer; see %s", s.options.logFile())
		}
	}
}

func (s *Server) answers(ctx context.Context, c client.Client) bool {
	asking, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, err := c.WorkflowService().DescribeNamespace(asking, describe(s.options.Namespace))
	return err == nil
}
