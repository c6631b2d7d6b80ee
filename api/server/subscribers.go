package server

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// AddSubscriber adds a number whose holder passed on the code sent to it.
func (s *Server) AddSubscriber(ctx context.Context, req gen.AddSubscriberRequestObject) (gen.AddSubscriberResponseObject, error) {
	asked, in := callOf(ctx), req.Body
	mobile, err := typedNumber("mobile_number", in.MobileNumber)
	if err != nil {
		return nil, err
	}
	line, err := s.addable(ctx, asked.lines, mobile)
	if err != nil {
		return nil, err
	}
	settings, err := s.settings(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.useCode(ctx, pinFor(string(gen.OtpSourceAddAccount)), mobile, in.Otp); err != nil {
		return nil, err
	}
	added := store.Subscription{LineID: line.ID, Nickname: in.Nickname, Email: in.Email}
	err = s.audited(ctx, accountAdded.of(line.ID), asked.user.ID, func(q *store.Queries) (err error) {
		added, err = q.AddSubAccount(ctx, asked.user.ID, added, settings.MaxSubAccounts)
		return err
	})
	if err != nil {
		return nil, refusedAddition(err)
	}
	added.MSISDN, added.Kind, added.Type = line.MSISDN, line.Kind, line.Type
	return gen.AddSubscriber201JSONResponse{Data: subscriberView(added)}, nil
}

func refusedAddition(err error) error {
	switch {
	case errors.Is(err, store.ErrTooMany):
		return contract.Refuse(contract.FailMaxAccounts)
	case errors.Is(err, store.ErrConflict):
		return contract.Refuse(contract.FailAccountAdded)
	default:
		return fmt.Errorf("add account: %w", err)
	}
}

// addressToAdd is where the code goes for a number that is to become a sub-account.
func (s *Server) addressToAdd(ctx context.Context, mobile string) (address, error) {
	asked := callOf(ctx)
	if asked.user.ID == "" {
		return address{}, contract.Refuse(contract.FailNotSignedIn)
	}
	lines, err := s.Store.Subscriptions(ctx, asked.user.ID)
	if err != nil {
		return address{}, fmt.Errorf("read lines: %w", err)
	}
	line, err := s.addable(ctx, lines, mobile)
	if err != nil {
		return address{}, err
	}
	return reachable(line)
}

// addable refuses what cannot become a sub-account beside the lines a user has.
func (s *Server) addable(ctx context.Context, lines []store.Subscription, mobile string) (store.Line, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return store.Line{}, err
	}
	at := slices.IndexFunc(lines, func(l store.Subscription) bool { return l.MSISDN == mobile })
	switch {
	case len(lines) == 0: // people who work for us
		return store.Line{}, contract.Refuse(contract.FailForbidden)
	case at >= 0 && lines[at].Main:
		return store.Line{}, contract.RefuseField("mobile_number", contract.FailOwnNumber)
	case at >= 0:
		return store.Line{}, contract.RefuseField("mobile_number", contract.FailAccountAdded)
	case len(lines)-1 >= settings.MaxSubAccounts:
		return store.Line{}, contract.Refuse(contract.FailMaxAccounts)
	}
	line, err := s.lineOf(ctx, mobile)
	if err != nil {
		return line, err
	}
	return line, line.Unguarded(s.Now())
}

// RenameSubscriber gives a sub-account another nickname.
func (s *Server) RenameSubscriber(ctx context.Context, req gen.RenameSubscriberRequestObject) (gen.RenameSubscriberResponseObject, error) {
	user, id := callOf(ctx).user, req.SubscriptionId
	err := s.audited(ctx, accountRenamed.of(id), user.ID, func(q *store.Queries) error {
		return q.RenameSubscription(ctx, user.ID, id, req.Body.Nickname)
	})
	return gen.RenameSubscriber204Response{}, accountError("rename account", err)
}

// DeleteSubscriber takes a sub-account from its user.
func (s *Server) DeleteSubscriber(ctx context.Context, req gen.DeleteSubscriberRequestObject) (gen.DeleteSubscriberResponseObject, error) {
	user, id := callOf(ctx).user, req.SubscriptionId
	err := s.audited(ctx, accountDeleted.of(id), user.ID, func(q *store.Queries) error {
		return q.EndSubscription(ctx, user.ID, id)
	})
	return gen.DeleteSubscriber204Response{}, accountError("delete account", err)
}

// accountError: somebody else's sub-account and none are the same to the caller.
func accountError(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound):
		return contract.Refuse(contract.FailAccountUnknown)
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
}
