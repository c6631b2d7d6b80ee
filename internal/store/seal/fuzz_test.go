package seal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store/seal"
)

const fuzzSecret = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

func FuzzParse(f *testing.F) {
	for _, keys := range []string{"", "a:" + fuzzSecret, "a:" + fuzzSecret + ",a:" + fuzzSecret, ":", "a:AA", ","} {
		f.Add(keys, fuzzSecret)
	}
	f.Add("a:"+fuzzSecret, "")
	f.Fuzz(func(t *testing.T, keys, index string) {
		ring, err := seal.Parse(keys, index)
		if err != nil {
			require.ErrorIs(t, err, seal.ErrKeys)
			return
		}
		opened, err := ring.Open("row", ring.Seal("row", []byte("kept")))
		require.NoError(t, err)
		require.Equal(t, "kept", string(opened))
	})
}

func FuzzOpen(f *testing.F) {
	ring, err := seal.Parse("a:"+fuzzSecret, fuzzSecret)
	require.NoError(f, err)
	whole := ring.Seal("orders/1", []byte("kept"))
	for _, sealed := range [][]byte{nil, {}, {0}, {255, 'a'}, {1, 'a'}, {1, 'b', 0}, whole, whole[:len(whole)-1]} {
		f.Add("orders/2", sealed)
	}
	f.Fuzz(func(t *testing.T, row string, sealed []byte) {
		if row == "orders/1" { // the only context of a sealed value
			return
		}
		_, err := ring.Open(row, sealed)
		require.ErrorIs(t, err, seal.ErrKeys)
	})
}
