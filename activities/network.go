package activities

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/network"
)

// Network is the mobile network's provisioning system.
type Network struct{ gateway network.Gateway }

// NewNetwork needs the network's port.
func NewNetwork(g network.Gateway) *Network { return &Network{gateway: g} }

// ActivateLine switches the line on. It sets a state, so it may be repeated; after an unknown outcome the line's status
// decides whether another try is needed.
func (n *Network) ActivateLine(ctx context.Context, in contract.LineOrder) error {
	err := n.gateway.Activate(ctx, in.Key, network.Line{MSISDN: in.MSISDN, ICCID: in.ICCID, PlanID: in.PlanID})
	if errors.Is(err, gateway.ErrUnknown) {
		if status, statusErr := n.gateway.Status(ctx, in.MSISDN); statusErr == nil && status == network.LineActive {
			return nil
		}
	}
	return refusedBy("activate line", err, contract.FailNetworkRefused)
}

// DeactivateLine undoes ActivateLine.
func (n *Network) DeactivateLine(ctx context.Context, in contract.LineOrder) error {
	err := n.gateway.Deactivate(ctx, in.Key, in.MSISDN)
	return refusedBy("deactivate line", err, contract.FailNetworkRefused)
}
