// Package network switches lines and their SIMs in the mobile network.
package network

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
)

// Activities calls the mobile network's provisioning system.
type Activities struct{ gateway network.Gateway }

// New takes the network's port.
func New(g network.Gateway) *Activities { return &Activities{gateway: g} }

// ActivateLine switches the line on. It sets a state, so it may be repeated; after an unknown outcome the line's status
// decides whether another try is needed.
func (n *Activities) ActivateLine(ctx context.Context, in contract.LineOrder) error {
	err := n.gateway.Activate(ctx, in.Key, network.Line{MSISDN: in.MSISDN, ICCID: in.ICCID, PlanID: in.PlanID})
	if errors.Is(err, gateway.ErrUnknown) {
		if status, statusErr := n.gateway.Status(ctx, in.MSISDN); statusErr == nil && status == network.LineActive {
			return nil
		}
	}
	return failure.MapPartner("activate line", err, contract.FailNetworkRefused)
}

// DeactivateLine undoes ActivateLine. Its key differs, so that the network does not take it for a repeat of that call.
func (n *Activities) DeactivateLine(ctx context.Context, in contract.LineOrder) error {
	err := n.gateway.Deactivate(ctx, in.Key+"-off", in.MSISDN)
	return failure.MapPartner("deactivate line", err, contract.FailNetworkRefused)
}
