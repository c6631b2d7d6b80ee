package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// desk takes each code of the authenticator app once and counts the sign-ins.
type desk struct {
	mu      sync.Mutex
	signIns int
	ended   bool // the issued session
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	refuse := func(status int, code contract.Code) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(gen.Problem{MessageKey: string(code)}) // the test reads it
	}
	switch r.URL.Path {
	case "/auth":
		_, _ = w.Write([]byte(`{"data":{"auth_token":"a-token"}}`)) // the test reads it
	case "/users/current/second-factor/proof":
		if d.signIns > 0 && !d.ended {
			refuse(http.StatusUnprocessableEntity, contract.FailRateLimited)
			return
		}
		d.signIns, d.ended = d.signIns+1, false
		w.WriteHeader(http.StatusNoContent)
	default:
		if d.ended || r.Header.Get("Authorization") != "Bearer a-token" {
			refuse(http.StatusUnauthorized, contract.FailUnauthenticated)
			return
		}
		_, _ = w.Write([]byte(`{}`)) // the test reads it
	}
}

func newDesk(t *testing.T) (*desk, *customer.Client) {
	t.Helper()
	d := &desk{}
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	return d, customer.NewClient(server.URL, "en")
}

func TestSignInSupport_SevenWalks_SignInOnce(t *testing.T) {
	d, client := newDesk(t)
	dir := t.TempDir()
	var walks errgroup.Group
	for range 7 {
		walks.Go(func() error {
			support, err := signInSupport(t.Context(), dir, client)
			if err == nil {
				require.Equal(t, "a-token", support.Token)
			}
			return err
		})
	}
	require.NoError(t, walks.Wait())
	require.Equal(t, 1, d.signIns)
}

func TestSignInSupport_EndedSession_SignsIn(t *testing.T) {
	d, client := newDesk(t)
	dir := t.TempDir()
	_, err := signInSupport(t.Context(), dir, client)
	require.NoError(t, err)
	d.ended = true
	_, err = signInSupport(t.Context(), dir, client)
	require.NoError(t, err)
	require.Equal(t, 2, d.signIns)
}

func TestSignInSupport_NoFolder_StoresNothing(t *testing.T) {
	d, client := newDesk(t)
	dir := filepath.Join(t.TempDir(), "none")
	_, err := signInSupport(t.Context(), dir, client)
	require.NoError(t, err)
	require.Equal(t, 1, d.signIns)
	require.NoFileExists(t, filepath.Join(dir, "demo.session"))
}
