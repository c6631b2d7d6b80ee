package permission

import (
	"slices"

	"selfcare/internal/contract"
)

// Roles of staff.
const (
	RoleSupport  = "support"
	RoleOperator = "operator"
)

// StaffRoles lists all of them.
func StaffRoles() []string { return []string{RoleSupport, RoleOperator} }

// WorksForUs tells staff from customers.
func WorksForUs(roles []string) bool {
	return slices.ContainsFunc(StaffRoles(), func(role string) bool { return slices.Contains(roles, role) })
}

// SecondFactor refuses staff until their session has shown a second factor.
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
