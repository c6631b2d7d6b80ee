package activities

import (
	"context"
	"errors"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/store"
)

// ESIM is the SM-DP+ that makes eSIM profiles.
type ESIM struct {
	gateway esim.Gateway
	store   *store.Store
}

// NewESIM needs the port to the SM-DP+, and the store to know whose each profile is.
func NewESIM(g esim.Gateway, s *store.Store) *ESIM { return &ESIM{gateway: g, store: s} }

// OrderProfile has a profile made and released. The reference makes a repeat answer with the same profile, so that after
// an unknown outcome the next try is the question. The profile is the order's in our books before its code is known to
// anybody: no report about it can come too early.
func (e *ESIM) OrderProfile(ctx context.Context, in contract.ProfileOrder) (contract.Profile, error) {
	iccid, err := e.gateway.Download(ctx, esim.Order{Reference: in.Reference(), EID: in.EID})
	if err != nil {
		return contract.Profile{}, refusedBy("download order", err, refusedProfile(err))
	}
	if err := e.claim(ctx, in, iccid); err != nil {
		return contract.Profile{}, err
	}
	code, err := e.gateway.Confirm(ctx, in.Reference(), iccid, in.EID)
	if err != nil {
		return contract.Profile{}, refusedBy("confirm order", err, refusedProfile(err))
	}
	return contract.Profile{
		ICCID: iccid, MatchingID: code.MatchingID, SMDPAddress: code.Address, State: contract.ProfileReleased, Issued: in.Issue,
	}, nil
}

func (e *ESIM) claim(ctx context.Context, in contract.ProfileOrder, iccid string) error {
	err := e.store.Profiles.Claim(ctx, in, iccid)
	if errors.Is(err, store.ErrConflict) {
		return final(contract.FailProfileOfAnother, fmt.Errorf("claim profile: %w", err), nil, nil)
	}
	return refused("claim profile", err)
}

// CancelProfile undoes OrderProfile, also when nobody knows whether a profile was made: ordered again under its reference
// it is the same one. A profile on the customer's phone is too late to cancel.
func (e *ESIM) CancelProfile(ctx context.Context, in contract.ProfileOrder) error {
	iccid := in.ICCID
	if iccid == "" {
		var err error
		iccid, err = e.gateway.Download(ctx, esim.Order{Reference: in.Reference(), EID: in.EID})
		if errors.Is(err, gateway.ErrFinal) {
			return nil // refused again: there never was one
		}
		if err != nil {
			return refused("find profile", err)
		}
		if err := e.claim(ctx, in, iccid); err != nil {
			return err
		}
	}
	if err := e.gateway.Cancel(ctx, in.Reference(), iccid); err != nil {
		return refusedBy("cancel profile", err, contract.FailCancelTooLate)
	}
	return refused("note cancelled profile", e.store.Profiles.Move(ctx, in.OrderID, iccid, contract.ProfileCancelled))
}

// refusedProfile is what the SM-DP+'s no means for the order.
func refusedProfile(err error) contract.Code {
	switch refusalCode(err) {
	case esim.CodeNoneLeft:
		return contract.FailProfileOutOfStock
	case esim.CodeEIDRefused, esim.CodeEIDUnsupported:
		return contract.FailDeviceUnsupported
	default:
		return contract.FailProfileRefused
	}
}
