package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	userstore "selfcare/internal/store/user"
)

// CreateOrderAccount creates the account of an order's new line, and signs in. The order has proven the person, this session the contact.
func (s *LoginHandlers) CreateOrderAccount(ctx context.Context, _ gen.CreateOrderAccountRequestObject) (gen.CreateOrderAccountResponseObject, error) {
	current := middleware.RequestOf(ctx)
	if current.User.ID != "" {
		return nil, contract.Refuse(contract.FailForbidden)
	}
	o := current.Order.Order
	if err := order.ValidateAccount(o, s.Now()); err != nil {
		return nil, err
	}
	proven, err := s.provenContact(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.Registration, nil); err != nil {
		return nil, err
	}
	line, err := s.lineOfOrder(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := s.validateNoAccount(ctx, line.MSISDN, proven); err != nil {
		return nil, err
	}
	token, user, err := s.openAccount(ctx, line, proven.Email)
	if err != nil {
		return nil, err
	}
	s.Codes.DropContactProof(ctx, o.ID)
	var answer gen.CreateOrderAccount201JSONResponse
	answer.Data.AuthToken, answer.Data.Roles = token, user.Roles
	return answer, nil
}

// provenContact returns the addresses that the order has proven, once this session has shown one of their codes.
func (s *LoginHandlers) provenContact(ctx context.Context, o contract.Order) (contract.Contact, error) {
	shown, err := s.Codes.ReadProvenContact(ctx, o.ID, o.Contact)
	proven := order.VerifiedContact(o.Contact)
	if shown.Mobile != "" {
		proven.Mobile = shown.Mobile
	}
	proven.Email = strings.ToLower(proven.Email)
	return proven, err
}

// lineOfOrder finds the order's line while it belongs to the order's person and may get an account.
func (s *LoginHandlers) lineOfOrder(ctx context.Context, o contract.Order) (linestore.Line, error) {
	line, err := s.Access.LineOf(ctx, order.MSISDN(o))
	if err != nil {
		return line, err
	}
	if o.Person == nil || line.Person.IDNumber != o.Person.IDNumber {
		return line, contract.Refuse(contract.FailOrderNoAccount)
	}
	return line, line.ValidateChange(s.Now())
}

// validateNoAccount refuses a customer who has an account already: of the line, or under a proven address.
func (s *LoginHandlers) validateNoAccount(ctx context.Context, msisdn string, proven contract.Contact) error {
	if err := s.validateFree(ctx, msisdn, contract.FailNumberHasUser); err != nil || proven.Mobile == "" {
		return err
	}
	return s.validateFree(ctx, proven.Mobile, contract.FailContactHasUser)
}

func (s *LoginHandlers) validateFree(ctx context.Context, mobile string, taken contract.Code) error {
	_, err := s.Users.ByMobile(ctx, mobile)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("look for an account: %w", err)
	default:
		return contract.Refuse(taken)
	}
}

// openAccount creates the user and the session together, so that a failure leaves neither. No password has the hash of the user.
func (s *LoginHandlers) openAccount(ctx context.Context, line linestore.Line, email string) (token string, user userstore.User, err error) {
	user = newCustomer(line, email, absentHash)
	user.ID = uuid.NewString()
	create := func(q *store.Tx) error {
		unconfirmed := user
		unconfirmed.Email = ""
		if _, err := q.Users.Register(ctx, unconfirmed, line.ID); err != nil || email == "" {
			return err
		}
		return q.Users.ConfirmEmail(ctx, user.ID, email)
	}
	current := middleware.RequestOf(ctx)
	token, err = s.Sessions.openUserSession(ctx, user, providerOTP, current.Token, current.Session.DeviceID, create)
	switch {
	case errors.Is(err, userstore.ErrRegistered):
		err = contract.Refuse(contract.FailNumberHasUser)
	case errors.Is(err, userstore.ErrEmailTaken):
		err = contract.Refuse(contract.FailEmailInUse)
	}
	return token, user, err
}
