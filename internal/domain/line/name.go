package line

import (
	"fmt"
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// longestName is the greatest length of a SIM name in the contract.
const longestName = 40

// NameKey returns the comparable form of a SIM name: without regard to spaces and capital letters.
func NameKey(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

// ValidateName refuses a name of another SIM of the line.
func ValidateName(name string, others []string) error {
	if isTaken(name, others) {
		return contract.RefuseField("name", contract.FailSIMNameTaken)
	}
	return nil
}

// FreeName returns a name, with a number when another SIM of the line has it: Watch 2.
func FreeName(name string, others []string) string {
	free := name
	for n := 2; isTaken(free, others); n++ {
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

func isTaken(name string, others []string) bool {
	return name != "" && slices.ContainsFunc(others, func(other string) bool { return NameKey(other) == NameKey(name) })
}
