package order

import "selfcare/internal/contract"

// IsCardDelivered tells whether the customer has the SIM card. Its numbers are shown from then on: before, they help only a person who
// intercepts the parcel or reads the screen.
func IsCardDelivered(o contract.Order) bool {
	return o.SIM != nil && reached(o, contract.StageDelivered)
}
