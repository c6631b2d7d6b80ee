// Package partners runs the simulators of partners for tests of the activities that call them.
package partners

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator"
)

// Patience is the time that a test waits for an answer. It is short, because some answers never come.
const Patience = 500 * time.Millisecond

// Partner is a simulated partner, with its control API.
type Partner struct {
	URL  string
	Keys simulator.Keys
	Log  *slog.Logger

	t    *testing.T
	name string
	sim  *simulator.Simulator
}

// Start runs the simulators until the test ends. The name is the partner's in their addresses.
func Start(t *testing.T, name string) Partner {
	t.Helper()
	cfg := simulator.Defaults()
	cfg.Log = slog.New(slog.DiscardHandler)
	sim, err := simulator.New(cfg)
	require.NoError(t, err)
	server := httptest.NewServer(sim.Handler())
	t.Cleanup(func() {
		sim.Release()
		server.Close()
		require.NoError(t, sim.Close())
	})
	return Partner{URL: server.URL + "/" + name, Keys: cfg.Keys, Log: cfg.Log, t: t, name: name, sim: sim}
}

// Control calls the partner's control API.
func (p Partner) Control(method, path, body string) []byte {
	p.t.Helper()
	said := httptest.NewRecorder()
	request := httptest.NewRequestWithContext(p.t.Context(), method, "/control/"+p.name+"/"+path, strings.NewReader(body))
	p.sim.Handler().ServeHTTP(said, request)
	require.Less(p.t, said.Code, 300, said.Body.String())
	return said.Body.Bytes()
}

// Script sets the outcome of the next call of an operation.
func (p Partner) Script(operation, outcome string) {
	p.t.Helper()
	p.Control(http.MethodPost, "scenarios", `{"operation":"`+operation+`","outcome":"`+outcome+`"}`)
}
