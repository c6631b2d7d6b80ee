package figure_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/figure"
)

func TestRead_PlainValue_NeedsNoQuotes(t *testing.T) {
	tests := map[string]struct {
		of      figure.Type
		written string
		want    string // empty: refused
	}{
		"digits of a text":       {figure.Text, "920012345", `"920012345"`},
		"a text with quotes":     {figure.Text, `"920012345"`, `"920012345"`},
		"an empty text":          {figure.Text, "", `""`},
		"a whole number":         {figure.WholeNumber, " 15 ", "15"},
		"a number in quotes":     {figure.WholeNumber, `"15"`, "15"},
		"half a number":          {figure.WholeNumber, "1.5", ""},
		"halalas":                {figure.Amount, "1500", "1500"},
		"riyals":                 {figure.Amount, "15.00", "1500"},
		"riyals with one digit":  {figure.Amount, "15.5 SAR", "1550"},
		"whole riyals":           {figure.Amount, "15 SAR", "1500"},
		"less than nothing":      {figure.Amount, "-1", "-1"},
		"no amount":              {figure.Amount, "much", ""},
		"riyals in another sign": {figure.Amount, "15 EUR", ""},
		"hundredths of percent":  {figure.Percentage, "175", "175"},
		"a percentage":           {figure.Percentage, "1.75", "175"},
		"a percentage in words":  {figure.Percentage, "2%", "200"},
		"a percentage of money":  {figure.Percentage, "2 SAR", ""},
		"minutes":                {figure.Duration, "20m", `"20m"`},
		"days":                   {figure.Duration, "2d", `"48h"`},
		"no duration":            {figure.Duration, "20", ""},
		"yes":                    {figure.YesNo, "yes", "true"},
		"false":                  {figure.YesNo, "false", "false"},
		"neither":                {figure.YesNo, "maybe", ""},
		"a list":                 {figure.Numbers, "1, 3", "[1,3]"},
		"a list as JSON":         {figure.Numbers, "[1,3]", "[1,3]"},
		"no numbers":             {figure.Numbers, "", "[]"},
		"amounts":                {figure.Amounts, "20.00, 5000", "[2000,5000]"},
		"a list of words":        {figure.Numbers, "one", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, is := test.of.Read(test.written)
			require.Equal(t, test.want != "", is)
			if is {
				require.JSONEq(t, test.want, string(got))
				again, is := test.of.Read(test.of.Plain(got))
				require.True(t, is)
				require.JSONEq(t, test.want, string(again))
			}
		})
	}
}

func TestShown_Value_HasWordsAndUnit(t *testing.T) {
	tests := map[string]struct {
		of              figure.Setting
		value           string
		english, arabic string
	}{
		"an amount":        {figure.Setting{Key: "deliveryFeeHome", Type: figure.Amount}, "1750", "17.50 SAR", "17.50 ريالًا"},
		"a duration":       {figure.Setting{Key: "holdCap", Type: figure.Duration}, `"1h10m"`, "1 hour 10 minutes", "ساعة واحدة و10 دقائق"},
		"a day":            {figure.Setting{Key: "draftTtl", Type: figure.Duration}, `"24h"`, "24 hours", "24 ساعة"},
		"days":             {figure.Setting{Key: "draftTtl", Type: figure.Duration}, `"168h"`, "7 days", "7 أيام"},
		"a percentage":     {figure.Setting{Key: "vatPercent", Type: figure.WholeNumber}, "15", "15%", "15%"},
		"an hour":          {figure.Setting{Key: "supportFrom", Type: figure.Hour}, "8", "8:00", "8:00"},
		"yes":              {figure.Setting{Key: "verifyContact", Type: figure.YesNo}, "true", "Yes", "نعم"},
		"nothing":          {figure.Setting{Key: "supportPhone", Type: figure.Text}, `""`, "Empty", "فارغ"},
		"a list":           {figure.Setting{Key: "rechargePresets", Type: figure.Amounts}, "[2000,5050]", "20.00 SAR, 50.50 SAR", "20.00 ريالًا، 50.50 ريالًا"},
		"an empty list":    {figure.Setting{Key: "rechargePresets", Type: figure.Amounts}, "[]", "Empty", "فارغ"},
		"one day":          {figure.Setting{Key: "billDueDays", Type: figure.WholeNumber}, "1", "1 day", "يوم واحد"},
		"two days":         {figure.Setting{Key: "billDueDays", Type: figure.WholeNumber}, "2", "2 days", "يومان"},
		"few days":         {figure.Setting{Key: "billDueDays", Type: figure.WholeNumber}, "7", "7 days", "7 أيام"},
		"many days":        {figure.Setting{Key: "billDueDays", Type: figure.WholeNumber}, "14", "14 days", "14 يومًا"},
		"a hundred days":   {figure.Setting{Key: "billDueDays", Type: figure.WholeNumber}, "100", "100 days", "100 يوم"},
		"no day":           {figure.Setting{Key: "billDueDays", Type: figure.WholeNumber}, "0", "0 days", "0 يوم"},
		"working days":     {figure.Setting{Key: "portInWorkingDays", Type: figure.WholeNumber}, "3", "3 working days", "3 أيام عمل"},
		"years":            {figure.Setting{Key: "minAge", Type: figure.WholeNumber}, "18", "18 years", "18 سنة"},
		"a fee in percent": {figure.Setting{Key: "providerFeeMadaBasisPoints", Type: figure.Percentage}, "175", "1.75%", "1.75%"},
		"times":            {figure.Setting{Key: "maxExtensions", Type: figure.WholeNumber}, "2", "2 times", "مرتان"},
		"SIMs":             {figure.Setting{Key: "maxSimsPerCitizen", Type: figure.WholeNumber}, "10", "10 SIMs", "10 شرائح"},
		"rows":             {figure.Setting{Key: "plansPerPage", Type: figure.WholeNumber}, "10", "10 per page", "10 في الصفحة"},
		"plan prices":      {figure.Setting{Key: "creditLimitMostPlans", Type: figure.WholeNumber}, "10", "10 times the plan price", "سعر الباقة 10 مرات"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.english, test.of.Shown("en", json.RawMessage(test.value)))
			require.Equal(t, test.arabic, test.of.Shown("ar", json.RawMessage(test.value)))
		})
	}
}

func TestBound_Rule_UsesTheSettingsUnit(t *testing.T) {
	fee := figure.Setting{Key: "providerFeeFixed", Type: figure.Amount}
	said, is := fee.Bound("en", "providerFeeFixed: not negative, at most 100000")
	require.True(t, is)
	require.Equal(t, "At most 1,000.00 SAR.", said)
	rate := figure.Setting{Key: "providerFeeMadaBasisPoints", Type: figure.Percentage}
	said, is = rate.Bound("en", "providerFeeMadaBasisPoints: 0 to 10000")
	require.True(t, is)
	require.Equal(t, "From 0.00 to 100.00%.", said)
	within := figure.Setting{Key: "carousel", Type: figure.Duration}
	said, is = within.Bound("en", "carousel: 1s to 1m")
	require.True(t, is)
	require.Equal(t, "From 1 second to 1 minute.", said)
	_, is = fee.Bound("en", "providerFeeFixed: as they like")
	require.False(t, is)
}
