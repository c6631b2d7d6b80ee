package number

import (
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// National reads the digits of a number whose country was chosen separately. It removes a country code that was typed as well,
// unless the country has such numbers with the code's digits. It returns false when the country has no number of this length.
func National(countryCode, dialled string) (digits string, ok bool) {
	candidates := []string{dialled}
	if rest, international := strings.CutPrefix(dialled, "00"); international {
		candidates = nil
		dialled = rest
	}
	if rest, twice := strings.CutPrefix(dialled, countryCode); twice {
		candidates = append(candidates, rest)
	}
	for _, fits := range []func(*phonenumbers.PhoneNumber) bool{isMobile, phonenumbers.IsValidNumber, isAsLongAsAMobile} {
		for _, candidate := range candidates {
			read, err := phonenumbers.Parse("+"+countryCode+candidate, "")
			if err != nil || !fits(read) {
				continue
			}
			return strings.CutPrefix(phonenumbers.Format(read, phonenumbers.E164), "+"+countryCode)
		}
	}
	return "", false
}

func isMobile(read *phonenumbers.PhoneNumber) bool {
	kind := phonenumbers.GetNumberType(read)
	return kind == phonenumbers.MOBILE || kind == phonenumbers.FIXED_LINE_OR_MOBILE
}

// isAsLongAsAMobile accepts numbers of ranges that the library does not know yet: all mobiles of a country have one length.
func isAsLongAsAMobile(read *phonenumbers.PhoneNumber) bool {
	region := phonenumbers.GetRegionCodeForCountryCode(int(read.GetCountryCode()))
	mobile := phonenumbers.GetExampleNumberForType(region, phonenumbers.MOBILE)
	return mobile != nil && len(phonenumbers.GetNationalSignificantNumber(mobile)) == len(phonenumbers.GetNationalSignificantNumber(read))
}
