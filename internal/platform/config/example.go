package config

import (
	"fmt"
	"strings"
)

const exampleHead = `# Every variable the programs read. Generated from internal/platform/config by "make gen".
# A value after the equals sign is the default. "development" is what SELFCARE_ENV=development (and cmd/devstack) uses
# where nothing is set; production refuses the secrets among them.
`

// Example is the text of .env.example.
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
	if v.Required {
		return " (required)"
	}
	return ""
}
