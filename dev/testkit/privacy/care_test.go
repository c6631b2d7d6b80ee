package privacy

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOf_EachOrderField_HasCare(t *testing.T) {
	_, canaries := Filled()
	require.Greater(t, len(canaries), 50)
	for path := range canaries {
		require.NotEqual(t, Undecided, Of(path), "decide in care.go how %s is kept: may logs and the database show it?", path)
	}
}

func TestCares_EachPath_Exists(t *testing.T) {
	_, canaries := Filled()
	for decided := range cares {
		found := false
		for path := range canaries {
			found = found || path == decided || strings.HasPrefix(path, decided+".")
		}
		require.True(t, found, decided)
	}
}
