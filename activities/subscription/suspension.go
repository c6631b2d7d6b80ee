package subscription

import (
	"context"
	"fmt"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
)

// Templates of the messages about the begin and the end of a suspension.
const (
	messageSuspended = "line-suspended"
	messageReturned  = "line-returned"
)

// RecordSuspension suspends the line: its owner has lost the phone. Its plan goes on; the network is told next.
func (a *Activities) RecordSuspension(ctx context.Context, s contract.PlanSubscription, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	return a.change(ctx, "suspend line", s, func(q *store.Tx, _ subscription.Rules) (contract.PlanSubscription, error) {
		if err := validateSuspension(ctx, q, s); err != nil {
			return s, err
		}
		if err := subscription.ValidateSuspension(s, in.Key); err != nil || subscription.IsRepeated(s, in.Key) {
			return s, err
		}
		next := subscription.Suspended(s, in.Now)
		next.ChoiceKey = in.Key
		return next, auditSuspension(ctx, q, s, in, messageSuspended)
	})
}

// EndSuspension lets the line do again what the stage of its plan allows.
func (a *Activities) EndSuspension(ctx context.Context, s contract.PlanSubscription, in contract.SuspensionChoice) (contract.PlanSubscription, error) {
	return a.change(ctx, "return line", s, func(q *store.Tx, _ subscription.Rules) (contract.PlanSubscription, error) {
		if err := validateSuspension(ctx, q, s); err != nil {
			return s, err
		}
		if err := subscription.ValidateReturn(s, in.Key); err != nil || subscription.IsRepeated(s, in.Key) {
			return s, err
		}
		next := subscription.Returned(s)
		next.ChoiceKey = in.Key
		return next, auditSuspension(ctx, q, s, in, messageReturned)
	})
}

// validateSuspension refuses a line that has ended, and a blocked line, which its owner may not switch off and on.
func validateSuspension(ctx context.Context, q *store.Tx, s contract.PlanSubscription) error {
	found, err := lines.ByID(ctx, q, s.LineID)
	if err == nil && found.Status == contract.LineBlocked {
		return contract.Refuse(contract.FailLineBlocked)
	}
	return err
}

// auditSuspension writes the user and the proof to the audit log, and tells the holders of the line.
func auditSuspension(ctx context.Context, q *store.Tx, s contract.PlanSubscription, in contract.SuspensionChoice, template string) error {
	entry := audit.Record{
		Area: audit.Account, Key: fmt.Sprintf("%s:%s:%d", template, s.LineID, s.Seq+1), Actor: in.UserID, Action: template,
		Details: map[string]string{"id": s.LineID, "proof": in.Proof, "traceId": in.Trace.ID, "client": in.Trace.Client},
	}
	if err := q.Audit.Write(ctx, entry); err != nil {
		return err
	}
	return informHolders(ctx, q, s, in, template)
}

// informHolders tells all holders of the line on every channel: the user may not be the owner.
func informHolders(ctx context.Context, q *store.Tx, s contract.PlanSubscription, in contract.SuspensionChoice, template string) error {
	msisdn, err := q.Lines.MSISDN(ctx, s.LineID)
	if err != nil {
		return err
	}
	notices, err := lines.HolderNotices(ctx, q, s.LineID, contract.Notice{
		OrderID: s.LineID, Key: fmt.Sprintf("%s-%d", template, s.Seq+1), Template: template, Language: in.Language,
		Params: map[string]string{"msisdn": msisdn, "when": in.Now.In(calendar.Riyadh).Format(contract.MomentLayout)},
	})
	if err != nil {
		return err
	}
	return q.Outbox.Queue(ctx, notices...)
}
