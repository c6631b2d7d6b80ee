// Package plan describes a plan: its allowances, its price, its family, and the rates beyond it.
package plan

import (
	"cmp"
	"slices"

	"selfcare/internal/contract"
)

// Plan is a plan of the catalogue.
type Plan struct {
	ID                   string
	ExternalID           string // id in other systems
	Kind                 string // of the lines that may have it: voice or data
	NameEn               string
	NameAr               string
	DescriptionEn        string
	DescriptionAr        string
	Price                contract.Halalas // with VAT
	SubscriptionType     string           // prepaid or postpaid
	Category             string           // key of its family
	Featured             bool
	Promoted             bool
	ValidityDays         int
	CycleMonths          int      // length in months, counted from a day of the month; 0: ValidityDays
	Renews               bool     // it can renew itself
	FreeCategories       []string // classes of numbers that are free with this plan
	CommitmentMonths     int
	TakesPorted          bool // may be taken with a number from another operator
	RechargeBonusPercent int  // bonus on each recharge
	Items                []Item
	Position             int // place in lists
	OnSale               bool
}

// Item is one allowance of a plan. Amount counts whole units; nil is unlimited.
type Item struct {
	Type    string `json:"type"`
	Unit    string `json:"unit"` // MB, minute or sms
	Amount  *int64 `json:"amount"`
	LabelEn string `json:"labelEn"`
	LabelAr string `json:"labelAr"`
}

// Category is a family of plans.
type Category struct {
	Key           string
	NameEn        string
	NameAr        string
	DescriptionEn string
	DescriptionAr string
	Position      int

	SubscriptionTypes []string // of its plans on sale, prepaid first; empty in a file
}

// Rate is the price of one unit beyond the plan.
type Rate struct {
	Key      string
	PlanID   string // empty: every plan
	NameEn   string
	NameAr   string
	Unit     string           // minute, sms or MB
	Price    contract.Halalas // with VAT
	Position int
}

// Kinds of lines that a plan is for.
const (
	Voice = "voice"
	Data  = "data"
)

// PricesIncludeVAT is true for plans and rates. Prices of data packs are written without VAT (specification §9).
const PricesIncludeVAT = true

// Units of allowances and rates.
const (
	Megabyte = "MB"
	Minute   = "minute"
	Message  = "sms"
)

var anyUnit = []string{Megabyte, Minute, Message}

// units maps the allowance types of the specification to their possible units.
var units = map[string][]string{
	"local_min": {Minute}, "int_min": {Minute}, "roaming_min": {Minute},
	"data": {Megabyte}, "social_media": {Megabyte}, "wifi_data": {Megabyte}, "roaming_data": {Megabyte}, "social_person": {Megabyte},
	"sms":       {Message},
	"multi_sim": anyUnit, "allowance": anyUnit, "email": anyUnit,
}

// List is a whole catalogue, each part in the order of display.
type List struct {
	Categories []Category
	Plans      []Plan
	Rates      []Rate
}

// RatesOf returns the rates of a plan: its own, and the general ones for the rest. A data SIM has only data rates. A line without
// a plan passes a zero Plan.
func RatesOf(p Plan, all []Rate) []Rate {
	own := map[string]bool{}
	for _, rate := range all {
		own[rate.Key] = own[rate.Key] || rate.PlanID != "" && rate.PlanID == p.ID
	}
	return slices.DeleteFunc(slices.Clone(all), func(rate Rate) bool {
		ofAnother, replaced := rate.PlanID != "" && rate.PlanID != p.ID, rate.PlanID == "" && own[rate.Key]
		return ofAnother || replaced || p.Kind == Data && rate.Unit != Megabyte
	})
}

// ThatFree returns the plans with which a number of a class is free, the cheapest first.
func ThatFree(category string, plans []Plan) []Plan {
	free := slices.DeleteFunc(slices.Clone(plans), func(p Plan) bool { return !slices.Contains(p.FreeCategories, category) })
	slices.SortStableFunc(free, func(a, b Plan) int { return cmp.Compare(a.Price, b.Price) })
	return free
}

// ForOrder tells whether an order of a number may have a plan: never a data-SIM plan, and for a ported number only some plans.
func ForOrder(p Plan, ported bool) bool {
	return p.Kind == Voice && (p.TakesPorted || !ported)
}
