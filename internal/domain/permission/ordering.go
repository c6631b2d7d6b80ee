package permission

import "selfcare/internal/contract"

// StartOrder refuses a signed-in customer a number of their own: they log out first (spec §6), or order a multi-SIM for
// the line they have.
func StartOrder(kind contract.Kind, source contract.NumberSource, signedIn bool) error {
	ownSIM := kind == contract.KindSIM || kind == contract.KindESIM
	ownNumber := source == contract.NumberNew || source == contract.NumberPortIn
	if signedIn && ownSIM && ownNumber {
		return contract.Refuse(contract.FailLogOutFirst)
	}
	return nil
}
