package account

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/subaccount"
)

// AddSubscriber adds a number whose holder has shared the code sent to it.
func (s *AccountHandlers) AddSubscriber(ctx context.Context, req gen.AddSubscriberRequestObject) (gen.AddSubscriberResponseObject, error) {
	current, in := middleware.RequestOf(ctx), req.Body
	mobile, err := inputs.Number("mobile_number", in.MobileNumber)
	if err != nil {
		return nil, err
	}
	found, err := s.Access.FindLineToAdd(ctx, current.Lines, mobile)
	if err != nil {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Codes.UseCode(ctx, verification.PinFor(string(gen.OtpSourceAddAccount)), mobile, in.Otp); err != nil {
		return nil, err
	}
	if found.IsSuspended() { // the line was suspended after the code was sent
		return nil, contract.RefuseField("mobile_number", contract.FailLineSuspendedByOwner)
	}
	added := subaccount.Subscription{LineID: found.ID, Nickname: in.Nickname, Email: in.Email}
	err = s.Audit.changeAudited(ctx, accountAdded.of(found.ID), current.User.ID, func(q *store.Tx) (err error) {
		added, err = q.Subscriptions.AddSubAccount(ctx, current.User.ID, added, settings.MaxSubAccounts)
		return err
	})
	if err != nil {
		return nil, refusedAddition(err)
	}
	added.MSISDN, added.Kind, added.Type = found.MSISDN, found.Kind, found.Type
	return gen.AddSubscriber201JSONResponse{Data: subscriberView(added, line.Standing{Condition: found.Condition})}, nil
}

func refusedAddition(err error) error {
	switch {
	case errors.Is(err, storeerrors.ErrTooMany):
		return contract.Refuse(contract.FailMaxAccounts)
	case errors.Is(err, storeerrors.ErrConflict):
		return contract.Refuse(contract.FailAccountAdded)
	default:
		return fmt.Errorf("add account: %w", err)
	}
}

// RenameSubscriber gives a sub-account another nickname.
func (s *AccountHandlers) RenameSubscriber(ctx context.Context, req gen.RenameSubscriberRequestObject) (gen.RenameSubscriberResponseObject, error) {
	user, id := middleware.RequestOf(ctx).User, req.SubscriptionId
	err := s.Audit.changeAudited(ctx, accountRenamed.of(id), user.ID, func(q *store.Tx) error {
		return q.Subscriptions.Rename(ctx, user.ID, id, req.Body.Nickname)
	})
	return gen.RenameSubscriber204Response{}, accountError("rename account", err)
}

// DeleteSubscriber removes a sub-account from its user.
func (s *AccountHandlers) DeleteSubscriber(ctx context.Context, req gen.DeleteSubscriberRequestObject) (gen.DeleteSubscriberResponseObject, error) {
	user, id := middleware.RequestOf(ctx).User, req.SubscriptionId
	err := s.Audit.changeAudited(ctx, accountDeleted.of(id), user.ID, func(q *store.Tx) error {
		return q.Subscriptions.End(ctx, user.ID, id)
	})
	return gen.DeleteSubscriber204Response{}, accountError("delete account", err)
}

// accountError answers the same for another user's sub-account and for an unknown one.
func accountError(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, storeerrors.ErrNotFound):
		return contract.Refuse(contract.FailAccountUnknown)
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
}
