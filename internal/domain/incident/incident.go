// Package incident says which orders an incident touches, and what their customers are told meanwhile.
package incident

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Incident is a failure at a partner or in a city that delays orders. It lasts until support ends it.
type Incident struct {
	ID       string
	Partner  string // one of order.Partners; empty for a city
	City     string // a key of the city list; empty for a partner
	From     time.Time
	Until    time.Time // current estimate
	TextEn   string
	TextAr   string
	OpenedBy string    // user id
	Opener   string    // e-mail that the store fills in
	EndedAt  time.Time // zero while it lasts
	EndedBy  string
	Ender    string // e-mail that the store fills in
	Orders   int    // number of touched orders
}

// Validate refuses an inconsistent incident.
func (i Incident) Validate(now time.Time) error {
	switch {
	case (i.Partner == "") == (i.City == ""):
		return contract.RefuseField("partner", contract.FailIncidentOfOne)
	case i.Partner != "" && !slices.Contains(order.Partners, i.Partner):
		return contract.RefuseField("partner", contract.FailIncidentOfOne)
	case !i.Until.After(i.From) || !i.Until.After(now):
		return contract.RefuseField("until", contract.FailIncidentTimes)
	default:
		return nil
	}
}

// IsActive tells whether the incident delays orders now.
func (i Incident) IsActive(now time.Time) bool { return i.EndedAt.IsZero() && !i.From.After(now) }

// Affects tells whether an order waits because of the incident: for its partner, or for the courier in its city.
func (i Incident) Affects(o contract.Order) bool {
	waitsFor := order.WaitsForPartner(o)
	if i.Partner != "" {
		return waitsFor == i.Partner
	}
	return waitsFor == order.PartnerCourier && order.City(o) == i.City
}

// Shown is the information for a customer about the incidents that touch an order.
type Shown struct {
	Texts []string  // the newest first
	Until time.Time // expected end of the last incident; zero when that is past or unknown
}

// Of returns the information about an order in a language; empty when no incident touches it.
func Of(o contract.Order, known []Incident, language string, now time.Time) (s Shown) {
	unknown := false
	for _, i := range known {
		if !i.IsActive(now) || !i.Affects(o) {
			continue
		}
		text := i.TextAr
		if language == "en" {
			text = i.TextEn
		}
		s.Texts = append(s.Texts, text)
		unknown = unknown || !i.Until.After(now)
		if i.Until.After(s.Until) {
			s.Until = i.Until
		}
	}
	if unknown {
		s.Until = time.Time{}
	}
	return s
}

// ExpectedBy returns the new time of a late order: not before the incident's end, and none when the end is unknown.
func (s Shown) ExpectedBy(own time.Time) time.Time {
	switch {
	case len(s.Texts) == 0 || !s.Until.IsZero() && own.After(s.Until):
		return own
	default:
		return s.Until
	}
}
