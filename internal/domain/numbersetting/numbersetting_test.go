package numbersetting_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/numbersetting"
)

func change(kind contract.SettingKind, item, value string) contract.SettingChange {
	return contract.SettingChange{Kind: kind, Item: item, Value: value}
}

var line = numbersetting.Line{
	MSISDN: "0570000001", Most: numbersetting.Most{Numbers: 2, Countries: 1}, Country: true,
	Set: []numbersetting.Set{
		{Kind: contract.SettingNumber, Item: "966512345678", Value: contract.SettingOn},
		{Kind: contract.SettingCountry, Item: "EG", Value: contract.SettingOn},
		{Kind: contract.SettingService, Item: numbersetting.Voicemail, Value: contract.SettingOn},
	},
}

func TestValidateChange_Refusals(t *testing.T) {
	dataLine, full, nowhere := line, line, line
	dataLine.DataLine = true
	full.Most.Numbers = 1
	nowhere.Country = false
	for name, test := range map[string]struct {
		line numbersetting.Line
		ask  contract.SettingChange
		want error
	}{
		"a service":                        {line, change(contract.SettingService, numbersetting.Roaming, contract.SettingOff), nil},
		"a service that is already on":     {line, change(contract.SettingService, numbersetting.Voicemail, contract.SettingOn), nil},
		"another number":                   {line, change(contract.SettingNumber, "201234567890", contract.SettingOn), nil},
		"a number once more":               {line, change(contract.SettingNumber, "966512345678", contract.SettingOn), contract.Refuse(contract.FailBlockedAlready)},
		"an unblocked number":              {line, change(contract.SettingNumber, "966598765432", contract.SettingOff), contract.Refuse(contract.FailBlockedNot)},
		"a blocked number":                 {line, change(contract.SettingNumber, "966512345678", contract.SettingOff), nil},
		"the own number":                   {line, change(contract.SettingNumber, "966570000001", contract.SettingOn), contract.RefuseField("blockMSISDN", contract.FailBlockOwn)},
		"one number too many":              {full, change(contract.SettingNumber, "201234567890", contract.SettingOn), contract.RefuseWith(contract.FailBlocksTooMany, map[string]string{"most": "1"})},
		"a country once more":              {line, change(contract.SettingCountry, "EG", contract.SettingOn), contract.Refuse(contract.FailCountryAlready)},
		"an unblocked country":             {line, change(contract.SettingCountry, "IN", contract.SettingOff), contract.Refuse(contract.FailCountryNot)},
		"one country too many":             {line, change(contract.SettingCountry, "IN", contract.SettingOn), contract.RefuseWith(contract.FailCountriesTooMany, map[string]string{"most": "1"})},
		"no country":                       {nowhere, change(contract.SettingCountry, "XX", contract.SettingOn), contract.Refuse(contract.FailOfferOfNoCountry)},
		"a removed country":                {nowhere, change(contract.SettingCountry, "EG", contract.SettingOff), nil},
		"language of a data line":          {dataLine, change(contract.SettingLanguage, "", "ur"), nil},
		"roaming of a data line":           {dataLine, change(contract.SettingService, numbersetting.Roaming, contract.SettingOff), nil},
		"voicemail of a data line":         {dataLine, change(contract.SettingService, numbersetting.Voicemail, contract.SettingOn), contract.Refuse(contract.FailSettingDataLine)},
		"a number of a data line":          {dataLine, change(contract.SettingNumber, "201234567890", contract.SettingOn), contract.Refuse(contract.FailSettingDataLine)},
		"promotional calls to a data line": {dataLine, change(contract.SettingPromotions, "", numbersetting.Block), contract.Refuse(contract.FailSettingDataLine)},
		"an unknown setting":               {line, change("ringtone", "", "jazz"), contract.Refuse(contract.FailNotFound)},
	} {
		require.Equal(t, test.want, test.line.ValidateChange(test.ask), name)
	}
}

func TestValue_NeverSet_IsTheDefault(t *testing.T) {
	fresh := numbersetting.Line{}
	for item, want := range map[string]string{
		numbersetting.Data: contract.SettingOn, numbersetting.Roaming: contract.SettingOn, numbersetting.MissedCall: contract.SettingOn, numbersetting.Voicemail: contract.SettingOff,
	} {
		require.Equal(t, want, fresh.Value(contract.SettingService, item), item)
	}
	require.Equal(t, contract.SettingOn, line.Value(contract.SettingService, numbersetting.Voicemail))
	require.Equal(t, numbersetting.Allow, fresh.Value(contract.SettingPromotions, ""))
	require.Empty(t, fresh.Value(contract.SettingLanguage, ""), "the holder's language")
	require.Equal(t, []string{numbersetting.Data, numbersetting.Roaming}, numbersetting.Services(true))
	require.Len(t, numbersetting.Services(false), 4)
}

func TestNumber_AnySpelling_IsTheSame(t *testing.T) {
	for typed, want := range map[[2]string]string{
		{"966", "0512345678"}:          "966512345678",
		{"966", "512345678"}:           "966512345678",
		{"966", "966512345678"}:        "966512345678",
		{"966", "00966512345678"}:      "966512345678",
		{"966", "0112345678"}:          "966112345678",
		{"20", "01234567890"}:          "201234567890",
		{"20", "00201234567890"}:       "201234567890",
		{"1", "2025550123"}:            "12025550123",
		{"91", "919876543210"}:         "919876543210",
		{"91", "+91 (98765) 43210"}:    "919876543210",
		{"966", "+966 (0)51 234 5678"}: "966512345678",
	} {
		got, err := numbersetting.Number(typed[0], typed[1])
		require.NoError(t, err, typed)
		require.Equal(t, want, got, typed)
	}
}

// A Saudi number is a mobile or a landline, which begins with 01 and the digit of its region.
func TestNumber_SaudiLandline_IsRead(t *testing.T) {
	for typed, want := range map[string]string{
		"0112345678": "966112345678", "0123456789": "966123456789", "0134567890": "966134567890", "0145678901": "966145678901",
		"0167890123": "966167890123", "0178901234": "966178901234", "112345678": "966112345678", "00966112345678": "966112345678",
	} {
		got, err := numbersetting.Number("966", typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, got, typed)
	}
	for _, typed := range []string{"011234567", "01123456789", "0212345678", "0912345678"} {
		_, err := numbersetting.Number("966", typed)
		require.Equal(t, contract.RefuseField("blockMSISDN", contract.FailBlockInvalid), err, typed)
	}
}

func TestNumber_Emergency_IsRefused(t *testing.T) {
	emergency := contract.RefuseField("blockMSISDN", contract.FailBlockEmergency)
	for _, number := range []string{"911", "112", "997", "998", "999", "993", "994", "996", "0911", "966911", "00966997"} {
		_, err := numbersetting.Number("966", number)
		require.Equal(t, emergency, err, number)
	}
	_, err := numbersetting.Number("44", "999")
	require.Equal(t, emergency, err, "those of other countries too")
	for typed, code := range map[string]string{"12345": "966", "0712345678": "966", "123": "20", "1234567890123456": "20", "0": "20"} {
		_, err := numbersetting.Number(code, typed)
		require.Equal(t, contract.RefuseField("blockMSISDN", contract.FailBlockInvalid), err, typed)
	}
}

func TestPromotions_Exceptions_Sorted(t *testing.T) {
	for _, test := range []struct {
		allow    bool
		products []string
		want     string
	}{
		{true, nil, "allow"}, {false, nil, "block"}, {false, []string{"plans", "games"}, "block:games,plans"},
	} {
		value, err := numbersetting.Promotions(test.allow, test.products)
		require.NoError(t, err)
		require.Equal(t, test.want, value)
		allow, products := numbersetting.Excepted(value)
		require.Equal(t, test.allow, allow)
		require.ElementsMatch(t, test.products, products)
	}
	_, err := numbersetting.Promotions(true, []string{"games"})
	require.Equal(t, contract.RefuseField("except", contract.FailExceptionNeedless), err)
}

func TestCountryOf_OtherOffer_IsRefused(t *testing.T) {
	country, err := numbersetting.CountryOf(numbersetting.OfferOf("EG"))
	require.NoError(t, err)
	require.Equal(t, "EG", country)
	for _, offer := range []string{"eg", "block-EG", "net-saver-5"} {
		_, err := numbersetting.CountryOf(offer)
		require.Equal(t, contract.RefuseField("offerId", contract.FailOfferOfNoCountry), err, offer)
	}
}
