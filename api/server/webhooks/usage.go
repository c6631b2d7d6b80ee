package webhooks

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	usagestore "selfcare/internal/store/usage"
)

// usageCounter counts sound events in one transaction, each once, even if repeated.
type usageCounter interface {
	Count(ctx context.Context, events []usage.Event) (usagestore.Counted, error)
}

// figures are for operators. An outcome is taken, written_off, known, or the code of a refusal.
type figures interface {
	UsageReported(outcome string, events int)
	WebhookTaken(system string, lag time.Duration)
}

// ReceiveUsage counts usage reports of the network. It tells no workflow: an event has its own key, and one
// transaction does all the work. If our database fails, nothing has counted and the network sends the batch again.
func (s *WebhookHandlers) ReceiveUsage(ctx context.Context, req gen.ReceiveUsageRequestObject) (gen.ReceiveUsageResponseObject, error) {
	refused := map[int]contract.Code{}
	var sound []usage.Event
	var places []int // of the sound events in the batch
	now := s.Now()
	for i, reported := range req.Body.Events {
		event := usageOf(reported)
		if code := usage.Check(event, now); code != "" {
			refused[i] = code
			continue
		}
		sound, places = append(sound, event), append(places, i)
	}
	counted, err := s.Usage.Count(ctx, sound)
	if err != nil {
		return nil, fmt.Errorf("count usage: %w", err)
	}
	for i, code := range counted.Refused {
		refused[places[i]] = code
	}
	return s.reportOf(req.Body.Events, counted, refused), nil
}

func usageOf(reported gen.UsageEvent) usage.Event {
	event := usage.Event{
		ID: reported.EventId, MSISDN: reported.Msisdn, Type: allowance.Type(reported.Type), Unit: allowance.Unit(reported.Unit),
		Amount: reported.Amount, UsedAt: reported.UsedAt,
	}
	if reported.Charged != nil {
		event.Charged = *reported.Charged
	}
	if reported.Party != nil {
		event.Party = *reported.Party
	}
	return event
}

// reportOf answers in the order of the batch.
func (s *WebhookHandlers) reportOf(events []gen.UsageEvent, counted usagestore.Counted, refused map[int]contract.Code) gen.ReceiveUsage200JSONResponse {
	report := gen.ReceiveUsage200JSONResponse{Taken: counted.Taken, Known: counted.Known, Refused: []gen.UsageRefusal{}}
	s.Figures.UsageReported("taken", counted.Taken-counted.WrittenOff)
	s.Figures.UsageReported("written_off", counted.WrittenOff)
	s.Figures.UsageReported("known", counted.Known)
	for i, event := range events {
		if code, is := refused[i]; is {
			report.Refused = append(report.Refused, gen.UsageRefusal{EventId: event.EventId, Code: gen.UsageRefusalCode(code)})
			s.Figures.UsageReported(string(code), 1)
		}
	}
	return report
}
