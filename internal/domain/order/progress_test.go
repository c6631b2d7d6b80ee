package order_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/headline"
	"selfcare/internal/domain/order"
)

var limits = contract.Limits{DeliveryAttempts: 3, Reissues: 2, PortTries: 3}

// told formats each milestone as "key state actor", without an actor when it is done or to come.
func told(p order.Progress) []string {
	var lines []string
	for _, m := range p.Milestones {
		line := fmt.Sprintf("%s %s", m.Key, m.State)
		if m.Actor != "" {
			line += " " + string(m.Actor)
		}
		lines = append(lines, line)
	}
	return lines
}

var (
	newSIM   = order.Key{Kind: contract.KindSIM, Source: contract.NumberNew, SIM: contract.SIMPhysical}
	newESIM  = order.Key{Kind: contract.KindESIM, Source: contract.NumberNew, SIM: contract.SIMEmbedded}
	portSIM  = order.Key{Kind: contract.KindSIM, Source: contract.NumberPortIn, SIM: contract.SIMPhysical}
	portESIM = order.Key{Kind: contract.KindESIM, Source: contract.NumberPortIn, SIM: contract.SIMEmbedded}
	newCard  = order.Key{Kind: contract.KindSIMReplacement, Source: contract.NumberExisting, SIM: contract.SIMPhysical}
)

func TestProgressOf_EachState(t *testing.T) {
	with := func(key order.Key, stage contract.Stage, change func(*contract.Order)) contract.Order {
		o := orderkinds.OfKind(key, stage)
		change(&o)
		return o
	}
	nothing := func(*contract.Order) {}
	profile := func(state contract.ProfileState, issued int) *contract.Profile {
		return &contract.Profile{State: state, Issued: issued, PromisedBy: now.Add(time.Hour)}
	}
	port := func(status contract.PortStatus) *contract.Port {
		return &contract.Port{Status: status, Tries: 1, ExpectedAt: now.Add(time.Hour), CutOverAt: now.Add(2 * time.Hour)}
	}
	held := func(work contract.Work, from contract.Stage) *contract.Held {
		return &contract.Held{Work: work, From: from, FailureCode: contract.FailOutsideSystem}
	}
	tests := map[string]struct {
		order    contract.Order
		headline headline.Headline
		until    time.Time
		want     []string
	}{
		"a card is packed": {
			with(newSIM, contract.StagePreparing, nothing), headline.SIMPrepared,
			time.Time{},
			[]string{"placed done", "preparing running us", "dispatched to-come", "delivered to-come", "active to-come"},
		},
		"a card waits to be activated": {
			with(newSIM, contract.StageDelivered, nothing), headline.SIMToActivate,
			time.Time{},
			[]string{"placed done", "preparing done", "dispatched done", "delivered done", "active waiting customer"},
		},
		"the courier met no recipient": {
			with(newSIM, contract.StageDispatched, func(o *contract.Order) {
				o.Shipment = &contract.Shipment{Status: contract.ShipmentFailedAttempt}
			}), headline.DeliveryFailed,
			time.Time{},
			[]string{"placed done", "preparing done", "dispatched waiting courier", "delivered to-come", "active to-come"},
		},
		"the paid number is lost": {
			with(newSIM, contract.StageNumberLost, func(o *contract.Order) {
				o.Booking = &contract.Booking{Expired: true, ChooseUntil: now.Add(24 * time.Hour)}
			}), headline.NumberLost,
			now.Add(24 * time.Hour),
			[]string{"placed failed customer", "preparing to-come", "dispatched to-come", "delivered to-come", "active to-come"},
		},
		"a phone had no room for the eSIM": {
			with(newESIM, contract.StageDelivered, func(o *contract.Order) { o.Profile = profile(contract.ProfileError, 1) }),
			headline.InstallFailed,
			time.Time{},
			[]string{"placed done", "esim-code done", "esim-installed failed customer", "active to-come"},
		},
		"the last profile failed": {
			with(newESIM, contract.StageDelivered, func(o *contract.Order) { o.Profile = profile(contract.ProfileError, 3) }),
			headline.InstallFailed,
			time.Time{},
			[]string{"placed done", "esim-code done", "esim-installed failed support", "active to-come"},
		},
		"the last profile failed and support looks at it": {
			with(newESIM, contract.StageHeld, func(o *contract.Order) {
				o.Profile, o.Held = profile(contract.ProfileError, 3), held(contract.WorkFollowProfile, contract.StageDelivered)
			}), headline.Held,
			time.Time{},
			[]string{"placed done", "esim-code done", "esim-installed failed support", "active to-come"},
		},
		"an eSIM is being made": {
			with(newESIM, contract.StagePreparing, func(o *contract.Order) { o.Profile = profile(contract.ProfileOrdered, 0) }),
			headline.ESIMMade, now.Add(time.Hour),
			[]string{"placed done", "esim-code running us", "esim-installed to-come", "active to-come"},
		},
		"an eSIM can be installed before the old operator agrees": {
			with(portESIM, contract.StageDispatched, func(o *contract.Order) { o.Profile = profile(contract.ProfileReleased, 1) }),
			headline.ESIMToInstall,
			time.Time{},
			[]string{
				"placed done", "donor-agrees waiting donor", "esim-code done", "esim-installed waiting customer", "number-moves to-come",
				"active to-come",
			},
		},
		"a rejected port of an installed eSIM": {
			with(portESIM, contract.StageDelivered, func(o *contract.Order) {
				o.Profile, o.Port = profile(contract.ProfileInstalled, 1), port(contract.PortRejected)
			}), headline.PortRefused, now.Add(time.Hour),
			[]string{
				"placed done", "donor-agrees failed customer", "esim-code done", "esim-installed done", "number-moves to-come",
				"active to-come",
			},
		},
		"a port nothing helps any more": {
			with(portSIM, contract.StagePlaced, func(o *contract.Order) {
				o.Port = port(contract.PortRejected)
				o.Port.Rejection = contract.PortSuspended
			}), headline.PortOver,
			time.Time{},
			[]string{
				"placed done", "donor-agrees failed us", "preparing to-come", "dispatched to-come", "delivered to-come",
				"number-moves to-come", "active to-come",
			},
		},
		"a card is sent once the old operator agrees": {
			with(portSIM, contract.StagePreparing, func(o *contract.Order) { o.Port = port(contract.PortApproved) }),
			headline.SIMPrepared,
			time.Time{},
			[]string{
				"placed done", "donor-agrees done", "preparing running us", "dispatched to-come", "delivered to-come",
				"number-moves to-come", "active to-come",
			},
		},
		"the switch has a time": {
			with(portSIM, contract.StageDelivered, func(o *contract.Order) { o.Port = port(contract.PortScheduled) }),
			headline.SwitchScheduled, now.Add(2 * time.Hour),
			[]string{
				"placed done", "donor-agrees done", "preparing done", "dispatched done", "delivered done",
				"number-moves running us", "active to-come",
			},
		},
		"a switch was put back": {
			with(portESIM, contract.StagePorting, func(o *contract.Order) {
				o.Profile, o.Port = profile(contract.ProfileInstalled, 1), port(contract.PortRolledBack)
			}), headline.SwitchPostponed,
			time.Time{},
			[]string{
				"placed done", "donor-agrees done", "esim-code done", "esim-installed done", "number-moves waiting us", "active to-come",
			},
		},
		"no card is left": {
			with(newSIM, contract.StageHeld, func(o *contract.Order) { o.Held = held(contract.WorkAllocateSIM, contract.StagePlaced) }),
			headline.Held,
			time.Time{},
			[]string{"placed done", "preparing waiting support", "dispatched to-come", "delivered to-come", "active to-come"},
		},
		"the courier refused the address": {
			with(newSIM, contract.StageHeld, func(o *contract.Order) {
				o.Held = held(contract.WorkShip, contract.StagePreparing)
				o.Held.FailureCode, o.Delivery = contract.FailCourierRefused, &contract.Delivery{Method: contract.DeliverHome}
			}),
			headline.Held,
			time.Time{},
			[]string{"placed done", "preparing waiting customer", "dispatched to-come", "delivered to-come", "active to-come"},
		},
		"the courier refused the branch": {
			with(newSIM, contract.StageHeld, func(o *contract.Order) {
				o.Held = held(contract.WorkShip, contract.StagePreparing)
				o.Held.FailureCode, o.Delivery = contract.FailCourierRefused, &contract.Delivery{Method: contract.DeliverPickup}
			}),
			headline.Held,
			time.Time{},
			[]string{"placed done", "preparing waiting support", "dispatched to-come", "delivered to-come", "active to-come"},
		},
		"a parcel is lost on its way": {
			with(newSIM, contract.StageHeld, func(o *contract.Order) { o.Held = held(contract.WorkShip, contract.StageDispatched) }),
			headline.Held,
			time.Time{},
			[]string{"placed done", "preparing done", "dispatched waiting support", "delivered to-come", "active to-come"},
		},
		"a holder of the line objects too late": {
			with(newCard, contract.StageHeld, func(o *contract.Order) { o.Held = held(contract.WorkAnswerDispute, contract.StageActive) }),
			headline.Held,
			time.Time{},
			[]string{"placed done", "preparing done", "dispatched done", "delivered done", "active waiting support"},
		},
		"a refund is held": {
			with(newSIM, contract.StageHeld, func(o *contract.Order) { o.Held = held(contract.WorkRefund, contract.StageCancelling) }),
			headline.Held,
			time.Time{},
			[]string{
				"placed done", "preparing not-needed", "dispatched not-needed", "delivered not-needed", "active not-needed",
				"money-back waiting support",
			},
		},
		"a parcel came back": {
			with(newSIM, contract.StageCancelled, func(o *contract.Order) {
				o.Ended = &contract.Ended{Reason: contract.EndedReturned, Refunded: 8500}
			}), headline.Cancelled,
			time.Time{},
			[]string{
				"placed done", "preparing not-needed", "dispatched not-needed", "delivered failed none", "active not-needed",
				"money-back done",
			},
		},
		"an unpaid draft": {
			contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberNew, Stage: contract.StageAbandoned},
			headline.Abandoned,
			time.Time{},
			nil,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := order.ProgressOf(tt.order, limits)
			require.Equal(t, tt.want, told(p))
			require.Equal(t, tt.headline, headline.Of(tt.order, p))
			require.Equal(t, tt.until, p.Current.Until)
		})
	}
}

func TestProgressOf_Wizard_IsEmpty(t *testing.T) {
	require.Empty(t, order.ProgressOf(orderkinds.OfKind(newSIM, contract.StageWizard), limits))
}

// Every kind at every stage, with every possible state of a port, a profile and a parcel, held by every work or not.
func TestProgressOf_AnyState_IsTrue(t *testing.T) {
	seen := 0
	for _, key := range orderkinds.All() {
		for o := range orderkinds.Standings(key) {
			seen++
			p := order.ProgressOf(o, limits)
			if lie := lieIn(o, p); lie != "" {
				require.Fail(t, lie, "%v %s%s: %s, %v", key, o.Stage, standing(o), headline.Of(o, p), told(p))
			}
		}
	}
	require.Greater(t, seen, 2000)
}

// lieIn returns a false statement in an order's progress, or an empty text.
func lieIn(o contract.Order, p order.Progress) string {
	ran, stuck := false, false
	for _, m := range p.Milestones {
		done := m.State == order.MilestoneDone
		acts := m.State == order.MilestoneRunning || m.State == order.MilestoneWaiting || m.State == order.MilestoneFailed
		switch {
		case ran && done:
			return "something is done after what runs"
		case acts != (m.Actor != ""):
			return "the next actor is missing, or named for a milestone without one"
		case done && wentWrong(o, m.Key):
			return "something went wrong and is done"
		}
		ran = ran || m.State == order.MilestoneRunning
		stuck = stuck || m.State == order.MilestoneWaiting && m.Actor == order.ActorSupport || m.State == order.MilestoneFailed
	}
	return lieInAll(o, p, stuck)
}

func lieInAll(o contract.Order, p order.Progress, stuck bool) string {
	switch {
	case o.Held != nil && !stuck:
		return "a held order goes on by itself"
	case (o.Held != nil) != (headline.Of(o, p) == headline.Held):
		return "held and said to be held are not the same"
	case (o.Stage == contract.StageActive) != (headline.Of(o, p) == headline.Active):
		return "active and said to be active are not the same"
	default:
		return ""
	}
}

// wentWrong decides independently of the rules.
func wentWrong(o contract.Order, key order.MilestoneKey) bool {
	switch key {
	case order.MilestoneDonor:
		return o.Port.Status == contract.PortRejected || o.Port.Status == contract.PortFailed
	case order.MilestoneInstalled, order.MilestoneActive:
		failed := o.Profile != nil && o.Profile.State == contract.ProfileError
		served := o.Stage == contract.StageActive || o.Held != nil && o.Held.From == contract.StageActive
		return failed && !served && !portGoesOn(o)
	case order.MilestonePlaced:
		return o.Stage == contract.StageNumberLost
	default:
		return false
	}
}

func portGoesOn(o contract.Order) bool {
	return o.Port != nil && slices.Contains(movingStates, o.Port.Status)
}

func standing(o contract.Order) string {
	words := ""
	if o.Port != nil {
		words += " port " + string(o.Port.Status)
	}
	if o.Profile != nil {
		words += " profile " + string(o.Profile.State)
	}
	if o.Held != nil {
		words += fmt.Sprintf(" held %s from %s", o.Held.Work, o.Held.From)
	}
	return words
}

var movingStates = []contract.PortStatus{
	contract.PortScheduled, contract.PortCutOver, contract.PortRolledBack, contract.PortCompleted,
}
