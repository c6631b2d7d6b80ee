package nafath

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
)

func TestKeys_Find_FetchesAtMostOnceAMinute(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	served, fetches, away := []string{"k1"}, 0, false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fetches++
		if away {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		var set jose.JSONWebKeySet
		for _, id := range served {
			set.Keys = append(set.Keys, jose.JSONWebKey{Key: key.Public(), KeyID: id, Use: "sig"})
		}
		_ = json.NewEncoder(w).Encode(set)
	}))
	t.Cleanup(server.Close)
	client, err := newHTTP(Config{URL: server.URL}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	known := &keys{http: client, now: func() time.Time { return now }}
	find := func(after time.Duration, id string, wantErr error, wantFetches int, why string) {
		t.Helper()
		now = now.Add(after)
		_, err := known.find(t.Context(), id)
		require.ErrorIs(t, err, wantErr, why)
		require.Equal(t, wantFetches, fetches, why)
	}

	find(0, "k1", nil, 1, "the first token")
	find(time.Second, "k1", nil, 1, "a known key")
	find(time.Second, "k2", callback.ErrForged, 1, "an unknown key, within the minute")
	find(time.Minute, "k2", callback.ErrForged, 2, "an unknown key, after it")
	find(time.Second, "k3", callback.ErrForged, 2, "another unknown key")
	served = []string{"k1", "k2"}
	find(time.Minute, "k2", nil, 3, "Nafath has a new key")
	away = true
	find(time.Minute, "k4", gateway.ErrRetry, 4, "an unknown key may be a new one")
	find(time.Second, "k1", nil, 4, "a known key needs no fetch")
	find(keysKeptFor, "k1", nil, 5, "an old key counts while it cannot be asked for")
	find(time.Second, "k1", nil, 5, "and is not asked for at once again")
	away, served = false, []string{"k2"}
	find(fetchAgainIn, "k1", callback.ErrForged, 6, "the key was withdrawn")
	find(0, "k2", nil, 6, "the other one was not")
}
