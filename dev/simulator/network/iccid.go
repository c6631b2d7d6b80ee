package network

import (
	"strings"

	"selfcare/dev/simulator/engine"
)

// validICCID takes Saudi SIMs of 19 digits: 89, 966, two digits of the issuer, eleven of the serial, check digit.
func validICCID(iccid string) bool {
	return len(iccid) == 19 && strings.HasPrefix(iccid, "89966") && engine.LuhnValid(iccid)
}
