package order

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/privacy"
	"selfcare/internal/contract"
)

func TestSplit_PersonalData_IsRemoved(t *testing.T) {
	filled, canaries := privacy.Filled()
	readable, hidden := split(filled)
	state, err := json.Marshal(readable)
	require.NoError(t, err)
	for path, canary := range canaries {
		if privacy.Of(path) == privacy.Sealed {
			require.NotContains(t, string(state), canary, path)
		} else {
			require.Contains(t, string(state), canary, path)
		}
	}
	var restored contract.Order
	require.NoError(t, json.Unmarshal(state, &restored))
	join(&restored, hidden)
	require.Equal(t, filled, restored)
}
