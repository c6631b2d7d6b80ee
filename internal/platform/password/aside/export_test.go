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
