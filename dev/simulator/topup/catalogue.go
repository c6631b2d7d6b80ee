package topup

import (
	"encoding/json"
	"fmt"
	"net/http"
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

const serviceMobile = 1

func (o operator) body() map[string]any {
	return map[string]any{"id": o.id, "name": o.name, "country": map[string]string{"iso_code": o.iso, "name": o.country}}
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
	if at < 0 || c.Outcome == outcomeUnserved {
		return engine.Refuse(http.StatusNotFound, "operator_not_found", "none of our operators serves this number")
	}
	found := operators[at].body()
	found["identified"] = c.Outcome != outcomeUnsure
	return engine.OK([]map[string]any{found})
}

func listProducts(c *engine.Call) engine.Answer {
	asked := c.Request.URL.Query().Get("operator_id")
	list := []map[string]any{}
	for _, o := range operators {
		if strconv.FormatInt(o.id, 10) != asked || c.Outcome == outcomeNone {
			continue
		}
		for place, a := range o.amounts {
			if gone, _ := withdrawn.Get(c.Tx, keyOf(o.productID(place))); !gone {
				list = append(list, productBody(o, o.productID(place), a))
			}
		}
	}
	return engine.OK(list)
}

func productBody(o operator, id int64, a amount) map[string]any {
	money := func(value json.Number, unit string) map[string]any {
		return map[string]any{"amount": value, "unit": unit, "unit_type": "CURRENCY"}
	}
	return map[string]any{
		"id": id, "name": a.gives + " " + o.unit, "type": "FIXED_VALUE_RECHARGE", "tags": []string{"AIRTIME"},
		"service":  map[string]any{"id": serviceMobile, "name": "Mobile", "subservice": map[string]any{"id": 11, "name": "Airtime"}},
		"operator": o.body(), "source": money(decimal(a.cost), "SAR"), "destination": money(json.Number(a.gives), o.unit),
	}
}

func keyOf(id int64) string { return strconv.FormatInt(id, 10) }

func pad(n int64, digits int) string { return fmt.Sprintf("%0*d", digits, n) }
