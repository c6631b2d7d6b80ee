// Package creditlimit keeps what lines may spend beyond their plans: the credit limits of postpaid ones, and the caps that customers set.
package creditlimit

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
)

// Figures are those of what lines may spend beyond their plans.
type Figures struct {
	Credit        contract.Halalas // limit of a postpaid line whose customer has not chosen one
	CreditMin     contract.Halalas
	CreditMax     contract.Halalas
	CreditPresets []contract.Halalas
	DefaultPlans  int // prices of its plan that the limit covers at least where nobody has chosen one
	MostPlans     int // prices of its plan above which it is not raised
	AfterDays     int // in service, before it is raised
	WarnPercent   int
	CapMin        contract.Halalas
	CapMax        contract.Halalas
}

// DefaultFigures are those where nobody has set others.
func DefaultFigures() Figures {
	return Figures{
		Credit: 50_000, CreditMin: 10_000, CreditMax: 500_000, CreditPresets: []contract.Halalas{30_000, 50_000, 100_000, 150_000, 200_000},
		DefaultPlans: 3, MostPlans: 10, AfterDays: 90, WarnPercent: 80, CapMin: 1000, CapMax: 200_000,
	}
}

// Fields are the names under which they are set.
func (f *Figures) Fields() map[string]any {
	return map[string]any{
		"creditLimit": &f.Credit, "creditLimitMin": &f.CreditMin, "creditLimitMax": &f.CreditMax, "creditLimitPresets": &f.CreditPresets,
		"creditLimitDefaultPlans": &f.DefaultPlans, "creditLimitMostPlans": &f.MostPlans, "creditLimitAfterDays": &f.AfterDays,
		"spendWarnPercent": &f.WarnPercent, "spendCapMin": &f.CapMin, "spendCapMax": &f.CapMax,
	}
}

// most is the highest limit that the database takes: a hundred thousand riyals.
const most = 10_000_000

// Bounds say what holds for them, and whether it does.
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

// Rules are what the rules on credit limits go by.
func (f Figures) Rules() creditlimit.CreditRules {
	return creditlimit.CreditRules{
		Default: f.Credit, Minimum: f.CreditMin, Maximum: f.CreditMax, Presets: f.CreditPresets, DefaultPlans: f.DefaultPlans, MostPlans: f.MostPlans,
		InService: time.Duration(f.AfterDays) * 24 * time.Hour,
	}
}
