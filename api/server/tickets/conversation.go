package tickets

import (
	"context"
	"crypto/subtle"
	"fmt"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
	rules "selfcare/internal/domain/ticket"
	"selfcare/internal/flow"
)

// link opens a service request for the recipient of its messages. The secret works for this request only; behind the #
// it reaches no log.
func (s *TicketHandlers) link(t contract.Ticket) string {
	return fmt.Sprintf("%s/%s/service-request/%s#%s", s.PublicURL, t.Language, t.Reference, s.token(t))
}

func (s *TicketHandlers) token(t contract.Ticket) string {
	return s.Derive.Token("service request link", t.ID)
}

// findOwn finds a service request that the caller wrote, or has the link of.
func (s *TicketHandlers) findOwn(ctx context.Context, reference, token string) (contract.Ticket, error) {
	found, known, err := s.Requests.Find(ctx, reference)
	switch {
	case err != nil:
		return found, fmt.Errorf("read service request: %w", err)
	case token != "" && (!known || subtle.ConstantTimeCompare([]byte(token), []byte(s.token(found))) != 1):
		return found, contract.Refuse(contract.FailTicketLink)
	case token == "" && (!known || !own(middleware.RequestOf(ctx), found)):
		return found, contract.Refuse(contract.FailTicketUnknown)
	}
	return found, nil
}

// ShowTicket shows a service request with its messages.
func (s *TicketHandlers) ShowTicket(ctx context.Context, req gen.ShowTicketRequestObject) (gen.ShowTicketResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.TicketLookUp, nil); err != nil {
		return nil, err
	}
	if contact, code := optional.Value(req.Body.ContactNumber), optional.Value(req.Body.Otp); contact+code != "" {
		return s.showByCode(ctx, req.Reference, contact, code)
	}
	found, err := s.findOwn(ctx, req.Reference, optional.Value(req.Body.Token))
	if err != nil {
		return nil, err
	}
	s.ForgiveFailures(ctx, ratelimit.TicketLookUp, nil)
	shown, err := s.detail(ctx, found)
	return gen.ShowTicket200JSONResponse{Data: shown}, err
}

// showByCode opens a service request by the code that was sent to its contact number. The code confirms the number.
func (s *TicketHandlers) showByCode(ctx context.Context, reference, contact, code string) (gen.ShowTicketResponseObject, error) {
	if contact == "" || code == "" {
		field := map[bool]string{true: "contactNumber", false: "otp"}[contact == ""]
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{field: "field.required"}}
	}
	if err := s.Codes.UseCode(ctx, verification.PinFor(string(gen.OtpSourceServiceRequest)), contact, code); err != nil {
		return nil, err
	}
	found, known, err := s.Requests.FindOf(ctx, reference, contact)
	if err != nil {
		return nil, fmt.Errorf("read service request: %w", err)
	}
	if !known {
		return nil, contract.Refuse(contract.FailTicketUnknown)
	}
	s.ForgiveFailures(ctx, ratelimit.TicketLookUp, nil)
	if !found.ContactShown && !found.Over {
		found, err = s.Flow.Act(ctx, found, s.Derive.ID("contact shown", found.ID), contract.TicketAct{Action: contract.TicketShowContact})
		if err != nil {
			return nil, err
		}
	}
	shown, err := s.detail(ctx, found)
	shown.Token = optional.Text(s.token(found))
	return gen.ShowTicket200JSONResponse{Data: shown}, err
}

// ActOnTicket performs the customer's action in a service request.
func (s *TicketHandlers) ActOnTicket(
	ctx context.Context, req gen.ActOnTicketRequestObject,
) (gen.ActOnTicketResponseObject, error) {
	found, err := s.findOwn(ctx, req.Reference, optional.Value(req.Body.Token))
	if err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.TicketAction, ratelimit.About{ratelimit.Request: found.ID}); err != nil {
		return nil, err
	}
	current, act := middleware.RequestOf(ctx), contract.TicketAct{
		Action: contract.TicketAction(req.Body.Action), Text: strings.TrimSpace(optional.Value(req.Body.Text)), Actor: middleware.RequestOf(ctx).User.ID,
		CSTReference: optional.Value(req.Body.CstReference),
	}
	if act.Action == contract.TicketEscalate && act.CSTReference == "" {
		return nil, contract.RefuseField("cstReference", contract.FailTicketText)
	}
	if act.Action != contract.TicketEscalate {
		act.CSTReference = ""
	}
	if act.Attachments, err = s.Files.NameFiles(ctx, found.ID, req.Body.Attachments); err != nil {
		return nil, err
	}
	after, err := flow.SendFromRow(ctx, found.Seq, func() (contract.Ticket, error) { return s.Flow.Act(ctx, found, current.Key, act) })
	if err != nil {
		return nil, err
	}
	shown, err := s.detail(ctx, after)
	return gen.ActOnTicket200JSONResponse{Data: shown}, err
}

func (s *TicketHandlers) detail(ctx context.Context, t contract.Ticket) (gen.TicketDetail, error) {
	said, err := s.Requests.Messages(ctx, t.ID)
	if err != nil {
		return gen.TicketDetail{}, fmt.Errorf("read messages of service request: %w", err)
	}
	shown := gen.TicketDetail{
		Request: present.Ticket(middleware.RequestOf(ctx).Language, t), Messages: present.TicketMessages(said), Actions: []gen.TicketDetailActions{},
	}
	for _, action := range []contract.TicketAction{contract.TicketReply, contract.TicketClose, contract.TicketReopen, contract.TicketEscalate} {
		if rules.ValidateAction(t, contract.TicketAct{Action: action, Text: "?"}, s.Now()) == nil {
			shown.Actions = append(shown.Actions, gen.TicketDetailActions(action))
		}
	}
	return shown, s.Files.Show(ctx, t.ID, said, shown.Messages)
}
