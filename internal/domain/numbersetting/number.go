package numbersetting

import (
	"slices"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/typed"
)

// Home is the country code of our numbers.
const Home = "966"

// emergency lists emergency numbers in Saudi Arabia and in the countries where our lines are used. They cannot be blocked,
// because their callbacks must reach the customer.
var emergency = []string{
	"112", "911", "937", "989", "990", "992", "993", "994", "995", "996", "997", "998", "999",
	"101", "102", "103", "104", "108", "110", "111", "113", "115", "117", "118", "119",
}

// Number returns the blocked form of a number: its country code and its national digits. It refuses emergency numbers in any
// spelling.
func Number(countryCode, text string) (string, error) {
	dialled := typed.Dialled(text)
	bare := strings.TrimLeft(dialled, "0")
	rest := strings.TrimLeft(strings.TrimPrefix(bare, countryCode), "0")
	if IsEmergency(bare) || IsEmergency(rest) {
		return "", contract.RefuseField("blockMSISDN", contract.FailBlockEmergency)
	}
	national, ok := number.National(countryCode, dialled)
	if !ok || countryCode == Home && national[0] != '5' && national[0] != '1' { // Saudi numbers are mobiles and landlines
		return "", contract.RefuseField("blockMSISDN", contract.FailBlockInvalid)
	}
	return countryCode + national, nil
}

// IsEmergency tells whether a number is an emergency number.
func IsEmergency(digits string) bool { return slices.Contains(emergency, digits) }
