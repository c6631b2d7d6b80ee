package network

import (
	"context"
	"errors"
	"slices"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
)

// SuspendLine takes a line out of service. Like all calls below it sets a state, and asks the network after an unknown
// outcome. A line that the new SIM already has needs no suspension: this call and the swap were made by a worker that died.
func (n *Activities) SuspendLine(ctx context.Context, in contract.SIMOrder) error {
	err := n.gateway.Suspend(ctx, in.Key+"-suspend", in.MSISDN, in.Primary)
	if errors.Is(err, gateway.ErrFinal) && in.ICCID != "" {
		if known, askErr := n.gateway.SIMs(ctx, in.MSISDN); askErr == nil && known.Primary == in.ICCID {
			return nil
		}
	}
	return n.inquireOutcome(ctx, "suspend line", in, err, func(s network.SIMs) bool { return s.Status == network.LineSuspended })
}

// SwapSIM gives the line to the new SIM; the old one stops working.
func (n *Activities) SwapSIM(ctx context.Context, in contract.SIMOrder) error {
	err := n.gateway.Swap(ctx, in.Key+"-swap", placeOf(in))
	return n.inquireOutcome(ctx, "swap sim", in, err, func(s network.SIMs) bool {
		return s.Primary == in.ICCID && s.Status == network.LineActive
	})
}

// RestoreSIM undoes SuspendLine and SwapSIM, whichever of them had their effect.
func (n *Activities) RestoreSIM(ctx context.Context, in contract.SIMOrder) error {
	known, err := n.gateway.SIMs(ctx, in.MSISDN)
	if errors.Is(err, gateway.ErrNotFound) {
		return nil // the network knows neither of them
	}
	if err != nil {
		return failure.MapPartner("restore sim", err, contract.FailNetworkRefused)
	}
	if in.ICCID != "" && known.Primary == in.ICCID {
		err = n.gateway.Swap(ctx, in.Key+"-restore", network.Place{MSISDN: in.MSISDN, ICCID: in.Primary, Primary: in.ICCID})
	} else {
		err = n.gateway.Resume(ctx, in.Key+"-resume", in.MSISDN, in.Primary)
	}
	return n.inquireOutcome(ctx, "restore sim", in, err, func(s network.SIMs) bool {
		return s.Primary == in.Primary && s.Status == network.LineActive
	})
}

// AddSIM adds a further SIM to the line.
func (n *Activities) AddSIM(ctx context.Context, in contract.SIMOrder) error {
	err := n.gateway.AddFurther(ctx, in.Key+"-add", placeOf(in))
	return n.inquireOutcome(ctx, "add sim", in, err, func(s network.SIMs) bool { return slices.Contains(s.Further, in.ICCID) })
}

// RemoveSIM takes a further SIM from the line.
func (n *Activities) RemoveSIM(ctx context.Context, in contract.SIMOrder) error {
	err := n.gateway.RemoveFurther(ctx, in.Key+"-remove", placeOf(in))
	return n.inquireOutcome(ctx, "remove sim", in, err, func(s network.SIMs) bool { return !slices.Contains(s.Further, in.ICCID) })
}

// SwitchPrimary makes a further SIM the primary one.
func (n *Activities) SwitchPrimary(ctx context.Context, in contract.SIMOrder) error {
	err := n.gateway.MakePrimary(ctx, in.Key+"-primary", placeOf(in))
	return n.inquireOutcome(ctx, "switch primary sim", in, err, func(s network.SIMs) bool { return s.Primary == in.ICCID })
}

// inquireOutcome asks, after an unknown outcome, whether the line is in the wanted state.
func (n *Activities) inquireOutcome(ctx context.Context, operation string, in contract.SIMOrder, err error, wanted func(network.SIMs) bool) error {
	if errors.Is(err, gateway.ErrUnknown) {
		if known, askErr := n.gateway.SIMs(ctx, in.MSISDN); askErr == nil && wanted(known) {
			return nil
		}
	}
	return failure.MapPartner(operation, err, contract.FailNetworkRefused)
}

func placeOf(in contract.SIMOrder) network.Place {
	return network.Place{MSISDN: in.MSISDN, ICCID: in.ICCID, Primary: in.Primary}
}
