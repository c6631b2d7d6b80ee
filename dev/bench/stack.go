package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	startWithin = 3 * time.Minute // beside other load
	stopWithin  = 15 * time.Second
)

// Ports of the stack under test, which differ from those of a developer's stack.
type Ports struct {
	API, Temporal, TemporalUI, Simulators, Postgres int
}

// apart shifts all ports by a number.
func (p Ports) apart(by int) Ports {
	return Ports{p.API + by, p.Temporal + by, p.TemporalUI + by, p.Simulators + by, p.Postgres + by}
}

// stack is the product under test, in its own process with a state folder that is removed afterwards.
type stack struct {
	binary  string
	ports   Ports
	env     []string // further variables
	folder  string
	process *exec.Cmd
	ended   chan error
}

func startStack(ctx context.Context, binary string, ports Ports, env ...string) (*stack, error) {
	folder, err := os.MkdirTemp("", "selfcare-bench-")
	if err != nil {
		return nil, fmt.Errorf("make a state folder: %w", err)
	}
	s := &stack{binary: binary, ports: ports, env: env, folder: folder, ended: make(chan error, 1)}
	// Postgres may run as another user, who has to pass through.
	if err := os.Chmod(folder, 0o755); err != nil { //nolint:gosec // nothing secret is made here
		return nil, errors.Join(err, s.stop())
	}
	if err := s.launch(); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	if err := s.awaitReady(ctx); err != nil {
		return nil, errors.Join(err, s.lastWords(), s.stop())
	}
	return s, nil
}

func (s *stack) launch() error {
	output, err := os.Create(s.path("output"))
	if err != nil {
		return fmt.Errorf("open the stack's output: %w", err)
	}
	defer func() { _ = output.Close() }() // the child has its own descriptor
	s.process = exec.Command(s.binary)    //nolint:gosec // built from this tree
	s.process.Stdout, s.process.Stderr = output, output
	s.process.Env = append(os.Environ(),
		"STATE_DIR="+s.path("state"),
		"PORT="+strconv.Itoa(s.ports.API),
		"TEMPORAL_PORT="+strconv.Itoa(s.ports.Temporal),
		"TEMPORAL_UI_PORT="+strconv.Itoa(s.ports.TemporalUI),
		"SIMULATOR_PORT="+strconv.Itoa(s.ports.Simulators),
		"POSTGRES_PORT="+strconv.Itoa(s.ports.Postgres),
		"TRUSTED_PROXIES=127.0.0.1,::1", // clients on this machine may set their address
	)
	s.process.Env = append(s.process.Env, s.env...)
	// Ctrl-C must reach us first: we stop the stack ourselves.
	s.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := s.process.Start(); err != nil {
		s.process = nil
		return fmt.Errorf("start %s: %w", s.binary, err)
	}
	go func() { s.ended <- s.process.Wait() }()
	return nil
}

func (s *stack) path(name string) string { return filepath.Join(s.folder, name) }

func (s *stack) address(port int) string { return "http://localhost:" + strconv.Itoa(port) }

func (s *stack) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	probe := &http.Client{Timeout: time.Second}
	err := until(ctx, 100*time.Millisecond, func() (bool, error) {
		select {
		case err := <-s.ended:
			s.process = nil
			return false, fmt.Errorf("the stack ended at once: %w", errors.Join(err, errors.New("see its output")))
		default:
		}
		answer, err := probe.Get(s.address(s.ports.API) + "/readyz")
		if err != nil {
			return false, nil //nolint:nilerr // not there yet
		}
		return answer.StatusCode == http.StatusOK, answer.Body.Close()
	})
	if err != nil {
		return fmt.Errorf("wait for the stack: %w", err)
	}
	return nil
}

func (s *stack) lastWords() error {
	output, err := os.ReadFile(s.path("output"))
	if err != nil {
		return err
	}
	return errors.New(strings.TrimSpace(string(output)))
}

// variables are the product's configuration on this stack, as the stack wrote it.
func (s *stack) variables() (map[string]string, error) {
	file, err := os.Open(s.path("state/env"))
	if err != nil {
		return nil, fmt.Errorf("open the stack's environment: %w", err)
	}
	defer func() { _ = file.Close() }() // only read
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("read the stack's environment: %w", err)
	}
	return parseVariables(string(text)), nil
}

// parseVariables reads lines of the form export NAME='value'.
func parseVariables(text string) map[string]string {
	variables := map[string]string{}
	for line := range strings.Lines(text) {
		name, value, found := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "=")
		if found {
			variables[name] = strings.Trim(value, "'")
		}
	}
	return variables
}

// end stops the processes and keeps the state for the next start.
func (s *stack) end() error {
	if s.process == nil {
		return nil
	}
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("stop the stack: %w", err)
	}
	select {
	case err := <-s.ended:
		s.process = nil
		if err != nil {
			return fmt.Errorf("the stack ended badly: %w", errors.Join(err, s.lastWords()))
		}
		return nil
	case <-time.After(stopWithin):
		return errors.Join(errors.New("the stack does not stop"), s.process.Process.Kill())
	}
}

// stop ends the stack and removes its state.
func (s *stack) stop() error {
	if err := s.end(); err != nil {
		return err
	}
	if err := os.RemoveAll(s.folder); err != nil {
		return fmt.Errorf("remove the state folder: %w", err)
	}
	return nil
}

// until polls until the answer is yes, an error, or ctx ends.
func until(ctx context.Context, every time.Duration, done func() (bool, error)) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
