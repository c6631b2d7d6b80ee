package numbersettings_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

const simPath = "/users/current/sim/"

// sets requests a change of a setting.
func sets(r *servertest.Rig, token, method, path, body string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(method, "/api"+simPath+path, body, append([]servertest.Header{servertest.Bearer(token), servertest.FreshKey()}, headers...)...)
}

func settingsOf(r *servertest.Rig, got servertest.Answer) gen.NumberSettings {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[gen.NumberSettingsAnswer](r.T, got).Data
}

// networkSays ends the open change, as its workflow does.
func networkSays(r *servertest.Rig, refused contract.Code) {
	r.T.Helper()
	ended := r.Lines.Begun
	ended.Stage, ended.Refused = contract.SettingDone, refused
	if refused != "" {
		ended.Stage = contract.SettingRefused
	}
	require.NoError(r.T, r.Lines.Books.RecordSetting(r.T.Context(), contract.SettingChangeAt{At: contract.At{Now: time.Now()}, Change: ended}))
}

// takes makes a change that the network accepts.
func takes(r *servertest.Rig, token, method, path, body string) gen.NumberSettings {
	r.T.Helper()
	shown := settingsOf(r, sets(r, token, method, path, body))
	require.Equal(r.T, gen.NumberSettingChangeStage(contract.SettingPending), shown.Change.Stage)
	networkSays(r, "")
	return settingsOf(r, r.MustGet(simPath+"settings", token))
}

func TestNumberSettings_NewLine_HasDefaults(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(servertest.MainLine)
	shown := settingsOf(r, r.MustGet(simPath+"settings", token))
	require.Nil(t, shown.Change)
	require.Nil(t, shown.Obstacle)
	services := map[string]bool{}
	for _, s := range shown.Services {
		services[string(s.Key)] = s.Active
	}
	require.Equal(t, map[string]bool{"gprs": true, "roaming": true, "missed_call": true, "voicemail": false}, services)
	require.True(t, shown.Promotions.Allow)
	require.Equal(t, gen.BlockCount{Blocked: 0, Most: 50}, shown.Numbers)
	texts := map[string]string{}
	for _, offered := range shown.Language.Offered {
		texts[string(offered.LanguageId)] = string(offered.Texts)
	}
	require.Equal(t, map[string]string{"en": "own", "ar": "own", "ur": "own", "hi": "english", "bn": "english", "id": "english", "ml": "english"}, texts)
}

func TestNumberSettings_Accepted_AreChanged(t *testing.T) {
	r := servertest.NewSeeded(t)
	token, key := r.Subscriber(servertest.MainLine), servertest.FreshKey()
	body := `{"key":"roaming","operation":"deactivate"}`
	shown := settingsOf(r, sets(r, token, http.MethodPut, "settings", body, key))
	require.Equal(t, gen.NumberSettingChangeStage("pending"), shown.Change.Stage)
	require.Equal(t, []string{"service", "roaming", "off"}, []string{string(shown.Change.Kind), shown.Change.Item, shown.Change.Value})
	require.True(t, shown.Services[1].Active, "the service stays on until the network confirms")
	require.Nil(t, shown.Obstacle, "the setting shows its own open change")
	sets(r, token, http.MethodPut, "settings", body, key)
	require.Len(t, r.Lines.Told, 1, "a repeated request starts no second change")
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "settings", `{"key":"gprs","operation":"deactivate"}`), contract.FailLineBusyNow)

	networkSays(r, "")
	shown = settingsOf(r, r.MustGet(simPath+"settings", token))
	require.Equal(t, gen.NumberSettingChangeStage("done"), shown.Change.Stage)
	require.False(t, shown.Services[1].Active)

	settingsOf(r, sets(r, token, http.MethodPut, "settings", `{"key":"roaming","operation":"activate"}`))
	networkSays(r, contract.FailSettingRefused)
	shown = settingsOf(r, r.MustGet(simPath+"settings", token))
	require.False(t, shown.Services[1].Active, "a refused change leaves the setting as it was")
	require.Equal(t, gen.NumberSettingChangeStage("refused"), shown.Change.Stage)
	require.Equal(t, gen.MessageKey(contract.FailSettingRefused), shown.Change.Refusal.MessageKey)
	require.NotEmpty(t, shown.Change.Refusal.Message)
}

func TestNumberSettings_Language_IsKept(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(servertest.MainLine)
	shown := takes(r, token, http.MethodPut, "languages", `{"language_id":"ur"}`)
	require.Equal(t, gen.CommunicationLanguage("ur"), shown.Language.LanguageId)
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "languages", `{"language_id":"fr"}`), contract.FailValidation)
}

// The further languages that the interface names may be chosen, too, but their messages come in English.
func TestNumberSettings_Languages_ThreeHaveTexts(t *testing.T) {
	r := servertest.NewSeeded(t)
	shown := settingsOf(r, r.MustGet(simPath+"settings", r.Subscriber(servertest.MainLine)))
	texts := map[gen.NumberSettingsLanguageOfferedTexts][]gen.CommunicationLanguage{}
	for _, offered := range shown.Language.Offered {
		texts[offered.Texts] = append(texts[offered.Texts], offered.LanguageId)
	}
	require.Equal(t, []gen.CommunicationLanguage{"en", "ar", "ur"}, texts[gen.Own])
	require.Equal(t, []gen.CommunicationLanguage{"hi", "bn", "id", "ml"}, texts[gen.English])
}

func TestNumberSettings_Promo_HasExceptions(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(servertest.MainLine)
	shown := takes(r, token, http.MethodPost, "blockPromoCalls", `{"allow":false,"except":{"product":["plans","games"]}}`)
	require.False(t, shown.Promotions.Allow)
	require.Equal(t, []gen.PromotionProduct{"games", "plans"}, shown.Promotions.Except.Product)
	require.Equal(t, "block:games,plans", r.Lines.Told[0].Value)
	shown = takes(r, token, http.MethodPost, "blockPromoCalls", `{"allow":true}`)
	require.True(t, shown.Promotions.Allow)
	require.Empty(t, shown.Promotions.Except.Product)
	got := sets(r, token, http.MethodPost, "blockPromoCalls", `{"allow":true,"except":{"product":["plans"]}}`)
	servertest.RequireRefused(t, got, contract.FailExceptionNeedless)
	require.Contains(t, *servertest.RequireRefused(t, got, contract.FailExceptionNeedless).Fields, "except")
}

func TestBlocking_Number_IsBlocked(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(servertest.MainLine)
	shown := takes(r, token, http.MethodPut, "blockNumber", `{"blockMSISDN":"0512345678","countryCode":"966"}`)
	require.Equal(t, 1, shown.Numbers.Blocked)
	takes(r, token, http.MethodPut, "blockNumber", `{"blockMSISDN":"1234567890","countryCode":"20"}`)
	list := func() (all [][2]string) {
		for _, n := range servertest.Decoded[gen.ListBlockedNumbersAnswer](t, r.MustGet(simPath+"blockedNumbersList", token)).Data {
			all = append(all, [2]string{n.CountryCode, n.BlockMSISDN})
		}
		return all
	}
	require.Equal(t, [][2]string{{"20", "1234567890"}, {"966", "512345678"}}, list())
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "blockNumber", `{"blockMSISDN":"00966512345678","countryCode":"966"}`), contract.FailBlockedAlready)
	takes(r, token, http.MethodPut, "unblockNumber", `{"blockMSISDN":"512345678","countryCode":"966"}`)
	require.Equal(t, [][2]string{{"20", "1234567890"}}, list())
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "unblockNumber", `{"blockMSISDN":"512345678","countryCode":"966"}`), contract.FailBlockedNot)
}

func TestBlocking_BadNumber_IsRefused(t *testing.T) {
	r := servertest.NewSeeded(t)
	r.Exec("INSERT INTO settings (key, value) VALUES ('maxBlockedNumbers', '1')")
	token := r.Subscriber(servertest.MainLine)
	takes(r, token, http.MethodPut, "blockNumber", `{"blockMSISDN":"512345678","countryCode":"966"}`)
	said := map[string]bool{}
	for body, code := range map[string]contract.Code{
		`{"blockMSISDN":"911","countryCode":"966"}`:        contract.FailBlockEmergency,
		`{"blockMSISDN":"0997","countryCode":"966"}`:       contract.FailBlockEmergency,
		`{"blockMSISDN":"112","countryCode":"20"}`:         contract.FailBlockEmergency,
		`{"blockMSISDN":"0570000001","countryCode":"966"}`: contract.FailBlockOwn,
		`{"blockMSISDN":"12345","countryCode":"966"}`:      contract.FailBlockInvalid,
		`{"blockMSISDN":"598765432","countryCode":"966"}`:  contract.FailBlocksTooMany,
		`{"blockMSISDN":"+966","countryCode":"966"}`:       contract.FailBlockInvalid,
		`{"blockMSISDN":"598765432"}`:                      contract.FailValidation,
	} {
		for _, language := range []string{"en", "ar"} {
			problem := servertest.RequireRefused(t, sets(r, token, http.MethodPut, "blockNumber", body, servertest.Header{"Accept-Language": language}), code)
			said[problem.Message] = true
			require.NotContains(t, problem.Message, "{")
		}
	}
	require.Len(t, said, 10, "five refusals, each in two languages")
	require.Len(t, r.Lines.Told, 1, "the network receives no refused number")
}

func TestBlocking_Countries_AreBlockedByOffer(t *testing.T) {
	r := servertest.NewSeeded(t)
	r.Exec("INSERT INTO settings (key, value) VALUES ('maxBlockedCountries', '1')")
	token := r.Subscriber(servertest.MainLine)
	list := func(path, language string) []gen.BlockCountry {
		return servertest.Decoded[gen.ListBlockCountriesAnswer](t, r.MustGet(simPath+path, token, servertest.Header{"Accept-Language": language})).Data
	}
	require.Empty(t, list("simBlockCountryList", "en"))
	all := list("allBlockCountryList", "en")
	require.Greater(t, len(all), 10)
	offer := all[0]
	body, err := json.Marshal(map[string]string{"offerId": offer.OfferId})
	require.NoError(t, err)
	shown := takes(r, token, http.MethodPut, "blockCountry", string(body))
	require.Equal(t, 1, shown.Countries.Blocked)
	blocked := list("simBlockCountryList", "ar")
	require.Len(t, blocked, 1)
	require.Equal(t, offer.Country, blocked[0].Country)
	require.NotEqual(t, offer.Name, blocked[0].Name)
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "blockCountry", string(body)), contract.FailCountryAlready)
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "blockCountry", `{"offerId":"block-xx"}`), contract.FailOfferOfNoCountry)
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "blockCountry", `{"offerId":"net-saver-5"}`), contract.FailOfferOfNoCountry)
	other, err := json.Marshal(map[string]string{"offerId": all[1].OfferId})
	require.NoError(t, err)
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "deleteBlockCountryOffer", string(other)), contract.FailCountryNot)
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "blockCountry", string(other)), contract.FailCountriesTooMany)
	require.Zero(t, takes(r, token, http.MethodPut, "deleteBlockCountryOffer", string(body)).Countries.Blocked)
}

func TestNumberSettings_OtherLine_IsRefused(t *testing.T) {
	r := servertest.NewSeeded(t)
	token := r.Subscriber(servertest.MainLine)
	takes(r, token, http.MethodPut, "blockNumber", `{"blockMSISDN":"512345678","countryCode":"966"}`)
	other := r.SignIn(servertest.BilledLine)
	require.Zero(t, settingsOf(r, r.MustGet(simPath+"settings", other)).Numbers.Blocked)
	require.Empty(t, servertest.Decoded[gen.ListBlockedNumbersAnswer](t, r.MustGet(simPath+"blockedNumbersList", other)).Data)
	servertest.RequireRefused(t, sets(r, other, http.MethodPut, "unblockNumber", `{"blockMSISDN":"512345678","countryCode":"966"}`), contract.FailBlockedNot)
	got := sets(r, other, http.MethodPut, "settings", `{"key":"roaming","operation":"deactivate"}`, servertest.OnAccount("01980000-0000-7000-8000-0000000000ff"))
	servertest.RequireRefused(t, got, contract.FailSubAccountStale)
	servertest.RequireRefused(t, sets(r, r.Device(), http.MethodPut, "settings", `{"key":"roaming","operation":"deactivate"}`), contract.FailNotSignedIn)
	require.Len(t, r.Lines.Told, 1)
}

func TestNumberSettings_Locked_SaysWhy(t *testing.T) {
	for code, statement := range map[contract.Code]string{
		contract.FailLineSuspendedByOwner: "UPDATE lines SET suspended_since = now() WHERE msisdn = '0570000001'",
		contract.FailLineBlocked:          "UPDATE lines SET status = 'blocked' WHERE msisdn = '0570000001'",
		contract.FailLineGuarded:          "UPDATE lines SET guarded_until = '2100-01-01' WHERE msisdn = '0570000001'",
		contract.FailLineBusyNow:          "INSERT INTO line_changes (line_id, holder, until) SELECT id, 'sim change', now() FROM lines WHERE msisdn = '0570000001'",
		contract.FailLinePortingOut:       "INSERT INTO line_changes (line_id, holder, until) SELECT id, 'port-out/1', now() FROM lines WHERE msisdn = '0570000001'",
	} {
		t.Run(string(code), func(t *testing.T) {
			r := servertest.NewSeeded(t)
			token := r.Subscriber(servertest.MainLine)
			r.Exec(statement)
			shown := settingsOf(r, r.MustGet(simPath+"settings", token))
			require.Equal(t, gen.MessageKey(code), shown.Obstacle.MessageKey)
			require.NotEmpty(t, shown.Obstacle.Message)
			servertest.RequireRefused(t, sets(r, token, http.MethodPut, "settings", `{"key":"roaming","operation":"deactivate"}`), code)
		})
	}
}

func TestNumberSettings_DataLine_HasItsOwn(t *testing.T) {
	r := servertest.New(t)
	r.Customer("830000000001", "prepaid")
	token := r.SignIn("830000000001")
	shown := settingsOf(r, r.MustGet(simPath+"settings", token))
	require.Len(t, shown.Services, 2)
	require.False(t, shown.Blocks)
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "settings", `{"key":"voicemail","operation":"activate"}`), contract.FailSettingDataLine)
	servertest.RequireRefused(t, sets(r, token, http.MethodPut, "blockNumber", `{"blockMSISDN":"512345678","countryCode":"966"}`), contract.FailSettingDataLine)
	shown = takes(r, token, http.MethodPut, "settings", `{"key":"gprs","operation":"deactivate"}`)
	require.False(t, shown.Services[0].Active)
}
