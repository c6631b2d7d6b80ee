package number_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/number"
)

func TestParseAny_EachSpelling_IsRead(t *testing.T) {
	for text, want := range map[string]string{
		"570000001": "0570000001", "0570000001": "0570000001", "966570000001": "0570000001", "00966570000001": "0570000001",
		"+966 57 000 0001": "0570000001", "٠٥٧٠٠٠٠٠٠١": "0570000001", "0551234567": "0551234567",
		"830000000001": "830000000001", "0830000000001": "830000000001",
	} {
		got, err := number.ParseAny(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got)
		require.Equal(t, len(want) == 12, number.IsDataSIM(got))
	}
}

func TestParseAny_OtherText_IsRefused(t *testing.T) {
	for _, text := range []string{
		"", "057000000", "05700000011", "0120000000", "83000000001", "8300000000011", "00830000000001", "840000000001",
		"057000000a", "noura@example.com", "966830000000001",
	} {
		_, err := number.ParseAny(text)
		require.ErrorIs(t, err, number.ErrFormat, text)
	}
}

func TestDigits_AnyScript_IsRead(t *testing.T) {
	require.Equal(t, "123456", number.Digits("123456"))
	require.Equal(t, "123456", number.Digits("١٢٣ ٤٥٦"))
	require.Equal(t, "123456", number.Digits("۱۲۳۴۵۶"))
}
