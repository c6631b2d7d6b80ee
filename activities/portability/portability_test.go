package portability_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	portabilityacts "selfcare/activities/portability"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/gateway/portability"
)

var ctx = context.Background()

// clearingHouse gives the answers of the test and records its calls in order.
type clearingHouse struct {
	portability.Gateway // for returns, which other activities make
	found               portability.Check
	submitted, known    contract.PortState
	checkErr, submitErr error
	statusErr, commands error
	asked               []string
	statusErrByPort     map[string]error
	moved, stands       contract.PortOutStatus // of one of our numbers: after a command, and when asked
}

func (h *clearingHouse) Check(_ context.Context, operator, msisdn string) (portability.Check, error) {
	h.asked = append(h.asked, "check "+operator+" "+msisdn)
	return h.found, h.checkErr
}

func (h *clearingHouse) Submit(_ context.Context, s contract.PortSubmission) (contract.PortState, error) {
	h.asked = append(h.asked, "submit "+s.PortID)
	return h.submitted, h.submitErr
}

func (h *clearingHouse) Status(_ context.Context, portID string) (contract.PortState, error) {
	h.asked = append(h.asked, "status "+portID)
	if err, said := h.statusErrByPort[portID]; said {
		return contract.PortState{}, err
	}
	return h.known, h.statusErr
}

func (h *clearingHouse) command(what, portID string) error {
	h.asked = append(h.asked, what+" "+portID)
	return h.commands
}

func (h *clearingHouse) Withdraw(_ context.Context, id string) error {
	return h.command("withdraw", id)
}

func (h *clearingHouse) Reschedule(_ context.Context, id, window string) error {
	return h.command("reschedule", id+" "+window)
}

func (h *clearingHouse) Release(_ context.Context, id string) error { return h.command("release", id) }

func (h *clearingHouse) Broadcast(_ context.Context, id string) error {
	return h.command("broadcast", id)
}

func (h *clearingHouse) RollBack(_ context.Context, id string) error {
	return h.command("roll-back", id)
}

var wanted = contract.PortRequest{Operator: "stc", MSISDN: fixture.Brought}

func TestPreCheckPort_Answers_HintsOrRefusal(t *testing.T) {
	house := &clearingHouse{found: portability.Check{Hints: []contract.Code{contract.HintDues}}}
	got, err := portabilityacts.New(house).PreCheckPort(ctx, wanted)
	require.NoError(t, err)
	require.Equal(t, []contract.Code{contract.HintDues}, got.Hints)
	require.Equal(t, []string{"check stc " + fixture.Brought}, house.asked)

	house.found = portability.Check{Reason: contract.PortDataSIM}
	_, err = portabilityacts.New(house).PreCheckPort(ctx, wanted)
	fixture.RequireRefusal(t, err, contract.PortDataSIM, "msisdn")
	house.found = portability.Check{Reason: contract.PortNotOfOperator}
	_, err = portabilityacts.New(house).PreCheckPort(ctx, wanted)
	fixture.RequireRefusal(t, err, contract.PortNotOfOperator, "operator")
	house.checkErr = fixture.ErrRetry
	_, err = portabilityacts.New(house).PreCheckPort(ctx, wanted)
	fixture.RequireRetry(t, err)
}

func TestSubmitPort_Answers_AreSorted(t *testing.T) {
	waits := contract.PortState{Reference: "NP1", Status: contract.PortSubmitted, Sequence: 1}
	tests := map[string]struct {
		house *clearingHouse
		want  contract.PortState
		asked []string
	}{
		"taken":                       {&clearingHouse{submitted: waits}, waits, []string{"submit o-1"}},
		"unknown, found by asking":    {&clearingHouse{submitErr: fixture.ErrUnknown, known: waits}, waits, []string{"submit o-1", "status o-1"}},
		"refused because of a number": {&clearingHouse{submitErr: fixture.RefusedWith("port_in_progress")}, contract.PortState{Status: contract.PortRejected, Reason: contract.PortInProgress}, []string{"submit o-1"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := portabilityacts.New(tt.house).SubmitPort(ctx, contract.PortSubmission{PortID: "o-1"})
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.asked, tt.house.asked)
		})
	}
}

func TestSubmitPort_NotTaken_RetriedBadCallHeld(t *testing.T) {
	for name, house := range map[string]*clearingHouse{
		"not taken":              {submitErr: fixture.ErrRetry},
		"unknown, and not there": {submitErr: fixture.ErrUnknown, statusErr: fixture.ErrNotFound},
		"unknown, and no answer": {submitErr: fixture.ErrUnknown, statusErr: fixture.ErrRetry},
	} {
		_, err := portabilityacts.New(house).SubmitPort(ctx, contract.PortSubmission{PortID: "o-1"})
		fixture.RequireRetry(t, err)
		require.ErrorContains(t, err, "submit port: ", name)
	}
	_, err := portabilityacts.New(&clearingHouse{submitErr: fixture.RefusedWith("bad_request")}).SubmitPort(ctx, contract.PortSubmission{})
	fixture.RequireRefusal(t, err, contract.FailPortSubmission)
}

func TestWithdrawPort_AllTries_AreWithdrawn(t *testing.T) {
	house := &clearingHouse{statusErrByPort: map[string]error{"o-2": fixture.ErrNotFound}}
	ports := portabilityacts.New(house)
	require.NoError(t, ports.WithdrawPort(ctx, contract.PortWithdrawal{OrderID: "o", Tries: 2}))
	require.Equal(t, []string{"status o-1", "withdraw o-1", "status o-2"}, house.asked)

	house.commands = fixture.RefusedWith("too_late")
	fixture.RequireRefusal(t, ports.WithdrawPort(ctx, contract.PortWithdrawal{OrderID: "o", Tries: 1}), contract.FailCancelTooLate)
	house.commands = fixture.ErrUnknown
	fixture.RequireRetry(t, ports.WithdrawPort(ctx, contract.PortWithdrawal{OrderID: "o", Tries: 1}))
	house.statusErrByPort = map[string]error{"o-1": fixture.ErrRetry}
	fixture.RequireRetry(t, ports.WithdrawPort(ctx, contract.PortWithdrawal{OrderID: "o", Tries: 1}))
}

func TestCutOver_Errors_AreSorted(t *testing.T) {
	house := &clearingHouse{}
	ports := portabilityacts.New(house)
	steps := map[string]func(context.Context, string) error{
		"release o-1": ports.ReleaseFromDonor, "broadcast o-1": ports.BroadcastRouting, "roll-back o-1": ports.RollBackPort,
	}
	for want, step := range steps {
		house.asked, house.commands = nil, nil
		require.NoError(t, step(ctx, "o-1"))
		require.Equal(t, []string{want}, house.asked)
		house.commands = fixture.RefusedWith("cut_over_failed")
		fixture.RequireRefusal(t, step(ctx, "o-1"), contract.FailCutOver)
		house.commands = fixture.ErrUnknown
		fixture.RequireRetry(t, step(ctx, "o-1"))
	}
	house.commands = fixture.RefusedWith("withdrawn")
	fixture.RequireRefusal(t, ports.ReleaseFromDonor(ctx, "o-1"), contract.FailPortWithdrawn)
}

func TestChoosePortWindow_Holiday_IsRefused(t *testing.T) {
	s := fixture.NewShop(t)
	ports := portabilityacts.NewPlanning(s.Store.Settings, s.Store.Ports)
	sunday := time.Date(2027, 3, 7, 9, 0, 0, 0, time.UTC)
	plan := contract.PortPlan{At: fixture.At(sunday), Window: "2027-03-11", NotBefore: sunday}
	got, err := ports.ChoosePortWindow(ctx, plan)
	require.NoError(t, err)
	require.Equal(t, time.Date(2027, 3, 11, 5, 0, 0, 0, time.UTC), got.CutOverAt)
	plan.Window = "2027-03-12"
	_, err = ports.ChoosePortWindow(ctx, plan)
	fixture.RequireRefusal(t, err, contract.FailPortWindow, "window")
}

func TestReschedulePort_Errors_Sorted(t *testing.T) {
	house := &clearingHouse{}
	ports, wish := portabilityacts.New(house), contract.PortRescheduling{PortID: "o-1", Window: "2027-03-11"}
	require.NoError(t, ports.ReschedulePort(ctx, wish))
	require.Equal(t, []string{"status o-1", "reschedule o-1 2027-03-11"}, house.asked)
	house.commands = fixture.RefusedWith("schedule_invalid")
	fixture.RequireRefusal(t, ports.ReschedulePort(ctx, wish), contract.FailPortWindow, "window")
	for _, code := range []string{"too_late", "withdrawn", "not_approved"} {
		house.commands = fixture.RefusedWith(code)
		fixture.RequireRefusal(t, ports.ReschedulePort(ctx, wish), contract.FailPortWindowShut)
	}
	house.commands = fixture.ErrUnknown
	fixture.RequireRetry(t, ports.ReschedulePort(ctx, wish))
}

func TestReschedulePort_AlreadyNoted_SendsNothing(t *testing.T) {
	wish := contract.PortRescheduling{PortID: "o-1", Window: "2027-03-11"}
	tests := map[string]struct {
		known    contract.PortState
		knownErr error
		asksFor  bool
	}{
		"noted by a try whose answer was lost": {known: contract.PortState{Status: contract.PortApproved, Window: wish.Window}},
		"noted after a switch that failed":     {known: contract.PortState{Status: contract.PortRolledBack, Window: wish.Window}},
		"another day is noted":                 {known: contract.PortState{Status: contract.PortApproved, Window: "2027-03-09"}, asksFor: true},
		"no day is noted":                      {known: contract.PortState{Status: contract.PortApproved, Window: contract.WindowEarliest}, asksFor: true},
		"noted, but the number moves":          {known: contract.PortState{Status: contract.PortCutOver, Window: wish.Window}, asksFor: true},
		"the noted day is unknown":             {knownErr: fixture.ErrRetry, asksFor: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			house := &clearingHouse{known: tt.known, statusErr: tt.knownErr}
			require.NoError(t, portabilityacts.New(house).ReschedulePort(ctx, wish))
			require.Equal(t, tt.asksFor, slices.Contains(house.asked, "reschedule o-1 "+wish.Window))
		})
	}
}

func TestAskPort_Errors_AreSorted(t *testing.T) {
	house := &clearingHouse{known: contract.PortState{Status: contract.PortApproved, Sequence: 2}}
	ports := portabilityacts.New(house)
	got, err := ports.AskPort(ctx, "o-1")
	require.NoError(t, err)
	require.Equal(t, house.known, got)
	house.statusErr = fixture.RefusedWith("forbidden")
	_, err = ports.AskPort(ctx, "o-1")
	fixture.RequireRefusal(t, err, contract.FailPortSubmission)
}

func TestPlanPort_Holidays_ReadAtCallTime(t *testing.T) {
	s := fixture.NewShop(t)
	ports := portabilityacts.NewPlanning(s.Store.Settings, s.Store.Ports)
	wednesday := time.Date(2027, 3, 10, 14, 0, 0, 0, time.UTC) // 17:00 in Riyadh
	plan := contract.PortPlan{At: fixture.At(wednesday), Window: contract.WindowEarliest, NotBefore: wednesday}
	got, err := ports.PlanPort(ctx, plan)
	require.NoError(t, err)
	thursday := time.Date(2027, 3, 11, 5, 0, 0, 0, time.UTC)
	require.Equal(t, contract.PortTimes{AnswerBy: thursday.Add(8 * time.Hour), CutOverAt: thursday, CutOverEnd: thursday.Add(8 * time.Hour)}, got)

	s.Exec("INSERT INTO holidays (day, name_en, name_ar) VALUES (?, 'Eid', 'عيد')", calendar.Date(thursday)) // the moon was sighted
	got, err = ports.PlanPort(ctx, plan)
	require.NoError(t, err)
	require.Equal(t, time.Date(2027, 3, 14, 5, 0, 0, 0, time.UTC), got.CutOverAt)
}
