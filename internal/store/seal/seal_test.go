package seal_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store/seal"
)

func parse(t *testing.T, dataKeys, indexKey string) *seal.Keys {
	t.Helper()
	keys, err := seal.Parse(dataKeys, indexKey)
	require.NoError(t, err)
	return keys
}

func TestKeys_NewFirstKey_OpensOldValues(t *testing.T) {
	index, former, current := testkit.RandomKey(), "k0:"+testkit.RandomKey(), "k1:"+testkit.RandomKey()
	old := parse(t, former, index)
	rotated := parse(t, current+", "+former, index)

	plain, err := rotated.Open("orders/1", old.Seal("orders/1", []byte("Noura")))
	require.NoError(t, err)
	require.Equal(t, "Noura", string(plain))
	_, err = old.Open("orders/1", rotated.Seal("orders/1", []byte("Noura")))
	require.ErrorIs(t, err, seal.ErrKeys, "the first key seals")
	require.Equal(t, old.Hash("1000000008"), rotated.Hash("1000000008"))
}

func TestKeys_OtherContext_CannotOpen(t *testing.T) {
	keys := parse(t, "k1:"+testkit.RandomKey(), testkit.RandomKey())
	sealed := keys.Seal("orders/1", []byte("Noura"))
	require.NotContains(t, string(sealed), "Noura")
	require.NotEqual(t, sealed, keys.Seal("orders/1", []byte("Noura")))
	_, err := keys.Open("orders/2", sealed)
	require.ErrorIs(t, err, seal.ErrKeys)
	for _, broken := range [][]byte{nil, {}, {200, 1}, sealed[:5], append(sealed[:len(sealed)-1:len(sealed)-1], sealed[len(sealed)-1]^1)} {
		_, err := keys.Open("orders/1", broken)
		require.ErrorIs(t, err, seal.ErrKeys)
	}
}

func TestParseKeys_BadKey_IsRefused(t *testing.T) {
	good := testkit.RandomKey()
	for name, data := range map[string]string{
		"empty": "", "no id": ":" + good, "no key": "k1:", "short": "k1:c2hvcnQ=", "not base64": "k1:!!", "twice": "k1:" + good + ",k1:" + good,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := seal.Parse(data, good)
			require.ErrorIs(t, err, seal.ErrKeys)
			require.NotContains(t, err.Error(), good)
		})
	}
	_, err := seal.Parse("k1:"+good, "")
	require.ErrorIs(t, err, seal.ErrKeys)
}
