//go:build record

package workflows_test

import (
	"maps"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/workflows/internal/workflowtest"
)

func init() { maps.Copy(recordings, portRecordings) }

// portRecordings are the courses of an order with a number from another operator, each until its workflow has ended.
var portRecordings = map[string]func(*recording){
	"port-happy-path": func(p *recording) {
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.fulfilled()
		p.ends(contract.StageActive)
	},
	"port-rejected-then-corrected": func(p *recording) {
		p.portSubmitted()
		p.donorSays(1, contract.PortRejected, contract.PortNotOfOperator)
		p.isRefused(contract.FailPortField, contract.UpdateCorrectPort, contract.PortCorrection{Window: "2027-01-07"})
		p.says(contract.UpdateCorrectPort, contract.PortCorrection{Operator: "zain"})
		p.until(func(o contract.Order) bool { return o.Port.Tries == 2 })
		p.donorSays(2, contract.PortApproved, "")
		p.fulfilled()
		p.ends(contract.StageActive)
	},
	"port-rejected-for-good": func(p *recording) {
		p.portSubmitted()
		p.donorSays(1, contract.PortRejected, contract.PortRecently)
		p.ends(contract.StageCancelled)
	},
	"port-not-corrected": func(p *recording) {
		p.input.Settings.Port.CorrectionTTL = time.Second
		p.portSubmitted()
		p.donorSays(1, contract.PortRejected, contract.PortUnpaidDues)
		p.ends(contract.StageCancelled)
	},
	"port-donor-silent-then-followed": func(p *recording) {
		p.outside.Ports.Answer = time.Second
		p.portSubmitted()
		p.untilStage(contract.StageHeld)
		p.knows(contract.PortState{Reference: "NP1", Status: contract.PortApproved, Sequence: 2})
		p.resolves(contract.ResolveRetry, nil)
		p.fulfilled()
		p.ends(contract.StageActive)
	},
	"port-withdrawn-before-approval": func(p *recording) {
		p.portSubmitted()
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"port-withdrawn-on-the-way": func(p *recording) {
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.parcelMoves(contract.ShipmentPickedUp)
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"port-cancelled-by-operator": func(p *recording) {
		p.portSubmitted()
		require.NoError(p.t, p.server.CancelWorkflow(p.t.Context(), contract.OrderWorkflowID(p.id()), ""))
		p.ends(contract.StageCancelled)
	},
	"port-held-for-a-card-then-cancelled": func(p *recording) {
		p.outside.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.untilStage(contract.StageHeld)
		p.resolves(contract.ResolveCancel, nil)
		p.ends(contract.StageCancelled)
	},
	"port-switch-failed-then-retried": func(p *recording) {
		p.outside.Fails("broadcast", workflowtest.No(contract.FailCutOver))
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.fulfilled()
		p.until(func(o contract.Order) bool { return len(p.outside.Did("roll-back")) == 1 })
		p.outside.Fails("broadcast", nil)
		p.ends(contract.StageActive)
	},
	"port-roll-back-failed-then-finished": func(p *recording) {
		p.outside.Fails("broadcast", workflowtest.No(contract.FailCutOver))
		p.outside.Fails("roll-back", workflowtest.No(contract.FailCutOver))
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.fulfilled()
		p.untilStage(contract.StageHeld)
		p.outside.Fails("broadcast", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.ends(contract.StageActive)
	},
	"port-rescheduled": func(p *recording) {
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.choosesWindow("2026-01-04", contract.FailPortWindow) // long past
		p.choosesWindow(calendar.Date(time.Now().AddDate(0, 0, 1)), "")
		p.fulfilled()
		p.until(func(o contract.Order) bool { return o.Port.Status == contract.PortScheduled })
		p.choosesWindow(contract.WindowEarliest, "")
		p.ends(contract.StageActive)
	},
	"esim-port-happy-path": func(p *recording) {
		p.wantsESIM()
		p.paysForPort()
		p.until(func(o contract.Order) bool { return o.Port.Tries == 1 })
		p.untilCodeIsOut(1)
		p.donorSays(1, contract.PortApproved, "")
		p.installs(workflowtest.FirstESIM)
		p.ends(contract.StageActive)
	},
	"esim-port-installed-before-approval": func(p *recording) {
		p.wantsESIM()
		p.paysForPort()
		p.until(func(o contract.Order) bool { return o.Port.Tries == 1 })
		p.untilCodeIsOut(1)
		p.installs(workflowtest.FirstESIM)
		p.donorSays(1, contract.PortApproved, "")
		p.ends(contract.StageActive)
	},
	"port-cancelled-with-parcel-booked": func(p *recording) {
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.until(func(o contract.Order) bool { return o.Shipment != nil })
		p.cancels()
		p.ends(contract.StageCancelled)
	},
	"esim-port-rejected-for-good": func(p *recording) {
		p.wantsESIM()
		p.paysForPort()
		p.until(func(o contract.Order) bool { return o.Port.Tries == 1 })
		p.untilCodeIsOut(1)
		p.donorSays(1, contract.PortRejected, contract.PortSuspended)
		p.ends(contract.StageCancelled)
	},
	"port-number-lost": func(p *recording) {
		p.challenged("p1", contract.PaymentPaid)
		p.paysForPort()
		p.books.GiveToOtherOrder(workflowtest.BroughtAlong)
		p.paymentReported("p1")
		p.ends(contract.StageCancelled)
	},
	"port-refused-before-it-was-taken-in": func(p *recording) {
		p.outside.PortAnswer = &contract.PortState{Status: contract.PortRejected, Reason: contract.PortRecently}
		p.paysForPort()
		p.ends(contract.StageCancelled)
	},
	"port-answer-lost-then-asked-for": func(p *recording) {
		p.outside.Ports.Answer = 2 * time.Second
		p.portSubmitted()
		p.knows(contract.PortState{Reference: "NP1", Status: contract.PortApproved, Sequence: 2})
		p.fulfilled()
		p.ends(contract.StageActive)
	},
	"port-reports-late-and-with-a-gap": func(p *recording) {
		p.portSubmitted()
		p.sendsPortReport(1, contract.PortState{Reference: "NP1", Status: contract.PortSubmitted, Sequence: 1})
		p.donorSaysAs(3, 1, contract.PortApproved, "")
		p.fulfilled()
		p.ends(contract.StageActive)
	},
	"port-switch-failed-twice-then-retried": func(p *recording) {
		p.outside.Fails("broadcast", workflowtest.No(contract.FailCutOver))
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.fulfilled()
		require.Eventually(p.t, func() bool { return len(p.outside.Did("port-scheduled")) == 2 }, time.Minute, 10*time.Millisecond)
		p.choosesWindow(contract.WindowEarliest, "")
		require.Eventually(p.t, func() bool { return p.books.Last().Stage == contract.StageHeld }, 2*time.Minute, 10*time.Millisecond)
		p.outside.Fails("broadcast", nil)
		p.resolves(contract.ResolveRetry, nil)
		p.ends(contract.StageActive)
	},
	"port-withdrawn-at-the-clearing-house": func(p *recording) {
		p.outside.Fails("release", workflowtest.No(contract.FailPortWithdrawn))
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.fulfilled()
		p.ends(contract.StageCancelled)
	},
	"port-cancelled-by-operator-while-rolled-back": func(p *recording) {
		p.outside.Fails("broadcast", workflowtest.No(contract.FailCutOver))
		p.outside.HappensDuring("roll-back", func() {
			require.NoError(p.t, p.server.CancelWorkflow(p.t.Context(), contract.PortInWorkflowID(p.id()), ""))
		})
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.fulfilled()
		p.ends(contract.StageCancelled)
	},
	"port-corrected-too-late": func(p *recording) {
		p.input.Settings.Port.CorrectionTTL = 3 * time.Second
		p.portSubmitted()
		p.donorSays(1, contract.PortRejected, contract.PortNotOfOperator)
		p.books.Fails("correct-port", errAway)
		corrected := p.asks(contract.UpdateCorrectPort, contract.PortCorrection{Operator: "zain"})
		require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), contract.PortInWorkflowID(p.id()), "").Get(p.t.Context(), nil))
		p.books.Fails("correct-port", nil)
		require.EqualError(p.t, corrected(), string(contract.FailPortNothing))
		p.ends(contract.StageCancelled)
	},
	"port-news-refused-by-the-books": func(p *recording) {
		p.books.Fails("port-scheduled", workflowtest.No(contract.FailNumberUnknown))
		p.portSubmitted()
		p.donorSays(1, contract.PortApproved, "")
		p.fulfilled()
		p.ends(contract.StageActive)
	},
}

// portSubmitted pays for a SIM with a number brought along and waits until the donor is asked.
func (p *recording) portSubmitted() {
	p.paysForPort()
	p.until(func(o contract.Order) bool { return o.Port.Tries == 1 })
}

func (p *recording) paysForPort() {
	p.input.Order.NumberSource = contract.NumberPortIn
	p.input.Settings.Port.Notice = 200 * time.Millisecond
	p.outside.Ports.Days.AroundTheClock = true
	_, err := p.orders.Start(p.t.Context(), p.input, p.number, "", p.key())
	require.NoError(p.t, err)
	p.says(contract.UpdateRequestPort, contract.PortRequest{
		Operator: "stc", MSISDN: workflowtest.BroughtAlong, AcceptTerms: true, Window: contract.WindowEarliest,
	})
	p.says(contract.UpdateSelectPlan, contract.PlanChoice{PlanID: "hawakom-55"})
	p.says(contract.UpdateCheckEligibility, contract.EligibilityClaim{IDNumber: "1000000008", Nationality: "SA", BirthDate: "1990-01-01"})
	p.identity("order1", contract.IdentityCompleted)
	after := p.says(contract.UpdateProvideContact, contract.Contact{FullName: "Sara Ali", Email: "sara@example.sa", Mobile: "0501234567"})
	if after.Step == contract.StepDelivery {
		after = p.says(contract.UpdateChooseDelivery, contract.DeliveryChoice{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh"}})
	}
	p.says(contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: after.Price.Total})
	p.pays("p1")
}

// choosesWindow chooses another window and requires the given refusal, if any.
func (p *recording) choosesWindow(window string, want contract.Code) {
	_, err := p.orders.ChoosePortWindow(p.t.Context(), p.id(), p.key(), contract.PortWindowChoice{Window: window})
	if want == "" {
		require.NoError(p.t, err)
		return
	}
	var no *contract.Refusal
	require.ErrorAs(p.t, err, &no)
	require.Equal(p.t, want, no.Code)
}

// knows sets the answer of the clearing house to an inquiry.
func (p *recording) knows(state contract.PortState) {
	p.outside.Mu.Lock()
	defer p.outside.Mu.Unlock()
	p.outside.Ports.Known = state
}

func (p *recording) donorSays(try int, status contract.PortStatus, reason contract.Code) {
	p.donorSaysAs(2, try, status, reason)
}

func (p *recording) donorSaysAs(sequence, try int, status contract.PortStatus, reason contract.Code) {
	state := contract.PortState{Reference: "NP1", Status: status, Reason: reason, Sequence: sequence}
	p.knows(state)
	p.sendsPortReport(try, state)
	p.until(func(o contract.Order) bool { return o.Port.Status != contract.PortSubmitted })
}

func (p *recording) sendsPortReport(try int, state contract.PortState) {
	p.reports(contract.PortInWorkflowID(p.id()), contract.SignalPortReported,
		contract.PortReported{EventID: "e", PortID: contract.PortID(p.id(), try), State: state})
}
