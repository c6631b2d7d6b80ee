// Package creditlimit stores limits on spending beyond the plan: the credit limits of postpaid lines, and the caps of customers.
package creditlimit

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
)

// Figures are the settings of limits.
type Figures struct {
	Credit        contract.Halalas // default limit of a postpaid line
	CreditMin     contract.Halalas
	CreditMax     contract.Halalas
	CreditPresets []contract.Halalas
	DefaultPlans  int // multiple of the plan's price that the default limit covers at least
	MostPlans     int // multiple of the plan's price above which the limit is not raised
	AfterDays     int // in service before the limit may be raised
	WarnPercent   int
	CapMin        contract.Halalas
	CapMax        contract.Halalas
}

// DefaultFigures returns the default values.
func DefaultFigures() Figures {
	return Figures{
		Credit: 50_000, CreditMin: 10_000, CreditMax: 500_000, CreditPresets: []contract.Halalas{30_000, 50_000, 100_000, 150_000, 200_000},
		DefaultPlans: 3, MostPlans: 10, AfterDays: 90, WarnPercent: 80, CapMin: 1000, CapMax: 200_000,
	}
}

// Fields returns the fields by their setting keys.
func (f *Figures) Fields() map[string]any {
	return map[string]any{
		"creditLimit": &f.Credit, "creditLimitMin": &f.CreditMin, "creditLimitMax": &f.CreditMax, "creditLimitPresets": &f.CreditPresets,
		"creditLimitDefaultPlans": &f.DefaultPlans, "creditLimitMostPlans": &f.MostPlans, "creditLimitAfterDays": &f.AfterDays,
		"spendWarnPercent": &f.WarnPercent, "spendCapMin": &f.CapMin, "spendCapMax": &f.CapMax,
	}
}

// most is the highest limit that the database accepts: a hundred thousand riyals.
const most = 10_000_000

// Bounds returns the rules on the values, and whether each holds.
func (f Figures) Bounds() map[string]bool {
	whole := func(amounts ...contract.Halalas) bool {
		return !slices.ContainsFunc(amounts, func(amount contract.Halalas) bool { return amount%100 != 0 })
	}
	refused := func(amount contract.Halalas) bool {
		return amount < f.CreditMin || amount > f.CreditMax || amount%100 != 0
	}
	return map[string]bool{
		"creditLimit, creditLimitMin, creditLimitMax: whole riyals, 100 <= creditLimitMin <= creditLimit <= creditLimitMax <= 10000000": 100 <= f.CreditMin &&
			f.CreditMin <= f.Credit && f.Credit <= f.CreditMax && f.CreditMax <= most && whole(f.Credit, f.CreditMin, f.CreditMax),
		"creditLimitPresets: whole riyals from creditLimitMin to creditLimitMax":     !slices.ContainsFunc(f.CreditPresets, refused),
		"creditLimitDefaultPlans, creditLimitMostPlans: 0 <= default <= most <= 100": 0 <= f.DefaultPlans && f.DefaultPlans <= f.MostPlans && f.MostPlans <= 100,
		"creditLimitAfterDays: 0 to 3650":                                            0 <= f.AfterDays && f.AfterDays <= 3650,
		"spendWarnPercent: 1 to 99":                                                  1 <= f.WarnPercent && f.WarnPercent <= 99,
		"spendCapMin, spendCapMax: whole riyals, 100 <= spendCapMin <= spendCapMax <= 10000000": 100 <= f.CapMin && f.CapMin <= f.CapMax &&
			f.CapMax <= most && whole(f.CapMin, f.CapMax),
	}
}

// Rules converts the settings to the rules on credit limits.
func (f Figures) Rules() creditlimit.CreditRules {
	return creditlimit.CreditRules{
		Default: f.Credit, Minimum: f.CreditMin, Maximum: f.CreditMax, Presets: f.CreditPresets, DefaultPlans: f.DefaultPlans, MostPlans: f.MostPlans,
		InService: time.Duration(f.AfterDays) * 24 * time.Hour,
	}
}
