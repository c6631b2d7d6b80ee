package orders

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	orderstore "selfcare/internal/store/order"
)

const (
	// callerFor is the time of a staff member's work on an order for a caller.
	callerFor = 30 * time.Minute
	// paymentLinkFor is how long the message with the payment link is useful.
	paymentLinkFor = time.Hour
)

// CallerHandlers let staff work on an order for a caller.
type CallerHandlers struct {
	*middleware.Core
	Wizard  *WizardHandlers
	Codes   *verification.Codes
	Orders  callerOrders
	Notices verification.NoticeSender
	Entries auditLog
}

type callerOrders interface {
	Get(ctx context.Context, id string) (orderstore.Record, error)
	GrantAgent(ctx context.Context, orderID string, session []byte, agent string, expires time.Time) error
}

type auditLog interface {
	Write(ctx context.Context, e audit.Record) error
}

// callerCode binds a code to one order, or to a new one, and to the session that asked for it.
func callerCode(orderID string) verification.CodeKind {
	kind := verification.PinFor("caller")
	kind.Bound, kind.Limit = orderID, ratelimit.CallerCode
	return kind
}

// SendCallerCode sends a code to a caller: to the contact of their order, or to the mobile for a new one.
func (s *CallerHandlers) SendCallerCode(ctx context.Context, req gen.SendCallerCodeRequestObject) (gen.SendCallerCodeResponseObject, error) {
	orderID, to, err := s.findCaller(ctx, optional.Value(req.Body.OrderId), optional.Value(req.Body.Mobile), optional.Value(req.Body.By) == gen.SendCallerCodeJSONBodyByEmail)
	if err != nil {
		return nil, err
	}
	sent, err := s.Codes.SendCode(ctx, callerCode(orderID), callerOf(orderID, to), to)
	if err != nil {
		return nil, err
	}
	return gen.SendCallerCode200JSONResponse{CodeUnderwayJSONResponse: gen.CodeUnderwayJSONResponse{Data: sent}}, nil
}

// callerOf returns the subject of a code: the order, for all its addresses, or the mobile for a new one.
func callerOf(orderID string, to verification.Address) string {
	if orderID != "" {
		return orderID
	}
	return to.Mobile
}

// findCaller returns the address of a caller about an order, or about a new one.
func (s *CallerHandlers) findCaller(ctx context.Context, orderID, mobile string, byEmail bool) (id string, to verification.Address, err error) {
	if orderID == "" {
		to.Mobile, err = inputs.Mobile("mobile", mobile)
		return "", to, err
	}
	o, err := s.openOrder(ctx, orderID)
	if err != nil {
		return "", to, err
	}
	switch {
	case o.Contact == nil:
	case byEmail:
		to.Email = o.Contact.Email
	default:
		to.Mobile = o.Contact.Mobile
	}
	if to == (verification.Address{}) {
		return "", to, contract.Refuse(contract.FailCallerContact)
	}
	return orderID, to, nil
}

// openOrder finds an order that is still in its wizard.
func (s *CallerHandlers) openOrder(ctx context.Context, id string) (contract.Order, error) {
	record, err := s.Orders.Get(ctx, id)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return contract.Order{}, contract.Refuse(contract.FailOrderNotFound)
	case err != nil:
		return contract.Order{}, fmt.Errorf("read order: %w", err)
	case record.Order.Stage != contract.StageWizard:
		return contract.Order{}, contract.Refuse(contract.FailOrderClosed)
	}
	return record.Order, nil
}

// OpenForCaller gives the staff member with the caller's code a session of the order, which counts only together with
// their own session.
func (s *CallerHandlers) OpenForCaller(ctx context.Context, req gen.OpenForCallerRequestObject) (gen.OpenForCallerResponseObject, error) {
	in := *req.Body
	orderID := optional.Value(in.OrderId)
	var to verification.Address
	var err error
	if orderID == "" {
		to.Mobile, err = inputs.Mobile("mobile", optional.Value(in.Mobile))
		if err == nil && in.Start == nil {
			err = &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"start": "field.required"}}
		}
	}
	if err == nil {
		err = s.Codes.UseCode(ctx, callerCode(orderID), callerOf(orderID, to), in.Otp)
	}
	if err != nil {
		return nil, err
	}
	o, err := s.findOrStart(ctx, orderID, in.Start)
	if err != nil {
		return nil, err
	}
	session, expires, err := s.grantSession(ctx, o.ID)
	return gen.OpenForCaller200JSONResponse{OrderId: o.ID, OrderNumber: o.Number, OrderSessionId: session, ExpiresAt: expires}, err
}

// grantSession opens an order to the staff member who takes the call.
func (s *CallerHandlers) grantSession(ctx context.Context, orderID string) (session string, expires time.Time, err error) {
	current := middleware.RequestOf(ctx)
	session, expires = s.Derive.Token("caller session", orderID, current.User.ID, current.Key), s.Now().Add(callerFor).UTC()
	hash, _ := middleware.TokenHash(session) // just issued, so well formed
	if err := s.Orders.GrantAgent(ctx, orderID, hash, current.User.ID, expires); err != nil {
		return "", expires, fmt.Errorf("grant order session: %w", err)
	}
	return session, expires, s.note(ctx, orderID, "opened-for-caller")
}

// note audits an action for a caller; a repeat is written once.
func (s *CallerHandlers) note(ctx context.Context, orderID, action string) error {
	current := middleware.RequestOf(ctx)
	err := s.Entries.Write(ctx, audit.Record{
		Key: action + "/" + current.User.ID + "/" + current.Key, OrderID: orderID, Actor: current.User.ID, Action: action,
	})
	if err != nil {
		return fmt.Errorf("audit an action for a caller: %w", err)
	}
	return nil
}

// findOrStart returns the requested order, or starts a new one. It belongs to no account, and least of all to that of
// the staff member.
func (s *CallerHandlers) findOrStart(ctx context.Context, orderID string, start *struct {
	Kind         gen.OpenForCallerJSONBodyStartKind         `json:"kind"`
	NumberSource gen.OpenForCallerJSONBodyStartNumberSource `json:"numberSource"`
},
) (contract.Order, error) {
	if orderID != "" {
		return s.openOrder(ctx, orderID)
	}
	draft := contract.Order{Kind: contract.Kind(start.Kind), NumberSource: contract.NumberSource(start.NumberSource), Stage: contract.StageWizard}
	if err := order.ValidateStart(draft, ""); err != nil {
		return draft, err
	}
	input, _, err := s.Wizard.newOrder(ctx, draft)
	if err != nil {
		return draft, err
	}
	input.Subject = ""
	return s.Wizard.startWith(ctx, input, "")
}

// SendPaymentLink sends the customer of an order the payment link.
func (s *CallerHandlers) SendPaymentLink(ctx context.Context, req gen.SendPaymentLinkRequestObject) (gen.SendPaymentLinkResponseObject, error) {
	o, err := s.openOrder(ctx, req.Id)
	switch {
	case err != nil:
		return nil, err
	case order.PaidPayment(o) != nil:
		return nil, contract.Refuse(contract.FailAlreadyPaid)
	case o.Contact == nil:
		return nil, contract.Refuse(contract.FailCallerContact)
	}
	if err := order.ValidateStep(o, contract.StepPayment); err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.PaymentLink, ratelimit.About{ratelimit.Order: o.ID}); err != nil {
		return nil, err
	}
	if err := s.note(ctx, o.ID, "payment-link-sent"); err != nil {
		return nil, err
	}
	sentTo, err := s.sendLink(ctx, o)
	return gen.SendPaymentLink200JSONResponse{SentTo: sentTo}, err
}

// sendLink answers with the partly hidden recipients.
func (s *CallerHandlers) sendLink(ctx context.Context, o contract.Order) (sentTo []string, err error) {
	told := contract.Notice{
		OrderID: s.Derive.ID("notice", o.ID, middleware.RequestOf(ctx).Key), Key: "pay", Template: messagelink.MessageToPay, Language: o.Language,
		Mobile: o.Contact.Mobile, Email: o.Contact.Email, Name: order.GreetedName(o),
		Params: map[string]string{"order": o.Number, "price": money.Riyals(o.Price.Total)},
		Opens:  o.ID, CausedAt: s.Now(),
	}
	if err := s.Notices.Send(ctx, told, paymentLinkFor); err != nil {
		return nil, fmt.Errorf("send payment link: %w", err)
	}
	for _, address := range []string{told.Mobile, told.Email} {
		if address != "" {
			sentTo = append(sentTo, notice.Masked(address))
		}
	}
	return sentTo, nil
}
