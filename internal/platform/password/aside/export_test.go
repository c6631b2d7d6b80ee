package aside

import (
	"testing"
	"time"
)

// SetLongest changes what one password may take until the test ends.
func SetLongest(t *testing.T, d time.Duration) {
	before := longest
	longest = d
	t.Cleanup(func() { longest = before })
}

// Pid is the id of the process of the place that is next.
func (c *Comparer) Pid() int {
	p := <-c.places
	defer func() { c.places <- p }()
	return p.command.Process.Pid
}
