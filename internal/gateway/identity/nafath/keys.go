package nafath

import (
	"context"
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/jsonhttp"
)

const (
	keysKeptFor  = time.Hour        // then they are fetched again, so that a withdrawn key ends
	fetchEvery   = time.Minute      // at most, for keys that we do not know
	fetchAgainIn = 5 * time.Second  // after a failed fetch
	fetchWithin  = 10 * time.Second // also if the sender of the call-back leaves
)

// keys are Nafath's public keys, by their ids.
type keys struct {
	http *jsonhttp.Client
	now  func() time.Time

	mu        sync.Mutex
	known     map[string]*rsa.PublicKey
	fetchedAt time.Time
	fetchNext time.Time // no fetch before
	failed    bool      // the last one
}

// find returns the key with an id. Errors are callback.ErrForged for an unknown key, and gateway.ErrRetry while the keys cannot be
// fetched.
func (k *keys) find(ctx context.Context, id string) (*rsa.PublicKey, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key, isKnown := k.known[id]
	now := k.now()
	if isKnown && now.Before(k.fetchedAt.Add(keysKeptFor)) {
		return key, nil
	}
	if !now.Before(k.fetchNext) {
		k.fetch(ctx, now)
		if fresh, isFresh := k.known[id]; isFresh {
			return fresh, nil
		}
	} else if isKnown {
		return key, nil
	}
	if k.failed {
		return nil, fmt.Errorf("fetch the keys of call-backs: %w", gateway.ErrRetry)
	}
	return nil, callback.ErrForged
}

// fetch replaces the known keys. After a failure they stay as they are.
func (k *keys) fetch(ctx context.Context, now time.Time) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchWithin)
	defer cancel()
	said, err := jsonhttp.Ask(ctx, k.http, jsonhttp.Call{Operation: "keys", Method: http.MethodGet, Path: path + "/jwk"}, validateKeys)
	if k.failed = err != nil; k.failed {
		k.fetchNext = now.Add(fetchAgainIn)
		return
	}
	k.known, k.fetchedAt, k.fetchNext = map[string]*rsa.PublicKey{}, now, now.Add(fetchEvery)
	for _, one := range said.Keys {
		if public, isRSA := one.Key.(*rsa.PublicKey); isRSA && (one.Use == "" || one.Use == "sig") {
			k.known[one.KeyID] = public
		}
	}
}

func validateKeys(said jose.JSONWebKeySet) error {
	if len(said.Keys) == 0 {
		return errors.New("answered without keys")
	}
	return nil
}
