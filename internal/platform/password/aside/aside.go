// Package aside compares passwords in processes of their own that run only where nothing else wants to. A comparison takes
// a whole core for tens of milliseconds and leaves megabytes of garbage behind: next to the requests, both would be theirs
// to wait for.
package aside

import (
	"errors"

	"selfcare/internal/platform/password"
)

// Comparer has a number of processes, each with one password at a time. They are started when they are first needed.
type Comparer struct {
	command []string
	places  chan *process // nil where none was started yet
}

// New has as many places as passwords are to be compared at once. command runs Serve; without one the work is done here.
func New(places int, command ...string) *Comparer {
	c := &Comparer{command: command, places: make(chan *process, places)}
	for range places {
		c.places <- nil
	}
	return c
}

// Places is how many passwords are compared at once.
func (c *Comparer) Places() int { return cap(c.places) }

// Verify is password.Verify.
func (c *Comparer) Verify(login, hash string) (bool, error) {
	found, err := c.ask(task{Password: login, Hash: hash, Compare: true})
	if err != nil {
		return password.Verify(login, hash)
	}
	if found.Unreadable {
		return false, password.ErrFormat
	}
	return found.Matches, nil
}

// Hash is password.Hash.
func (c *Comparer) Hash(login string) string {
	made, err := c.ask(task{Password: login})
	if err != nil {
		return password.Hash(login)
	}
	return made.Hash
}

// ask fails where there is no process to ask. The work is then done here: a login slows others down rather than failing.
func (c *Comparer) ask(t task) (answer, error) {
	p := <-c.places
	defer func() { c.places <- p }()
	var err error
	if p == nil {
		if p, err = start(c.command); err != nil {
			return answer{}, err
		}
	}
	done, err := p.do(t)
	if err != nil {
		err = errors.Join(err, p.stop())
		p = nil
	}
	return done, err
}

// Close ends the processes, each after its work.
func (c *Comparer) Close() error {
	var errs []error
	for range cap(c.places) {
		if p := <-c.places; p != nil {
			errs = append(errs, p.stop())
		}
	}
	return errors.Join(errs...)
}
