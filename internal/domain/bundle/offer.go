package bundle

import "time"

// Offer points at something of the shop: a bundle or a plan.
type Offer struct {
	ID            string
	NameEn        string
	NameAr        string
	DescriptionEn string
	DescriptionAr string
	Featured      bool
	Bundle        *Bundle
	PlanID        string
	EndsAt        time.Time // zero: it does not end
}
