package workflowtest

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/port"
)

// WorkingDays of the stories: Sunday to Thursday, 08:00 to 16:00 in Riyadh, which is 05:00 to 13:00 UTC.
var WorkingDays = calendar.Calendar{From: 8, Until: 16, Holidays: []string{"2026-01-06"}}

// AnswerWithin is one working day.
const AnswerWithin = 8 * time.Hour

func (b *Books) CheckPort(_ context.Context, _ contract.Order, in contract.PortChosen) error {
	if port.ValidateNumber(in.Request.MSISDN, false, true, false) != nil {
		return No(contract.FailNumberIsOurs)
	}
	return b.try("check-port")
}

func (b *Books) RequestPort(_ context.Context, o contract.Order, in contract.PortChosen) (contract.Order, error) {
	if err := b.refuseTaken(in.Request.MSISDN); err != nil {
		return o, No(contract.FailPortBusy)
	}
	asked := contract.Port{
		Operator: in.Request.Operator, MSISDN: in.Request.MSISDN, Window: in.Request.Window,
		Status: contract.PortDraft, Hints: in.Check.Hints, ExpectedAt: WorkingDays.EndOfDay(in.Now, 3),
	}
	return b.save(order.WithRequestedPort(o, asked, vatPercent), "request-port "+asked.MSISDN)
}

func (b *Books) CorrectPort(_ context.Context, o contract.Order, in contract.PortCorrected) (contract.Order, error) {
	request := port.Corrected(*o.Port, in.Correction)
	corrected := *o.Port
	corrected.Operator, corrected.MSISDN, corrected.Window = request.Operator, request.MSISDN, request.Window
	corrected.Status, corrected.Rejection = contract.PortDraft, ""
	return b.save(order.WithPort(o, corrected), "correct-port "+corrected.MSISDN)
}

func (b *Books) RecordPort(_ context.Context, o contract.Order, in contract.PortMoved) (contract.Order, error) {
	return b.saveTelling(order.WithPort(o, in.Port), "port-"+string(in.Port.Status), in.Limits)
}

// clearingHouse is the state of the newest submission at the clearing house.
type clearingHouse struct {
	Known     contract.PortState
	withdrawn bool
	released  bool
	Days      calendar.Calendar
	Answer    time.Duration // working time that the donor has
}

func newClearingHouse() clearingHouse {
	return clearingHouse{Days: WorkingDays, Answer: AnswerWithin}
}

func (x *Outside) PreCheckPort(ctx context.Context, in contract.PortRequest) (contract.PortCheck, error) {
	return contract.PortCheck{Hints: []contract.Code{contract.HintCredit}}, x.answerCall(ctx, "pre-check "+in.MSISDN)
}

func (x *Outside) SubmitPort(_ context.Context, in contract.PortSubmission) (contract.PortState, error) {
	if err := x.does("submit-port " + in.PortID + " " + in.Operator + " " + in.MSISDN); err != nil {
		return contract.PortState{}, err
	}
	x.Mu.Lock()
	defer x.Mu.Unlock()
	x.Ports.Known = contract.PortState{Reference: "NP1", Status: contract.PortSubmitted, Sequence: 1}
	if x.PortAnswer != nil {
		return *x.PortAnswer, nil
	}
	return x.Ports.Known, nil
}

func (x *Outside) AskPort(_ context.Context, portID string) (contract.PortState, error) {
	if err := x.does("ask-port " + portID); err != nil {
		return contract.PortState{}, err
	}
	x.Mu.Lock()
	defer x.Mu.Unlock()
	return x.Ports.Known, nil
}

func (x *Outside) WithdrawPort(_ context.Context, in contract.PortWithdrawal) error {
	if err := x.try("withdraw-port"); err != nil {
		return err
	}
	x.Mu.Lock()
	defer x.Mu.Unlock()
	if x.Ports.released {
		return No(contract.FailCancelTooLate)
	}
	x.Ports.withdrawn = true
	x.write(fmt.Sprintf("withdraw-port %d", in.Tries))
	return nil
}

func (x *Outside) ReleaseFromDonor(_ context.Context, portID string) error {
	if err := x.try("release"); err != nil {
		return err
	}
	x.Mu.Lock()
	defer x.Mu.Unlock()
	if x.Ports.withdrawn {
		return No(contract.FailPortWithdrawn)
	}
	x.Ports.released = true
	x.write("release " + portID)
	return nil
}

func (x *Outside) BroadcastRouting(_ context.Context, _ string) error { return x.does("broadcast") }

func (x *Outside) RollBackPort(_ context.Context, _ string) error {
	x.Mu.Lock()
	x.Ports.released = false
	x.Mu.Unlock()
	return x.does("roll-back")
}

func (x *Outside) ChoosePortWindow(_ context.Context, in contract.PortPlan) (contract.PortTimes, error) {
	if port.ValidateWindow(x.Ports.Days, in.Window, in.Now, 30) != nil {
		return contract.PortTimes{}, No(contract.FailPortWindow)
	}
	return x.times(in), nil
}

func (x *Outside) ReschedulePort(_ context.Context, in contract.PortRescheduling) error {
	return x.does("reschedule " + in.PortID + " " + in.Window)
}

// PlanPort reads our database, which may refuse it for good (Fails with "plan-port").
func (x *Outside) PlanPort(_ context.Context, in contract.PortPlan) (contract.PortTimes, error) {
	return x.times(in), x.try("plan-port")
}

func (x *Outside) times(in contract.PortPlan) contract.PortTimes {
	window := port.Plan(x.Ports.Days, in.Window, in.NotBefore)
	return contract.PortTimes{AnswerBy: x.Ports.Days.After(in.Now, x.Ports.Answer), CutOverAt: window.Start, CutOverEnd: window.End}
}
