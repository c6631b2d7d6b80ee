package lineconfig_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/lineconfig"
	kept "selfcare/internal/store/lineconfig"
)

func TestFigures_Defaults_AreWithinBounds(t *testing.T) {
	for rule, isKept := range kept.DefaultFigures().Bounds() {
		require.True(t, isKept, rule)
	}
	for _, wrong := range []kept.Figures{{}, {BlockedNumbers: 501, BlockedCountries: 501}} {
		for rule, isKept := range wrong.Bounds() {
			require.False(t, isKept, rule)
		}
	}
	require.Equal(t, lineconfig.Most{Numbers: 50, Countries: 50}, kept.DefaultFigures().Most())
	f := kept.DefaultFigures()
	require.Len(t, f.Fields(), len(f.Bounds()))
}
