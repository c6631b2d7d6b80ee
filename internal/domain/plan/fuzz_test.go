package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/plan"
)

func FuzzParse(f *testing.F) {
	for _, file := range []string{"", "null", "---\n", "plans: [null]", "plans: [{ id: a, price: '1e9' }]", "a: &a [*a]", "categories: {}", "rates: [{ key: x, price: '-1' }]", "\t"} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		if _, err := plan.Parse(file); err != nil {
			require.NotEmpty(t, err.Error())
		}
	})
}
