package configfile_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/configfile"
)

func FuzzRead(f *testing.F) {
	for _, file := range []string{"", "null", "name: [", "name: 1\nname: 2", "list: [{ at: x }]", "a: &a [*a]", "# only words", "? [a]\n: b", "name: !!binary x"} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		var into struct {
			Name string           `yaml:"name"`
			At   int              `yaml:"at"`
			List []map[string]int `yaml:"list"`
		}
		problems, err := configfile.Read(file, &into)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		for _, p := range problems {
			require.NotEmpty(t, p.Text)
			require.Positive(t, p.Line)
		}
		if len(problems) > 0 {
			require.Error(t, configfile.Locate(file, problems))
		}
	})
}
