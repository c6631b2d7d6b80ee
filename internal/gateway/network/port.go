// Package network is the port to the mobile network's provisioning system (HLR/HSS).
package network

import "context"

// LineStatus is a line's state in the network.
type LineStatus string

// Line states.
const (
	LineActive   LineStatus = "active"
	LineInactive LineStatus = "inactive"
)

// Line is what is switched on.
type Line struct {
	MSISDN string // national format, 057nnnnnnn
	ICCID  string
	PlanID string
}

// Gateway switches lines on and off. Both may be repeated: they set a state.
// Errors are gateway.ErrFinal (Refusal: iccid_unknown, msisdn_in_use …), ErrRetry, ErrUnknown; Status also ErrNotFound.
type Gateway interface {
	SIMGateway
	Activate(ctx context.Context, key string, l Line) error
	Deactivate(ctx context.Context, key, msisdn string) error
	Status(ctx context.Context, msisdn string) (LineStatus, error)
}
