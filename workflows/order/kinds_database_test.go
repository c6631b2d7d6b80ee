package order_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// databaseFaults are the faults of our database at a write: it refuses the write for a minute with an uncatalogued error (a
// failover to a read-only node), or loses the answer after the commit.
var databaseFaults = map[string]func(s *workflowtest.Story, write string){
	"read-only for a minute": func(s *workflowtest.Story, write string) { s.IsReadOnlyFor(time.Minute, write) },
	"answer lost":            func(s *workflowtest.Story, write string) { s.Loses(write) },
}

// writesOf returns the writes of a kind into our database, each once, from a whole journey.
func writesOf(t *testing.T, key order.Key) (whole *journey, writes []string) {
	whole = newSlowJourney(t, key)
	whole.goes()
	whole.RunsTo(contract.StageActive)
	return whole, wordsOf(whole.Books.Wrote())
}

// wordsOf returns the first words of effects, each once.
func wordsOf(effects []string) (words []string) {
	for _, effect := range effects {
		if word, _, _ := strings.Cut(effect, " "); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// newSlowJourney has a customer whose next step comes after a minute without our database.
func newSlowJourney(t *testing.T, key order.Key) *journey {
	j := newJourney(t, key)
	j.pace = 5 * time.Minute
	j.Input.Settings.HoldFor, j.Input.Settings.HoldCap = 2*time.Hour, 2*time.Hour
	return j
}

// Each write of each phase of each kind meets each fault. No effect is lost, doubled or held.
func TestDatabase_EachWriteOfEachKind_Recovers(t *testing.T) {
	cases := 0
	forEveryKind(t, func(t *testing.T, key order.Key) {
		whole, writes := writesOf(t, key)
		for _, write := range writes {
			for fault, happens := range databaseFaults {
				t.Run(fmt.Sprintf("%s, %s", write, fault), func(t *testing.T) {
					j := newSlowJourney(t, key)
					happens(j.Story, write)
					j.goes()

					end := j.RunsTo(contract.StageActive)

					require.Positive(t, j.Happened(write), "the fault did not happen")
					require.Equal(t, j.price(), order.PaidPayment(end).Amount)
					require.Empty(t, j.Did("hold", "begin-cancel", "refund"))
					require.ElementsMatch(t, withoutQuestions(whole.Did()), withoutQuestions(j.Did()), "each effect once")
					require.ElementsMatch(t, whole.MessagesSent(), j.MessagesSent())
					cases++
				})
			}
		}
	})
	t.Logf("%d kinds, %d faults of our database", len(orderkinds.All()), cases)
}

// withoutQuestions removes the inquiries at the identity app: an answer that is not written yet looks like none.
func withoutQuestions(effects []string) []string {
	return slices.DeleteFunc(effects, func(effect string) bool { return strings.HasPrefix(effect, "ask-app") })
}

// atPartners are the undos that write nothing in our database, so no fault of it meets them.
var atPartners = []string{"refund", "withdraw-port", "restore", "cancel-parcel", "cancel-profile", "switch-off", "remove-sim"}

// The undo is as robust as the way forward: from the first hold on, each write of each kind's undo meets each fault, in the
// first of the kind's failures that has it.
func TestDatabase_EachWriteOfEachUndo_Recovers(t *testing.T) {
	cases, undone := 0, map[string]bool{}
	forEveryKind(t, func(t *testing.T, key order.Key) {
		tried := map[string]bool{}
		for _, phase := range phasesThatCanBeUndone(key) {
			whole := undoAfter(t, key, phase, nil)
			for _, write := range wordsOf(whole.Books.Wrote()[whole.wroteBeforeHold():]) {
				if tried[write] {
					continue
				}
				tried[write], undone[write] = true, true
				for fault, happens := range databaseFaults {
					t.Run(fmt.Sprintf("%s, %s, %s", phase, write, fault), func(t *testing.T) {
						j := undoAfter(t, key, phase, func(s *workflowtest.Story) { happens(s, write) })

						require.Positive(t, j.Happened(write), "the fault did not happen")
						require.ElementsMatch(t, withoutQuestions(whole.Did()), withoutQuestions(j.Did()), "each effect once")
						require.ElementsMatch(t, whole.MessagesSent(), j.MessagesSent())
						cases++
					})
				}
			}
		}
	})
	for _, effect := range slices.Concat(allCompensations(), []string{"hold", "resume", "begin-cancel", "close"}) {
		require.NotEqual(t, undone[effect], slices.Contains(atPartners, effect), "%s: written by us, or done by a partner", effect)
	}
	t.Logf("%d kinds, %d faults of our database on the way out", len(orderkinds.All()), cases)
}

// phasesThatCanBeUndone returns the phases of a kind whose failure support may answer with a cancellation.
func phasesThatCanBeUndone(key order.Key) (phases []contract.Phase) {
	for _, phase := range order.Definitions[key].Phases {
		finishedOnly := key.Source == contract.NumberPortIn && phase == contract.PhaseCompleted
		if !slices.Contains(withoutWork, phase) && !finishedOnly {
			phases = append(phases, phase)
		}
	}
	return phases
}

// undoAfter runs an order that is held after a phase and that support cancels long after the fault is over.
func undoAfter(t *testing.T, key order.Key, phase contract.Phase, fault func(*workflowtest.Story)) *journey {
	j := newSlowJourney(t, key)
	finalFailures[phase](j)
	if fault != nil {
		fault(j.Story)
	}
	j.HappensDuring("hold", func() { j.At(10*time.Minute, func() { j.resolvesNow(contract.ResolveCancel) }) })
	j.goes()

	end := j.RunsTo(contract.StageCancelled)

	require.Equal(t, j.compensationsOf(phase), workflowtest.FirstWords(j.DidSince("begin-cancel cancelled_by_support"), allCompensations()))
	require.Equal(t, j.price(), end.Ended.Refunded)
	return j
}

// wroteBeforeHold returns how many writes came before the order was held.
func (j *journey) wroteBeforeHold() int {
	return slices.IndexFunc(j.Books.Wrote(), func(effect string) bool { return strings.HasPrefix(effect, "hold ") })
}

// These writes belong to no undo of a phase: a customer's cancellation, an intervention that continues, an abandoned draft, a
// reminder.
func TestDatabase_CancelAndIntervention_Recovers(t *testing.T) {
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
			for fault, happens := range databaseFaults {
				t.Run(fmt.Sprintf("%s, %s, %s", name, write, fault), func(t *testing.T) {
					s := workflowtest.NewStory(t)
					happens(s, write)
					way.goes(s)

					require.Equal(t, way.want, s.Run().Stage)
					require.Positive(t, s.Happened(write), "the fault did not happen")
					require.ElementsMatch(t, whole.Did(), s.Did())
					require.ElementsMatch(t, whole.MessagesSent(), s.MessagesSent())
				})
			}
		}
	}
}

func TestDatabase_BackAgain_AnswersMissedStep(t *testing.T) {
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

func TestDatabase_Away_WaitIsShown(t *testing.T) {
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

// Forty waits of lengths from seconds to an hour: each ends within ten seconds of its cause, with few vain calls.
func TestDatabase_BackAgain_WaitsEndSoon(t *testing.T) {
	for n := range 40 {
		outage := 23*time.Second + time.Duration(n*n)*2*time.Second
		s := workflowtest.NewStory(t)
		s.IsPaid()
		s.IsReadOnlyFor(outage, "payment-paid")
		var began, ended time.Time
		s.While("payment-paid", func() { began = s.Now() })
		s.While("allocate-sim", func() { ended = s.Now() })
		s.Cancels(4 * time.Hour)

		s.Run()

		require.Positive(t, s.Happened("payment-paid"))
		require.LessOrEqual(t, ended.Sub(began.Add(outage)), 10*time.Second, "after %s", outage)
	}
}

// The provider reports a payment while our database is unavailable: the report counts once the step before it is written.
func TestDatabase_WebhookMeanwhile_IsNotLost(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.IsPaid()
	s.IsReadOnlyFor(3*time.Minute, "payment-challenge")
	var began time.Time
	s.While("payment-challenge", func() { began = s.Now() })
	s.Reported(2*time.Minute, "p1")
	var paid time.Time
	s.While("payment-paid", func() { paid = s.Now() })
	s.Cancels(4 * time.Hour)

	s.Run()

	require.Positive(t, s.Happened("payment-challenge"))
	require.LessOrEqual(t, paid.Sub(began.Add(3*time.Minute)), 10*time.Second)
}
