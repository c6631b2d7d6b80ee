package subscription

import (
	"context"
	"fmt"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/subscription"
	planstore "selfcare/internal/store/plan"
)

// Templates of the messages about the choices of a line's owner.
const (
	messageStopped   = "renewal-stopped"
	messageStarted   = "renewal-started"
	messageScheduled = "switch-scheduled"
	messageCancelled = "switch-cancelled"
)

// Tell queues a message to all who hold the line, with the change that causes it. other is a second plan that it names.
func (t turn) Tell(ctx context.Context, s contract.PlanSubscription, template string, other *string, bill ...subscription.Charge) error {
	notices, err := t.notices(ctx, s, template, other, bill...)
	if err != nil {
		return err
	}
	return t.queue(ctx, notices)
}

// notices are the messages that Tell queues.
func (t turn) notices(ctx context.Context, s contract.PlanSubscription, template string, other *string, bill ...subscription.Charge) ([]contract.Notice, error) {
	params := map[string]string{"until": moment(s, t.rules), "amount": money.Riyals(subscription.Total(bill)), "extraSims": ""}
	if fees := subscription.SIMFees(bill); fees > 0 {
		params["extraSims"] = money.Riyals(fees)
	}
	if s.Grace != nil {
		params["missing"] = money.Riyals(s.Grace.Missing)
	}
	named := map[string]string{"plan": s.PlanID}
	if other != nil {
		named["next"] = *other
	}
	for param, planID := range named {
		name, err := remember(t.shared().names, planID, func() (planstore.Name, error) {
			names, err := t.q.Catalogue.PlanNames(ctx, planID)
			return names[planID], err
		})
		if err != nil {
			return nil, err
		}
		params[param] = name.Ar
		if s.Language != texts.Arabic { // names are in two languages
			params[param] = name.En
		}
	}
	return t.addressHolders(ctx, contract.Notice{
		OrderID: s.LineID, Key: fmt.Sprintf("%s-%d", template, s.Seq+1), Template: template, Language: s.Language, Params: params,
	})
}

// addressHolders addresses a notice about a line to each channel of all who hold it.
func (t turn) addressHolders(ctx context.Context, notice contract.Notice) ([]contract.Notice, error) {
	if holders, known := t.shared().holders[notice.OrderID]; known {
		return holders.Notices(notice), nil
	}
	return lines.HolderNotices(ctx, t.q, notice.OrderID, notice)
}

// moment is the end that the message names: of the grace, of the cycle, or of the line itself.
func moment(s contract.PlanSubscription, r subscription.Rules) string {
	until := s.Until
	switch {
	case s.Grace != nil:
		until = s.Grace.Until
	case s.Scheduled != nil && !s.Scheduled.Paid:
		until = s.Scheduled.StartsAt
	case s.Inactive != nil && s.Inactive.Told > 0:
		until = subscription.ReleasedAt(s, r)
	}
	return until.In(calendar.Riyadh).Format(contract.MomentLayout)
}
