package pool_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store/pool"
)

func TestPoolSize_Address_OverridesDefault(t *testing.T) {
	for dsn, want := range map[string]int{
		"postgres://selfcare@db:5432/selfcare":                                   32,
		"postgres://selfcare@db:5432/selfcare?sslmode=disable&pool_max_conns=10": 10,
		"host=db pool_max_conns=64":                                              64,
		"no address":                                                             32,
	} {
		require.Equal(t, want, pool.Size(dsn), dsn)
	}
}
