package deploy_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// passwordOf matches a password in the script, or its placeholder in the document.
var passwordOf = regexp.MustCompile(`PASSWORD (?::'[a-z]+'|'<[a-z ]+>')`)

// statementsIn returns the lines between two marks of a file, without passwords.
func statementsIn(t *testing.T, path, from, to string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), from)
	require.True(t, found, path)
	block, _, found := strings.Cut(after, to)
	require.True(t, found, path)
	return strings.Split(strings.TrimSpace(passwordOf.ReplaceAllString(block, "PASSWORD")), "\n")
}

func TestRoles_Document_MatchesScript(t *testing.T) {
	script := statementsIn(t, "postgres/roles.sh", "<<'SQL'\n", "\nSQL\n")
	require.Contains(t, script, "REVOKE CONNECT ON DATABASE selfcare, temporal, temporal_visibility FROM PUBLIC;")
	require.Equal(t, script, statementsIn(t, "../docs/operations/install.md", "```sql\n", "\n```"))
}
