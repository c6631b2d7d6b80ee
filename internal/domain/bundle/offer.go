package bundle

import "time"

// Offer points at a bundle or a plan of the shop.
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
