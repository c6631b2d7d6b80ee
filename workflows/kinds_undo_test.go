package workflows_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// finalFailures are how the work of each chapter after the payment fails for good. A partner that stays silent fails, too.
var finalFailures = map[contract.Chapter]func(*journey){
	contract.ChapterPortSubmitted:    failing("submit-port", contract.FailPortSubmission),
	contract.ChapterDonorApproved:    func(j *journey) { j.silent = contract.ChapterDonorApproved },
	contract.ChapterOldSIMSuspended:  failing("suspend", contract.FailNetworkRefused),
	contract.ChapterSIMAllocated:     failing("allocate-sim", contract.FailOutOfStock),
	contract.ChapterParcelDelivered:  failing("book-parcel", contract.FailCourierRefused),
	contract.ChapterProfileReady:     failing("order-profile", contract.FailProfileRefused),
	contract.ChapterProfileInstalled: func(j *journey) { j.silent = contract.ChapterProfileInstalled },
	contract.ChapterLineOn:           failing("switch-on", contract.FailNetworkRefused),
	contract.ChapterNumberMoved:      failing("release", contract.FailNetworkRefused),
	contract.ChapterSIMTakenOver:     failing("swap", contract.FailNetworkRefused),
	contract.ChapterExtraSIMAdded:    failing("add-sim", contract.FailNetworkRefused),
	contract.ChapterCompleted:        failing("complete", contract.FailOutsideSystem),
}

// withoutWork are the chapters in which nobody is asked for anything: they wait for the customer, or only say something.
var withoutWork = []contract.Chapter{
	contract.ChapterPaid, contract.ChapterPlaced, contract.ChapterCustomerActivates, contract.ChapterHolderMayDispute,
}

func failing(effect string, code contract.Code) func(*journey) {
	return func(j *journey) { j.fails(effect, no(code)) }
}

// undoEffects are what an undo leaves behind.
var undoEffects = map[contract.Work][]string{
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

func allUndoes() []string { return slices.Concat(slices.Collect(maps.Values(undoEffects))...) }

// R8: whatever chapter fails for good, support's cancellation undoes each effect before it once, newest first.
func TestUndo_EachChapterOfEachKindFailsFinally(t *testing.T) {
	failures, undone, finished := 0, 0, 0
	forEveryKind(t, func(t *testing.T, key order.Key) {
		for _, chapter := range order.Defined(key).Chapters {
			if slices.Contains(withoutWork, chapter) {
				continue
			}
			require.Contains(t, finalFailures, chapter)
			t.Run(string(chapter), func(t *testing.T) {
				j := newJourney(t, key)
				finalFailures[chapter](j)
				j.goes()
				failures++
				if key.Source == contract.NumberPortIn && chapter == contract.ChapterCompleted {
					j.canOnlyBeFinished()
					finished++
					return
				}
				undone += j.isUndoneAfter(chapter)
			})
		}
	})
	t.Logf("R8: %d kinds, %d chapters failed finally: %d effects undone once each, newest first; %d past the return, finished instead",
		len(order.Kinds()), failures, undone, finished)
}

// isUndoneAfter has support cancel the order once it is held, and tells how many effects were taken back.
func (j *journey) isUndoneAfter(chapter contract.Chapter) int {
	j.happensDuring("hold", func() { j.at(time.Minute, func() { j.resolvesNow(contract.ResolveCancel) }) })

	end := j.runsTo(contract.StageCancelled)

	want := j.undoesOf(chapter)
	require.Equal(j.t, want, firstWords(j.didSince("begin-cancel cancelled_by_support"), allUndoes()), "%q", j.did())
	require.Equal(j.t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(j.t, j.price(), end.Ended.Refunded)
	require.Equal(j.t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded}, j.paymentsAre())
	require.Contains(j.t, j.wasTold(), "order-cancelled")
	require.Empty(j.t, j.did("complete"))
	return len(want)
}

// undoesOf reads the undo of a chapter that failed, and of all before it, from the table.
func (j *journey) undoesOf(failed contract.Chapter) []string {
	told := order.Defined(j.key).Chapters
	told = told[:slices.Index(told, failed)+1]
	var undoes []string
	for _, chapter := range slices.Backward(told) {
		for _, work := range slices.Backward(order.UndoneBy(chapter)) {
			if !j.leavesAlone(work, failed, told) {
				undoes = append(undoes, undoEffects[work]...)
			}
		}
	}
	return undoes
}

// leavesAlone: what is in the customer's hands stays there, what never was is not taken back.
func (j *journey) leavesAlone(work contract.Work, failed contract.Chapter, told []contract.Chapter) bool {
	beyond := func(chapter contract.Chapter) bool { return failed != chapter && slices.Contains(told, chapter) }
	switch work {
	case contract.WorkReleaseNumber:
		return j.key.Source == contract.NumberExisting
	case contract.WorkReturnSIM:
		return failed == contract.ChapterSIMAllocated || beyond(contract.ChapterParcelDelivered)
	case contract.WorkCancelParcel:
		return beyond(contract.ChapterParcelDelivered)
	case contract.WorkCancelProfile:
		return beyond(contract.ChapterProfileInstalled)
	default:
		return false
	}
}

// canOnlyBeFinished: a number that has moved is the customer's, so support finishes the order instead of undoing it.
func (j *journey) canOnlyBeFinished() {
	j.happensDuring("hold", func() {
		j.at(time.Minute, func() { j.resolvesNow(contract.ResolveCancel) })
		j.at(2*time.Minute, func() { j.fails("complete", nil); j.resolvesNow(contract.ResolveRetry) })
	})

	j.runsTo(contract.StageActive)

	require.Equal(j.t, contract.FailResolutionNotAllowed, j.refused(contract.UpdateResolve))
	require.Empty(j.t, j.did("refund", "withdraw-port", "release-number", "switch-off"))
}

func (j *journey) resolvesNow(action string) {
	j.sayNow(contract.UpdateResolve, "", contract.Resolution{Action: action, Note: "as agreed", Actor: "support-1"})
}
