package permission

import "selfcare/internal/contract"

// StartOrder refuses a new number to a signed-in customer: the customer logs out first (spec §6), or orders a multi-SIM for the
// line.
func StartOrder(kind contract.Kind, source contract.NumberSource, signedIn bool) error {
	ownSIM := kind == contract.KindSIM || kind == contract.KindESIM
	ownNumber := source == contract.NumberNew || source == contract.NumberPortIn
	if signedIn && ownSIM && ownNumber {
		return contract.Refuse(contract.FailLogOutFirst)
	}
	return nil
}
