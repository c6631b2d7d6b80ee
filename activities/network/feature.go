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

// SetFeature sets one setting of a line. It may be repeated: after an unknown outcome the network is asked for its settings,
// and its answer counts. While it gives none, the same key is sent again.
func (n *Activities) SetFeature(ctx context.Context, in contract.FeatureOrder) error {
	wanted := network.Feature{Name: string(in.Kind), Item: in.Item, Value: in.Value}
	err := n.gateway.SetFeature(ctx, in.Key, in.MSISDN, wanted)
	if errors.Is(err, gateway.ErrUnknown) {
		if known, askErr := n.gateway.Features(ctx, in.MSISDN); askErr == nil && slices.Contains(known, wanted) {
			return nil
		}
	}
	return failure.MapPartner("set feature", err, contract.FailSettingRefused)
}
