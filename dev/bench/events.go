package bench

import (
	"context"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// scanPause keeps the courier's scans apart, as they are in life: scans that arrive together would share workflow tasks.
const scanPause = 400 // ms

// parcelScans is what the courier sends for an ordinary parcel: picked up, in transit, out for delivery, delivered.
const parcelScans = 4

// noticesSent are placed, dispatched, delivered and line active.
const noticesSent = 4

// eSIMNoticesSent are placed, ready and line active.
const eSIMNoticesSent = 3

// historyEvents counts what completed orders left behind in all their workflows.
func (b *Bench) historyEvents(ctx context.Context) ([]Figure, error) {
	if err := b.sims.pace(ctx, 0, scanPause); err != nil {
		return nil, err
	}
	var figures []Figure
	for _, way := range []struct {
		what string
		card string
		flow Flow
	}{
		{"paid with 3-D Secure", customer.CardChallenge, Flow{Challenge: true, Scans: parcelScans, Notices: noticesSent}},
		{"paid at once", customer.CardApproved, Flow{Scans: parcelScans, Notices: noticesSent}},
		{"an eSIM paid at once", customer.CardApproved, Flow{ESIM: true, Notices: eSIMNoticesSent}},
	} {
		f, err := b.eventsOf(ctx, way.card, way.flow)
		if err != nil {
			return nil, err
		}
		f.What += ", " + way.what
		figures = append(figures, f)
	}
	return figures, b.sims.quick(ctx)
}

func (b *Bench) eventsOf(ctx context.Context, card string, flow Flow) (Figure, error) {
	numbers, err := b.freeNumbers(ctx, b.Rounds)
	if err != nil {
		return Figure{}, err
	}
	counts := make([]histories, len(numbers))
	group, buying := errgroup.WithContext(ctx)
	for i, msisdn := range numbers {
		group.Go(func() error {
			buy := b.buy
			if flow.ESIM {
				buy = b.buyESIM
			}
			bought, err := buy(buying, productShop{b}, msisdn, card)
			if err != nil {
				return err
			}
			counts[i], err = b.historiesOf(buying, contract.OrderWorkflowID(bought.Number))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return Figure{}, err
	}
	return eventsFigure(counts, flow), nil
}

func eventsFigure(counts []histories, flow Flow) Figure {
	var ratios, totals, open []float64
	floor := FloorOf(flow)
	for _, c := range counts {
		ratios, totals = append(ratios, float64(c.total())/float64(floor.Total())), append(totals, float64(c.total()))
		open = append(open, float64(c.openTimers()))
	}
	f := figure("P2", "history events of an order with its payment and shipment or profile", "floor", atMost(1.25), ratios)
	f.Absolute = map[string]float64{"floor": float64(floor.Total()), "events": median(totals), "openTimers": median(open)}
	for kind, n := range counts[len(counts)-1] {
		f.Absolute["event:"+kind] = float64(n)
	}
	flow.Notices = 1
	f.Note = notef("%.0f events, floor %d (order %d, payment %d, shipment %d, profile %d); %d if only the last message to the customer counted as "+
		"necessary. %.0f timers were still running when the orders ended, seconds after their start; in an order that takes days "+
		"each that fires before its end adds %d events", median(totals), floor.Total(), floor.Order, floor.Payment, floor.Shipment, floor.Profile,
		FloorOf(flow).Total(), median(open), firedLate)
	return f
}

// firedLate is what a timer adds that nobody cancelled: it fires, and wakes the workflow for nothing.
const firedLate = 1 + taskEvents

// histories counts events by type over an order's workflows.
type histories map[string]int

func (h histories) total() (total int) {
	for _, n := range h {
		total += n
	}
	return total
}

// openTimers is how many timers had neither fired nor been cancelled.
func (h histories) openTimers() int {
	return h[enumspb.EVENT_TYPE_TIMER_STARTED.String()] - h[enumspb.EVENT_TYPE_TIMER_FIRED.String()] -
		h[enumspb.EVENT_TYPE_TIMER_CANCELED.String()]
}

// historiesOf waits until a workflow has ended and counts its events and those of its children.
func (b *Bench) historiesOf(ctx context.Context, workflowID string) (histories, error) {
	if err := b.temporal.GetWorkflow(ctx, workflowID, "").Get(ctx, nil); err != nil {
		return nil, fmt.Errorf("wait for %s: %w", workflowID, err)
	}
	counted := histories{}
	events := b.temporal.GetWorkflowHistory(ctx, workflowID, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		event, err := events.Next()
		if err != nil {
			return nil, fmt.Errorf("read the history of %s: %w", workflowID, err)
		}
		counted[event.GetEventType().String()]++
		started := event.GetChildWorkflowExecutionStartedEventAttributes()
		if started == nil {
			continue
		}
		of, err := b.historiesOf(ctx, started.GetWorkflowExecution().GetWorkflowId())
		if err != nil {
			return nil, err
		}
		for kind, n := range of {
			counted[kind] += n
		}
	}
	return counted, nil
}
