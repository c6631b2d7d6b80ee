package testkit

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/seed"
	"selfcare/internal/store"
	"selfcare/internal/store/seal"
)

const seededTemplate = "template_seeded"

// The template is filled once, so all seeded databases of a process share their keys.
var (
	seededRing = sync.OnceValues(func() (data, index string) { return "test:" + RandomKey(), RandomKey() })
	seededKeys = sync.OnceValues(func() (*seal.Keys, error) { return seal.Parse(seededRing()) })
	seeded     = sync.OnceValue(makeSeeded)
)

// Seeded is a store on a new database with the development data.
func Seeded(t testing.TB) *store.Store {
	t.Helper()
	url, keys := SeededURL(t)
	return store.New(Connect(t, url), keys)
}

// SeededURL is the address of such a database, and the keys of its encrypted columns.
func SeededURL(t testing.TB) (string, *seal.Keys) {
	t.Helper()
	keys, err := seededKeys()
	require.NoError(t, err)
	return copyOf(t, seededTemplate, seeded), keys
}

// SeededRing returns those keys in text form, for tests that add a key.
func SeededRing() (data, index string) { return seededRing() }

func makeSeeded() error {
	keys, err := seededKeys()
	if err != nil {
		return err
	}
	if err := migrated(); err != nil {
		return err
	}
	if err := administer("CREATE DATABASE " + seededTemplate + " TEMPLATE " + emptyTemplate); err != nil {
		return err
	}
	return fill(seededTemplate, func(ctx context.Context, db *bun.DB) error { return seed.Run(ctx, db, keys) })
}
