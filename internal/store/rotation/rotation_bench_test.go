package rotation_test

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/dev/testkit"
	"selfcare/internal/store/rotation"
	"selfcare/internal/store/seal"
)

// BenchmarkRun measures how many values a second are sealed with another key.
func BenchmarkRun(b *testing.B) {
	db, index := testkit.Postgres(b), testkit.RandomKey()
	former := "former:" + testkit.RandomKey()
	ring := func(data string) *seal.Keys {
		keys, err := seal.Parse(data, index)
		require.NoError(b, err)
		return keys
	}
	const values = 50_000
	before := ring(former)
	ids, hashes, sealed := make([]string, values), make([]string, values), make([]string, values)
	for n := range values {
		ids[n], hashes[n] = uuid.NewString(), uuid.NewString()
		sealed[n] = hex.EncodeToString(before.Seal("users/"+ids[n], []byte(`{"fullName":"Noura Alharbi"}`)))
	}
	_, err := db.NewRaw(`INSERT INTO users (id, email, password_hash, personal) SELECT id, hash, '', decode(value, 'hex') FROM unnest(?::uuid[], ?::text[], ?::text[]) AS u (id, hash, value)`,
		pgdialect.Array(ids), pgdialect.Array(hashes), pgdialect.Array(sealed)).Exec(b.Context())
	require.NoError(b, err)
	begun := time.Now()
	left, err := rotation.Run(b.Context(), db, ring("next:"+testkit.RandomKey()+","+former), func(string, int64, int) {})
	require.NoError(b, err)
	require.Empty(b, left)
	b.ReportMetric(values/time.Since(begun).Seconds(), "values/s")
}
