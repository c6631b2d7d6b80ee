package testkit

import (
	"crypto/rand"
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

// keySize is that of AES-256, which seals columns.
const keySize = 32

// RandomKey is a new key in the form seal.Parse reads.
func RandomKey() string {
	secret := make([]byte, keySize)
	_, _ = rand.Read(secret) // never fails, see crypto/rand
	return base64.StdEncoding.EncodeToString(secret)
}

// Keys are fresh data keys.
func Keys(t testing.TB) *seal.Keys {
	t.Helper()
	keys, err := seal.Parse("test:"+RandomKey(), RandomKey())
	require.NoError(t, err)
	return keys
}

// Store is a store on a migrated database of the test's own.
func Store(t testing.TB) *store.Store {
	t.Helper()
	return store.New(Connect(t, AsApplication(t, PostgresURL(t))), Keys(t))
}

// Databases returns a migrated database for one test as its owner, past all rules, and a store with the rights of the
// application.
func Databases(t testing.TB) (*bun.DB, *store.Store) {
	t.Helper()
	url := PostgresURL(t)
	return Connect(t, url), store.New(Connect(t, AsApplication(t, url)), Keys(t))
}
