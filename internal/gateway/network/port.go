// Package network is the port to the mobile network's provisioning system (HLR/HSS).
package network

import "context"

// LineStatus is a line's state in the network.
type LineStatus string

// Line states. A suspended line cannot be used.
const (
	LineActive    LineStatus = "active"
	LineInactive  LineStatus = "inactive"
	LineSuspended LineStatus = "suspended"
)

// Line is the line to switch on.
type Line struct {
	MSISDN string // national format, 057nnnnnnn
	ICCID  string
	PlanID string
}

// SIMs are the cards of a number: the primary one, and further ones for outgoing use.
type SIMs struct {
	Status  LineStatus
	Primary string
	Further []string
}

// Place is the target of a SIM. Primary is the ICCID that is primary now; the network refuses if it knows another one.
type Place struct {
	MSISDN  string
	ICCID   string
	Primary string
}

// Service is the plan and the service level of a line.
type Service struct {
	PlanID string
	Level  ServiceLevel
}

// ServiceLevel is how much a line may do.
type ServiceLevel string

// Levels of service. Emergency calls work at each.
const (
	ServiceFull     ServiceLevel = "full"
	ServiceHome     ServiceLevel = "home"     // in other countries only what the plan includes
	ServiceIncluded ServiceLevel = "included" // only what the plan includes
	ServiceIncoming ServiceLevel = "incoming" // incoming only
	ServiceNone     ServiceLevel = "none"
)

// Feature is one setting of a line: its language, a service, a blocked number or country. A feature without an item exists
// once.
type Feature struct {
	Name  string
	Item  string
	Value string
}

// Gateway switches lines on and off and changes the SIMs of a number. Each call may be repeated: it sets a state.
// Errors are gateway.ErrFinal (Refusal: iccid_unknown, msisdn_in_use, primary_mismatch …), ErrRetry, ErrUnknown; Status and SIMs
// also ErrNotFound.
type Gateway interface {
	Activate(ctx context.Context, key string, l Line) error
	Deactivate(ctx context.Context, key, msisdn string) error
	Status(ctx context.Context, msisdn string) (LineStatus, error)
	// SetService sets the plan and the service level of a line.
	SetService(ctx context.Context, key, msisdn string, s Service) error

	// SetFeature sets one setting of a line. Features returns all that were ever set, also those that are off again.
	SetFeature(ctx context.Context, key, msisdn string, f Feature) error
	Features(ctx context.Context, msisdn string) ([]Feature, error)

	Suspend(ctx context.Context, key, msisdn, iccid string) error
	Resume(ctx context.Context, key, msisdn, iccid string) error
	// Swap replaces the primary SIM, which stops working, and restores a suspended line.
	Swap(ctx context.Context, key string, p Place) error
	AddFurther(ctx context.Context, key string, p Place) error
	// MakePrimary makes a further SIM the primary one, and the primary one a further one.
	MakePrimary(ctx context.Context, key string, p Place) error
	RemoveFurther(ctx context.Context, key string, p Place) error
	SIMs(ctx context.Context, msisdn string) (SIMs, error)
}
