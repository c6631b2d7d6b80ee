package aside

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// longest is what one password may take, on a machine that has hardly any time for it too.
var longest = 5 * time.Second

// task is a password to compare with a hash, or to make one of.
type task struct {
	Password, Hash string
	Compare        bool
}

type answer struct {
	Matches    bool
	Hash       string
	Unreadable bool // the task's hash was not made by us
}

// process is the other end of Serve.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	tasks   *gob.Encoder
	answers *gob.Decoder
}

var errNoCommand = errors.New("no command for a process for passwords")

// start gives the process nothing of our environment: it needs none of our secrets.
func start(command []string) (*process, error) {
	if len(command) == 0 {
		return nil, errNoCommand
	}
	p := &process{command: exec.Command(command[0], command[1:]...)} //nolint:gosec // our own program
	p.command.Env = []string{"GOMAXPROCS=1"}
	in, inErr := p.command.StdinPipe()
	out, outErr := p.command.StdoutPipe()
	for _, err := range []error{inErr, outErr, p.command.Start()} {
		if err != nil {
			return nil, fmt.Errorf("start a process for passwords: %w", err)
		}
	}
	p.in, p.tasks, p.answers = in, gob.NewEncoder(in), gob.NewDecoder(out)
	return p, nil
}

// do ends a process that does not answer, so that nobody waits for it twice.
func (p *process) do(t task) (done answer, err error) {
	impatience := time.AfterFunc(longest, func() { _ = p.command.Process.Kill() }) // gone already is as good
	defer impatience.Stop()
	if err := p.tasks.Encode(t); err != nil {
		return done, fmt.Errorf("hand a password over: %w", err)
	}
	if err := p.answers.Decode(&done); err != nil {
		return done, fmt.Errorf("wait for a password: %w", err)
	}
	return done, nil
}

// stop closes the process's input, which ends it.
func (p *process) stop() error {
	_ = p.in.Close() // closed already where the process has died
	if err := p.command.Wait(); err != nil {
		return fmt.Errorf("end a process for passwords: %w", err)
	}
	return nil
}
