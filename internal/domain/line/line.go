// Package line holds the rules on changing a line and its SIMs as pure functions.
package line

import (
	"strings"
	"time"

	"selfcare/internal/contract"
)

// riyadh has no summer time.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// Condition is the state of a line that decides on its changes.
type Condition struct {
	Status         contract.LineStatus
	GuardedUntil   time.Time // after its SIM changed hands
	SuspendedSince time.Time // its owner suspended it
}

// IsSuspended tells whether the owner has suspended the line.
func (c Condition) IsSuspended() bool { return !c.SuspendedSince.IsZero() }

// ReceivesMessages tells whether messages reach the line.
func (c Condition) ReceivesMessages() bool {
	return c.Status == contract.LineActive && !c.IsSuspended()
}

// ValidateChange refuses a sensitive change of a line that is blocked or suspended, or whose SIM was replaced recently.
func (c Condition) ValidateChange(now time.Time) error {
	if c.Status == contract.LineActive && c.IsSuspended() {
		return contract.Refuse(contract.FailLineSuspendedByOwner)
	}
	return c.ValidateReplacement(now)
}

// ValidateReplacement is ValidateChange for a new SIM. It allows a line that its owner suspended, because the new SIM ends the
// suspension.
func (c Condition) ValidateReplacement(now time.Time) error {
	switch c.Status {
	case contract.LineActive:
		return c.ValidateGuard(now)
	case contract.LineSuspended, contract.LineBlocked:
		return contract.Refuse(contract.FailLineBlocked)
	case contract.LineEnded:
		return contract.Refuse(contract.FailNumberAbsent)
	default:
		return contract.Refuse(contract.FailLineBlocked)
	}
}

// ValidateGuard refuses risky changes for a time after a new SIM, because the SIM may be in the wrong hands.
func (c Condition) ValidateGuard(now time.Time) error {
	if now.Before(c.GuardedUntil) {
		return contract.RefuseWith(contract.FailLineGuarded, map[string]string{"until": FormatMoment(c.GuardedUntil)})
	}
	return nil
}

// Claim is a running change of a line. It excludes other changes meanwhile.
type Claim struct {
	Holder      string
	OrderNumber string    // empty for a change without an order
	Until       time.Time // expected end
}

// RefuseBusy returns the refusal of a change while another one runs.
func RefuseBusy(by Claim) error {
	if err := ValidateStays(by); err != nil {
		return err
	}
	if by.OrderNumber == "" {
		return contract.Refuse(contract.FailLineBusyNow)
	}
	return contract.RefuseWith(contract.FailLineBusy, map[string]string{"order": by.OrderNumber, "until": FormatMoment(by.Until)})
}

// ValidateStays refuses changes of a line that is about to leave or to end; the customer has to stop that first. Other claims pass.
func ValidateStays(by Claim) error {
	until := map[string]string{"until": FormatMoment(by.Until)}
	switch {
	case strings.HasPrefix(by.Holder, contract.HolderPortOut):
		return contract.RefuseWith(contract.FailLinePortingOut, until)
	case strings.HasPrefix(by.Holder, contract.HolderDeactivation):
		return contract.RefuseWith(contract.FailLineEnding, until)
	default:
		return nil
	}
}

// FormatMoment formats a time in Riyadh for a text parameter.
func FormatMoment(at time.Time) string { return at.In(riyadh).Format(contract.MomentLayout) }

// SIM is the state of a SIM that decides on its changes.
type SIM struct {
	Primary bool
	State   contract.SIMState
}

// ValidatePrimary refuses a SIM that is not active.
func (s SIM) ValidatePrimary() error { return s.works() }

// ValidateDeactivation refuses the primary SIM: another SIM must replace it first.
func (s SIM) ValidateDeactivation() error {
	if s.Primary {
		return contract.Refuse(contract.FailSIMPrimary)
	}
	return s.works()
}

func (s SIM) works() error {
	switch s.State {
	case contract.SIMActive:
		return nil
	case contract.SIMPending:
		return contract.Refuse(contract.FailSIMPending)
	case contract.SIMInactive:
		return contract.Refuse(contract.FailSIMInactive)
	default:
		return contract.Refuse(contract.FailSIMUnknown)
	}
}

// FeeUntil returns the end of the fee for a SIM that was deactivated at a time: the first of the next month in Riyadh.
func FeeUntil(deactivated time.Time) time.Time {
	local := deactivated.In(riyadh)
	return time.Date(local.Year(), local.Month()+1, 1, 0, 0, 0, 0, riyadh).UTC()
}

// ValidateReplacement refuses a reason or a phone that does not fit the new SIM type.
func ValidateReplacement(kind contract.Kind, in contract.ReplacementRequest) error {
	switch {
	case kind == contract.KindSIMReplacement && in.Reason == contract.ReplaceToESIM:
		return contract.RefuseField("reason", contract.FailNotToESIM)
	case kind == contract.KindESIMReplacement && !eSIMPhone(in.Device):
		return contract.RefuseField("device", contract.FailDeviceRequired)
	default:
		return nil
	}
}

// ValidateNewSIM refuses a further eSIM without its phone.
func ValidateNewSIM(simType contract.SIMType, in contract.ExtraSIMRequest) error {
	if simType == contract.SIMEmbedded && !eSIMPhone(in.Device) {
		return contract.RefuseField("device", contract.FailDeviceRequired)
	}
	return nil
}

func eSIMPhone(d *contract.Device) bool { return d != nil && (d.EID != "" || d.Model != "") }
