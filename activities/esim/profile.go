// Package esim orders eSIM profiles from the SM-DP+.
package esim

import (
	"context"
	"errors"
	"fmt"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/esim"
	storeerrors "selfcare/internal/store/errors"
)

// Activities calls the SM-DP+ that makes eSIM profiles.
type Activities struct {
	gateway  esim.Gateway
	profiles profiles
}

// profiles records which order each profile belongs to; storeerrors.ErrConflict if it belongs to another order.
type profiles interface {
	Claim(ctx context.Context, in contract.ProfileOrder, iccid string) error
	Move(ctx context.Context, orderID, iccid string, state contract.ProfileState) error
}

// New takes the port to the SM-DP+ and the table of profiles.
func New(g esim.Gateway, p profiles) *Activities { return &Activities{gateway: g, profiles: p} }

// OrderProfile orders a profile and releases it. The reference is the idempotency key, so after an unknown outcome the repeat
// gets the same profile. Our books link the profile to its order before its code is released, so no report about it can come
// too early.
func (e *Activities) OrderProfile(ctx context.Context, in contract.ProfileOrder) (contract.Profile, error) {
	order := esim.Order{Reference: in.Reference(), EID: in.EID}
	iccid, err := e.gateway.Download(ctx, order)
	if err != nil {
		return contract.Profile{}, failure.MapPartner("download order", err, refusedProfile(err))
	}
	if err := e.claim(ctx, in, iccid); err != nil {
		return contract.Profile{}, err
	}
	order.ICCID = iccid
	code, err := e.gateway.Confirm(ctx, order)
	if err != nil {
		return contract.Profile{}, failure.MapPartner("confirm order", err, refusedProfile(err))
	}
	return contract.Profile{
		ICCID: iccid, MatchingID: code.MatchingID, SMDPAddress: code.Address, State: contract.ProfileReleased, Issued: in.Issue,
	}, nil
}

func (e *Activities) claim(ctx context.Context, in contract.ProfileOrder, iccid string) error {
	err := e.profiles.Claim(ctx, in, iccid)
	if errors.Is(err, storeerrors.ErrConflict) {
		return failure.Final(contract.FailProfileOfAnother, fmt.Errorf("claim profile: %w", err), nil, nil)
	}
	return failure.Map("claim profile", err)
}

// CancelProfile undoes OrderProfile, also when it is unknown whether a profile was made: a repeat of the order under its
// reference finds it. A profile on the customer's phone is too late to cancel, and is recorded as downloaded, because its
// order may never have known it.
func (e *Activities) CancelProfile(ctx context.Context, in contract.ProfileOrder) error {
	order := esim.Order{Reference: in.Reference(), EID: in.EID, ICCID: in.ICCID, MatchingID: in.MatchingID}
	if order.ICCID == "" {
		iccid, err := e.gateway.Download(ctx, order)
		if errors.Is(err, gateway.ErrFinal) {
			return nil // refused again: there never was one
		}
		if err != nil {
			return failure.Map("find profile", err)
		}
		if err := e.claim(ctx, in, iccid); err != nil {
			return err
		}
		order.ICCID = iccid
	}
	err := e.gateway.Cancel(ctx, order)
	if now, known := outcomeOf(err); known {
		if noted := e.profiles.Move(ctx, in.OrderID, order.ICCID, now); noted != nil {
			return failure.Map("note profile", noted)
		}
	}
	return failure.MapPartner("cancel profile", err, contract.FailCancelTooLate)
}

// outcomeOf returns the state of a profile after the SM-DP+ accepted or refused its cancellation.
func outcomeOf(err error) (now contract.ProfileState, known bool) {
	if err == nil {
		return contract.ProfileCancelled, true
	}
	return contract.ProfileDownloaded, errors.Is(err, gateway.ErrFinal)
}

// refusedProfile maps a refusal of the SM-DP+ to the code of the order.
func refusedProfile(err error) contract.Code {
	switch failure.PartnerCode(err) {
	case esim.CodeNoneLeft:
		return contract.FailProfileOutOfStock
	case esim.CodeEIDRefused, esim.CodeEIDUnsupported:
		return contract.FailDeviceUnsupported
	default:
		return contract.FailProfileRefused
	}
}
