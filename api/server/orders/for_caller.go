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
	"selfcare/api/server/proofs"
	"selfcare/internal/contract"
	"selfcare/internal/domain/limit"
	"selfcare/internal/domain/link"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

const (
	// callerFor is how long somebody of ours works on an order for whoever calls.
	callerFor = 30 * time.Minute
	// paymentLinkFor is how long the message with the link to pay is of use.
	paymentLinkFor = time.Hour
)

type auditLog interface {
	Write(ctx context.Context, e store.AuditEntry) error
}

// callerCode counts for one order, or for a new one, and for the session that asked for it alone.
func callerCode(orderID string) proofs.CodeKind {
	kind := proofs.PinFor("caller")
	kind.Bound, kind.Limit = orderID, limit.CallerCode
	return kind
}

// SendCallerCode sends a code to whoever calls: to where their order says, or to the mobile of a new one.
func (s *WizardHandlers) SendCallerCode(ctx context.Context, req gen.SendCallerCodeRequestObject) (gen.SendCallerCodeResponseObject, error) {
	orderID, to, err := s.caller(ctx, optional.Value(req.Body.OrderId), optional.Value(req.Body.Mobile), optional.Value(req.Body.By) == gen.SendCallerCodeJSONBodyByEmail)
	if err != nil {
		return nil, err
	}
	sent, err := s.Codes.SendCode(ctx, callerCode(orderID), callerOf(orderID, to), to)
	if err != nil {
		return nil, err
	}
	return gen.SendCallerCode200JSONResponse{CodeUnderwayJSONResponse: gen.CodeUnderwayJSONResponse{Data: sent}}, nil
}

// callerOf is what a code is about: the order, wherever of its addresses it was sent, or the mobile of a new one.
func callerOf(orderID string, to proofs.Address) string {
	if orderID != "" {
		return orderID
	}
	return to.Mobile
}

// caller is where somebody is reached who calls about an order, or wants one.
func (s *WizardHandlers) caller(ctx context.Context, orderID, mobile string, byEmail bool) (id string, to proofs.Address, err error) {
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
	if to == (proofs.Address{}) {
		return "", to, contract.Refuse(contract.FailCallerContact)
	}
	return orderID, to, nil
}

// openOrder is an order whose wizard is not over.
func (s *WizardHandlers) openOrder(ctx context.Context, id string) (contract.Order, error) {
	record, err := s.Orders.Get(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return contract.Order{}, contract.Refuse(contract.FailOrderNotFound)
	case err != nil:
		return contract.Order{}, fmt.Errorf("read order: %w", err)
	case record.Order.Stage != contract.StageWizard:
		return contract.Order{}, contract.Refuse(contract.FailOrderClosed)
	}
	return record.Order, nil
}

// OpenForCaller gives whoever of ours has the caller's code a session of the order, which counts with their own alone.
func (s *WizardHandlers) OpenForCaller(ctx context.Context, req gen.OpenForCallerRequestObject) (gen.OpenForCallerResponseObject, error) {
	in, current := *req.Body, middleware.RequestOf(ctx)
	orderID := optional.Value(in.OrderId)
	var to proofs.Address
	var err error
	if orderID == "" {
		to.Mobile, err = inputs.Mobile("mobile", optional.Value(in.Mobile))
		if err == nil && in.Start == nil {
			err = &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"start": "field.required"}}
		}
	}
	if err != nil {
		return nil, err
	}
	if err := s.Codes.UseCode(ctx, callerCode(orderID), callerOf(orderID, to), in.Otp); err != nil {
		return nil, err
	}
	o, err := s.forCaller(ctx, orderID, in.Start)
	if err != nil {
		return nil, err
	}
	session := s.Derive.Token("caller session", o.ID, current.User.ID, current.Key)
	hash, _ := middleware.TokenHash(session) // ours, so well formed
	expires := s.Now().Add(callerFor).UTC()
	if err := s.Orders.GrantAgent(ctx, o.ID, hash, current.User.ID, expires); err != nil {
		return nil, fmt.Errorf("grant order session: %w", err)
	}
	err = s.Entries.Write(ctx, store.AuditEntry{
		Key: "opened-for-caller/" + current.User.ID + "/" + current.Key, OrderID: o.ID, Actor: current.User.ID, Action: "opened-for-caller",
	})
	if err != nil {
		return nil, fmt.Errorf("note an order opened for a caller: %w", err)
	}
	return gen.OpenForCaller200JSONResponse{OrderId: o.ID, OrderNumber: o.Number, OrderSessionId: session, ExpiresAt: expires}, nil
}

// forCaller is the order that is asked for, or a new one. It is nobody's account's: least of all that of whoever answers the call.
func (s *WizardHandlers) forCaller(ctx context.Context, orderID string, start *struct {
	Kind         gen.OpenForCallerJSONBodyStartKind         `json:"kind"`
	NumberSource gen.OpenForCallerJSONBodyStartNumberSource `json:"numberSource"`
},
) (contract.Order, error) {
	if orderID != "" {
		return s.openOrder(ctx, orderID)
	}
	draft := contract.Order{Kind: contract.Kind(start.Kind), NumberSource: contract.NumberSource(start.NumberSource), Stage: contract.StageWizard}
	if err := order.MayStart(draft, ""); err != nil {
		return draft, err
	}
	input, _, err := s.newOrder(ctx, draft)
	if err != nil {
		return draft, err
	}
	input.Subject = ""
	return s.startWith(ctx, input, "")
}

// SendPaymentLink sends the customer of an order the link to pay it.
func (s *WizardHandlers) SendPaymentLink(ctx context.Context, req gen.SendPaymentLinkRequestObject) (gen.SendPaymentLinkResponseObject, error) {
	o, err := s.openOrder(ctx, req.Id)
	switch {
	case err != nil:
		return nil, err
	case order.PaidPayment(o) != nil:
		return nil, contract.Refuse(contract.FailAlreadyPaid)
	case o.Contact == nil:
		return nil, contract.Refuse(contract.FailCallerContact)
	}
	if err := order.MayTake(o, contract.StepPayment); err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, limit.PaymentLink, limit.About{limit.Order: o.ID}); err != nil {
		return nil, err
	}
	current := middleware.RequestOf(ctx)
	err = s.Entries.Write(ctx, store.AuditEntry{
		Key: "payment-link/" + current.User.ID + "/" + current.Key, OrderID: o.ID, Actor: current.User.ID, Action: "payment-link-sent",
	})
	if err != nil {
		return nil, fmt.Errorf("note a payment link: %w", err)
	}
	told := contract.Notice{
		OrderID: s.Derive.ID("notice", o.ID, current.Key), Key: "pay", Template: link.MessageToPay, Language: o.Language,
		Mobile: o.Contact.Mobile, Email: o.Contact.Email, Params: map[string]string{"order": o.Number, "price": money.Riyals(o.Price.Total)},
		Opens: o.ID, CausedAt: s.Now(),
	}
	if err := s.Notices.Send(ctx, told, paymentLinkFor); err != nil {
		return nil, fmt.Errorf("send payment link: %w", err)
	}
	sentTo := []string{}
	for _, address := range []string{told.Mobile, told.Email} {
		if address != "" {
			sentTo = append(sentTo, notice.Masked(address))
		}
	}
	return gen.SendPaymentLink200JSONResponse{SentTo: sentTo}, nil
}
