package port_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/port"
)

var week = calendar.Calendar{From: 8, Until: 16, Holidays: []string{"2027-03-10"}}

// sunday is noon in Riyadh.
var sunday = time.Date(2027, 3, 7, 9, 0, 0, 0, time.UTC)

func refusedWith(t *testing.T, err error) contract.Code {
	t.Helper()
	if err == nil {
		return ""
	}
	var refusal *contract.Refusal
	require.ErrorAs(t, err, &refusal)
	return refusal.Code
}

func TestValidateNumber_Cases(t *testing.T) {
	tests := map[string]struct {
		msisdn            string
		left, known, ours bool
		want              contract.Code
	}{
		"from another operator":             {"0551234567", false, true, false, ""},
		"a number of our range":             {"0571234567", false, true, false, contract.FailNumberIsOurs},
		"a number of our range that left":   {"0571234567", true, true, false, ""},
		"a number that left, unknown donor": {"0571234567", true, false, false, contract.FailOperatorUnknown},
		"we are the donor":                  {"0551234567", false, true, true, contract.FailOperatorIsUs},
		"an unknown operator":               {"0551234567", false, false, false, contract.FailOperatorUnknown},
		"our number, unknown donor":         {"0571234567", false, false, false, contract.FailNumberIsOurs},
		"a neighbouring range":              {"0561234567", false, true, false, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, refusedWith(t, port.ValidateNumber(tt.msisdn, tt.left, tt.known, tt.ours)))
		})
	}
}

func TestValidateWindow_Cases(t *testing.T) {
	tests := map[string]struct {
		window string
		want   contract.Code
	}{
		"as early as possible": {contract.WindowEarliest, ""},
		"tomorrow":             {"2027-03-08", ""},
		"today is too early":   {"2027-03-07", contract.FailPortWindow},
		"yesterday":            {"2027-03-06", contract.FailPortWindow},
		"a Friday":             {"2027-03-12", contract.FailPortWindow},
		"a holiday":            {"2027-03-10", contract.FailPortWindow},
		"the last day allowed": {"2027-04-06", ""},
		"a day too far":        {"2027-04-07", contract.FailPortWindow},
		"no day at all":        {"2027-02-31", contract.FailPortWindow},
		"nothing":              {"", contract.FailPortWindow},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, refusedWith(t, port.ValidateWindow(week, tt.window, sunday, 30)))
		})
	}
}

func TestPlan_PastDay_IsTheNextWindow(t *testing.T) {
	tests := map[string]struct {
		window    string
		notBefore time.Time
		want      time.Time
	}{
		"now, within a window":            {contract.WindowEarliest, sunday, sunday},
		"the day chosen":                  {"2027-03-09", sunday, time.Date(2027, 3, 9, 5, 0, 0, 0, time.UTC)},
		"the day chosen has begun":        {"2027-03-07", sunday, sunday},
		"the day chosen is over":          {"2027-03-04", sunday, sunday},
		"the day became a holiday":        {"2027-03-10", sunday, sunday},
		"the card comes on Thursday late": {contract.WindowEarliest, time.Date(2027, 3, 11, 13, 0, 0, 0, time.UTC), time.Date(2027, 3, 14, 5, 0, 0, 0, time.UTC)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, port.Plan(week, tt.window, tt.notBefore).Start)
		})
	}
}

func TestDue_NoWindow_IsInWorkingDays(t *testing.T) {
	opens := sunday.Add(time.Hour)
	require.Equal(t, opens, port.Due(week, contract.Port{CutOverAt: opens}, sunday, 3))
	thursday := time.Date(2027, 3, 11, 13, 0, 0, 0, time.UTC) // Wednesday is a holiday
	for name, p := range map[string]contract.Port{"nothing is known": {}, "the window was missed": {CutOverAt: sunday.Add(-time.Hour)}} {
		require.Equal(t, thursday, port.Due(week, p, sunday, 3), name)
	}
}

func TestWindowChoice_Switching_Refused(t *testing.T) {
	for status, want := range map[contract.PortStatus]contract.Code{
		contract.PortDraft: contract.FailPortWindowShut, contract.PortSubmitted: contract.FailPortWindowShut,
		contract.PortRejected: contract.FailPortWindowShut, contract.PortCutOver: contract.FailPortWindowShut,
		contract.PortRolledBack: contract.FailPortWindowShut, contract.PortCompleted: contract.FailPortWindowShut,
		contract.PortApproved: "", contract.PortScheduled: "",
	} {
		require.Equal(t, want, refusedWith(t, port.ValidateWindowChoice(contract.Port{Status: status})), status)
	}
}

func TestValidateCorrection_Cases(t *testing.T) {
	rejected := func(reason contract.Code, tries int) contract.Port {
		return contract.Port{Status: contract.PortRejected, Rejection: reason, Tries: tries}
	}
	tests := map[string]struct {
		port contract.Port
		in   contract.PortCorrection
		want contract.Code
	}{
		"a field that helps":             {rejected(contract.PortIDMismatch, 1), contract.PortCorrection{MSISDN: "0551234567"}, ""},
		"a field that does not help":     {rejected(contract.PortIDMismatch, 1), contract.PortCorrection{Window: "2027-03-08"}, contract.FailPortField},
		"the bill was paid":              {rejected(contract.PortUnpaidDues, 1), contract.PortCorrection{}, ""},
		"another number does not pay it": {rejected(contract.PortUnpaidDues, 1), contract.PortCorrection{MSISDN: "0551234567"}, contract.FailPortField},
		"another day":                    {rejected(contract.PortScheduleInvalid, 2), contract.PortCorrection{Window: "2027-03-08"}, ""},
		"the last try is used up":        {rejected(contract.PortUnpaidDues, 3), contract.PortCorrection{}, contract.FailPortTries},
		"nothing helps":                  {rejected(contract.PortRecently, 1), contract.PortCorrection{}, contract.FailPortTries},
		"the operator has not answered":  {contract.Port{Status: contract.PortSubmitted, Tries: 1}, contract.PortCorrection{}, contract.FailPortNothing},
		"the operator agreed":            {contract.Port{Status: contract.PortApproved, Tries: 1}, contract.PortCorrection{}, contract.FailPortNothing},
		"a reason we have not heard of":  {rejected(contract.PortRefused, 1), contract.PortCorrection{Operator: "zain"}, ""},
		"several fields, one unchanged":  {rejected(contract.PortDataSIM, 1), contract.PortCorrection{MSISDN: "0551234567", Operator: "zain"}, contract.FailPortField},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, refusedWith(t, port.ValidateCorrection(tt.port, tt.in, 3)))
		})
	}
}

func TestCorrected_EmptyField_IsKept(t *testing.T) {
	was := contract.Port{Operator: "stc", MSISDN: "0501234567", Window: contract.WindowEarliest}
	require.Equal(t, contract.PortRequest{Operator: "stc", MSISDN: "0551234567", Window: contract.WindowEarliest, AcceptTerms: true},
		port.Corrected(was, contract.PortCorrection{MSISDN: "0551234567"}))
	require.Equal(t, contract.PortRequest{Operator: "zain", MSISDN: "0501234567", Window: "2027-03-08", AcceptTerms: true},
		port.Corrected(was, contract.PortCorrection{Operator: "zain", Window: "2027-03-08"}))
}

func TestReason_EachCode_HasAMeaning(t *testing.T) {
	for code, want := range map[string]contract.Code{
		"UNPAID_DUES": contract.PortUnpaidDues, "id_mismatch": contract.PortIDMismatch, "OUTSIDE_HOURS": contract.PortScheduleInvalid,
		"SUSPENDED_BY_COURT": contract.PortSuspended, "something new": contract.PortRefused, "UNKNOWN": contract.PortRefused, "": contract.PortRefused,
	} {
		require.Equal(t, want, port.Reason(code), code)
	}
	require.True(t, port.IsReason("port_in_progress"))
	require.False(t, port.IsReason("too_late"))
	_, known := port.Status("EATEN")
	require.False(t, known)
}
