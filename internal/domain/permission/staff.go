package permission

import (
	"slices"

	"selfcare/internal/contract"
)

// Roles of people who work for the operator.
const (
	RoleSupport  = "support"
	RoleOperator = "operator"
)

// StaffRoles are all of them.
func StaffRoles() []string { return []string{RoleSupport, RoleOperator} }

// WorksForUs tells people who work for the operator from customers.
func WorksForUs(roles []string) bool {
	return slices.ContainsFunc(StaffRoles(), func(role string) bool { return slices.Contains(roles, role) })
}

// SecondFactor refuses people who work for us what they come for until their session has shown a second factor.
func SecondFactor(roles []string, enrolled, shown bool) error {
	switch {
	case !WorksForUs(roles):
		return nil
	case !enrolled:
		return contract.Refuse(contract.FailFactorEnrolment)
	case !shown:
		return contract.Refuse(contract.FailFactorRequired)
	default:
		return nil
	}
}
