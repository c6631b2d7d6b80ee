package number_test

import (
	"strconv"
	"testing"

	"github.com/nyaruka/phonenumbers"
	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/number"
)

func TestNational_CodeTwice_RemovedOnce(t *testing.T) {
	for typed, want := range map[[2]string]string{
		{"91", "919876543210"}: "9876543210", {"91", "9876543210"}: "9876543210", {"91", "00919876543210"}: "9876543210",
		{"91", "09876543210"}: "9876543210", {"91", "9198765432"}: "9198765432", {"20", "2001001234567"}: "1001234567",
		{"965", "96550123456"}: "50123456", {"971", "971501234567"}: "501234567", {"44", "4407911123456"}: "7911123456",
		{"1", "12025550123"}: "2025550123", {"39", "0612345678"}: "0612345678", {"1876", "18762101234"}: "2101234",
	} {
		got, ok := number.National(typed[0], typed[1])
		require.True(t, ok, typed)
		require.Equal(t, want, got, typed)
	}
}

func TestNational_WrongLength_IsRefused(t *testing.T) {
	for _, typed := range [][2]string{
		{"91", "98765432101"},
		{"91", "987654321"},
		{"20", "10012345678"},
		{"965", "501234567"},
		{"971", "5012345678"},
		{"1", "202555012"},
		{"44", "79111234567"},
		{"91", "00449876543210"},
		{"91", ""},
		{"999", "12345678"},
	} {
		_, ok := number.National(typed[0], typed[1])
		require.False(t, ok, typed)
	}
}

// Each country's example mobile is read alike with its code once, twice, and after 00.
func TestNational_EachCountry_ReadsItsMobile(t *testing.T) {
	for region := range phonenumbers.GetSupportedRegions() {
		example := phonenumbers.GetExampleNumberForType(region, phonenumbers.MOBILE)
		if example == nil {
			continue
		}
		code, want := strconv.Itoa(int(example.GetCountryCode())), phonenumbers.GetNationalSignificantNumber(example)
		for _, typed := range []string{want, "00" + code + want, code + want} {
			got, ok := number.National(code, typed)
			require.True(t, ok, "%s %s", region, typed)
			require.Equal(t, want, got, "%s %s", region, typed)
		}
	}
}
