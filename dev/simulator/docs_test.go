package simulator_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/clearinghouse"
	"selfcare/dev/simulator/identity"
	"selfcare/dev/simulator/payment"
	"selfcare/dev/simulator/person"
	"selfcare/dev/simulator/registry"
	"selfcare/dev/simulator/topup"
)

func docs(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile("../../docs/simulators.md")
	require.NoError(t, err)
	return string(raw)
}

func TestDocs_ListEveryCard(t *testing.T) {
	text := docs(t)
	for _, card := range payment.TestCards() {
		for _, number := range []string{card.MADA, card.VISA, card.MASTER} {
			grouped := regexp.MustCompile(`.{4}`).ReplaceAllString(number, "$0 ")
			line := regexp.MustCompile("(?m)^.*" + strings.TrimSpace(grouped) + ".*$").FindString(text)
			require.Contains(t, line, "`"+card.Outcome+"`", number)
		}
	}
}

func TestDocs_ListEveryMagicPerson(t *testing.T) {
	text := docs(t)
	for _, magic := range []map[int]string{identity.Magic(), registry.Magic()} {
		for digits := range magic {
			require.Contains(t, text, "| "+person.ID(1, digits)+" | "+person.ID(2, digits)+" |")
		}
	}
}

func TestDocs_PeopleAreValid(t *testing.T) {
	rows := regexp.MustCompile(`(?m)^\| ([12][0-9]{9}) \| ([12][0-9]{9}) \|`).FindAllStringSubmatch(docs(t), -1)
	require.GreaterOrEqual(t, len(rows), 20)
	for _, row := range rows {
		require.True(t, person.ValidID(row[1]), row[1])
		require.True(t, person.ValidID(row[2]), row[2])
	}
}

func TestDocs_ListEveryMagicNumber(t *testing.T) {
	text := docs(t)
	for _, magic := range clearinghouse.MagicNumbers() {
		require.Contains(t, text, "| "+magic.Digits+" | "+magic.Step+" | `"+magic.Outcome+"` |")
	}
	for _, magic := range topup.MagicNumbers() {
		require.Contains(t, text, "| "+magic.Digits+" | "+magic.Step+" | `"+magic.Outcome+"` |")
	}
}
