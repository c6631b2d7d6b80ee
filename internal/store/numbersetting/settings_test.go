package numbersetting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/numbersetting"
	numbersettingstore "selfcare/internal/store/numbersetting"
)

func TestFigures_Defaults_AreWithinBounds(t *testing.T) {
	for rule, isKept := range numbersettingstore.DefaultFigures().Bounds() {
		require.True(t, isKept, rule)
	}
	for _, wrong := range []numbersettingstore.Figures{{}, {BlockedNumbers: 501, BlockedCountries: 501}} {
		for rule, isKept := range wrong.Bounds() {
			require.False(t, isKept, rule)
		}
	}
	require.Equal(t, numbersetting.Most{Numbers: 50, Countries: 50}, numbersettingstore.DefaultFigures().Most())
	f := numbersettingstore.DefaultFigures()
	require.Len(t, f.Fields(), len(f.Bounds()))
}
