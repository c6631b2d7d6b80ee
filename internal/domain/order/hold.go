package order

import (
	"time"

	"selfcare/internal/contract"
)

// HoldUntil returns the end of a hold when a step, an open payment or an open identity request needs the given time from now. A
// hold never gets shorter, and never exceeds its cap, counted from the booking.
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

// ExtendedUntil adds the window to the rest of a hold: a customer who presses "keep my number" early loses no time.
func ExtendedUntil(b contract.Booking, now time.Time, window, limit time.Duration) time.Time {
	if b.HeldUntil.After(now) {
		now = b.HeldUntil
	}
	return HoldUntil(b, now, window, limit)
}

// ValidateReplacement refuses a number that costs more than the lost one: the order is paid, and its price stands.
func ValidateReplacement(o contract.Order, price contract.Halalas) error {
	if o.Booking != nil && price > o.Booking.Price {
		return contract.RefuseField("msisdn", contract.FailNumberCostsMore)
	}
	return nil
}

// ValidateExtension refuses "keep my number" without a hold, or after the last extension.
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
