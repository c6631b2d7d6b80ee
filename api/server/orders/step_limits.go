package orders

import (
	"context"
	"errors"
	"time"

	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/ratelimit"
)

// StepLimits limit the information that order steps reveal to an unproven caller.
type StepLimits struct {
	*middleware.Core
	Notes   verification.NoteCache
	Numbers heldNumbers
}

// startedOn keeps the device that started an order: its number counts for that device, not for the next one.
const startedOn = "started-on:"

// countHold counts the number that do will hold for an order, and takes the count back if do holds none.
func (s *StepLimits) countHold(ctx context.Context, orderID string, do func() (contract.Order, error)) (contract.Order, error) {
	undo, err := s.PermitAtOnce(ctx, ratelimit.NumberHold, s.describeStarter(ctx, orderID), orderID, s.Numbers.ListHeldFor)
	if err != nil {
		return contract.Order{}, err
	}
	o, err := do()
	var refused *contract.Refusal
	if errors.As(err, &refused) {
		undo()
	}
	return o, err
}

// noteDevice remembers the device of a new order. If that fails, the address still counts.
func (s *StepLimits) noteDevice(ctx context.Context, orderID string) {
	settings, err := s.Settings(ctx)
	if err == nil {
		err = s.Notes.Note(ctx, startedOn+orderID, middleware.RequestOf(ctx).Session.DeviceID, settings.DraftTTL)
	}
	s.LogFailure(ctx, "note the device of an order", err)
}

func (s *StepLimits) describeStarter(ctx context.Context, orderID string) ratelimit.About {
	device, err := s.Notes.ReadNote(ctx, startedOn+orderID)
	s.LogFailure(ctx, "look for the device of an order", err)
	if device == "" {
		return nil
	}
	return ratelimit.About{ratelimit.Device: device}
}

// permitStep counts a step that the order allows now. The workflow refuses other steps, or has already answered them.
func (s *StepLimits) permitStep(ctx context.Context, step contract.Step, name ratelimit.Name, about ratelimit.About) error {
	if order.ValidateStep(middleware.RequestOf(ctx).Order.Order, step) != nil {
		return nil
	}
	return s.Permit(ctx, name, about)
}

// permitChange counts the number changes of an order.
func (s *StepLimits) permitChange(ctx context.Context) error {
	if order.MSISDN(middleware.RequestOf(ctx).Order.Order) == "" {
		return nil
	}
	return s.permitStep(ctx, contract.StepNumberSelection, ratelimit.NumberChange, nil)
}

// permitExtension counts by number and device: releasing and booking a number again gives no fresh extension.
func (s *StepLimits) permitExtension(ctx context.Context) error {
	o := middleware.RequestOf(ctx).Order.Order
	settings, err := s.Settings(ctx)
	if err != nil {
		return err
	}
	about := s.describeStarter(ctx, o.ID)
	if about == nil || order.ValidateExtension(o, settings.MaxExtensions) != nil {
		return nil
	}
	about[ratelimit.Mobile] = o.Booking.MSISDN
	return s.Permit(ctx, ratelimit.HoldExtension, about)
}

// heldNumbers returns the orders that hold a number, and until when.
type heldNumbers interface {
	ListHeldFor(ctx context.Context, orderIDs []string) (map[string]time.Time, error)
}

// permitPush counts pushes by their recipient, over all orders; after a refusal the limit is lower.
func (s *StepLimits) permitPush(ctx context.Context) error {
	o := middleware.RequestOf(ctx).Order.Order
	settings, err := s.Settings(ctx)
	if err != nil {
		return err
	}
	if _, err := order.IdentityPurpose(o, settings.IdentityTries); err != nil || o.Person == nil {
		return nil //nolint:nilerr // the workflow refuses it
	}
	person := ratelimit.About{ratelimit.IDNumber: o.Person.IDNumber}
	if o.Identity != nil && o.Identity.Status == contract.IdentityRejected {
		if err := s.Permit(ctx, ratelimit.IdentityPushAgain, person); err != nil {
			return err
		}
	}
	return s.Permit(ctx, ratelimit.IdentityPush, person)
}
