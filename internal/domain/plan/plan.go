// Package plan is what a plan is: its allowances, its price, its family, and what using the network costs beyond it.
package plan

import (
	"slices"

	"selfcare/internal/contract"
)

// Plan is a plan of the catalogue.
type Plan struct {
	ID                   string
	ExternalID           string // what other systems call it
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
	CycleMonths          int      // it lasts that many months, counted from a day of the month; 0: its days
	Renews               bool     // it can renew itself
	FreeCategories       []string // classes of numbers that cost nothing with this plan
	CommitmentMonths     int
	TakesPorted          bool // may be taken with a number from another operator
	RechargeBonusPercent int  // what each recharge gives on top
	Items                []Item
	Position             int // place in lists
	OnSale               bool
}

// Item is one allowance of a plan. Amount counts whole units; nil is no limit.
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
}

// Rate is what one unit costs beyond what a plan includes.
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

// PricesIncludeVAT tells how prices of plans and rates are written. Those of data packs are written without (specification §9).
const PricesIncludeVAT = true

// Units that allowances and rates are counted in.
const (
	Megabyte = "MB"
	Minute   = "minute"
	Message  = "sms"
)

var anyUnit = []string{Megabyte, Minute, Message}

// units are the allowance types of the specification with what each can be counted in.
var units = map[string][]string{
	"local_min": {Minute}, "int_min": {Minute}, "roaming_min": {Minute},
	"data": {Megabyte}, "social_media": {Megabyte}, "wifi_data": {Megabyte}, "roaming_data": {Megabyte}, "social_person": {Megabyte},
	"sms":       {Message},
	"multi_sim": anyUnit, "allowance": anyUnit, "email": anyUnit,
}

// List is a whole catalogue, each part in the order in which it is shown.
type List struct {
	Categories []Category
	Plans      []Plan
	Rates      []Rate
}

// RatesOf are the rates of a plan: its own, and of the others those of every plan. A data SIM uses nothing but data. A line
// without a plan has the zero one.
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

// ForOrder tells whether an order of a number may have a plan: a data SIM's is no plan of such a line, and not all of the
// others are for numbers brought along.
func ForOrder(p Plan, ported bool) bool {
	return p.Kind == Voice && (p.TakesPorted || !ported)
}
