package support

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/attachments"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/supportcase"
	rules "selfcare/internal/domain/ticket"
	"selfcare/internal/flow"
	storeerrors "selfcare/internal/store/errors"
	ticketstore "selfcare/internal/store/ticket"
)

// Tickets pass actions of support on to tickets.
type Tickets interface {
	Act(ctx context.Context, t contract.Ticket, key string, in contract.TicketAct) (contract.Ticket, error)
}

type caseTickets interface {
	Details(ctx context.Context, id string) (contract.TicketDetails, error)
	Get(ctx context.Context, id string) (contract.Ticket, bool, error)
	Messages(ctx context.Context, id string) ([]ticketstore.Message, error)
}

func loadTicket(ctx context.Context, tickets caseTickets, of *subject, is bool) error {
	t, known, err := tickets.Get(ctx, of.ID)
	if err == nil && !known {
		err = storeerrors.ErrNotFound
	}
	if err != nil {
		return err
	}
	of.ticket, of.seen, of.processes = &t, "t"+strconv.FormatInt(t.Seq, 10), []string{contract.TicketWorkflowID(t.Kind, t.Reference)}
	if is {
		return nil
	}
	of.Reference, of.Variety, of.Stage, of.LineID, of.Since, of.Over = t.Reference, string(t.Kind), string(t.Stage), t.LineID, t.ReceivedAt, t.Stage == contract.TicketClosed
	return nil
}

// addTicket adds the customer's ticket, with support's allowed actions.
func addTicket(ctx context.Context, tickets caseTickets, files *attachments.FileService, now time.Time, shown *gen.CaseDetail, of *subject) error {
	if of.ticket == nil {
		return nil
	}
	details, err := tickets.Details(ctx, of.ID)
	if err != nil {
		return fmt.Errorf("read ticket: %w", err)
	}
	said, err := tickets.Messages(ctx, of.ID)
	if err != nil {
		return fmt.Errorf("read ticket: %w", err)
	}
	view := gen.CaseTicket{
		Request: present.Ticket(wordsOf(ctx).language, *of.ticket), Messages: present.TicketMessages(said), Actions: []gen.CaseTicketActions{},
	}
	view.Details.FullName, view.Details.Mobile, view.Details.ContactNumber = optional.Text(details.FullName), optional.Text(details.Mobile), optional.Text(details.Contact)
	view.Details.Email, view.Details.Company, view.Details.Landline = optional.Text(details.Email), optional.Text(details.Company), optional.Text(details.Landline)
	view.Details.Address, view.Details.Area = optional.Text(details.Address), optional.Text(details.Area)
	for _, action := range []contract.TicketAction{contract.TicketTake, contract.TicketAnswer, contract.TicketAsk, contract.TicketResolve} {
		if rules.ValidateAction(*of.ticket, contract.TicketAct{Action: action, Text: "?"}, now) == nil {
			view.Actions = append(view.Actions, gen.CaseTicketActions(action))
		}
	}
	shown.Ticket = &view
	return files.Show(ctx, of.ID, said, view.Messages)
}

// SupportTicketHandlers answer tickets.
type SupportTicketHandlers struct {
	*middleware.Core
	Console *CaseHandlers
	Flow    Tickets
}

// AnswerTicket performs an action of support in a ticket, unless another person has claimed it.
func (s *SupportTicketHandlers) AnswerTicket(
	ctx context.Context, req gen.AnswerTicketRequestObject,
) (gen.AnswerTicketResponseObject, error) {
	of, err := s.findTicket(ctx, req.RequestId)
	if err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	if of.Claim.Holds(current.User.ID, s.Now()) {
		return nil, contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": of.Claim.Name})
	}
	named, err := s.Console.Files.NameFiles(ctx, of.ID, req.Body.Attachments)
	if err != nil {
		return nil, err
	}
	act := contract.TicketAct{
		Action: contract.TicketAction(req.Body.Action), Text: optional.Value(req.Body.Text), Actor: current.User.ID, Attachments: named,
	}
	_, err = flow.SendFromRow(ctx, of.ticket.Seq, func() (contract.Ticket, error) { return s.Flow.Act(ctx, *of.ticket, current.Key, act) })
	if err != nil {
		return nil, err
	}
	if of, err = s.findTicket(ctx, req.RequestId); err != nil {
		return nil, err
	}
	shown, err := s.Console.detail(ctx, of)
	return gen.AnswerTicket200JSONResponse{Data: shown}, err
}

// findTicket finds a ticket as the console has it.
func (s *SupportTicketHandlers) findTicket(ctx context.Context, id string) (*subject, error) {
	of, err := s.Console.findSubject(ctx, supportcase.Ticket, id)
	var refused *contract.Refusal
	if errors.As(err, &refused) && refused.Code == contract.FailCaseUnknown {
		return nil, contract.Refuse(contract.FailTicketUnknown)
	}
	return of, err
}
