package line

import (
	"fmt"
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// longestName is what the contract lets a SIM be called at most.
const longestName = 40

// NameKey tells names of SIMs apart: not by their spaces and not by capital letters.
func NameKey(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

// ValidateName refuses a name that another SIM of the line has.
func ValidateName(name string, others []string) error {
	if taken(name, others) {
		return contract.RefuseField("name", contract.FailSIMNameTaken)
	}
	return nil
}

// FreeName is a name, numbered where another SIM of the line has it: Watch 2.
func FreeName(name string, others []string) string {
	free := name
	for n := 2; taken(free, others); n++ {
		free = numbered(name, n)
	}
	return free
}

func numbered(name string, n int) string {
	number := fmt.Sprintf(" %d", n)
	letters := []rune(name)
	if most := longestName - len(number); len(letters) > most {
		letters = letters[:most]
	}
	return strings.TrimRight(string(letters), " ._-") + number
}

func taken(name string, others []string) bool {
	return name != "" && slices.ContainsFunc(others, func(other string) bool { return NameKey(other) == NameKey(name) })
}
