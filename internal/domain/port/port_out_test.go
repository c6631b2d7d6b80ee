package port_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
)

var leavingRules = port.PortOutRules{DuesAllowed: 100, AfterPortIn: 90 * 24 * time.Hour}

// free is a number that may leave.
var free = port.PortOut{Ours: true, Owner: true, Status: contract.LineActive, Prepaid: true, Balance: 2350}

func TestMayLeave_EachReason(t *testing.T) {
	at := func(change func(*port.PortOut)) port.PortOut {
		l := free
		change(&l)
		return l
	}
	tests := map[string]struct {
		number port.PortOut
		want   contract.Code
	}{
		"a number that may":                 {free, ""},
		"an unknown number":                 {port.PortOut{}, contract.PortOutNotOurs},
		"requested by another person":       {at(func(l *port.PortOut) { l.Owner = false }), contract.PortOutNotOwner},
		"blocked by a court":                {at(func(l *port.PortOut) { l.Status = contract.LineBlocked }), contract.PortOutBlocked},
		"a data SIM":                        {at(func(l *port.PortOut) { l.Data = true }), contract.PortOutDataSIM},
		"asked for by another one before":   {at(func(l *port.PortOut) { l.Leaving, l.Busy = true, true }), contract.PortOutInProgress},
		"changed by an order":               {at(func(l *port.PortOut) { l.Busy = true }), contract.PortOutLineBusy},
		"suspended by an order":             {at(func(l *port.PortOut) { l.Busy, l.Status = true, contract.LineSuspended }), contract.PortOutLineBusy},
		"suspended by its owner":            {at(func(l *port.PortOut) { l.Status = contract.LineSuspended }), contract.PortOutNotActive},
		"the SIM changed hands just now":    {at(func(l *port.PortOut) { l.GuardedTill = sunday.Add(time.Second) }), contract.PortOutGuarded},
		"the guard ends this second":        {at(func(l *port.PortOut) { l.GuardedTill = sunday }), ""},
		"ported in 90 days ago to a second": {at(func(l *port.PortOut) { l.PortedInAt = sunday.Add(time.Second - 90*24*time.Hour) }), contract.PortOutRecent},
		"ported in 90 days ago":             {at(func(l *port.PortOut) { l.PortedInAt = sunday.Add(-90 * 24 * time.Hour) }), ""},
		"prepaid with the allowed dues":     {at(func(l *port.PortOut) { l.Balance = -100 }), ""},
		"prepaid that owes a halala more":   {at(func(l *port.PortOut) { l.Balance = -101 }), contract.PortOutDues},
		"postpaid with the allowed dues":    {at(func(l *port.PortOut) { l.Prepaid, l.Balance = false, 100 }), ""},
		"postpaid that owes a halala more":  {at(func(l *port.PortOut) { l.Prepaid, l.Balance = false, 101 }), contract.PortOutDues},
		"under a commitment":                {at(func(l *port.PortOut) { l.Commitment = 50_000 }), ""},
		"a stranger learns nothing of dues": {at(func(l *port.PortOut) { l.Owner, l.Balance = false, -5000 }), contract.PortOutNotOwner},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, port.MayLeave(tt.number, sunday, leavingRules))
		})
	}
}

func TestBill_Prepaid_LosesItsBalance(t *testing.T) {
	require.Equal(t, contract.PortOutBill{Lost: 2350}, free.Bill())
	require.Equal(t, contract.PortOutBill{Owed: 40}, port.PortOut{Prepaid: true, Balance: -40}.Bill())
	require.Equal(t, contract.PortOutBill{Owed: 90, Commitment: 5000}, port.PortOut{Balance: 90, Commitment: 5000}.Bill())
	require.Equal(t, contract.PortOutBill{}, port.PortOut{Balance: -90}.Bill(), "an overpayment of a postpaid line is no debt")
}

func TestDecideBy_Deadline_LeavesTime(t *testing.T) {
	require.Equal(t, sunday.Add(119*time.Minute), port.DecideBy(sunday, sunday.Add(2*time.Hour)))
	require.Equal(t, sunday.Add(30*time.Second), port.DecideBy(sunday, sunday.Add(40*time.Second)))
}

func TestValidateObjection_Over_Refused(t *testing.T) {
	for stage, want := range map[contract.PortOutStage]contract.Code{
		contract.PortOutChecking: contract.FailPortOutUnknown, contract.PortOutAgreed: "", contract.PortOutMoving: "", contract.PortOutLeft: "",
		contract.PortOutRejected: contract.FailPortOutOver, contract.PortOutStopped: contract.FailPortOutOver,
		contract.PortOutWithdrawn: contract.FailPortOutOver, contract.PortOutFailed: contract.FailPortOutOver,
	} {
		require.Equal(t, want, refusedWith(t, port.ValidateObjection(contract.PortOut{Stage: stage})), stage)
	}
}

func TestValidateResolution_NotHeld_IsRefused(t *testing.T) {
	held := contract.PortOut{Held: &contract.HeldPortOut{}}
	for action, want := range map[string]contract.Code{
		contract.ResolveRetry: "", contract.ResolveSkip: "", contract.ResolveCancel: contract.FailPortOutDecision, contract.ResolveAmend: contract.FailPortOutDecision,
	} {
		require.Equal(t, want, refusedWith(t, port.ValidateResolution(held, contract.Resolution{Action: action})), action)
	}
	held.Held.Work = contract.WorkEndLine
	require.Equal(t, contract.FailPortOutDecision, refusedWith(t, port.ValidateResolution(held, contract.Resolution{Action: contract.ResolveSkip})))
	require.Equal(t, contract.FailPortOutNotHeld, refusedWith(t, port.ValidateResolution(contract.PortOut{}, contract.Resolution{Action: contract.ResolveRetry})))
}

func TestRejection_EachReason_IsKnown(t *testing.T) {
	for reason, want := range map[contract.Code]string{
		contract.PortOutNotOurs: "NUMBER_NOT_OWNED_BY_DONOR", contract.PortOutNotOwner: "ID_MISMATCH", contract.PortOutNotActive: "NUMBER_NOT_ACTIVE",
		contract.PortOutBlocked: "SUSPENDED_BY_COURT", contract.PortOutDataSIM: "DATA_SIM", contract.PortOutInProgress: "PORT_IN_PROGRESS",
		contract.PortOutLineBusy: "NUMBER_NOT_PORTABLE", contract.PortOutGuarded: "NUMBER_NOT_PORTABLE", contract.PortOutRecent: "RECENTLY_PORTED",
		contract.PortOutDues: "UNPAID_DUES", contract.PortOutUnchecked: "UNKNOWN",
	} {
		require.Equal(t, want, port.Rejection(reason), reason)
	}
	_, known := port.OutStatus("EATEN")
	require.False(t, known)
}
