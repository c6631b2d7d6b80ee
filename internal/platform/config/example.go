package config

import (
	"fmt"
	"strings"
)

const exampleHead = `# Every variable the programs read. Generated from internal/platform/config by "make gen".
# A value after the equals sign is the default. "development" is what SELFCARE_ENV=development (and cmd/devstack) uses
# where nothing is set; production refuses the secrets among them. Where a second name stands behind the meaning, the value may be
# in a file instead (a mounted secret): set that name to its path. The end of its last line is left out; both at once is an error.
`

// Example returns the text of .env.example.
func Example() string {
	var b strings.Builder
	b.WriteString(exampleHead)
	for _, v := range Variables() {
		fmt.Fprintf(&b, "\n# %s%s\n", v.Help, v.note())
		if v.Development != "" {
			fmt.Fprintf(&b, "# development: %s\n", v.Development)
		}
		fmt.Fprintf(&b, "%s=%s\n", v.Name, v.Default)
	}
	return b.String()
}

func (v Variable) note() string {
	var notes []string
	if v.Required && v.With == "" {
		notes = append(notes, "required")
	}
	if v.Required && v.With != "" {
		notes = append(notes, "required with "+v.With)
	}
	if !v.Required && v.With != "" {
		notes = append(notes, "with "+v.With)
	}
	if v.File {
		notes = append(notes, "or "+v.FileName())
	}
	if len(notes) == 0 {
		return ""
	}
	return " (" + strings.Join(notes, ", ") + ")"
}
