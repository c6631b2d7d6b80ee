// Package tickets takes service requests of customers and resellers: complaints and forms, their state, and their
// messages.
package tickets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/attachments"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/typed"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/subaccount"
	ticketstore "selfcare/internal/store/ticket"
)

// TicketHandlers serve service requests.
type TicketHandlers struct {
	*middleware.Core
	Flow      Flow
	Requests  reader
	Files     *attachments.FileService
	Lines     lineReader
	Codes     *verification.Codes
	PublicURL string
}

// Flow reaches the workflows of service requests.
type Flow interface {
	Start(ctx context.Context, in contract.TicketInput, key string) (contract.Ticket, error)
	Act(ctx context.Context, t contract.Ticket, key string, in contract.TicketAct) (contract.Ticket, error)
	Scan(ctx context.Context, fileID string) error
}

type reader interface {
	Find(ctx context.Context, reference string) (contract.Ticket, bool, error)
	FindOf(ctx context.Context, reference, mobile string) (contract.Ticket, bool, error)
	OfUser(ctx context.Context, userID string) ([]contract.Ticket, error)
	Messages(ctx context.Context, id string) ([]ticketstore.Message, error)
}

type lineReader interface {
	Get(ctx context.Context, id string) (linestore.Line, error)
}

// SubmitComplaint records a complaint.
func (s *TicketHandlers) SubmitComplaint(ctx context.Context, req gen.SubmitComplaintRequestObject) (gen.SubmitComplaintResponseObject, error) {
	data, err := s.complain(ctx, *req.Body)
	return gen.SubmitComplaint201JSONResponse{Data: data}, err
}

// ComplainInApp is SubmitComplaint for the page within the app.
func (s *TicketHandlers) ComplainInApp(ctx context.Context, req gen.ComplainInAppRequestObject) (gen.ComplainInAppResponseObject, error) {
	data, err := s.complain(ctx, *req.Body)
	return gen.ComplainInApp201JSONResponse{Data: data}, err
}

func (s *TicketHandlers) complain(ctx context.Context, form gen.ComplaintForm) (gen.Ticket, error) {
	about, err := inputs.Number("mobile", form.Mobile)
	if err != nil {
		return gen.Ticket{}, err
	}
	details := contract.TicketDetails{FullName: strings.TrimSpace(form.FullName), Mobile: about, Contact: form.ContactNumber}
	of := contract.Ticket{Kind: contract.TicketComplaint, Topic: string(form.Type), LineID: ownLine(ctx, about)}
	return s.openTicket(ctx, typed.Complaint, of, contract.TicketInput{Details: details, Text: form.Description}, form.Attachments)
}

// ownLine returns the line of the account with a number; empty for another customer's number.
func ownLine(ctx context.Context, msisdn string) string {
	for _, own := range middleware.RequestOf(ctx).Lines {
		if own.MSISDN == msisdn {
			return own.LineID
		}
	}
	return ""
}

// SubmitReseller records the form of a shop or company.
func (s *TicketHandlers) SubmitReseller(ctx context.Context, req gen.SubmitResellerRequestObject) (gen.SubmitResellerResponseObject, error) {
	form := *req.Body
	landline, err := number.ParseLandline(form.Landline)
	if err != nil {
		return nil, contract.RefuseField("landline", contract.FailLandline)
	}
	details := contract.TicketDetails{
		Company: strings.TrimSpace(form.Company), Landline: landline, Address: strings.TrimSpace(form.Address), Area: strings.TrimSpace(form.Area),
		Contact: form.Mobile, Email: string(optional.Value(form.Email)),
	}
	data, err := s.openTicket(ctx, typed.Reseller, contract.Ticket{Kind: contract.TicketReseller, Topic: string(form.ShopType)}, contract.TicketInput{Details: details, Text: details.Area}, nil)
	return gen.SubmitReseller201JSONResponse{Data: data}, err
}

// openTicket opens a service request. If it passes the checks but cannot be recorded, the customer is asked to send
// the form again.
func (s *TicketHandlers) openTicket(
	ctx context.Context, form typed.Form, t contract.Ticket, in contract.TicketInput, files *gen.AttachmentIds,
) (gen.Ticket, error) {
	if err := s.Permit(ctx, ratelimit.TicketForm, nil); err != nil {
		return gen.Ticket{}, err
	}
	current := middleware.RequestOf(ctx)
	t.ContactShown = ownNumber(current, in.Details.Contact)
	t.ID, t.UserID, t.Language = s.Derive.ID("service request", current.Subject, current.Key), current.User.ID, current.Language
	t.Reference = form.Write(s.Derive.MAC("service request reference", current.Subject, current.Key))
	named, err := s.Files.NameFiles(ctx, t.ID, files)
	if err != nil {
		return gen.Ticket{}, err
	}
	in.Ticket, in.Text, in.Link, in.Attachments = t, strings.TrimSpace(in.Text), s.link(t), named
	told := ratelimit.About{ratelimit.Mobile: in.Details.Contact}
	if err := s.Permit(ctx, ratelimit.TicketMessage, told); err != nil {
		return gen.Ticket{}, err
	}
	opened, err := s.Flow.Start(ctx, in, current.Key)
	if err != nil {
		s.ForgiveSending(ctx, ratelimit.TicketMessage, told)
	}
	var refused *contract.Refusal
	switch {
	case errors.As(err, &refused):
		return gen.Ticket{}, err
	case err != nil:
		s.LogFailure(ctx, "open service request", err)
		return gen.Ticket{}, contract.Refuse(contract.FailTicketForm)
	}
	return present.Ticket(current.Language, opened), nil
}

// ownNumber tells whether a number belongs to the account: its own, or that of one of its lines.
func ownNumber(current *middleware.Request, mobile string) bool {
	return current.User.ID != "" && (current.User.Mobile == mobile ||
		slices.ContainsFunc(current.Lines, func(own subaccount.Subscription) bool { return own.MSISDN == mobile }))
}

// GetCustomerInfo shows the signed-in customer, and their service requests.
func (s *TicketHandlers) GetCustomerInfo(ctx context.Context, _ gen.GetCustomerInfoRequestObject) (gen.GetCustomerInfoResponseObject, error) {
	current := middleware.RequestOf(ctx)
	found, err := s.Requests.OfUser(ctx, current.User.ID)
	if err != nil {
		return nil, fmt.Errorf("read service requests: %w", err)
	}
	var answer gen.GetCustomerInfo200JSONResponse
	answer.Data.Requests = make([]gen.Ticket, len(found))
	for i, t := range found {
		answer.Data.Requests[i] = present.Ticket(current.Language, t)
	}
	if current.Line.LineID == "" {
		return answer, nil
	}
	line, err := s.Lines.Get(ctx, current.Line.LineID)
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
		return nil, fmt.Errorf("read line: %w", err)
	}
	answer.Data.Mobile, answer.Data.FullName = optional.Text(current.Line.MSISDN), optional.Text(line.Contact.FullName)
	return answer, nil
}

// GetTicketStatus shows the state of a service request. Another customer's request answers like an unknown
// one.
func (s *TicketHandlers) GetTicketStatus(
	ctx context.Context, req gen.GetTicketStatusRequestObject,
) (gen.GetTicketStatusResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.TicketLookUp, nil); err != nil {
		return nil, err
	}
	current, mobile := middleware.RequestOf(ctx), string(optional.Value(req.Body.ContactNumber))
	found, known, err := s.Requests.Find(ctx, req.Body.Reference)
	if err == nil && known && mobile != "" && !own(current, found) {
		found, known, err = s.Requests.FindOf(ctx, req.Body.Reference, mobile)
	} else if known && !own(current, found) {
		known = false
	}
	if err != nil {
		return nil, fmt.Errorf("read service request: %w", err)
	}
	if !known {
		return nil, contract.Refuse(contract.FailTicketUnknown)
	}
	s.ForgiveFailures(ctx, ratelimit.TicketLookUp, nil)
	return gen.GetTicketStatus200JSONResponse{Data: present.Ticket(current.Language, found)}, nil
}

func own(current *middleware.Request, t contract.Ticket) bool {
	return t.UserID != "" && t.UserID == current.User.ID
}
