package order

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
)

// Promised sets the time by which the profile will be ready. An order with a profile stays as it is.
func Promised(o contract.Order, by time.Time) contract.Order {
	if o.Profile != nil {
		return o
	}
	o.Profile = &contract.Profile{State: contract.ProfileOrdered, PromisedBy: by}
	if o.Stage == contract.StageHeld && o.Held != nil {
		held := *o.Held
		held.From = contract.StagePreparing
		o.Held = &held
		return o
	}
	o.Stage = contract.StagePreparing
	return o
}

// WithProfile sets the state of the profile; a held order will resume from the stage that the profile has reached.
func WithProfile(o contract.Order, p contract.Profile) contract.Order {
	if o.Profile != nil {
		p.PromisedBy = o.Profile.PromisedBy
	}
	o.Profile = &p
	if o.Stage == contract.StageHeld && o.Held != nil {
		held := *o.Held
		held.From = stageAfterProfile(held.From, p.State)
		o.Held = &held
		return o
	}
	o.Stage = stageAfterProfile(o.Stage, p.State)
	return o
}

// stageAfterProfile moves the stage forwards with the profile: the code is released, then the profile is on the phone.
func stageAfterProfile(stage contract.Stage, state contract.ProfileState) contract.Stage {
	switch {
	case state == contract.ProfileReleased && stage == contract.StagePreparing:
		return contract.StageDispatched
	case IsOnPhone(state) && (stage == contract.StagePreparing || stage == contract.StageDispatched):
		return contract.StageDelivered
	default:
		return stage
	}
}

// IsOnPhone tells whether a profile is on the customer's phone, where it cannot be revoked.
func IsOnPhone(state contract.ProfileState) bool {
	return state == contract.ProfileDownloaded || state == contract.ProfileInstalled
}

// IsProfileIssued tells whether the customer was given a profile to install.
func IsProfileIssued(o contract.Order) bool {
	return o.Profile != nil && o.Profile.State != contract.ProfileOrdered && o.Profile.State != contract.ProfileCancelled
}

// ReissuesLeft returns how many more profiles the customer may request without support.
func ReissuesLeft(o contract.Order, limit int) int {
	if o.Profile == nil {
		return limit
	}
	return max(0, limit-max(0, o.Profile.Issued-1))
}

// ValidateInstallation refuses to send an unusable code: none is released yet, it failed, or the eSIM is installed.
func ValidateInstallation(o contract.Order) error {
	switch {
	case o.Stage.Closed():
		return contract.Refuse(contract.FailOrderClosed)
	case o.Profile != nil && IsOnPhone(o.Profile.State):
		return contract.Refuse(contract.FailProfileInstalled)
	case o.Contact == nil || o.Profile == nil || o.Profile.State != contract.ProfileReleased:
		return contract.Refuse(contract.FailProfileNotReady)
	default:
		return nil
	}
}

// ValidateReissue refuses another profile when there is none to replace, after the installation, when it could not help, and
// above the limit.
func ValidateReissue(o contract.Order, in contract.ReissueRequest, limit int) error {
	switch {
	case o.Stage.Closed():
		return contract.Refuse(contract.FailOrderClosed)
	case o.Profile != nil && o.Profile.State == contract.ProfileInstalled:
		return contract.Refuse(contract.FailProfileInstalled)
	case !IsProfileIssued(o) || o.Stage == contract.StageCancelling:
		return contract.Refuse(contract.FailProfileNotReady)
	case ReissuesLeft(o, limit) == 0:
		return contract.Refuse(contract.FailReissueLimit)
	case o.Stage == contract.StageHeld:
		return contract.Refuse(contract.FailProfileNotReady)
	case in.Device == nil && esim.NeedsOtherDevice(o.Profile.ErrorCode):
		return contract.Refuse(contract.FailDeviceUnsupported)
	case in.Device != nil:
		return esim.ValidateDevice(*in.Device)
	default:
		return nil
	}
}
