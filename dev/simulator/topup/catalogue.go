package topup

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"selfcare/dev/simulator/engine"
)

// operator serves the numbers of a country.
type operator struct {
	id      int64
	name    string
	prefix  string // of its numbers
	iso     string // ISO 3166, three letters
	country string
	unit    string // ISO 4217
	amounts []amount
}

// amount is the value of one product, and its price in halalas.
type amount struct {
	gives string
	cost  int64
}

// operators has one per served country. A product's id has its operator and its place.
var operators = []operator{
	{2151, "Airtel India", "+91", "IND", "India", "INR", []amount{{"100.00", 455}, {"250.00", 1136}, {"500.00", 2273}}},
	{2211, "Jazz Pakistan", "+92", "PAK", "Pakistan", "PKR", []amount{{"300.00", 405}, {"750.00", 1012}, {"1500.00", 2025}}},
	{1901, "Grameenphone Bangladesh", "+880", "BGD", "Bangladesh", "BDT", []amount{{"100.00", 320}, {"200.00", 640}, {"500.00", 1600}}},
	{2345, "Globe Philippines", "+63", "PHL", "Philippines", "PHP", []amount{{"50.00", 335}, {"100.00", 670}, {"300.00", 2010}}},
	{2051, "Vodafone Egypt", "+20", "EGY", "Egypt", "EGP", []amount{{"50.00", 400}, {"100.00", 800}, {"200.00", 1600}}},
	{1990, "Ncell Nepal", "+977", "NPL", "Nepal", "NPR", []amount{{"100.00", 285}, {"200.00", 570}, {"500.00", 1425}}},
	{2790, "Yemen Mobile", "+967", "YEM", "Yemen", "YER", []amount{{"500.00", 350}, {"1000.00", 700}}},
	{2660, "Zain Kuwait", "+965", "KWT", "Kuwait", "KWD", []amount{{"1.000", 1240}, {"2.500", 3100}}},
}

// Numbers of the catalogue.
const (
	serviceMobile     = 1
	subserviceAirtime = 11
)

func (o operator) body() map[string]any {
	return map[string]any{
		"id": o.id, "name": o.name, "country": map[string]any{"iso_code": o.iso, "name": o.country, "regions": nil}, "regions": nil,
	}
}

func (o operator) productID(place int) int64 { return o.id*10 + int64(place) + 1 }

// productOf finds a product by its id.
func productOf(id int64) (o operator, a amount, known bool) {
	for _, o := range operators {
		if place := id - o.id*10 - 1; place >= 0 && place < int64(len(o.amounts)) {
			return o, o.amounts[place], true
		}
	}
	return o, a, false
}

type lookupBody struct {
	MobileNumber string `json:"mobile_number"`
}

func lookup(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[lookupBody](c)
	if !ok {
		return refusal
	}
	at := slices.IndexFunc(operators, func(o operator) bool { return strings.HasPrefix(body.MobileNumber, o.prefix) })
	switch {
	case !isMobile(body.MobileNumber):
		return refuse(http.StatusBadRequest, codeBadNumber, "Credit party mobile number is invalid")
	case at < 0, c.Outcome == outcomeUnserved:
		return refuse(http.StatusNotFound, codeNoOperator, "Operator not found")
	}
	found := operators[at].body()
	found["identified"] = c.Outcome != outcomeUnsure
	return engine.OK([]map[string]any{found})
}

func listProducts(c *engine.Call) engine.Answer {
	query := c.Request.URL.Query()
	list := []map[string]any{}
	for _, o := range operators {
		if query.Get("operator_id") != keyOf(o.id) || c.Outcome == outcomeNone || !isAirtime(query) {
			continue
		}
		for place, a := range o.amounts {
			if gone, _ := withdrawn.Get(c.Tx, keyOf(o.productID(place))); !gone {
				list = append(list, productBody(o, o.productID(place), a))
			}
		}
	}
	return paged(c, list)
}

// isAirtime tells whether a list of products may hold those of the catalogue.
func isAirtime(query url.Values) bool {
	may := func(name, value string) bool { return !query.Has(name) || query.Get(name) == value }
	return may("type", "FIXED_VALUE_RECHARGE") && may("service_id", keyOf(serviceMobile)) && may("subservice_id", keyOf(subserviceAirtime))
}

// Sizes of a page.
const (
	usualPage    = 50
	largestPage  = 100
	smallestPage = 2 // of the outcome small-pages, also for a caller that asks for more
)

// paged answers with the page of a list that the query asks for.
func paged(c *engine.Call, list []map[string]any) engine.Answer {
	page, size := numberIn(c, "page", 1), numberIn(c, "per_page", usualPage)
	if page < 1 || size < 1 || size > largestPage {
		return refuse(http.StatusBadRequest, codeBadRequest, "Bad Request")
	}
	if c.Outcome == outcomeSmallPages {
		size = smallestPage
	}
	pages := (len(list) + size - 1) / size
	from, to := min((page-1)*size, len(list)), min(page*size, len(list))
	answer := engine.OK(list[from:to])
	answer.Header = map[string]string{
		"X-Total": strconv.Itoa(len(list)), "X-Total-Pages": strconv.Itoa(pages), "X-Per-Page": strconv.Itoa(size), "X-Page": strconv.Itoa(page),
	}
	if page < pages {
		answer.Header["X-Next-Page"] = strconv.Itoa(page + 1)
	}
	if page > 1 {
		answer.Header["X-Prev-Page"] = strconv.Itoa(page - 1)
	}
	return answer
}

// numberIn reads a number of the query; 0 for a text that is no number.
func numberIn(c *engine.Call, name string, usual int) int {
	if !c.Request.URL.Query().Has(name) {
		return usual
	}
	number, err := strconv.Atoi(c.Request.URL.Query().Get(name))
	if err != nil {
		return 0
	}
	return number
}

func productBody(o operator, id int64, a amount) map[string]any {
	money := func(value json.Number, unit string) map[string]any {
		return map[string]any{"amount": value, "unit": unit, "unit_type": "CURRENCY"}
	}
	price := money(decimal(a.cost), "SAR")
	price["fee"] = json.Number("0")
	return map[string]any{
		"id": id, "name": a.gives + " " + o.unit, "description": "", "type": "FIXED_VALUE_RECHARGE", "tags": []string{"AIRTIME"},
		"service":  map[string]any{"id": serviceMobile, "name": "Mobile", "subservice": map[string]any{"id": subserviceAirtime, "name": "Airtime"}},
		"operator": o.body(), "regions": nil, "validity": nil, "availability_zones": []string{"INTERNATIONAL"},
		"required_credit_party_identifier_fields": [][]string{{"mobile_number"}}, "required_debit_party_identifier_fields": nil,
		"required_sender_fields": nil, "required_beneficiary_fields": nil, "required_statement_identifier_fields": nil,
		"required_additional_identifier_fields": nil,
		"source":                                money(decimal(a.cost), "SAR"),
		"destination":                           money(json.Number(a.gives), o.unit),
		"prices":                                map[string]any{"wholesale": price, "retail": nil},
		"rates":                                 nil, "benefits": nil, "promotions": nil,
	}
}

func keyOf(id int64) string { return strconv.FormatInt(id, 10) }

func pad(n int64, digits int) string { return fmt.Sprintf("%0*d", digits, n) }
