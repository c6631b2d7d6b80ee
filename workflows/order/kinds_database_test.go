package order_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/kinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// writesOf are what a kind writes into our database on its way, each once, told by a journey of its own.
func writesOf(t *testing.T, key order.Key) (whole *journey, writes []string) {
	whole = newSlowJourney(t, key)
	whole.goes()
	whole.RunsTo(contract.StageActive)
	for _, effect := range whole.Books.Wrote() {
		word, _, _ := strings.Cut(effect, " ")
		if !slices.Contains(writes, word) {
			writes = append(writes, word)
		}
	}
	return whole, writes
}

// newSlowJourney has a customer whose next step comes after a minute without our database.
func newSlowJourney(t *testing.T, key order.Key) *journey {
	j := newJourney(t, key)
	j.pace = 5 * time.Minute
	j.Input.Settings.HoldFor, j.Input.Settings.HoldCap = 2*time.Hour, 2*time.Hour
	return j
}

// Our database refuses each write of each phase of each kind for a minute, with an error that is none of its answers (a
// failover that leaves us on a read-only node), and loses each answer after the commit. Nothing is lost, doubled or held.
func TestDatabase_EachWriteOfEachKindFailsForAMinuteOrLosesItsAnswer(t *testing.T) {
	cases := 0
	forEveryKind(t, func(t *testing.T, key order.Key) {
		whole, writes := writesOf(t, key)
		for _, write := range writes {
			for fault, happens := range map[string]func(*journey){
				"read-only for a minute": func(j *journey) { j.IsReadOnlyFor(time.Minute, write) },
				"answer lost":            func(j *journey) { j.Loses(write) },
			} {
				t.Run(fmt.Sprintf("%s, %s", write, fault), func(t *testing.T) {
					j := newSlowJourney(t, key)
					happens(j)
					j.goes()

					end := j.RunsTo(contract.StageActive)

					require.Positive(t, j.Happened(write), "the fault did not happen")
					require.Equal(t, j.price(), order.PaidPayment(end).Amount)
					require.Empty(t, j.Did("hold", "begin-cancel", "refund"))
					require.ElementsMatch(t, whole.Did(), withoutQuestions(j.Did()), "each effect once")
					require.ElementsMatch(t, whole.MessagesSent(), j.MessagesSent())
					cases++
				})
			}
		}
	})
	t.Logf("%d kinds, %d faults of our database", len(kinds.All()), cases)
}

// withoutQuestions leaves out that the identity app was asked: an answer that could not be written yet looks like none.
func withoutQuestions(effects []string) []string {
	return slices.DeleteFunc(effects, func(effect string) bool { return strings.HasPrefix(effect, "ask-app") })
}

// The way out must stand as firmly as the way in.
func TestDatabase_EachWriteOfACancellationAndOfAnInterventionFailsForAMinute(t *testing.T) {
	ways := map[string]struct {
		goes   func(*workflowtest.Story)
		writes []string
		want   contract.Stage
	}{
		"cancelled by the customer": {
			func(s *workflowtest.Story) { s.IsPaid(); s.Cancels(time.Minute) },
			[]string{"parcel-cancelled", "begin-cancel", "return-sim", "refunded", "release-number", "close"},
			contract.StageCancelled,
		},
		"held and resumed": {
			func(s *workflowtest.Story) {
				s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
				s.IsPaid()
				s.Mends(10*time.Minute, "allocate-sim")
				s.Resolves(20*time.Minute, contract.ResolveRetry)
				s.Scanned(time.Hour, contract.ShipmentDelivered)
				s.Activates(2 * time.Hour)
			},
			[]string{"hold", "resume"},
			contract.StageActive,
		},
		"never paid": {func(s *workflowtest.Story) { s.ChoosesNumber(0, workflowtest.Msisdn) }, []string{"expire", "begin-cancel", "close"}, contract.StageAbandoned},
		"reminded": {
			func(s *workflowtest.Story) { s.IsDelivered(); s.Activates(10 * workflowtest.Day) }, []string{"remind"}, contract.StageActive,
		},
		"eSIM order that lost its number": {
			func(s *workflowtest.Story) {
				s.LosesNumber()
				s.ChoosesNumber(2*time.Hour, workflowtest.Another)
				s.Cancels(3 * time.Hour)
			},
			[]string{"payment-paid", "book"},
			contract.StageCancelled,
		},
	}
	for name, way := range ways {
		whole := workflowtest.NewStory(t)
		way.goes(whole)
		require.Equal(t, way.want, whole.Run().Stage, name)
		for _, write := range way.writes {
			t.Run(name+", "+write, func(t *testing.T) {
				s := workflowtest.NewStory(t)
				s.IsReadOnlyFor(time.Minute, write)
				way.goes(s)

				require.Equal(t, way.want, s.Run().Stage)
				require.Positive(t, s.Happened(write), "the fault did not happen")
				require.ElementsMatch(t, whole.Did(), s.Did())
				require.ElementsMatch(t, whole.MessagesSent(), s.MessagesSent())
			})
		}
	}
}

func TestDatabase_AStepThatItMissedIsAnsweredWhenItIsBack(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsReadOnlyFor(time.Minute, "plan")
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.ChoosesPlan(5 * time.Second)
	s.At(time.Minute, func() { require.Empty(t, s.Answers[contract.UpdateSelectPlan].ID) })
	s.Run()

	require.Positive(t, s.Happened("plan"))
	require.NotNil(t, s.Answers[contract.UpdateSelectPlan].Plan)
	require.Empty(t, s.Refusals)
}

func TestDatabase_AWaitForItShowsUntilItIsBack(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsReadOnlyFor(10*time.Minute, "payment-paid")
	s.IsDelivered()
	s.Activates(3 * time.Hour)
	shown := s.KeepsAttributes()
	attention := func() bool { return shown[contract.AttrNeedsAttention] == true }
	s.At(50*time.Second, func() { require.False(t, attention(), "a moment without it needs no attention") })
	s.At(5*time.Minute, func() { require.True(t, attention()) })
	s.At(30*time.Minute, func() { require.False(t, attention()) })

	require.Equal(t, contract.StageActive, s.Run().Stage)
	require.Positive(t, s.Happened("payment-paid"))
}
