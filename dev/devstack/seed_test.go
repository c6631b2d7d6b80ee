package devstack

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func TestAsJSON_PlainText_IsQuoted(t *testing.T) {
	figures, err := asJSON(map[string]string{"holdFor": "20s", "vatPercent": "15", "checkIdChecksum": "false", "holdCap": "null", "draftTtl": `"24h"`})
	require.NoError(t, err)
	require.Equal(t, map[string]json.RawMessage{
		"holdFor": []byte(`"20s"`), "vatPercent": []byte("15"), "checkIdChecksum": []byte("false"), "holdCap": []byte("null"), "draftTtl": []byte(`"24h"`),
	}, figures)
}

func TestChangeSettings_Production_IsRefused(t *testing.T) {
	production := config.Config{Environment: config.Production}
	require.ErrorContains(t, ChangeSettings(t.Context(), production, nil), "is refused in production")
	require.ErrorContains(t, Seed(t.Context(), production), "is refused in production")
}
