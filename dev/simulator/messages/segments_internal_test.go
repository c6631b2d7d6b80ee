package messages

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSegments_Alphabet_SetsTheLength(t *testing.T) {
	for text, want := range map[string]int{
		"": 1, strings.Repeat("a", 160): 1, strings.Repeat("a", 161): 2, strings.Repeat("a", 306): 2, strings.Repeat("a", 307): 3,
		strings.Repeat("€", 80): 1, strings.Repeat("€", 81): 2,
		strings.Repeat("م", 70): 1, strings.Repeat("م", 71): 2, strings.Repeat("م", 134): 2, strings.Repeat("م", 135): 3,
		strings.Repeat("a", 70) + "م": 2, strings.Repeat("😀", 35): 1, strings.Repeat("😀", 36): 2,
	} {
		require.Equal(t, want, SegmentsIn(text), text)
	}
}
