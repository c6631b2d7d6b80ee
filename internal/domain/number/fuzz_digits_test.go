package number_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/number"
)

// A code in any digits is compared in Latin digits.
func FuzzDigits(f *testing.F) {
	for _, typed := range []string{"", "123456", "١٢٣٤٥٦", "۱۲۳۴۵۶", " 123-456 ", "+1", "12٣x"} {
		f.Add(typed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		require.Empty(t, strings.Trim(number.Digits(typed), "0123456789"))
	})
}
