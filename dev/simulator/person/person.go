// Package person has the made-up people of registry and identity app: the ID number decides who they are.
package person

import (
	"fmt"
	"strconv"

	"selfcare/dev/simulator/engine"
)

// magicBlock marks ID numbers with a meaning: 1 or 2, six zeros, two choosing digits, check digit.
const magicBlock = "000000"

// ValidID tells whether a number is a citizen's or a resident's, check digit included.
func ValidID(id string) bool {
	if len(id) != 10 || (id[0] != '1' && id[0] != '2') {
		return false
	}
	return engine.LuhnValid(id)
}

// Magic returns the two digits that choose a behaviour, and whether the ID has any.
func Magic(id string) (int, bool) {
	if !ValidID(id) || id[1:7] != magicBlock {
		return 0, false
	}
	digits, err := strconv.Atoi(id[7:9])
	return digits, err == nil
}

// ID makes the ID number with these magic digits; kind 1 is a citizen, 2 a resident.
func ID(kind, digits int) string {
	return engine.LuhnAppend(fmt.Sprintf("%d%s%02d", kind, magicBlock, digits))
}

// Citizen tells a citizen's ID from a resident's.
func Citizen(id string) bool { return id[0] == '1' }
