package orders

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/ratelimit"
)

// contactCode binds a code to the order, not to a session: a guest may have none.
func contactCode(orderID string) verification.CodeKind {
	kind := verification.PinFor("contact")
	kind.Owner, kind.Limit = orderID, ratelimit.OrderCode
	return kind
}

// SendContactCode sends a code to a mobile or e-mail for the order.
func (s *WizardHandlers) SendContactCode(ctx context.Context, req gen.SendContactCodeRequestObject) (gen.SendContactCodeResponseObject, error) {
	o := middleware.RequestOf(ctx).Order.Order
	if err := order.ValidateStep(o, order.ContactStep(o)); err != nil {
		return nil, err
	}
	to := verification.Address{Mobile: optional.Value(req.Body.Mobile)}
	if req.Body.Channel == gen.ContactChannelEmail {
		to = verification.Address{Email: optional.Value(req.Body.Email)}
	}
	about := to.Mobile + to.Email
	if about == "" {
		return nil, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{string(req.Body.Channel): "field.required"}}
	}
	sent, err := s.Codes.SendCode(ctx, contactCode(o.ID), about, to)
	if err != nil {
		return nil, err
	}
	return gen.SendContactCode200JSONResponse{CodeUnderwayJSONResponse: gen.CodeUnderwayJSONResponse{Data: sent}}, nil
}

// ProvidePersonalInformation sets the customer's contact details.
func (s *WizardHandlers) ProvidePersonalInformation(ctx context.Context, req gen.ProvidePersonalInformationRequestObject) (gen.ProvidePersonalInformationResponseObject, error) {
	contact, err := s.contactOf(ctx, *req.Body)
	if err != nil {
		return nil, err
	}
	if err := s.checkContact(ctx, contact); err != nil {
		return nil, err
	}
	answer, err := s.Updates.Apply(ctx, contract.UpdateProvideContact, contact)
	return gen.ProvidePersonalInformation200JSONResponse{OrderJSONResponse: answer}, err
}

// checkContact refuses early a contact that needs a code; the order's own check decides.
func (s *WizardHandlers) checkContact(ctx context.Context, c contract.Contact) error {
	settings, err := s.Settings(ctx)
	if err != nil {
		return err
	}
	return order.ValidateContact(c, settings.VerifyContact)
}

// contactOf marks the proven parts of a contact: proven earlier in this order, in the account, or by a code. The order
// decides whether that is enough.
func (s *WizardHandlers) contactOf(ctx context.Context, in gen.PersonalInformation) (contract.Contact, error) {
	current := middleware.RequestOf(ctx)
	given := contract.Contact{FullName: in.FullName, Email: in.Email, Mobile: in.Mobile}
	account := contract.Contact{Mobile: current.User.Mobile}
	if current.OrderScope == permission.Assisted { // the account is that of a staff member
		account = contract.Contact{}
	} else if current.User.EmailConfirmed {
		account.Email = current.User.Email
	}
	known := []contract.Contact{order.VerifiedContact(current.Order.Order.Contact), account}
	contact, err := inputs.Contact(in, order.Verified(given, known...)...)
	if err != nil || in.Proof == nil {
		return contact, err
	}
	shown, err := s.takeContactByCode(ctx, contact, *in.Proof)
	contact.Verified = order.Verified(given, append(known, shown)...)
	return contact, err
}

// takeContactByCode takes the code back, after every early check, so that no refusal uses up a code.
func (s *WizardHandlers) takeContactByCode(ctx context.Context, c contract.Contact, proof gen.ContactProof) (contract.Contact, error) {
	o := middleware.RequestOf(ctx).Order.Order
	if err := order.ValidateStep(o, order.ContactStep(o)); err != nil {
		return contract.Contact{}, err
	}
	shown := contract.Contact{Mobile: c.Mobile}
	if proof.Channel == gen.ContactChannelEmail {
		shown = contract.Contact{Email: c.Email}
	}
	if err := s.Codes.UseCode(ctx, contactCode(o.ID), shown.Mobile+shown.Email, proof.Otp); err != nil {
		return shown, err
	}
	s.Codes.ProveContact(ctx, o.ID, verification.Address{Mobile: shown.Mobile, Email: shown.Email})
	return shown, nil
}
