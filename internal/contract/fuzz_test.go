package contract

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// Fields that a newer worker has added to an order's state survive a rewrite by an older worker.
func FuzzDecode(f *testing.F) {
	for _, state := range []string{`{}`, `null`, `[]`, `{"number":"SC-1","later":{"a":[1,null]}}`, `{"contact":{"new":1}}`, `{"Later":1,"later":2}`, `{"\u0000":1}`, `{"a":1e400}`} {
		f.Add([]byte(state))
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		var order Order
		if Decode(state, &order) != nil {
			return
		}
		again, err := Encode(order)
		require.NoError(t, err)
		require.True(t, json.Valid(again), "%s", again)
		var other Order
		require.NoError(t, Decode(again, &other), "%s", again)
	})
}
