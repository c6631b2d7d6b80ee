package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func FuzzParse(f *testing.F) {
	names := config.Variables()
	for _, value := range []string{"", "0", "-1", "10s", "://", "a,b", "\x00", "http://[::1", "٣"} {
		for i := range names {
			f.Add(i, value)
		}
	}
	f.Fuzz(func(t *testing.T, i int, value string) {
		name := names[uint(i)%uint(len(names))].Name
		if name == "SELFCARE_ENV" { // decides about all the others
			return
		}
		variables := map[string]string{
			"SELFCARE_ENV": config.Development, "DATABASE_URL": "postgres://localhost/selfcare", "REDIS_URL": "redis://localhost", "TEMPORAL_ADDRESS": "localhost:7233",
		}
		_, err := config.Parse(variables)
		require.NoError(t, err)
		variables[name] = value
		if _, err := config.Parse(variables); err != nil {
			require.Contains(t, err.Error(), name, "the error says which variable is meant")
		}
	})
}
