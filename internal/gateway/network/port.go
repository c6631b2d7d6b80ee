// Package network is the port to the mobile network's provisioning system (HLR/HSS).
package network

import "context"

// LineStatus is a line's state in the network.
type LineStatus string

// Line states. Nobody can use a suspended one.
const (
	LineActive    LineStatus = "active"
	LineInactive  LineStatus = "inactive"
	LineSuspended LineStatus = "suspended"
)

// Line is what is switched on.
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

// Place is where a SIM goes. Primary is the ICCID that is primary now; a network that knows another one refuses.
type Place struct {
	MSISDN  string
	ICCID   string
	Primary string
}

// Service is what a line may do.
type Service struct {
	PlanID string
	Level  ServiceLevel
}

// ServiceLevel is how far a line is served.
type ServiceLevel string

// Levels of service. Emergency calls are served in each.
const (
	ServiceFull     ServiceLevel = "full"
	ServiceHome     ServiceLevel = "home"     // nothing beyond the plan in other countries
	ServiceIncluded ServiceLevel = "included" // nothing beyond the plan
	ServiceIncoming ServiceLevel = "incoming" // nothing goes out
	ServiceNone     ServiceLevel = "none"
)

// Feature is one thing that can be set about a line: its language, a service, a number or a country that is blocked. Without an item
// there is one of its name.
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
	// SetService says under which plan a line is served, and how far.
	SetService(ctx context.Context, key, msisdn string, s Service) error

	// SetFeature sets one thing about a line; Features are all that were ever set, also what is off again.
	SetFeature(ctx context.Context, key, msisdn string, f Feature) error
	Features(ctx context.Context, msisdn string) ([]Feature, error)

	Suspend(ctx context.Context, key, msisdn, iccid string) error
	Resume(ctx context.Context, key, msisdn, iccid string) error
	// Swap puts a SIM in the place of the primary one, which is out, and brings a suspended line back.
	Swap(ctx context.Context, key string, p Place) error
	AddFurther(ctx context.Context, key string, p Place) error
	// MakePrimary lets a further SIM and the primary one change places.
	MakePrimary(ctx context.Context, key string, p Place) error
	RemoveFurther(ctx context.Context, key string, p Place) error
	SIMs(ctx context.Context, msisdn string) (SIMs, error)
}
