package support

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/audit"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/outage"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/flow"
	auditstore "selfcare/internal/store/audit"
	supportcasestore "selfcare/internal/store/supportcase"
)

// GetCase shows one case with all its details.
func (s *CaseHandlers) GetCase(ctx context.Context, req gen.GetCaseRequestObject) (gen.GetCaseResponseObject, error) {
	of, err := s.findSubject(ctx, supportcase.Kind(req.Kind), req.CaseId)
	if err != nil {
		return nil, err
	}
	if err := s.noteRead(ctx, of); err != nil {
		return nil, err
	}
	shown, err := s.detail(ctx, of)
	return gen.GetCase200JSONResponse{Data: shown}, err
}

func (s *CaseHandlers) detail(ctx context.Context, of *subject) (gen.CaseDetail, error) {
	w := wordsOf(ctx)
	shown := gen.CaseDetail{
		Case: w.caseView(of.Case), Seen: of.seen, Steps: []gen.CaseStep{}, Next: []gen.CaseWork{}, Payments: []gen.CasePayment{},
		Timeline: []gen.TimelineEvent{}, ServerTime: s.Now().UTC(),
	}
	if of.Held || of.Late {
		shown.Advice = optional.Text(w.advice(of.Case))
	}
	w.process(&shown, of)
	away, err := s.awayFor(ctx, []outage.Work{{Kind: string(of.Kind), Number: of.Reference}})
	if err != nil {
		return shown, err
	}
	if len(away) > 0 && shown.Case.State != gen.CaseState(supportcase.Over) {
		shown.Away = w.away(away[0])
	}
	shown.Attempts = s.attempts(ctx, w, of, shown.Away)
	if at := middleware.RequestOf(ctx).User.Roles; slices.Contains(at, permission.RoleOperator) && s.Temporal != "" && len(of.processes) > 0 {
		shown.TemporalUrl = optional.Text(s.Temporal + url.PathEscape(of.processes[0]))
	}
	for _, fill := range []func(context.Context, *gen.CaseDetail, *subject) error{s.addEvents, s.addLinked, s.choices, s.refund, s.addBought, s.addOrdered, s.addStatements, s.addNotes} {
		if err := fill(ctx, &shown, of); err != nil {
			return shown, err
		}
	}
	return shown, addTicket(ctx, s.Tickets, s.Files, s.Now(), &shown, of)
}

// process adds the facts of the process's own tables: steps, payments, correctable parts, next work.
func (w words) process(shown *gen.CaseDetail, of *subject) {
	var steps []supportcase.Step
	switch {
	case of.Kind == supportcase.Order:
		steps = supportcase.StepsOfOrder(*of.order)
		w.ofOrder(shown, *of.order)
	case of.purchase != nil:
		steps = supportcase.StepsOfPurchase(*of.purchase)
		w.ofPurchase(shown, *of.purchase)
	case of.portOut != nil:
		steps = supportcase.StepsOfPortOut(*of.portOut)
	case of.deactivation != nil:
		steps = supportcase.StepsOfDeactivation(*of.deactivation)
	case of.order != nil:
		w.payments(shown, of.order.Payments)
	case of.payment != nil:
		w.payments(shown, []contract.Payment{*of.payment})
	}
	for _, step := range steps {
		named := w.phase(step.Key)
		view := gen.CaseStep{Key: named.Key, Title: named.Title, State: gen.CaseStepState(step.State)}
		if len(step.Undoes) > 0 {
			undoes := w.works(step.Undoes)
			view.Undoes = &undoes
		}
		if step.State == supportcase.StepHeld {
			view.Cause = optional.Text(w.failure(of.Code))
		}
		shown.Steps = append(shown.Steps, view)
	}
	if len(of.LineID) > 0 {
		shown.CustomerId = optional.Text(of.LineID)
	} else if of.holder != "" {
		shown.CustomerId = optional.Text(of.holder)
	}
}

func (w words) ofOrder(shown *gen.CaseDetail, o contract.Order) {
	w.payments(shown, o.Payments)
	for _, phase := range order.RemainingPhases(o) {
		shown.Next = append(shown.Next, w.phase(string(phase)))
	}
	if left := order.Compensations(o); order.CalledOff(o) && o.Held != nil && len(left) > 1 {
		shown.Next = w.works(left[1:])
	}
	parts := supportcase.Amends(o)
	if len(parts) == 0 {
		return
	}
	shown.Amendable = &gen.CaseAmendable{}
	for _, part := range parts {
		switch part {
		case "address":
			shown.Amendable.Address = present.Address(o.Delivery.Address)
		case "contact":
			shown.Amendable.Contact = &gen.CaseContact{FullName: o.Contact.FullName, Email: o.Contact.Email, Mobile: o.Contact.Mobile}
		case "device":
			if o.Device != nil {
				shown.Amendable.Device = &gen.Device{Model: optional.Text(o.Device.Model), Eid: optional.Text(o.Device.EID)}
			}
		}
	}
}

func (w words) ofPurchase(shown *gen.CaseDetail, p contract.Purchase) {
	if p.Payment != nil {
		w.payments(shown, []contract.Payment{*p.Payment})
		shown.Payments[0].Way = optional.Text(string(p.Way))
		return
	}
	status := contract.PaymentPaid
	if !p.RefundedAt.IsZero() {
		status = contract.PaymentRefunded
	}
	w.payments(shown, []contract.Payment{{ID: p.ID, Status: status, Amount: p.Total, At: p.CreatedAt}})
	shown.Payments[0].Way = optional.Text(string(p.Way))
}

func (w words) payments(shown *gen.CaseDetail, all []contract.Payment) {
	for _, p := range all {
		view := gen.CasePayment{
			Id: p.ID, Status: gen.CasePaymentStatus(p.Status), Amount: int64(p.Amount), Brand: optional.Text(p.Brand), Last4: optional.Text(p.Last4), At: p.At.UTC(),
		}
		if p.Double {
			view.Double = &p.Double
		}
		if p.DeclineCode != "" {
			view.Declined = optional.Text(w.either("decline."+p.DeclineCode, "decline.other"))
		}
		shown.Payments = append(shown.Payments, view)
	}
}

// attempts lists the attempts of all processes of a case. If Temporal does not answer the first query, no more are
// sent.
func (s *CaseHandlers) attempts(ctx context.Context, w words, of *subject, away *gen.PartnerAway) gen.CaseAttempts {
	shown := gen.CaseAttempts{Temporal: gen.CaseAttemptsTemporal(flow.StandingUnknown), Items: []gen.CaseAttempt{}}
	for i, id := range of.processes {
		standing, tried := s.Attempts.Of(ctx, id)
		if i == 0 || standing == flow.StandingAway {
			shown.Temporal = gen.CaseAttemptsTemporal(standing)
		}
		for _, a := range tried {
			shown.Items = append(shown.Items, w.attempt(a, away))
		}
		if standing == flow.StandingAway {
			break
		}
	}
	if shown.Temporal != gen.CaseAttemptsTemporal(flow.StandingRunning) {
		shown.Text = optional.Text(w.text("case.attempts."+string(shown.Temporal), nil))
	}
	return shown
}

// attempt names the partner when a call failed without a reason of its own because that partner does not answer.
func (w words) attempt(a flow.Attempt, away *gen.PartnerAway) gen.CaseAttempt {
	view := gen.CaseAttempt{
		Activity: a.Activity, Title: w.either("case.attempt."+a.Activity, "case.attempt"), State: gen.CaseAttemptState(a.State), Attempt: a.Attempt,
		FailureCode: optional.Text(string(a.Code)), LastAt: optional.Time(a.LastAt), NextAt: optional.Time(a.NextAt),
	}
	switch {
	case !a.Failed:
	case a.Code != "" && (a.Code != contract.FailOutsideSystem || away == nil):
		view.Cause = optional.Text(w.trouble(a.Code))
	case away != nil:
		view.Cause = optional.Text(w.text("case.cause.away", map[string]string{"partner": away.Name}))
	case a.TimedOut:
		view.Cause = optional.Text(w.text("case.cause.time", nil))
	default:
		view.Cause = optional.Text(w.text("case.cause.technical", nil))
	}
	return view
}

// addEvents adds the events and messages of the customer.
func (s *CaseHandlers) addEvents(ctx context.Context, shown *gen.CaseDetail, of *subject) error {
	w := wordsOf(ctx)
	if of.order != nil {
		events, err := s.Orders.Timeline(ctx, of.ID)
		if err != nil {
			return fmt.Errorf("read timeline: %w", err)
		}
		for _, e := range events {
			shown.Timeline = append(shown.Timeline, present.Event(w.language, e))
		}
	}
	return s.addMessages(ctx, w, shown, of)
}

// addMessages adds the customer's messages, in the texts of their time. A waiting message will have the present texts;
// for one that never left, its tried texts are unknown, so the shipped ones show its subject.
func (s *CaseHandlers) addMessages(ctx context.Context, w words, shown *gen.CaseDetail, of *subject) error {
	states, err := s.Messages.Of(ctx, of.ID)
	if err != nil {
		return fmt.Errorf("read messages: %w", err)
	}
	templates := make([]string, len(states))
	for i, m := range states {
		templates[i] = m.Template
	}
	wordings, err := s.Wordings.Wordings(ctx, templates...)
	if err != nil {
		return err
	}
	shown.Messages = make([]gen.CaseMessage, len(states))
	for i, m := range states {
		var wording texts.Wording
		switch {
		case !m.SentAt.IsZero():
			wording = wordings.At(m.SentAt)
		case gen.CaseMessageState(m.State) == gen.CaseMessageStateQueued:
			wording = wordings.At(s.Now())
		}
		shown.Messages[i] = gen.CaseMessage{
			Template: m.Template, Title: w.messageIn(wording, m.Template, of.Reference), State: gen.CaseMessageState(m.State), Attempts: m.Attempts,
			Unreached: channelsOf(m.Unreached), Channels: statesOf(m.Ways), QueuedAt: m.QueuedAt, SentAt: optional.Time(m.SentAt),
		}
		if m.Failure != "" && shown.Messages[i].State != gen.CaseMessageStateSent && shown.Messages[i].State != gen.CaseMessageStateRefused {
			shown.Messages[i].Failure = optional.Text(w.unsent(contract.Code(m.Failure)))
		}
	}
	return nil
}

func (s *CaseHandlers) addLinked(ctx context.Context, shown *gen.CaseDetail, of *subject) error {
	about := supportcasestore.About{Kind: string(of.Kind), ID: of.ID, MSISDN: of.MSISDN}
	if of.LineID != "" {
		about.LineIDs = []string{of.LineID}
	}
	switch {
	case of.order != nil:
		about.OrderID, about.Subject = of.ID, of.ID
	case of.purchase != nil:
		about.Subject = of.ID
	case of.payment != nil:
		about.OrderID, about.Subject = of.paidFor, of.paidFor
	}
	found, err := s.Cases.ListLinked(ctx, about)
	if err != nil {
		return fmt.Errorf("read linked work: %w", err)
	}
	shown.Linked = wordsOf(ctx).links(found)
	return nil
}

func (w words) links(found []supportcasestore.Linked) []gen.CaseLink {
	shown := make([]gen.CaseLink, len(found))
	for i, l := range found {
		shown[i] = gen.CaseLink{
			Kind: gen.CaseKind(l.Kind), Id: l.ID, Reference: maskPlanNumber(l), Title: w.title(l.Kind, l.Variety), Stage: l.Stage, StageText: w.stage(l.Kind, l.Stage),
			Relation: gen.CaseLinkRelation(l.Relation), IsCase: l.IsCase, At: l.At.UTC(),
		}
	}
	return shown
}

// maskPlanNumber returns the reference of linked work. The reference of a plan is the number of its line, which cases mask.
func maskPlanNumber(l supportcasestore.Linked) string {
	if l.Kind == string(supportcase.Subscription) {
		return notice.Masked(l.Reference)
	}
	return l.Reference
}

// choices lists all actions of the kind, each with the reason against it.
func (s *CaseHandlers) choices(ctx context.Context, shown *gen.CaseDetail, of *subject) error {
	w := wordsOf(ctx)
	shown.Actions = []gen.CaseChoice{}
	for _, action := range of.Kind.Actions() {
		decision := contract.Resolution{Action: string(action), Actor: w.user, Amendments: &contract.Amendments{}}
		_, err := s.preview(ctx, of, decision)
		var refused *contract.Refusal
		if err != nil && !errors.As(err, &refused) {
			return err
		}
		choice := gen.CaseChoice{Action: gen.CaseAction(action), Title: w.text("case.action."+string(action), nil), Allowed: refused == nil}
		if refused != nil {
			choice.Refusal, choice.Reason = optional.Text(string(refused.Code)), optional.Text(w.text(string(refused.Code), refused.Params))
		}
		if action == supportcase.Amend && refused == nil {
			amends := []gen.CaseAmendPart{}
			for _, part := range supportcase.Amends(*of.order) {
				amends = append(amends, gen.CaseAmendPart(part))
			}
			choice.Amends, choice.Advised = &amends, optional.Text(gen.CaseAmendPart(supportcase.AdvisedAmend(*of.order)))
		}
		shown.Actions = append(shown.Actions, choice)
	}
	return nil
}

// addNotes adds notes and actions of staff.
func (s *CaseHandlers) addNotes(ctx context.Context, shown *gen.CaseDetail, of *subject) error {
	notes, err := s.Cases.Notes(ctx, of.Kind, of.ID)
	if err != nil {
		return fmt.Errorf("read notes: %w", err)
	}
	shown.Notes = make([]gen.CaseNote, len(notes))
	for i, n := range notes {
		shown.Notes[i] = noteView(n)
	}
	shown.Decisions = []gen.AuditEntry{}
	if of.audited() == "" {
		return nil
	}
	entries, err := s.decisions(ctx, of)
	for _, entry := range entries {
		shown.Decisions = append(shown.Decisions, entryView(entry))
	}
	return err
}

// decisions lists the actions of staff in a case, newest first, without looks.
func (s *CaseHandlers) decisions(ctx context.Context, of *subject) ([]auditstore.Entry, error) {
	entries, err := s.Audit.Find(ctx, auditstore.Filter{Area: auditstore.Support, OrderID: of.audited(), Limit: entriesShown})
	if err != nil {
		return nil, fmt.Errorf("read decisions: %w", err)
	}
	return slices.DeleteFunc(entries, func(e auditstore.Entry) bool { return e.Action == audit.OrderRead }), nil
}

func entryView(e auditstore.Entry) gen.AuditEntry {
	return gen.AuditEntry{
		Id: e.ID, Area: gen.AuditArea(e.Area), OrderId: optional.Text(e.OrderID), Actor: e.Actor, ActorKind: gen.AuditActorKind(e.ActorKind),
		ActorName: optional.Text(e.ActorName), Action: gen.AuditAction(e.Action), Note: e.Note, Details: e.Details, At: e.At.UTC(),
	}
}

// preview words the effect of a decision, or its refusal.
func (w words) preview(of *subject, decision contract.Resolution, will supportcase.Preview, refused *contract.Refusal) gen.CasePreview {
	shown := gen.CasePreview{
		Action: gen.CaseAction(decision.Action), Allowed: refused == nil, Seen: of.seen, Sentences: []gen.CaseWords{},
		Runs: w.works(will.Runs), Undone: w.works(will.Undone), Money: []gen.CaseMoney{}, Messages: []gen.CaseWork{},
	}
	if refused != nil {
		shown.Refusal, shown.Reason = optional.Text(string(refused.Code)), optional.Text(w.text(string(refused.Code), refused.Params))
	}
	for _, sentence := range will.Sentences {
		shown.Sentences = append(shown.Sentences, w.sentence(sentence, of.Reference))
	}
	for _, m := range will.Money {
		shown.Money = append(shown.Money, gen.CaseMoney{
			Amount: int64(m.Amount), To: gen.CaseMoneyTo(m.To), Brand: optional.Text(m.Brand), Last4: optional.Text(m.Last4),
		})
	}
	for _, template := range will.Messages {
		shown.Messages = append(shown.Messages, gen.CaseWork{Key: template, Title: w.message(template, of.Reference)})
	}
	return shown
}
