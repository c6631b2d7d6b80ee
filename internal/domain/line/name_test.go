package line_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

func TestNameApart_SharedNames_Numbered(t *testing.T) {
	long := strings.Repeat("س", 40)
	tests := map[string]struct {
		name   string
		others []string
		free   string // empty: the name itself
	}{
		"the only one":                    {"Watch", nil, ""},
		"with another name":               {"Watch", []string{"Car", ""}, ""},
		"taken":                           {"Watch", []string{"Watch"}, "Watch 2"},
		"taken in other letters":          {"WATCH", []string{"watch"}, "WATCH 2"},
		"taken with other spaces":         {"My watch", []string{"My  watch "}, "My watch 2"},
		"taken with its first number":     {"Watch", []string{"Watch", "watch 2"}, "Watch 3"},
		"Arabic, taken":                   {"ساعة", []string{"ساعة"}, "ساعة 2"},
		"as long as it may be, and taken": {long, []string{long}, strings.Repeat("س", 38) + " 2"},
		"an empty name is never taken":    {"", []string{""}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if tt.free == "" {
				require.NoError(t, line.ValidateName(tt.name, tt.others))
				require.Equal(t, tt.name, line.FreeName(tt.name, tt.others))
				return
			}
			require.Equal(t, contract.RefuseField("name", contract.FailSIMNameTaken), line.ValidateName(tt.name, tt.others))
			require.Equal(t, tt.free, line.FreeName(tt.name, tt.others))
		})
	}
}
