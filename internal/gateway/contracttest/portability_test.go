package contracttest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/portability"
)

func newClearingHouse(t *testing.T, s stand) *portability.HTTP {
	t.Helper()
	adapter, err := portability.NewHTTP(portability.Config{URL: s.url + "/portability", APIKey: s.keys.Portability}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func numberFrom(portID, msisdn string) contract.PortSubmission {
	return contract.PortSubmission{PortID: portID, Operator: "stc", MSISDN: msisdn, IDNumber: "1000000008", Window: contract.WindowEarliest}
}

// answered submits a port and lets the donor answer.
func (s stand) answered(t *testing.T, adapter *portability.HTTP, portID, msisdn, with string) {
	t.Helper()
	_, err := adapter.Submit(t.Context(), numberFrom(portID, msisdn))
	require.NoError(t, err)
	s.post(t, "/control/portability/ports/"+portID+"/answer", "", map[string]string{"status": with}, nil)
}

func TestClearingHouse_Check_GivesHints(t *testing.T) {
	adapter := newClearingHouse(t, newStand(t))
	for msisdn, want := range map[string]portability.Check{
		"0501234567": {Hints: []contract.Code{contract.HintCredit}},
		"0501236020": {Hints: []contract.Code{contract.HintCredit, contract.HintContract, contract.HintDues}},
		"0501236021": {},
		"0501236004": {Reason: contract.PortRecently, Hints: []contract.Code{contract.HintCredit}},
		"0501236011": {Reason: contract.PortInProgress, Hints: []contract.Code{contract.HintCredit}},
	} {
		got, err := adapter.Check(t.Context(), "stc", msisdn)
		require.NoError(t, err)
		require.Equal(t, want, got, msisdn)
	}
	_, err := adapter.Check(t.Context(), "nobody", "0501234567")
	require.ErrorIs(t, err, gateway.ErrFinal)
}

func TestClearingHouse_Submission_TakenOnce(t *testing.T) {
	s := newStand(t)
	adapter := newClearingHouse(t, s)
	first, err := adapter.Submit(t.Context(), numberFrom("o1-1", "0501234567"))
	require.NoError(t, err)
	require.Equal(t, contract.PortSubmitted, first.Status)
	again, err := adapter.Submit(t.Context(), numberFrom("o1-1", "0501234567"))
	require.NoError(t, err)
	require.Equal(t, first, again)
	_, err = adapter.Submit(t.Context(), numberFrom("o2-1", "0501234567"))
	requireRefusal(t, "port_in_progress", err)

	s.script(t, "portability", "submit", "timeout-after-commit")
	_, err = adapter.Submit(s.untilHeld(t, "portability", "submit"), numberFrom("o3-1", "0507654321"))
	require.ErrorIs(t, err, gateway.ErrUnknown)
	found, err := adapter.Status(t.Context(), "o3-1")
	require.NoError(t, err)
	require.Equal(t, contract.PortSubmitted, found.Status)
}

func TestClearingHouse_Rejected_MaySubmitAgain(t *testing.T) {
	s := newStand(t)
	adapter := newClearingHouse(t, s)
	s.answered(t, adapter, "o1-1", "0501234567", "UNPAID_DUES")
	state, err := adapter.Status(t.Context(), "o1-1")
	require.NoError(t, err)
	require.Equal(t, contract.PortUnpaidDues, state.Reason)
	require.Equal(t, 2, state.Sequence)
	_, err = adapter.Submit(t.Context(), numberFrom("o1-2", "0501234567"))
	require.NoError(t, err)
}

func TestClearingHouse_SwitchOver_NeedsDonor(t *testing.T) {
	s := newStand(t)
	adapter := newClearingHouse(t, s)
	_, err := adapter.Submit(t.Context(), numberFrom("o1-1", "0501234567"))
	require.NoError(t, err)
	requireRefusal(t, "not_approved", adapter.Release(t.Context(), "o1-1"))
	s.post(t, "/control/portability/ports/o1-1/answer", "", map[string]string{"status": "APPROVED"}, nil)
	requireRefusal(t, "not_released", adapter.Broadcast(t.Context(), "o1-1"))
	for range 2 {
		require.NoError(t, adapter.Release(t.Context(), "o1-1"))
	}
	requireRefusal(t, "too_late", adapter.Withdraw(t.Context(), "o1-1"))
	for range 2 {
		require.NoError(t, adapter.Broadcast(t.Context(), "o1-1"))
	}
	requireRefusal(t, "not_released", adapter.RollBack(t.Context(), "o1-1"))
	require.NoError(t, adapter.Release(t.Context(), "o1-1"), "a repeat whose first answer was lost")
}

func TestClearingHouse_Withdraw_UntilSwitch(t *testing.T) {
	s := newStand(t)
	adapter := newClearingHouse(t, s)
	s.answered(t, adapter, "o1-1", "0501234567", "APPROVED")
	for range 2 {
		require.NoError(t, adapter.Withdraw(t.Context(), "o1-1"))
	}
	requireRefusal(t, "withdrawn", adapter.Release(t.Context(), "o1-1"))
	_, err := adapter.Submit(t.Context(), numberFrom("o2-1", "0501234567"))
	require.NoError(t, err, "the number is free again")
}

func TestClearingHouse_OtherDay_UntilSwitch(t *testing.T) {
	s := newStand(t)
	adapter := newClearingHouse(t, s)
	const thursday, friday = "2027-03-11", "2027-03-12"
	_, err := adapter.Submit(t.Context(), numberFrom("o1-1", "0501234567"))
	require.NoError(t, err)
	requireRefusal(t, "not_approved", adapter.Reschedule(t.Context(), "o1-1", thursday))
	s.post(t, "/control/portability/ports/o1-1/answer", "", map[string]string{"status": "APPROVED"}, nil)
	for _, window := range []string{thursday, thursday, contract.WindowEarliest} {
		require.NoError(t, adapter.Reschedule(t.Context(), "o1-1", window))
	}
	requireRefusal(t, "schedule_invalid", adapter.Reschedule(t.Context(), "o1-1", friday))
	requireRefusal(t, "not_found", adapter.Reschedule(t.Context(), "o9-1", thursday))
	require.NoError(t, adapter.Release(t.Context(), "o1-1"))
	requireRefusal(t, "too_late", adapter.Reschedule(t.Context(), "o1-1", thursday))
}

func TestClearingHouse_FailedSwitch_RolledBack(t *testing.T) {
	for msisdn, step := range map[string]string{"0501236009": "release", "0501236015": "routing"} {
		t.Run(step, func(t *testing.T) {
			s := newStand(t)
			adapter := newClearingHouse(t, s)
			s.answered(t, adapter, "o1-1", msisdn, "APPROVED")
			err := adapter.Release(t.Context(), "o1-1")
			if step == "routing" {
				require.NoError(t, err)
				err = adapter.Broadcast(t.Context(), "o1-1")
			}
			requireRefusal(t, "cut_over_failed", err)
			for range 2 {
				require.NoError(t, adapter.RollBack(t.Context(), "o1-1"))
			}
			require.NoError(t, adapter.Release(t.Context(), "o1-1"))
			require.NoError(t, adapter.Broadcast(t.Context(), "o1-1"))
		})
	}
}

func TestClearingHouse_Donor_AnswersByItself(t *testing.T) {
	tests := map[string]struct {
		msisdn string
		want   contract.PortStatus
	}{
		"an ordinary number":    {"0501234567", contract.PortApproved},
		"a bill that is open":   {"0501236001", contract.PortRejected},
		"another owner":         {"0501236002", contract.PortRejected},
		"the call-back is lost": {"0501236007", contract.PortApproved},
		"an unknown reason":     {"0501236014", contract.PortRejected},
	}
	s := newStand(t)
	s.post(t, "/control/clock", "", map[string]any{"speed": 1000}, nil)
	adapter := newClearingHouse(t, s)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := adapter.Submit(t.Context(), numberFrom("p"+tt.msisdn, tt.msisdn))
			require.NoError(t, err)
			require.Eventually(t, func() bool {
				state, err := adapter.Status(t.Context(), "p"+tt.msisdn)
				return err == nil && state.Status == tt.want
			}, time.Minute, 10*time.Millisecond)
		})
	}
	_, err := adapter.Submit(t.Context(), numberFrom("second", "0501236001"))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		state, err := adapter.Status(t.Context(), "second")
		return err == nil && state.Status == contract.PortApproved
	}, time.Minute, 10*time.Millisecond, "the bill is paid by the second time")
}

func TestClearingHouse_Return_GoesOnce(t *testing.T) {
	adapter := newClearingHouse(t, newStand(t))
	number := contract.NumberReturn{ID: "e1", MSISDN: "0541234567", Operator: "mobily"}
	_, err := adapter.ReturnStatus(t.Context(), "e1")
	require.ErrorIs(t, err, gateway.ErrNotFound)
	for range 2 {
		status, err := adapter.GiveBack(t.Context(), number)
		require.NoError(t, err)
		require.Equal(t, contract.ReturnComplete, status)
	}
	status, err := adapter.ReturnStatus(t.Context(), "e1")
	require.NoError(t, err)
	require.Equal(t, contract.ReturnComplete, status)

	_, err = adapter.GiveBack(t.Context(), contract.NumberReturn{ID: "e2", MSISDN: "0541234567", Operator: "stc"})
	requireRefusal(t, "wrong_range", err)
	refused := contract.NumberReturn{ID: "e3", MSISDN: "0541236025", Operator: "mobily"}
	status, err = adapter.GiveBack(t.Context(), refused)
	require.NoError(t, err)
	require.Equal(t, contract.ReturnRejected, status)
	status, err = adapter.GiveBack(t.Context(), refused)
	require.NoError(t, err)
	require.Equal(t, contract.ReturnComplete, status, "asked for again")
}
