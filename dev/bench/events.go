package bench

import (
	"context"
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// scanPause keeps the courier's scans apart, as in reality: simultaneous scans would share workflow tasks.
const scanPause = 400 // ms

// payloadsBefore is the payload size of an eSIM order at commit 7f3ca0c, counted in the same way.
const payloadsBefore = 44_075

// historyBench measures the histories of orders in Temporal.
type historyBench struct{ *Bench }

// historyEvents counts the events of completed orders in all their workflows.
func (b historyBench) historyEvents(ctx context.Context) ([]Figure, error) {
	if err := b.sims.pace(ctx, 0, scanPause); err != nil {
		return nil, err
	}
	sims, err := b.histories(ctx, b.buy)
	if err != nil {
		return nil, err
	}
	esims, err := b.histories(ctx, b.buyESIM)
	if err != nil {
		return nil, err
	}
	return []Figure{
		eventsFigure("history events of a SIM order paid at once, with courier, all its workflows", 165, sims),
		eventsFigure("history events of an eSIM order paid at once, all its workflows", 105, esims),
		payloadFigure(esims),
	}, b.sims.quick(ctx)
}

// histories buys one order per round and counts its events.
func (b historyBench) histories(ctx context.Context, buy journey) ([]history, error) {
	numbers, err := b.freeNumbers(ctx, b.Rounds)
	if err != nil {
		return nil, err
	}
	counts := make([]history, len(numbers))
	group, buying := errgroup.WithContext(ctx)
	for i, msisdn := range numbers {
		group.Go(func() error {
			bought, err := buy(buying, productShop(b), msisdn, customer.CardApproved)
			if err != nil {
				return err
			}
			counts[i], err = b.historyOf(buying, contract.OrderWorkflowID(bought.Number))
			return err
		})
	}
	return counts, group.Wait()
}

func eventsFigure(what string, most float64, counts []history) Figure {
	var totals []float64
	for _, c := range counts {
		totals = append(totals, float64(c.total()))
	}
	f := figure("P2", what, "count", countAtMost(most), totals)
	for kind, n := range counts[len(counts)-1].events {
		f.Absolute["event:"+kind] = float64(n)
	}
	return f
}

func payloadFigure(counts []history) Figure {
	var ratios, bytes []float64
	for _, c := range counts {
		ratios, bytes = append(ratios, float64(c.payloads)/payloadsBefore), append(bytes, float64(c.payloads))
	}
	f := figure("P2", "payload bytes of an eSIM order's history", "the same at commit 7f3ca0c, counted once", atMost(0.4), ratios)
	f.Absolute = map[string]float64{"bytes": median(bytes), "before": payloadsBefore}
	f.Note = notef("%.0f bytes against %d", median(bytes), int(payloadsBefore))
	return f
}

// history counts events by type and the bytes of all payloads over an order's workflows.
type history struct {
	events   map[string]int
	payloads int
}

func (h history) total() (total int) {
	for _, n := range h.events {
		total += n
	}
	return total
}

// historyOf waits until a workflow has ended and counts its events and those of its children.
func (b historyBench) historyOf(ctx context.Context, workflowID string) (history, error) {
	counted := history{events: map[string]int{}}
	if err := b.temporal.GetWorkflow(ctx, workflowID, "").Get(ctx, nil); err != nil {
		return counted, fmt.Errorf("wait for %s: %w", workflowID, err)
	}
	events := b.temporal.GetWorkflowHistory(ctx, workflowID, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		event, err := events.Next()
		if err != nil {
			return counted, fmt.Errorf("read the history of %s: %w", workflowID, err)
		}
		counted.events[event.GetEventType().String()]++
		counted.payloads += payloadBytes(event.ProtoReflect())
		started := event.GetChildWorkflowExecutionStartedEventAttributes()
		if started == nil {
			continue
		}
		of, err := b.historyOf(ctx, started.GetWorkflowExecution().GetWorkflowId())
		if err != nil {
			return counted, err
		}
		counted.payloads += of.payloads
		for kind, n := range of.events {
			counted.events[kind] += n
		}
	}
	return counted, nil
}
