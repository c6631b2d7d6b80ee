package views

import (
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// progress shows where an order stands; in the wizard its steps do.
func (v Presenter) progress(view *gen.Order, o contract.Order) {
	p := order.ProgressOf(o, v.Limits())
	if p.Headline == "" {
		return
	}
	shown := optional.Part(&view.Progress)
	shown.Headline = gen.OrderProgressHeadline(p.Headline)
	if p.Current.Key != "" {
		current := gen.MilestoneKey(p.Current.Key)
		shown.Current = &current
	}
	shown.Milestones = optional.OrEmpty(shown.Milestones)
	for _, m := range p.Milestones {
		line := struct {
			Actor *gen.MilestoneActor `json:"actor,omitempty"`
			Key   gen.MilestoneKey    `json:"key"`
			State gen.MilestoneState  `json:"state"`
			Until *time.Time          `json:"until,omitempty"`
		}{Key: gen.MilestoneKey(m.Key), State: gen.MilestoneState(m.State), Until: optional.Time(m.Until)}
		if m.Actor != "" {
			actor := gen.MilestoneActor(m.Actor)
			line.Actor = &actor
		}
		shown.Milestones = append(shown.Milestones, line)
	}
}

// late shows what a customer was told of an order that waits for longer than is usual. A time that is past is none any more.
func (v Presenter) late(view *gen.Order, o contract.Order) {
	if o.Late == nil {
		return
	}
	shown := optional.Part(&view.Late)
	shown.Since = o.Late.Since.UTC()
	if o.Late.ExpectedBy.After(v.now) {
		shown.ExpectedBy = optional.Time(o.Late.ExpectedBy)
	}
}

// Limits are the figures that say whether the customer or support acts next.
func (v Presenter) Limits() contract.Limits {
	return contract.Limits{
		DeliveryAttempts: v.settings.DeliveryAttempts, Reissues: v.settings.ESIMMaxReissues, PortTries: v.settings.Port.Tries,
	}
}

// Event is one event of an order's timeline, in a language.
func Event(language string, e store.TimelineEvent) gen.TimelineEvent {
	return gen.TimelineEvent{Id: e.ID, Key: e.Key, At: e.At.UTC(), Title: texts.Text(language, e.Key, e.Params)}
}
