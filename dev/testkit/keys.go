package testkit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store"
)

// Keys are fresh data keys.
func Keys(t testing.TB) *store.Keys {
	t.Helper()
	keys, err := store.ParseKeys("test:"+store.RandomKey(), store.RandomKey())
	require.NoError(t, err)
	return keys
}

// Store is a store on a migrated database of the test's own.
func Store(t testing.TB) *store.Store {
	t.Helper()
	return store.New(Postgres(t), Keys(t))
}
