package contract

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// refusedAlike is the one number of the specification for all missing permissions.
const refusedAlike = -403

func TestCatalogue_Numbers_AreUnique(t *testing.T) {
	owners := map[int]Code{}
	for code, failure := range Catalogue {
		if failure.Number == refusedAlike {
			continue
		}
		require.Empty(t, owners[failure.Number], "%s has the number %d, too", code, failure.Number)
		owners[failure.Number] = code
	}
	require.Greater(t, len(owners), 100)
}
