package present

import (
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/headline"
	"selfcare/internal/domain/incident"
	"selfcare/internal/domain/order"
	orderstore "selfcare/internal/store/order"
)

// progress shows the state of a placed order; in the wizard the steps show it.
func (v Presenter) progress(view *gen.Order, o contract.Order) {
	p := order.ProgressOf(o, v.Limits())
	says := headline.Of(o, p)
	if says == "" {
		return
	}
	shown := optional.Part(&view.Progress)
	shown.Headline = gen.OrderProgressHeadline(says)
	if p.Current.Key != "" {
		current := gen.MilestoneKey(p.Current.Key)
		shown.Current = &current
	}
	shown.Milestones = optional.OrEmpty(shown.Milestones)
	for _, m := range p.Milestones {
		m = hideUnaskedDonor(o, m)
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

// hideUnaskedDonor shows a port that its donor has not been asked about yet as our work: the time of the port is then the promised
// one, not the end of the donor's time to answer. Workflows keep the milestone as recorded histories have it.
func hideUnaskedDonor(o contract.Order, m order.Milestone) order.Milestone {
	if m.Actor == order.ActorDonor && o.Port != nil && o.Port.Status == contract.PortDraft {
		return order.Milestone{Key: m.Key, State: order.MilestoneRunning, Actor: order.ActorUs}
	}
	return m
}

// delayed shows the incident that delays an order, and the message to its customer about an unusual wait. A time in
// the past is left out.
func delayed(v Presenter, view *gen.Order, o contract.Order) {
	touched := incident.Of(o, v.lasting, v.language, v.now)
	if len(touched.Texts) > 0 {
		shown := optional.Part(&view.Incident)
		shown.Texts, shown.Until = touched.Texts, optional.Time(touched.Until)
	}
	if o.Late == nil {
		return
	}
	shown := optional.Part(&view.Late)
	shown.Since = o.Late.Since.UTC()
	if by := touched.ExpectedBy(o.Late.ExpectedBy); by.After(v.now) {
		shown.ExpectedBy = optional.Time(by)
	}
}

// Limits are the figures that decide whether the customer or support acts next.
func (v Presenter) Limits() contract.Limits {
	return contract.Limits{
		DeliveryAttempts: v.settings.DeliveryAttempts, Reissues: v.settings.ESIMMaxReissues, PortTries: v.settings.Port.Tries,
	}
}

// Event is one event of an order's timeline, in a language.
func Event(language string, e orderstore.TimelineEvent) gen.TimelineEvent {
	return gen.TimelineEvent{Id: e.ID, Key: e.Key, At: e.At.UTC(), Title: texts.Text(language, e.Key, e.Params)}
}
