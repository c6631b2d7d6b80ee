package order_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// race is one way in which a cancellation and a partner's message meet.
type race struct {
	name string
	meet func(j *journey, message func())
}

// races: either comes first, both are doubled, or the customer cancels when the message is known.
var races = []race{
	{"cancelled, then told", func(j *journey, message func()) { j.CancelsNow(); message() }},
	{"told, then cancelled", func(j *journey, message func()) { message(); j.CancelsNow() }},
	{"told, a moment later cancelled", func(j *journey, message func()) { message(); j.At(time.Second, j.CancelsNow) }},
	{"both doubled", func(j *journey, message func()) { message(); j.CancelsNow(); message(); j.CancelsNow() }},
}

// messages are the messages that partners of a kind may send at any moment; one that comes too early is lost.
func (j *journey) messages() map[string]func() {
	said := map[string]func(){"payment": func() { j.reportsPaymentNow() }}
	if j.has(contract.PhaseParcelDelivered) {
		said["picked up"] = j.isPickedUp
	}
	if j.has(contract.PhaseProfileInstalled) {
		said["downloaded"] = j.isDownloaded
	}
	if j.has(contract.PhaseDonorApproved) {
		said["approved"] = func() { j.DonorSaysNow(1, 2, contract.PortApproved, "") }
	}
	return said
}

// reportsPaymentNow sends a webhook that is lost if no payment is open.
func (j *journey) reportsPaymentNow() {
	j.SignalWorkflow(contract.SignalPaymentReported, contract.PaymentReported{EventID: "e-p1", PaymentID: "p1"})
}

// goesThroughTheBank pays with 3-D Secure, so that the payment has a webhook.
func (j *journey) goesThroughTheBank() {
	j.Outside.Charges["p1"] = contract.PaymentChallenge
	j.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	j.goes()
	j.At(2*time.Minute, j.reportsPaymentNow)
}

// moments are the effects of a whole order during which another event can happen.
func moments(t *testing.T, key order.Key) []string {
	j := newJourney(t, key)
	j.goesThroughTheBank()
	j.RunsTo(contract.StageActive)
	var words []string
	for _, effect := range j.Tried() {
		if word, _, _ := strings.Cut(effect, " "); !slices.Contains(words, word) && word != "tell" {
			words = append(words, word)
		}
	}
	return words
}

// R9: the customer cancels during each effect of each kind, while a partner's message arrives.
func TestCancel_MeetsEachMessage_EndsOneWay(t *testing.T) {
	interleavings, cancelled := 0, 0
	forEveryKind(t, func(t *testing.T, key order.Key) {
		before := interleavings
		for _, moment := range moments(t, key) {
			for message := range newJourney(t, key).messages() {
				for _, race := range races {
					t.Run(moment+", "+message+", "+race.name, func(t *testing.T) {
						j := newJourney(t, key)
						j.While(moment, func() { race.meet(j, j.messages()[message]) })
						j.goesThroughTheBank()
						interleavings++
						if j.endsOneWay() == contract.StageCancelled {
							cancelled++
						}
					})
				}
			}
		}
		t.Logf("%d interleavings", interleavings-before)
	})
	t.Logf("R9: %d kinds, %d interleavings, %d cancelled, the others fulfilled, none both refunded and fulfilled",
		len(orderkinds.All()), interleavings, cancelled)
}

// endsOneWay requires that an order is either fulfilled and paid, or undone and refunded.
func (j *journey) endsOneWay() contract.Stage {
	end := j.Run()
	switch end.Stage {
	case contract.StageActive:
		require.Empty(j.T, j.Did("refund", "release-number", "switch-off", "restore", "remove-sim"), "%q", j.Did())
		require.Equal(j.T, map[string]contract.PaymentStatus{"p1": contract.PaymentPaid}, j.PaymentsAre())
		require.Len(j.T, j.Did("complete"), 1)
	case contract.StageCancelled:
		j.isUndone(end)
	default:
		require.Fail(j.T, "not at an end", "%s after %q", end.Stage, j.Did())
	}
	return end.Stage
}

func (j *journey) isUndone(end contract.Order) {
	story := j.Did()
	require.Empty(j.T, j.Did("complete", "broadcast", "swap"), "%q", story)
	require.Nil(j.T, order.PaidPayment(end), "%q", story)
	require.Len(j.T, j.Did("refund"), len(j.Did("payment-paid")), "%q", story)
	require.Len(j.T, j.Did("switch-off", "remove-sim"), len(j.Did("switch-on", "add-sim")), "%q", story)
	require.Len(j.T, j.Did("restore"), len(j.Did("claim-line")), "%q", story)
	if end.Ended.Reason == contract.EndedDisputed { // wherever the parcel or the profile is by then
		return
	}
	if len(j.Did("book-parcel")) > 0 && order.DefinitionOf(end).PointOfNoReturn == contract.StageDispatched {
		require.NotEmpty(j.T, j.Did("cancel-parcel"), "%q", story) // asked first, and undone once more
		require.Empty(j.T, j.Did("parcel-picked-up"), "%q", story)
	}
	if len(j.Did("order-profile")) > 0 && order.DefinitionOf(end).PointOfNoReturn == contract.StageDelivered {
		require.NotEmpty(j.T, j.Did("cancel-profile"), "%q", story)
		require.Empty(j.T, j.Did("profile-downloaded"), "%q", story)
	}
}
