package order_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// finalFailures make the work of each phase after the payment fail for good. A partner that stays silent counts as a failure
// too.
var finalFailures = map[contract.Phase]func(*journey){
	contract.PhasePortSubmitted:    failing("submit-port", contract.FailPortSubmission),
	contract.PhaseDonorApproved:    func(j *journey) { j.silent = contract.PhaseDonorApproved },
	contract.PhaseOldSIMSuspended:  failing("suspend", contract.FailNetworkRefused),
	contract.PhaseSIMAllocated:     failing("allocate-sim", contract.FailOutOfStock),
	contract.PhaseParcelDelivered:  failing("book-parcel", contract.FailCourierRefused),
	contract.PhaseProfileReady:     failing("order-profile", contract.FailProfileRefused),
	contract.PhaseProfileInstalled: func(j *journey) { j.silent = contract.PhaseProfileInstalled },
	contract.PhaseLineOn:           failing("switch-on", contract.FailNetworkRefused),
	contract.PhaseNumberMoved:      failing("release", contract.FailNetworkRefused),
	contract.PhaseSIMTakenOver:     failing("swap", contract.FailNetworkRefused),
	contract.PhaseExtraSIMAdded:    failing("add-sim", contract.FailNetworkRefused),
	contract.PhaseCompleted:        failing("complete", contract.FailOutsideSystem),
}

// withoutWork are the phases that call no partner: they wait for the customer or only send a message.
var withoutWork = []contract.Phase{
	contract.PhasePaid, contract.PhasePlaced, contract.PhaseCustomerActivates, contract.PhaseHolderMayDispute,
}

func failing(effect string, code contract.Code) func(*journey) {
	return func(j *journey) { j.Fails(effect, workflowtest.No(code)) }
}

// compensationEffects are the effects of each undo.
var compensationEffects = map[contract.Work][]string{
	contract.WorkReleaseNumber:  {"release-number"},
	contract.WorkRefund:         {"refund", "refunded"},
	contract.WorkWithdrawPort:   {"withdraw-port"},
	contract.WorkRestoreSIM:     {"restore", "old-sim-works"},
	contract.WorkReturnSIM:      {"return-sim"},
	contract.WorkCancelParcel:   {"cancel-parcel"},
	contract.WorkCancelProfile:  {"cancel-profile"},
	contract.WorkDeactivate:     {"switch-off"},
	contract.WorkRemoveExtraSIM: {"remove-sim", "drop-extra-sim"},
}

func allCompensations() []string {
	return slices.Concat(slices.Collect(maps.Values(compensationEffects))...)
}

// R8: whichever phase fails for good, support's cancellation undoes each earlier effect once, newest first.
func TestUndo_EachPhaseOfEachKind_IsUndone(t *testing.T) {
	failures, undone, finished := 0, 0, 0
	forEveryKind(t, func(t *testing.T, key order.Key) {
		for _, phase := range order.Definitions[key].Phases {
			if slices.Contains(withoutWork, phase) {
				continue
			}
			require.Contains(t, finalFailures, phase)
			t.Run(string(phase), func(t *testing.T) {
				j := newJourney(t, key)
				finalFailures[phase](j)
				j.goes()
				failures++
				if key.Source == contract.NumberPortIn && phase == contract.PhaseCompleted {
					j.canOnlyBeFinished()
					finished++
					return
				}
				undone += j.isCompensatedAfter(phase)
			})
		}
	})
	t.Logf("R8: %d kinds, %d phases failed finally: %d effects undone once each, newest first; %d past the return, finished instead",
		len(orderkinds.All()), failures, undone, finished)
}

// isCompensatedAfter cancels the held order as support and returns how many effects were undone.
func (j *journey) isCompensatedAfter(phase contract.Phase) int {
	j.HappensDuring("hold", func() { j.At(time.Minute, func() { j.resolvesNow(contract.ResolveCancel) }) })

	end := j.RunsTo(contract.StageCancelled)

	want := j.compensationsOf(phase)
	require.Equal(j.T, want, workflowtest.FirstWords(j.DidSince("begin-cancel cancelled_by_support"), allCompensations()), "%q", j.Did())
	require.Equal(j.T, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(j.T, j.price(), end.Ended.Refunded)
	require.Equal(j.T, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded}, j.PaymentsAre())
	require.Contains(j.T, j.MessagesSent(), "order-cancelled")
	require.Empty(j.T, j.Did("complete"))
	return len(want)
}

// compensationsOf reads from the table the undos of a failed phase and of all phases before it.
func (j *journey) compensationsOf(failed contract.Phase) []string {
	told := order.Definitions[j.key].Phases
	told = told[:slices.Index(told, failed)+1]
	var compensations []string
	for _, phase := range slices.Backward(told) {
		for _, work := range slices.Backward(orderkinds.Compensations[phase]) {
			if !j.leavesAlone(work, failed, told) {
				compensations = append(compensations, compensationEffects[work]...)
			}
		}
	}
	return compensations
}

// leavesAlone reports whether an undo has nothing to do: the customer has the thing, or it never existed.
func (j *journey) leavesAlone(work contract.Work, failed contract.Phase, told []contract.Phase) bool {
	beyond := func(phase contract.Phase) bool { return failed != phase && slices.Contains(told, phase) }
	switch work {
	case contract.WorkReleaseNumber:
		return j.key.Source == contract.NumberExisting
	case contract.WorkReturnSIM:
		return failed == contract.PhaseSIMAllocated || beyond(contract.PhaseParcelDelivered)
	case contract.WorkCancelParcel:
		return beyond(contract.PhaseParcelDelivered)
	case contract.WorkCancelProfile:
		return beyond(contract.PhaseProfileInstalled)
	default:
		return false
	}
}

// canOnlyBeFinished: a number that has moved is the customer's, so support finishes the order instead of undoing it.
func (j *journey) canOnlyBeFinished() {
	j.HappensDuring("hold", func() {
		j.At(time.Minute, func() { j.resolvesNow(contract.ResolveCancel) })
		j.At(2*time.Minute, func() { j.Fails("complete", nil); j.resolvesNow(contract.ResolveRetry) })
	})

	j.RunsTo(contract.StageActive)

	require.Equal(j.T, contract.FailResolutionNotAllowed, j.Refused(contract.UpdateResolve))
	require.Empty(j.T, j.Did("refund", "withdraw-port", "release-number", "switch-off"))
}

func (j *journey) resolvesNow(action string) {
	j.SayNow(contract.UpdateResolve, "", contract.Resolution{Action: action, Note: "as agreed", Actor: "support-1"})
}
