package server

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/port"
	"selfcare/internal/store"
)

// RequestReplacement says which line gets a new SIM and why. What can be refused at once is, so that no code is used up for it;
// the order's own check is the one that counts.
func (s *Server) RequestReplacement(ctx context.Context, req gen.RequestReplacementRequestObject) (gen.RequestReplacementResponseObject, error) {
	o := callOf(ctx).order.Order
	if err := order.MayTake(o, contract.StepReplacementRequest); err != nil {
		return nil, err
	}
	found, err := s.lineToReplace(ctx, *req.Body)
	if err != nil {
		return nil, err
	}
	asked := contract.ReplacementRequest{
		LineID: found.ID, IDNumber: req.Body.IdNumber, Reason: string(req.Body.Reason), Device: deviceOf(req.Body.Device),
		DisputeURL: s.disputeURL(ctx, o.ID, found.ID),
	}
	if err := errors.Join(line.MayReplace(o.Kind, asked), s.checkDevice(ctx, asked.Device)); err != nil {
		return nil, err
	}
	if err := s.mayChange(ctx, found, o.ID); err != nil {
		return nil, err
	}
	if err := s.useCode(ctx, pinFor(string(gen.OtpSourceReplacement)), found.MSISDN, req.Body.Otp); err != nil {
		return nil, err
	}
	answer, err := s.take(ctx, contract.UpdateRequestReplacement, asked)
	return gen.RequestReplacement200JSONResponse{OrderJSONResponse: answer}, err
}

// lineToReplace is a line of the account or one named by its number; either way the ID has to be its owner's.
func (s *Server) lineToReplace(ctx context.Context, in gen.RequestReplacementJSONRequestBody) (store.Line, error) {
	found, err := s.namedLine(ctx, valueOf(in.SubscriptionId), valueOf(in.Msisdn), in.IdNumber)
	if err != nil {
		return found, err
	}
	if err := s.permitIDGuess(ctx, found.MSISDN); err != nil {
		return found, err
	}
	under, err := s.Store.LineUnder(ctx, found.MSISDN, in.IdNumber)
	if err != nil {
		return found, fmt.Errorf("check the owner of a line: %w", err)
	}
	if !under {
		return found, contract.RefuseField("idNumber", contract.FailIDNotOfNumber)
	}
	return found, nil
}

func (s *Server) namedLine(ctx context.Context, subscriptionID, msisdn, idNumber string) (store.Line, error) {
	if subscriptionID != "" {
		return s.lineOfAccount(ctx, subscriptionID)
	}
	mobile, err := typedNumber("msisdn", msisdn)
	if err != nil {
		return store.Line{}, err
	}
	found, err := s.lineFor(ctx, string(gen.OtpSourceReplacement), mobile)
	var refused *contract.Refusal
	if errors.As(err, &refused) {
		return found, s.onItsWay(ctx, mobile, idNumber, contract.RefuseField("msisdn", refused.Code))
	}
	return found, err
}

// onItsWay takes the place of the refusal of a number that is not ours yet: whoever knows the ID under which it is being
// brought over is told the order that has to be finished first. Others learn nothing.
func (s *Server) onItsWay(ctx context.Context, mobile, idNumber string, refusal error) error {
	var refused *contract.Refusal
	if !errors.As(refusal, &refused) || refused.Code != contract.FailNotOurNumber {
		return refusal
	}
	if err := s.permitIDGuess(ctx, mobile); err != nil {
		return err
	}
	record, err := s.Store.PortUnder(ctx, mobile, idNumber)
	if errors.Is(err, store.ErrNotFound) {
		return refusal
	}
	if err != nil {
		return fmt.Errorf("look for a port: %w", err)
	}
	settings, err := s.settings(ctx)
	if err != nil {
		return err
	}
	now := s.Now()
	days, err := s.Store.Calendar(ctx, settings, now)
	if err != nil {
		return fmt.Errorf("read the calendar: %w", err)
	}
	return line.Busy(record.Order.Number, port.Due(days, *record.Order.Port, now, settings.Site.PortInWorkingDays))
}

func (s *Server) lineOfAccount(ctx context.Context, subscriptionID string) (store.Line, error) {
	chosen, err := s.accountLine(ctx, subscriptionID)
	if err != nil {
		return store.Line{}, err
	}
	found, err := s.Store.LineByID(ctx, chosen.LineID)
	if err != nil {
		return found, fmt.Errorf("read line: %w", err)
	}
	return found, nil
}

// accountLine finds a line of whoever is signed in.
func (s *Server) accountLine(ctx context.Context, subscriptionID string) (store.Subscription, error) {
	user := callOf(ctx).user
	if user.ID == "" {
		return store.Subscription{}, contract.Refuse(contract.FailNotSignedIn)
	}
	lines, err := s.Store.Subscriptions(ctx, user.ID)
	if err != nil {
		return store.Subscription{}, fmt.Errorf("read lines: %w", err)
	}
	chosen, ok := chosenLine(lines, subscriptionID)
	if !ok || chosen.LineID == "" {
		return chosen, contract.Refuse(contract.FailAccountUnknown)
	}
	return chosen, nil
}

// replacementAddress is where the code goes for replacing the SIM of a line: its number, and the account's e-mail, because a
// lost SIM receives nothing. Who is not signed in has shown the owner's ID before.
func (s *Server) replacementAddress(ctx context.Context, mobile string) (address, error) {
	found, err := s.lineFor(ctx, string(gen.OtpSourceReplacement), mobile)
	if err != nil {
		return address{}, err
	}
	mine, err := s.isMine(ctx, found.ID)
	if err != nil {
		return address{}, err
	}
	if !mine {
		if _, err := s.provenAddress(ctx, string(gen.OtpSourceReplacement), mobile); err != nil {
			return address{}, err
		}
	}
	to := address{mobile: found.MSISDN, email: found.Contact.Email}
	if found.Kind == store.LineData {
		to.mobile = found.Contact.Mobile
	}
	holders, err := s.Store.Holders(ctx, found.ID)
	if err != nil {
		return to, fmt.Errorf("find holders: %w", err)
	}
	if len(holders) > 0 && holders[0].EmailConfirmed {
		to.email = holders[0].Email
	}
	return to, nil
}
