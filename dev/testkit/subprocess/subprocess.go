// Package subprocess runs the test program again, as a process that can be killed as the system kills: without a word,
// a flush or a close.
package subprocess

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// asRole names the task of a process that does not run the tests.
const asRole = "TEST_PROGRAM_AS"

// Role is the task of such a process, with its variables. It is killed; one that ends by itself has failed.
type Role func(ctx context.Context, variables map[string]string) error

// Main is the TestMain of a package with such processes: it runs the tests, or this process's role.
func Main(m *testing.M, roles map[string]Role) {
	name := os.Getenv(asRole)
	if name == "" {
		os.Exit(m.Run())
	}
	err := fmt.Errorf("no role %q", name)
	if role, known := roles[name]; known {
		err = role(context.Background(), environment())
	}
	fmt.Fprintf(os.Stderr, "the %s of a test ended: %v\n", name, err)
	os.Exit(1)
}

func environment() map[string]string {
	variables := map[string]string{}
	for _, pair := range os.Environ() {
		name, value, _ := strings.Cut(pair, "=")
		variables[name] = value
	}
	return variables
}

// Die kills this process.
func Die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// Process is this program once more.
type Process struct {
	command *exec.Cmd
	said    bytes.Buffer
	ended   chan struct{}
	err     error
}

// Begin starts a role, whose process is killed at the latest when ctx ends. Later variables replace earlier ones.
func Begin(ctx context.Context, role string, variables ...map[string]string) (*Process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	all := environment()
	for _, some := range variables {
		maps.Copy(all, some)
	}
	all[asRole] = role
	p := &Process{command: exec.CommandContext(ctx, program), ended: make(chan struct{})}
	for name, value := range all {
		p.command.Env = append(p.command.Env, name+"="+value)
	}
	p.command.Stdout, p.command.Stderr = &p.said, &p.said
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("start the %s: %w", role, err)
	}
	go func() {
		p.err = p.command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// Start starts a role for a test, which shows the role's output if it fails.
func Start(t testing.TB, role string, variables ...map[string]string) *Process {
	t.Helper()
	p, err := Begin(t.Context(), role, variables...)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = p.command.Process.Kill() // it may have ended by itself
		<-p.ended
		if t.Failed() {
			t.Logf("%s: %s", role, p.said.String())
		}
	})
	return p
}

// Ended is closed once the process is gone.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Kill kills the process and waits for its end. It fails if the process had ended by itself.
func (p *Process) Kill() error {
	_ = p.command.Process.Kill() // it may have ended by itself
	return p.Wait()
}

// Wait waits for the end of the process. It fails if the process was not killed.
func (p *Process) Wait() error {
	<-p.ended
	var ended *exec.ExitError
	if !errors.As(p.err, &ended) {
		return errors.Join(p.err, errors.New("it ended by itself: "+p.said.String()))
	}
	status, ok := ended.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
		return errors.New("it ended by itself: " + p.said.String())
	}
	return nil
}

// Lives runs a role until its process is dead; it tells whether that was before ctx ended.
func Lives(ctx context.Context, role string, variables ...map[string]string) (killed bool, err error) {
	p, err := Begin(ctx, role, variables...)
	if err != nil {
		return false, err
	}
	return p.Wait() == nil && ctx.Err() == nil, p.Wait()
}
