package lineconfig_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/lineconfig"
	lineconfigstore "selfcare/internal/store/lineconfig"
)

func TestFigures_Defaults_AreWithinBounds(t *testing.T) {
	for rule, isKept := range lineconfigstore.DefaultFigures().Bounds() {
		require.True(t, isKept, rule)
	}
	for _, wrong := range []lineconfigstore.Figures{{}, {BlockedNumbers: 501, BlockedCountries: 501}} {
		for rule, isKept := range wrong.Bounds() {
			require.False(t, isKept, rule)
		}
	}
	require.Equal(t, lineconfig.Most{Numbers: 50, Countries: 50}, lineconfigstore.DefaultFigures().Most())
	f := lineconfigstore.DefaultFigures()
	require.Len(t, f.Fields(), len(f.Bounds()))
}
