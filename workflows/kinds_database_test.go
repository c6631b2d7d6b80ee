package workflows_test

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
)

// writesOf are what a kind writes into our database on its way, each once, told by a journey of its own.
func writesOf(t *testing.T, key order.Key) (whole *journey, writes []string) {
	whole = newSlowJourney(t, key)
	whole.goes()
	whole.runsTo(contract.StageActive)
	for _, effect := range whole.books.wrote() {
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
	j.input.Settings.HoldFor, j.input.Settings.HoldCap = 2*time.Hour, 2*time.Hour
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
				"read-only for a minute": func(j *journey) { j.isReadOnlyFor(time.Minute, write) },
				"answer lost":            func(j *journey) { j.loses(write) },
			} {
				t.Run(fmt.Sprintf("%s, %s", write, fault), func(t *testing.T) {
					j := newSlowJourney(t, key)
					happens(j)
					j.goes()

					end := j.runsTo(contract.StageActive)

					require.Positive(t, j.happened(write), "the fault did not happen")
					require.Equal(t, j.price(), order.PaidPayment(end).Amount)
					require.Empty(t, j.did("hold", "begin-cancel", "refund"))
					require.ElementsMatch(t, whole.did(), withoutQuestions(j.did()), "each effect once")
					require.ElementsMatch(t, whole.messagesSent(), j.messagesSent())
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

// isReadOnlyFor makes our database refuse a write for a while, counted from the first time it is tried.
func (s *story) isReadOnlyFor(outage time.Duration, effect string) {
	s.fails(effect, errReadOnly)
	s.while(effect, func() { s.mends(outage, effect) })
}

// The way out must stand as firmly as the way in.
func TestDatabase_EachWriteOfACancellationAndOfAnInterventionFailsForAMinute(t *testing.T) {
	ways := map[string]struct {
		goes   func(*story)
		writes []string
		want   contract.Stage
	}{
		"cancelled by the customer": {
			func(s *story) { s.isPaid(); s.cancels(time.Minute) },
			[]string{"parcel-cancelled", "begin-cancel", "return-sim", "refunded", "release-number", "close"},
			contract.StageCancelled,
		},
		"held and resumed": {
			func(s *story) {
				s.fails("allocate-sim", no(contract.FailOutOfStock))
				s.isPaid()
				s.mends(10*time.Minute, "allocate-sim")
				s.resolves(20*time.Minute, contract.ResolveRetry)
				s.scanned(time.Hour, contract.ShipmentDelivered)
				s.activates(2 * time.Hour)
			},
			[]string{"hold", "resume"},
			contract.StageActive,
		},
		"never paid": {func(s *story) { s.choosesNumber(0, msisdn) }, []string{"expire", "begin-cancel", "close"}, contract.StageAbandoned},
		"reminded": {
			func(s *story) { s.isDelivered(); s.activates(10 * day) }, []string{"remind"}, contract.StageActive,
		},
		"eSIM order that lost its number": {
			func(s *story) { s.losesNumber(); s.choosesNumber(2*time.Hour, another); s.cancels(3 * time.Hour) },
			[]string{"payment-paid", "book"},
			contract.StageCancelled,
		},
	}
	for name, way := range ways {
		whole := newStory(t)
		way.goes(whole)
		require.Equal(t, way.want, whole.run().Stage, name)
		for _, write := range way.writes {
			t.Run(name+", "+write, func(t *testing.T) {
				s := newStory(t)
				s.isReadOnlyFor(time.Minute, write)
				way.goes(s)

				require.Equal(t, way.want, s.run().Stage)
				require.Positive(t, s.happened(write), "the fault did not happen")
				require.ElementsMatch(t, whole.did(), s.did())
				require.ElementsMatch(t, whole.messagesSent(), s.messagesSent())
			})
		}
	}
}

func TestDatabase_AStepThatItMissedIsAnsweredWhenItIsBack(t *testing.T) {
	s := newStory(t)
	s.isReadOnlyFor(time.Minute, "plan")
	s.choosesNumber(0, msisdn)
	s.choosesPlan(5 * time.Second)
	s.at(time.Minute, func() { require.Empty(t, s.answers[contract.UpdateSelectPlan].ID) })
	s.run()

	require.Positive(t, s.happened("plan"))
	require.NotNil(t, s.answers[contract.UpdateSelectPlan].Plan)
	require.Empty(t, s.refusals)
}

func TestDatabase_AWaitForItShowsUntilItIsBack(t *testing.T) {
	s := newStory(t)
	s.isReadOnlyFor(10*time.Minute, "payment-paid")
	s.isDelivered()
	s.activates(3 * time.Hour)
	shown := s.keepsAttributes()
	attention := func() bool { return shown[contract.AttrNeedsAttention] == true }
	s.at(50*time.Second, func() { require.False(t, attention(), "a moment without it needs no attention") })
	s.at(5*time.Minute, func() { require.True(t, attention()) })
	s.at(30*time.Minute, func() { require.False(t, attention()) })

	require.Equal(t, contract.StageActive, s.run().Stage)
	require.Positive(t, s.happened("payment-paid"))
}
