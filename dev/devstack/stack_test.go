package devstack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/embedded/freeport"
	"selfcare/dev/embedded/postgres"
	"selfcare/internal/store/pool"
	"selfcare/migrations"
)

const (
	repository = "../.."
	runWithin  = 10 * time.Minute // time of a test's stack
)

// freshSettings are settings of a stack for one test: folder, ports, and further values.
func freshSettings(t *testing.T, more ...map[string]string) Settings {
	t.Helper()
	temporal, err := filepath.Abs(filepath.Join(repository, "bin", "temporal"))
	require.NoError(t, err)
	variables := map[string]string{
		"STATE_DIR":       t.TempDir(),
		"TEMPORAL_BIN":    temporal,
		"SELFCARE_PG_BIN": postgres.PackageBin(filepath.Join(repository, "web")),
	}
	for _, name := range []string{"PORT", "TEMPORAL_PORT", "TEMPORAL_UI_PORT", "SIMULATOR_PORT", "POSTGRES_PORT"} {
		variables[name] = freePort(t)
	}
	for _, set := range more {
		maps.Copy(variables, set)
	}
	s, err := Read(variables)
	require.NoError(t, err)
	return s
}

func freePort(t *testing.T) string {
	t.Helper()
	port, err := freeport.Pick()
	require.NoError(t, err)
	return strconv.Itoa(port)
}

// during runs a stack, calls do once it is ready, and stops it like Ctrl-C.
func during(t *testing.T, s Settings, do func(app string)) {
	t.Helper()
	duringBuild(t, s, "", do)
}

// duringBuild is during with a named build of the workers.
func duringBuild(t *testing.T, s Settings, build string, do func(app string)) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), runWithin)
	defer stop()
	ready, ended := make(chan Addresses, 1), make(chan error, 1)
	go func() {
		ended <- Run(ctx, Options{
			Settings: s, Roles: app.Roles{API: true, Worker: true, BuildID: build},
			Ready: func(a Addresses) { ready <- a },
		})
	}()
	select {
	case a := <-ready:
		do(a.App)
	case err := <-ended:
		require.FailNow(t, "the stack did not start", "%v", err)
	}
	stop()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		require.Fail(t, "the stack does not stop")
	}
}

// written reads the variables that a stack wrote for other processes.
func written(t *testing.T, s Settings) map[string]string {
	t.Helper()
	variables := map[string]string{}
	text, err := os.ReadFile(filepath.Join(s.StateDir, "env"))
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "=")
		variables[name] = strings.Trim(value, "'")
	}
	return variables
}

type startedOrder struct {
	Order struct {
		ID     string `json:"id"`
		Number string `json:"orderNumber"`
		Stage  string `json:"stage"`
	} `json:"order"`
	Session string `json:"orderSessionId"`
}

// call sends JSON and reads the answer into it.
func call(t *testing.T, method, url, session string, body, into any) int {
	t.Helper()
	text, err := json.Marshal(body)
	require.NoError(t, err)
	request, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(text))
	require.NoError(t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", uuid.NewString())
	if session != "" {
		request.Header.Set("X-Order-Session", session)
	}
	response, err := (&http.Client{Timeout: 30 * time.Second}).Do(request)
	require.NoError(t, err)
	defer response.Body.Close()
	require.NoError(t, json.NewDecoder(response.Body).Decode(into))
	return response.StatusCode
}

func TestRun_Restart_KeepsDataAndOrders(t *testing.T) {
	s := freshSettings(t)
	var order startedOrder
	during(t, s, func(app string) {
		order = startOrder(t, app)
		requireNoOwner(t, written(t, s)["DATABASE_URL"])
	})
	during(t, s, func(app string) { chooseNumber(t, app, order) })
}

// requireNoOwner checks that the product has no more rights here than in production.
func requireNoOwner(t *testing.T, url string) {
	t.Helper()
	db, err := pool.Open(t.Context(), url)
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	powers, err := migrations.ListOverreach(t.Context(), db)
	require.NoError(t, err)
	require.Empty(t, powers)
}

func chooseNumber(t *testing.T, app string, order startedOrder) {
	t.Helper()
	var free struct {
		Items []struct {
			MSISDN string `json:"msisdn"`
		} `json:"items"`
	}
	require.Equal(t, http.StatusOK, call(t, http.MethodGet, app+"/api/number-booking/numbers", "", nil, &free))
	require.NotEmpty(t, free.Items)
	var answer map[string]any
	url := fmt.Sprintf("%s/api/orders/%s/number", app, order.Order.ID)
	status := call(t, http.MethodPut, url, order.Session, map[string]string{"msisdn": free.Items[0].MSISDN}, &answer)
	require.Equal(t, http.StatusOK, status, answer)
}

func TestRun_MissingPart_IsNamed(t *testing.T) {
	s := freshSettings(t)
	s.TemporalBinary = filepath.Join(t.TempDir(), "temporal")
	err := Run(t.Context(), Options{Settings: s})
	require.ErrorContains(t, err, `build it with "make bin/temporal"`)

	s = freshSettings(t)
	s.PostgresBin = t.TempDir()
	err = Run(t.Context(), Options{Settings: s})
	require.ErrorContains(t, err, "set DATABASE_URL to a server of your own")
}

func TestRun_Environment_PassesDoctor(t *testing.T) {
	s := freshSettings(t)
	during(t, s, func(string) {
		variables := written(t, s)
		variables["WEB_DIR"] = t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(variables["WEB_DIR"], "index.html"), nil, 0o600))
		var said string
		isWell := func() bool { // on a busy machine a part may answer later than the doctor waits
			var out strings.Builder
			err := app.Doctor(t.Context(), variables, &out)
			said = out.String()
			return err == nil && !strings.Contains(said, "WRONG")
		}
		for range 3 {
			if isWell() {
				return
			}
		}
		require.Fail(t, "the doctor finds something", said)
	})
}
