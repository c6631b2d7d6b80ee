package number_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/number"
)

func FuzzParseAny(f *testing.F) {
	for _, text := range []string{"0571234567", "+966 57 123 4567", "00966571234567", "٠٥٧١٢٣٤٥٦٧", "830000000001", "0830000000001", "5\x00", "+", "96605"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := number.ParseAny(text)
		if err != nil {
			require.ErrorIs(t, err, number.ErrFormat)
			require.Empty(t, read)
			return
		}
		require.True(t, number.IsDataSIM(read) || (len(read) == 10 && read[:2] == "05"), read)
		again, err := number.ParseAny(read)
		require.NoError(t, err, "a parsed number parses to itself")
		require.Equal(t, read, again)
	})
}
