package line_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

var now = time.Date(2026, time.November, 20, 21, 30, 0, 0, time.UTC)

func TestValidateChange_Condition(t *testing.T) {
	guarded := contract.RefuseWith(contract.FailLineGuarded, map[string]string{"until": "2026-11-21 00:31"})
	tests := map[string]struct {
		line line.Condition
		want error
	}{
		"active":                     {line.Condition{Status: contract.LineActive}, nil},
		"suspended":                  {line.Condition{Status: contract.LineSuspended}, contract.Refuse(contract.FailLineBlocked)},
		"blocked by a court":         {line.Condition{Status: contract.LineBlocked}, contract.Refuse(contract.FailLineBlocked)},
		"ended":                      {line.Condition{Status: contract.LineEnded}, contract.Refuse(contract.FailNumberAbsent)},
		"of a state we do not know":  {line.Condition{Status: "dreaming"}, contract.Refuse(contract.FailLineBlocked)},
		"guarded a minute longer":    {line.Condition{Status: contract.LineActive, GuardedUntil: now.Add(time.Minute)}, guarded},
		"guarded until this instant": {line.Condition{Status: contract.LineActive, GuardedUntil: now}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, tt.line.ValidateChange(now)) })
	}
}

func TestBusy_ClaimOfOrder_NamesOrder(t *testing.T) {
	require.Equal(t, contract.RefuseWith(contract.FailLineBusy, map[string]string{"order": "SC12345678", "until": "2026-11-21 00:30"}),
		line.RefuseBusy(line.Claim{Holder: "o1", OrderNumber: "SC12345678", Until: now}))
	require.Equal(t, contract.Refuse(contract.FailLineBusyNow), line.RefuseBusy(line.Claim{Holder: "o1", Until: now}))
}

func TestGoes_PortOut_IsRefused(t *testing.T) {
	until := map[string]string{"until": "2026-11-21 00:30"}
	tests := map[string]struct {
		by         line.Claim
		goes, busy error
	}{
		"its number leaves": {
			line.Claim{Holder: "port-out/PO00000001", Until: now},
			contract.RefuseWith(contract.FailLinePortingOut, until), contract.RefuseWith(contract.FailLinePortingOut, until),
		},
		"its owner has asked for its end": {
			line.Claim{Holder: contract.DeactivationWorkflowID("l1"), Until: now},
			contract.RefuseWith(contract.FailLineEnding, until), contract.RefuseWith(contract.FailLineEnding, until),
		},
		"an order changes it":             {line.Claim{Holder: "o1"}, nil, contract.Refuse(contract.FailLineBusyNow)},
		"its plan looks at it for a time": {line.Claim{Holder: contract.PlanSubscriptionWorkflowID("l1")}, nil, contract.Refuse(contract.FailLineBusyNow)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.goes, line.ValidateStays(tt.by))
			require.Equal(t, tt.busy, line.RefuseBusy(tt.by))
		})
	}
}

func TestSIM_Primary_CannotBeDeactivated(t *testing.T) {
	tests := map[string]struct {
		sim                 line.SIM
		primary, deactivate error
	}{
		"further": {line.SIM{State: contract.SIMActive}, nil, nil},
		"primary": {line.SIM{State: contract.SIMActive, Primary: true}, nil, contract.Refuse(contract.FailSIMPrimary)},
		"pending": {line.SIM{State: contract.SIMPending}, contract.Refuse(contract.FailSIMPending), contract.Refuse(contract.FailSIMPending)},
		"inactive": {
			line.SIM{State: contract.SIMInactive}, contract.Refuse(contract.FailSIMInactive), contract.Refuse(contract.FailSIMInactive),
		},
		"unknown": {line.SIM{}, contract.Refuse(contract.FailSIMUnknown), contract.Refuse(contract.FailSIMUnknown)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.primary, tt.sim.ValidatePrimary())
			require.Equal(t, tt.deactivate, tt.sim.ValidateDeactivation())
		})
	}
}

func TestFeeUntil_IsNextMonthInRiyadh(t *testing.T) {
	december := time.Date(2026, time.November, 30, 21, 0, 0, 0, time.UTC) // midnight in Riyadh
	tests := map[string]struct{ deactivated, want time.Time }{
		"within a month":            {now, december},
		"the month's last instant":  {december.Add(-time.Nanosecond), december},
		"the month's first instant": {december, december.AddDate(0, 1, 1)},
		"at the end of the year":    {time.Date(2026, time.December, 31, 20, 0, 0, 0, time.UTC), december.AddDate(0, 1, 1)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, line.FeeUntil(tt.deactivated)) })
	}
}

func TestValidateReplacement_NoPhone_Refused(t *testing.T) {
	eid := &contract.Device{EID: "89049032000000000000000000000163"}
	tests := map[string]struct {
		kind contract.Kind
		in   contract.ReplacementRequest
		want error
	}{
		"a lost card":             {contract.KindSIMReplacement, contract.ReplacementRequest{Reason: contract.ReplaceLost}, nil},
		"a card instead of eSIM":  {contract.KindSIMReplacement, contract.ReplacementRequest{Reason: contract.ReplaceToESIM}, contract.RefuseField("reason", contract.FailNotToESIM)},
		"an eSIM":                 {contract.KindESIMReplacement, contract.ReplacementRequest{Reason: contract.ReplaceToESIM, Device: eid}, nil},
		"an eSIM for no phone":    {contract.KindESIMReplacement, contract.ReplacementRequest{Reason: contract.ReplaceLost}, contract.RefuseField("device", contract.FailDeviceRequired)},
		"an eSIM for empty phone": {contract.KindESIMReplacement, contract.ReplacementRequest{Device: &contract.Device{}}, contract.RefuseField("device", contract.FailDeviceRequired)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, line.ValidateReplacement(tt.kind, tt.in)) })
	}
	require.NoError(t, line.ValidateNewSIM(contract.SIMPhysical, contract.ExtraSIMRequest{}))
	require.NoError(t, line.ValidateNewSIM(contract.SIMEmbedded, contract.ExtraSIMRequest{Device: eid}))
	require.Equal(t, contract.RefuseField("device", contract.FailDeviceRequired), line.ValidateNewSIM(contract.SIMEmbedded, contract.ExtraSIMRequest{}))
}
