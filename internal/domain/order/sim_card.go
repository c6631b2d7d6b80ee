package order

import "selfcare/internal/contract"

// CardInHand tells whether the customer has the SIM card. Its numbers are shown from then on: before, they are of use only to
// who takes the parcel, or reads the order over somebody's shoulder.
func CardInHand(o contract.Order) bool {
	return o.SIM != nil && reached(o, contract.StageDelivered)
}
