package setting

import (
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Home is the country code of our numbers.
const Home = "966"

// emergency numbers here, and in the countries where our lines are used: whoever is called back by them has to be reached.
var emergency = []string{
	"112", "911", "937", "989", "990", "992", "993", "994", "995", "996", "997", "998", "999",
	"101", "102", "103", "104", "108", "110", "111", "113", "115", "117", "118", "119",
}

// Lengths of numbers without their country code.
const (
	shortest   = 4
	longest    = 15 // with it (E.164)
	homeDigits = 9
)

// Number is a number as it is blocked: its country code and its national digits. Emergency numbers are refused however they are written.
func Number(countryCode, typed string) (string, error) {
	number := strings.TrimLeft(typed, "0")
	rest := strings.TrimLeft(strings.TrimPrefix(number, countryCode), "0")
	if IsEmergency(number) || IsEmergency(rest) {
		return "", contract.RefuseField("blockMSISDN", contract.FailBlockEmergency)
	}
	if strings.HasPrefix(typed, "00"+countryCode) || countryCode == Home && !valid(countryCode, number) {
		number = rest
	}
	if !valid(countryCode, number) {
		return "", contract.RefuseField("blockMSISDN", contract.FailBlockInvalid)
	}
	return countryCode + number, nil
}

// IsEmergency tells whether a number is one for emergencies.
func IsEmergency(digits string) bool { return slices.Contains(emergency, digits) }

// valid tells whether there can be such a number; ours are mobiles and landlines.
func valid(countryCode, number string) bool {
	if countryCode == Home {
		return len(number) == homeDigits && (number[0] == '5' || number[0] == '1')
	}
	return len(number) >= shortest && len(countryCode)+len(number) <= longest
}
