package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// bad is a request that must be refused before it reaches a workflow.
type bad struct {
	method, path, body string
	code               contract.Code
	field              string // refused field, where there is one
	text               string // key of its text
}

func TestRefusal_BadInput_ChangesNothing(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	before := len(r.Flow.SentUpdates())
	order := "/api/orders/" + o.ID
	tests := map[string]bad{
		"unknown order":                           {"PUT", "/api/orders/" + uuid.NewString() + "/plan", `{"planId":"basic-25"}`, contract.FailOrderNotFound, "", ""},
		"malformed id":                            {"PUT", "/api/orders/1'%20OR%201=1/plan", `{"planId":"basic-25"}`, contract.FailOrderNotFound, "", ""},
		"number outside the pool's prefix":        {"PUT", order + "/number", `{"msisdn":"0551234567"}`, contract.FailValidation, "msisdn", "field.msisdn"},
		"ID with nine digits":                     {"PUT", order + "/eligibility", `{"idNumber":"123456789","nationality":"SA","birthDate":"1990-01-01"}`, contract.FailValidation, "idNumber", "field.idNumber"},
		"nationality in lower case":               {"PUT", order + "/eligibility", `{"idNumber":"1234567890","nationality":"sa","birthDate":"1990-01-01"}`, contract.FailValidation, "nationality", "field.nationality"},
		"nationality that is no country":          {"PUT", order + "/eligibility", `{"idNumber":"1234567890","nationality":"QQ","birthDate":"1990-01-01"}`, contract.FailValidation, "nationality", "field.nationality"},
		"birth date in another order":             {"PUT", order + "/eligibility", `{"idNumber":"1234567890","nationality":"SA","birthDate":"01/01/1990"}`, contract.FailValidation, "birthDate", "field.birthDate"},
		"ID with a wrong check digit":             {"PUT", order + "/eligibility", `{"idNumber":"1000000009","nationality":"SA","birthDate":"1990-01-01"}`, contract.FailIDChecksum, "idNumber", "id_number_invalid"},
		"citizen's ID of a foreigner":             {"PUT", order + "/eligibility", `{"idNumber":"1000000008","nationality":"IN","birthDate":"1990-01-01"}`, contract.FailNationalityMismatch, "nationality", "id_nationality_mismatch"},
		"not born yet":                            {"PUT", order + "/eligibility", `{"idNumber":"1000000008","nationality":"SA","birthDate":"2990-01-01"}`, contract.FailBirthDateInvalid, "birthDate", "birth_date_invalid"},
		"a Hijri year before the tables":          {"PUT", order + "/eligibility", `{"idNumber":"1000000008","nationality":"SA","birthDate":"1355-01-01","birthDateCalendar":"hijri"}`, contract.FailHijriYearUnknown, "birthDate", "hijri_year_unknown"},
		"missing birth date":                      {"PUT", order + "/eligibility", `{"idNumber":"1234567890","nationality":"SA"}`, contract.FailValidation, "birthDate", "field.required"},
		"name with digits":                        {"PUT", order + "/personal-information", strings.Replace(servertest.GoodContact, "Noura Ali", "Noura 2", 1), contract.FailValidation, "fullName", "field.fullName"},
		"name with a hyphen":                      {"PUT", order + "/personal-information", strings.Replace(servertest.GoodContact, "Noura Ali", "Noura-Ali", 1), contract.FailValidation, "fullName", "field.fullName"},
		"empty name":                              {"PUT", order + "/personal-information", strings.Replace(servertest.GoodContact, "Noura Ali", "", 1), contract.FailValidation, "fullName", "field.required"},
		"e-mail without domain":                   {"PUT", order + "/personal-information", strings.Replace(servertest.GoodContact, "noura@example.com", "noura@home", 1), contract.FailValidation, "email", "field.email"},
		"mobile that is not Saudi":                {"PUT", order + "/personal-information", strings.Replace(servertest.GoodContact, "0551234567", "0201234567", 1), contract.FailValidation, "mobile", "field.mobile"},
		"mobile typed twice differently":          {"PUT", order + "/personal-information", strings.Replace(servertest.GoodContact, "0551234567", "0551234568", 1), contract.FailMobileMismatch, "mobileConfirmation", "mobile_numbers_do_not_match"},
		"unknown promo code":                      {"PUT", order + "/promo-code", `{"code":"!!"}`, contract.FailPromoWrong, "code", "promo_code_wrong"},
		"promo code of forty-one letters":         {"PUT", order + "/promo-code", `{"code":"` + strings.Repeat("A", 41) + `"}`, contract.FailValidation, "code", "field.too_long"},
		"malformed invitation":                    {"POST", "/api/orders", `{"kind":"sim","numberSource":"new","referralCode":"x"}`, contract.FailValidation, "referralCode", "field.invalid"},
		"address without city":                    {"PUT", order + "/delivery", `{"method":"homeDelivery","address":{"area":"Olaya","street":"King Fahd","buildingNumber":"1234"}}`, contract.FailValidation, "address.city", "field.required"},
		"building number of three digits":         {"PUT", order + "/delivery", `{"method":"homeDelivery","address":{"city":"riyadh","area":"Olaya","street":"King Fahd","buildingNumber":"123"}}`, contract.FailValidation, "address.buildingNumber", "field.buildingNumber"},
		"place outside the kingdom":               {"PUT", order + "/delivery", `{"method":"homeDelivery","address":{"city":"riyadh","area":"Olaya","street":"King Fahd","buildingNumber":"1234","latitude":51.5}}`, contract.FailValidation, "address.latitude", "field.latitude"},
		"unknown delivery method":                 {"PUT", order + "/delivery", `{"method":"drone"}`, contract.FailValidation, "method", "field.method"},
		"NUL in a street":                         {"PUT", order + "/delivery", `{"method":"homeDelivery","address":{"city":"riyadh","area":"Olaya","street":"King\u0000Fahd","buildingNumber":"1234"}}`, contract.FailValidation, "address.street", "field.invalid"},
		"control character in notes":              {"PUT", order + "/delivery", `{"method":"homeDelivery","address":{"city":"riyadh","area":"Olaya","street":"King Fahd","buildingNumber":"1234","notes":"\u0007gnp"}}`, contract.FailValidation, "address.notes", "field.invalid"},
		"unknown field":                           {"PUT", order + "/plan", `{"planId":"basic-25","price":1}`, contract.FailValidation, "price", "field.unknown"},
		"unknown nested field":                    {"PUT", order + "/delivery", `{"method":"homeDelivery","address":{"city":"riyadh","area":"Olaya","street":"King Fahd","buildingNumber":"1234","zip":"1"}}`, contract.FailValidation, "address.zip", "field.unknown"},
		"decimal total":                           {"POST", order + "/confirmation", `{"acceptTerms":true,"total":10.5}`, contract.FailValidation, "total", "field.total"},
		"negative total":                          {"POST", order + "/confirmation", `{"acceptTerms":true,"total":-1}`, contract.FailValidation, "total", "field.total"},
		"total beyond every number":               {"POST", order + "/confirmation", `{"acceptTerms":true,"total":1e400}`, contract.FailValidation, "total", "field.total"},
		"card number instead of a token":          {"POST", order + "/payments", `{"cardToken":"4111111111111111"}`, contract.FailValidation, "cardToken", "field.cardToken"},
		"SIM number with a wrong digit":           {"POST", "/api/sim-activation/orders", `{"iccid":"8996605900000000018","idNumber":"1000000008"}`, contract.FailICCIDMistyped, "iccid", "iccid_mistyped"},
		"EID a digit short":                       {"PUT", order + "/device", `{"eid":"8904903200000000000000000000000"}`, contract.FailValidation, "eid", "field.eid"},
		"phone in capitals":                       {"PUT", order + "/device", `{"model":"IPHONE"}`, contract.FailValidation, "model", "field.model"},
		"unknown channel for the activation code": {"POST", order + "/profile/message", `{"channel":"pigeon"}`, contract.FailValidation, "channel", "field.channel"},
		"not JSON":                                {"PUT", order + "/plan", `{"planId":`, contract.FailNotJSON, "", ""},
		"two JSON values":                         {"PUT", order + "/plan", `{"planId":"basic-25"}{}`, contract.FailNotJSON, "", ""},
		"no body":                                 {"PUT", order + "/plan", "", contract.FailNotJSON, "", ""},
		"a list instead of an object":             {"PUT", order + "/plan", `[]`, contract.FailValidation, "", ""},
		"body too large":                          {"PUT", order + "/plan", `{"planId":"` + strings.Repeat("a", 70<<10) + `"}`, contract.FailTooLarge, "", ""},
		"kind that is not offered":                {"POST", "/api/orders", `{"kind":"multisim","numberSource":"new"}`, contract.FailKindNotOffered, "", ""},
		"unknown kind":                            {"POST", "/api/orders", `{"kind":"fax","numberSource":"new"}`, contract.FailValidation, "kind", "field.invalid"},
		"ported number too short":                 {"PUT", order + "/port", `{"operator":"stc","msisdn":"055123","acceptTerms":true}`, contract.FailValidation, "msisdn", "field.mobile"},
		"port without an operator":                {"PUT", order + "/port", `{"msisdn":"0551234567","acceptTerms":true}`, contract.FailValidation, "operator", "field.required"},
		"port without a valid time":               {"PUT", order + "/port", `{"operator":"stc","msisdn":"0551234567","acceptTerms":true,"window":"soon"}`, contract.FailValidation, "window", "field.window"},
		"correction of the owner's ID":            {"PUT", order + "/port/correction", `{"idNumber":"1000000008"}`, contract.FailValidation, "idNumber", "field.unknown"},
		"unknown query parameter":                 {"GET", "/api/plans?sort=price", "", contract.FailValidation, "sort", "field.unknown"},
		"page zero":                               {"GET", "/api/plans?page=0", "", contract.FailValidation, "page", "field.page"},
		"search for letters":                      {"GET", "/api/number-booking/numbers?contains=abc", "", contract.FailValidation, "contains", "field.contains"},
		"search for no digit":                     {"GET", "/api/number-booking/numbers?contains=", "", contract.FailValidation, "contains", "field.required"},
		"search for eight digits":                 {"GET", "/api/number-booking/numbers?ends_with=12345678", "", contract.FailValidation, "ends_with", "field.ends_with"},
		"search for NUL":                          {"GET", "/api/number-booking/numbers?contains=%00", "", contract.FailValidation, "contains", "field.invalid"},
		"search for less than nothing to pay":     {"GET", "/api/number-booking/numbers?max_price=-1", "", contract.FailValidation, "max_price", "field.invalid"},
		"search with a parameter twice":           {"GET", "/api/number-booking/numbers?contains=1&contains=2", "", contract.FailValidation, "contains", "field.invalid"},
		"broken query":                            {"GET", "/api/number-booking/numbers?contains=%zz", "", contract.FailValidation, "", ""},
		"unknown address":                         {"GET", "/api/no/such", "", contract.FailNotFound, "", ""},
		"method that does not exist there":        {"DELETE", "/api/plans", "", contract.FailMethod, "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := r.Call(test.method, test.path, test.body, servertest.WithSession(o.Session), servertest.FreshKey())
			problem := servertest.RequireRefused(t, got, test.code)
			if test.text == "" {
				require.Nil(t, problem.Fields)
				return
			}
			require.Equal(t, &map[string]string{test.field: texts.Text(texts.English, test.text, nil)}, problem.Fields)
		})
	}
	require.Len(t, r.Flow.SentUpdates(), before, "a refused request reached the workflow")
}

func TestRefusal_SeveralFields_NamesEach(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	got := r.Call(http.MethodPut, "/api/orders/"+o.ID+"/eligibility", `{"idNumber":"x","nationality":1,"extra":true}`,
		servertest.WithSession(o.Session), servertest.FreshKey())
	problem := servertest.RequireRefused(t, got, contract.FailValidation)
	require.NotNil(t, problem.Fields)
	for _, field := range []string{"idNumber", "nationality", "birthDate", "extra"} {
		require.Contains(t, *problem.Fields, field)
	}
}

func TestRefusal_Text_HidesTheSchema(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	got := r.Call(http.MethodPut, "/api/orders/"+o.ID+"/eligibility", `{"idNumber":"x","nationality":1,"birthDate":{}}`,
		servertest.WithSession(o.Session), servertest.FreshKey())
	for _, leak := range []string{"schema", "pattern", "regular", "property", "^"} {
		require.NotContains(t, strings.ToLower(string(got.Body)), leak)
	}
}

func TestRequest_NotJSON_IsRefused(t *testing.T) {
	r := servertest.New(t)
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json; charset"} {
		got := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, servertest.FreshKey(), servertest.Header{"Content-Type": kind})
		servertest.RequireRefused(t, got, contract.FailNotJSON)
	}
	got := r.Call(http.MethodPost, "/api/orders", servertest.StartSIM, servertest.FreshKey(), servertest.Header{"Content-Type": "application/json; charset=utf-8"})
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
}

func TestRefusal_OfWorkflow_Translated(t *testing.T) {
	r := servertest.New(t)
	o := r.Start()
	order := "/api/orders/" + o.ID
	const number, person, card = `{"msisdn":"0570000001"}`, `{"idNumber":"1000000008","nationality":"SA","birthDate":"1990-01-01"}`, `{"cardToken":"tok_1234567890abcdef"}`
	tests := map[contract.Code]struct {
		method, path, body string
		err                error
	}{
		contract.FailStepOutOfOrder:      {http.MethodPut, "/number", number, contract.Refuse(contract.FailStepOutOfOrder)},
		contract.FailNumberTaken:         {http.MethodPut, "/number", number, contract.Refuse(contract.FailNumberTaken)},
		contract.FailNumberCostsMore:     {http.MethodPut, "/number", number, contract.RefuseField("msisdn", contract.FailNumberCostsMore)},
		contract.FailHoldExpired:         {http.MethodPut, "/number", number, contract.Refuse(contract.FailHoldExpired)},
		contract.FailBirthDateInvalid:    {http.MethodPut, "/eligibility", person, contract.RefuseField("birthDate", contract.FailBirthDateInvalid)},
		contract.FailNationalityMismatch: {http.MethodPut, "/eligibility", person, contract.RefuseField("nationality", contract.FailNationalityMismatch)},
		contract.FailTokenUsed:           {http.MethodPost, "/payments", card, contract.Refuse(contract.FailTokenUsed)},
		contract.FailParcelWithCourier:   {http.MethodPost, "/cancellation", `{"reason":"mistake"}`, contract.Refuse(contract.FailParcelWithCourier)},
		contract.FailOrderClosed:         {http.MethodPut, "/number", number, contract.Refuse(contract.FailOrderClosed)},
	}
	for code, test := range tests {
		for _, language := range []string{texts.Arabic, texts.English} {
			r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) { return o, test.err }
			got := r.Call(test.method, order+test.path, test.body, servertest.WithSession(o.Session), servertest.FreshKey(), servertest.Header{"Accept-Language": language})
			problem := servertest.RequireRefused(t, got, code)
			require.Equal(t, texts.Text(language, code, nil), problem.Message)
		}
	}
}

func TestAnswer_Language_IsTheCallers(t *testing.T) {
	r := servertest.New(t)
	tests := map[string]string{
		"":                        texts.Arabic,
		"*":                       texts.Arabic,
		"ar":                      texts.Arabic,
		"en":                      texts.English,
		"en-US,en;q=0.9":          texts.English,
		"fr-FR,en;q=0.5,ar;q=0.4": texts.English,
		"ar-SA,en;q=0.9":          texts.Arabic,
		"ur":                      texts.Arabic,
	}
	for accepted, want := range tests {
		t.Run(fmt.Sprintf("%q", accepted), func(t *testing.T) {
			got := r.Call(http.MethodGet, "/api/orders/"+uuid.NewString(), "", servertest.Header{"Accept-Language": accepted})
			problem := servertest.RequireRefused(t, got, contract.FailOrderNotFound)
			require.Equal(t, texts.Text(want, contract.FailOrderNotFound, nil), problem.Message)
		})
	}
	polyglot := "en-GB,en;q=0.9,ar-SA;q=0.8,ar;q=0.7,fr-FR;q=0.6,fr;q=0.5,ur-PK;q=0.4,ur;q=0.3,hi-IN;q=0.2,hi;q=0.1,de-DE;q=0.1"
	for _, accepted := range []string{polyglot, "C", "en-US@posix", "not a language!", strings.Repeat("fr,", 1000)} {
		got := r.Call(http.MethodGet, "/api/plans", "", servertest.Header{"Accept-Language": accepted})
		require.Equal(t, http.StatusOK, got.StatusCode, accepted)
	}
}
