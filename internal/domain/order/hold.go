package order

import (
	"time"

	"selfcare/internal/contract"
)

// HoldUntil is how long a hold lasts when something (a step, an open payment, an open identity request) asks for window
// from now: never shorter than it was, never past the cap counted from when the number was booked.
func HoldUntil(b contract.Booking, now time.Time, window, limit time.Duration) time.Time {
	until := now.Add(window)
	if latest := b.HeldSince.Add(limit); until.After(latest) {
		until = latest
	}
	if until.Before(b.HeldUntil) {
		return b.HeldUntil
	}
	return until
}

// ExtendedUntil adds the window to what is left of a hold: the customer who presses "keep my number" early loses no time.
func ExtendedUntil(b contract.Booking, now time.Time, window, limit time.Duration) time.Time {
	if b.HeldUntil.After(now) {
		now = b.HeldUntil
	}
	return HoldUntil(b, now, window, limit)
}

// ValidateExtension refuses the customer's "keep my number" when there is nothing to keep or it was used up.
func ValidateExtension(o contract.Order, maxExtensions int) error {
	switch {
	case o.Stage.Closed():
		return contract.Refuse(contract.FailOrderClosed)
	case o.Stage != contract.StageWizard || o.Booking == nil:
		return contract.Refuse(contract.FailStepOutOfOrder)
	case o.Booking.Expired:
		return contract.Refuse(contract.FailHoldExpired)
	case o.Booking.Extensions >= maxExtensions:
		return contract.Refuse(contract.FailHoldLimit)
	default:
		return nil
	}
}
