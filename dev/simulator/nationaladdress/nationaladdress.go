// Package nationaladdress simulates the National Address API of Saudi Post (SPL): the look-up of a short address.
package nationaladdress

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "nationaladdress"

// OperationFind can be scripted.
const OperationFind = "find"

// Outcomes of a look-up, for scenarios; the digits of a short address choose one.
const (
	outcomeUnknown = "unknown"
	outcomeFailed  = "failed"
)

// magic maps the digits of a short address to an outcome.
var magic = map[string]string{
	"0000": outcomeUnknown, "9901": engine.OutcomeError, "9902": engine.OutcomeSlow, "9903": outcomeFailed,
}

type city struct {
	ar, en              string
	postcode            string
	latitude, longitude string
}

// cities are chosen by the first letter of a short address, which stands for the region. The city of Z has no delivery.
var cities = map[byte]city{
	'R': {"الرياض", "RIYADH", "12", "24.6936", "46.6853"},
	'J': {"جدة", "JEDDAH", "23", "21.5433", "39.1728"},
	'M': {"مكة المكرمة", "MAKKAH AL MUKARRAMAH", "24", "21.4225", "39.8262"},
	'N': {"المدينة المنورة", "AL MADINAH AL MUNAWWARAH", "42", "24.4672", "39.6111"},
	'D': {"الدمام", "AD DAMMAM", "32", "26.4207", "50.0888"},
	'K': {"الخبر", "AL KHUBAR", "34", "26.2172", "50.1971"},
	'Z': {"الدوادمي", "AD DAWADIMI", "17", "24.5077", "44.3924"},
}

// districts and streets are chosen by the fourth letter.
var districts = []struct{ districtAr, districtEn, streetAr, streetEn string }{
	{"حي العليا", "Al Olaya Dist.", "شارع العليا", "Al Olaya St."},
	{"حي الملز", "Al Malaz Dist.", "شارع الجامعة", "Al Jamiah St."},
	{"حي العوالي", "Al Awali Dist.", "عاصم بن ثابت", "Asim Ibn Thabit"},
	{"حي الورود", "Al Wurud Dist.", "شارع التحلية", "At Tahliyah St."},
}

var shape = regexp.MustCompile(`^[A-Z]{4}[0-9]{4}$`)

// New adds the post to an engine and its path to mux.
func New(e *engine.Engine, mux *http.ServeMux, key string) {
	s := e.AddSystem(Name, "", engine.HeaderKey("api_key", key))
	s.Panel = engine.Panel{About: "National addresses by their short address. The first letter is a city (R J M N D K, Z without delivery), the digits are the building."}
	mux.Handle("GET /nationaladdress/NationalAddressByShortAddress/NationalAddressByShortAddress", s.ServeOperation(engine.Operation{
		Name: OperationFind, Handle: find, Magic: fromDigits, Outcomes: []string{outcomeUnknown, outcomeFailed},
	}))
}

func shortOf(c *engine.Call) string {
	return strings.ToUpper(c.Request.URL.Query().Get("shortaddress"))
}

func fromDigits(c *engine.Call) string {
	if short := shortOf(c); shape.MatchString(short) {
		return magic[short[4:]]
	}
	return ""
}

func find(c *engine.Call) engine.Answer {
	short := shortOf(c)
	if c.Outcome == outcomeFailed {
		return engine.OK(map[string]any{"success": false, "statusdescription": "FAILED", "fullexception": "search failed"})
	}
	if !shape.MatchString(short) || c.Outcome == outcomeUnknown {
		return none()
	}
	place, known := cities[short[0]]
	if !known {
		return none()
	}
	street := districts[int(short[3]-'A')%len(districts)]
	additional := fmt.Sprintf("%c%s", short[7], short[4:7])
	one := map[string]any{
		"BuildingNumber": short[4:], "Street": street.streetAr, "District": street.districtAr, "City": place.ar, "City_L2": place.en,
		"PostCode": place.postcode + short[4:7], "AdditionalNumber": additional, "Latitude": place.latitude, "Longitude": place.longitude,
	}
	if c.Request.URL.Query().Get("language") == "E" {
		one["Street"], one["District"], one["City"], one["City_L2"] = street.streetEn, street.districtEn, place.en, place.ar
	}
	return engine.OK(map[string]any{"totalSearchResults": "1", "Addresses": []any{one}, "success": true, "statusdescription": "SUCCESS"})
}

func none() engine.Answer {
	return engine.OK(map[string]any{"totalSearchResults": "0", "Addresses": []any{}, "success": true, "statusdescription": "SUCCESS"})
}
