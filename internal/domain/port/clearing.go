package port

import (
	"strings"

	"selfcare/internal/contract"
)

// reasons maps the clearing house's codes.
var reasons = map[string]contract.Code{
	"ID_MISMATCH":               contract.PortIDMismatch,
	"NAME_MISMATCH":             contract.PortNameMismatch,
	"NUMBER_NOT_ACTIVE":         contract.PortNotActive,
	"NUMBER_NOT_OWNED_BY_DONOR": contract.PortNotOfOperator,
	"UNPAID_DUES":               contract.PortUnpaidDues,
	"PORT_IN_PROGRESS":          contract.PortInProgress,
	"RECENTLY_PORTED":           contract.PortRecently,
	"CONTRACT_COMMITMENT":       contract.PortContract,
	"DATA_SIM":                  contract.PortDataSIM,
	"SUSPENDED_BY_COURT":        contract.PortSuspended,
	"NUMBER_NOT_PORTABLE":       contract.PortNotPortable,
	"SCHEDULE_INVALID":          contract.PortScheduleInvalid,
	"OUTSIDE_HOURS":             contract.PortScheduleInvalid,
}

// Reason returns the meaning of a code of the clearing house; a new code is a rejection for an unknown reason.
func Reason(code string) contract.Code {
	if known, ok := reasons[strings.ToUpper(code)]; ok {
		return known
	}
	return contract.PortRefused
}

// IsReason tells whether a code of the clearing house is about the number and not about the call.
func IsReason(code string) bool {
	_, ok := reasons[strings.ToUpper(code)]
	return ok
}

var statuses = map[string]contract.PortStatus{
	"DONOR_VALIDATION": contract.PortSubmitted,
	"REJECTED":         contract.PortRejected,
	"APPROVED":         contract.PortApproved,
	"DONOR_RELEASED":   contract.PortCutOver,
	"COMPLETED":        contract.PortCompleted,
	"ROLLED_BACK":      contract.PortRolledBack,
	"WITHDRAWN":        contract.PortWithdrawn,
}

// Status returns the port status of a state of the clearing house; false for an unknown state.
func Status(code string) (contract.PortStatus, bool) {
	status, ok := statuses[code]
	return status, ok
}
