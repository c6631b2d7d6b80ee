// Package incident says which orders an incident is about, and what their customers are told while it lasts.
package incident

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Incident is something at a partner or in a city that keeps orders from going on. It lasts until somebody of ours ends it.
type Incident struct {
	ID       string
	Partner  string // one of order.Partners; empty where it is about a city
	City     string // a key of the city list; empty where it is about a partner
	From     time.Time
	Until    time.Time // as it looks now
	TextEn   string
	TextAr   string
	OpenedBy string    // user id
	Opener   string    // e-mail, given by the store
	EndedAt  time.Time // zero while it lasts
	EndedBy  string
	Ender    string // e-mail, given by the store
	Orders   int    // that it has touched
}

// Validate refuses what cannot be meant.
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

// Lasts tells whether it keeps orders from going on now.
func (i Incident) Lasts(now time.Time) bool { return i.EndedAt.IsZero() && !i.From.After(now) }

// Touches tells whether an order waits because of it: for that partner, or for the courier in that city.
func (i Incident) Touches(o contract.Order) bool {
	waitsFor := order.WaitsForPartner(o)
	if i.Partner != "" {
		return waitsFor == i.Partner
	}
	return waitsFor == order.PartnerCourier && order.City(o) == i.City
}

// Shown is what a customer is told of the incidents that touch an order.
type Shown struct {
	Texts []string  // the newest first
	Until time.Time // by when the last of them should be over; zero where that is past and nobody knows
}

// Of is what there is to tell of an order, in a language; nothing where none touches it.
func Of(o contract.Order, known []Incident, language string, now time.Time) (s Shown) {
	unknown := false
	for _, i := range known {
		if !i.Lasts(now) || !i.Touches(o) {
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

// ExpectedBy is the honest new time of a late order that is touched: not before the incident is over, and none where nobody knows
// when that is.
func (s Shown) ExpectedBy(own time.Time) time.Time {
	switch {
	case len(s.Texts) == 0 || !s.Until.IsZero() && own.After(s.Until):
		return own
	default:
		return s.Until
	}
}
