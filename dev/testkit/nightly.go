package testkit

import "testing"

// Nightly skips a test in `make test`, which runs with -short. `make test-all` runs it as a part; docs/testing.md says
// why.
func Nightly(t testing.TB, part string) {
	t.Helper()
	if testing.Short() {
		t.Skipf("make test-all PART=%s", part)
	}
}
