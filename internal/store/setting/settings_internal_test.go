package setting

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func FuzzParseSettings(f *testing.F) {
	for _, written := range []string{`{}`, `null`, `[]`, `{"vatPercent":15}`, `{"vatPercent":null}`, `{"holdTime":"15m"}`, `{"holdTime":"-1s"}`, `{"unknown":1}`, `{"":1}`} {
		f.Add(written)
	}
	f.Fuzz(func(t *testing.T, written string) {
		var changed map[string]json.RawMessage
		if json.Unmarshal([]byte(written), &changed) != nil {
			return
		}
		if settings, err := parseSettings(changed); err == nil {
			require.NoError(t, settings.validate())
		}
	})
}
