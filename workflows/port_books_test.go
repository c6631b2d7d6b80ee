package workflows_test

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/port"
)

// workingDays of the stories: Sunday to Thursday, 08:00 to 16:00 in Riyadh, which is 05:00 to 13:00 UTC.
var workingDays = calendar.Calendar{From: 8, Until: 16, Holidays: []string{"2026-01-06"}}

// answerWithin is one working day.
const answerWithin = 8 * time.Hour

func (b *books) CheckPort(_ context.Context, _ contract.Order, in contract.PortChosen) error {
	if port.MayBring(in.Request.MSISDN, true, false) != nil {
		return no(contract.FailNumberIsOurs)
	}
	return b.try("check-port")
}

func (b *books) RequestPort(_ context.Context, o contract.Order, in contract.PortChosen) (contract.Order, error) {
	if err := b.refuseTaken(in.Request.MSISDN); err != nil {
		return o, no(contract.FailPortBusy)
	}
	asked := contract.Port{
		Operator: in.Request.Operator, MSISDN: in.Request.MSISDN, Window: in.Request.Window,
		Status: contract.PortDraft, Hints: in.Check.Hints, ExpectedAt: workingDays.EndOfDay(in.Now, 3),
	}
	return b.save(order.WithRequestedPort(o, asked, vatPercent), "request-port "+asked.MSISDN)
}

func (b *books) CorrectPort(_ context.Context, o contract.Order, in contract.PortCorrected) (contract.Order, error) {
	request := port.Corrected(*o.Port, in.Correction)
	corrected := *o.Port
	corrected.Operator, corrected.MSISDN, corrected.Window = request.Operator, request.MSISDN, request.Window
	corrected.Status, corrected.Rejection = contract.PortDraft, ""
	return b.save(order.WithPort(o, corrected), "correct-port "+corrected.MSISDN)
}

func (b *books) RecordPort(_ context.Context, o contract.Order, in contract.PortMoved) (contract.Order, error) {
	return b.saveTelling(order.WithPort(o, in.Port), "port-"+string(in.Port.Status), in.Limits)
}

// clearingHouse is the state of the newest submission, as the clearing house would tell it.
type clearingHouse struct {
	known     contract.PortState
	withdrawn bool
	released  bool
	days      calendar.Calendar
	answer    time.Duration // working time the old operator has
}

func newClearingHouse() clearingHouse {
	return clearingHouse{days: workingDays, answer: answerWithin}
}

func (x *outside) PreCheckPort(_ context.Context, in contract.PortRequest) (contract.PortCheck, error) {
	return contract.PortCheck{Hints: []contract.Code{contract.HintCredit}}, x.does("pre-check " + in.MSISDN)
}

func (x *outside) SubmitPort(_ context.Context, in contract.PortSubmission) (contract.PortState, error) {
	if err := x.does("submit-port " + in.PortID + " " + in.Operator + " " + in.MSISDN); err != nil {
		return contract.PortState{}, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ports.known = contract.PortState{Reference: "NP1", Status: contract.PortSubmitted, Sequence: 1}
	if x.portAnswer != nil {
		return *x.portAnswer, nil
	}
	return x.ports.known, nil
}

func (x *outside) AskPort(_ context.Context, portID string) (contract.PortState, error) {
	if err := x.does("ask-port " + portID); err != nil {
		return contract.PortState{}, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.ports.known, nil
}

func (x *outside) WithdrawPort(_ context.Context, in contract.PortWithdrawal) error {
	if err := x.try("withdraw-port"); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ports.released {
		return no(contract.FailCancelTooLate)
	}
	x.ports.withdrawn = true
	x.write(fmt.Sprintf("withdraw-port %d", in.Tries))
	return nil
}

func (x *outside) ReleaseFromDonor(_ context.Context, portID string) error {
	if err := x.try("release"); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ports.withdrawn {
		return no(contract.FailPortWithdrawn)
	}
	x.ports.released = true
	x.write("release " + portID)
	return nil
}

func (x *outside) BroadcastRouting(_ context.Context, _ string) error { return x.does("broadcast") }

func (x *outside) RollBackPort(_ context.Context, _ string) error {
	x.mu.Lock()
	x.ports.released = false
	x.mu.Unlock()
	return x.does("roll-back")
}

func (x *outside) ChoosePortWindow(_ context.Context, in contract.PortPlan) (contract.PortTimes, error) {
	if port.CheckWindow(x.ports.days, in.Window, in.Now, 30) != nil {
		return contract.PortTimes{}, no(contract.FailPortWindow)
	}
	return x.times(in), nil
}

func (x *outside) ReschedulePort(_ context.Context, in contract.PortRescheduling) error {
	return x.does("reschedule " + in.PortID + " " + in.Window)
}

func (x *outside) PlanPort(_ context.Context, in contract.PortPlan) (contract.PortTimes, error) {
	return x.times(in), nil
}

func (x *outside) times(in contract.PortPlan) contract.PortTimes {
	window := port.Plan(x.ports.days, in.Window, in.NotBefore)
	return contract.PortTimes{AnswerBy: x.ports.days.After(in.Now, x.ports.answer), CutOverAt: window.Start, CutOverEnd: window.End}
}
