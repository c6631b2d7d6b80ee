package contract

import "time"

// SIMType says what a line runs on.
type SIMType string

// SIM types.
const (
	SIMPhysical SIMType = "physical"
	SIMEmbedded SIMType = "esim"
)

// Phase is one part of an order. The kind table (internal/domain/order) defines the phases of an order, their sequence, and their
// compensations. History records phases through Held.
type Phase string

// Phases of an order.
const (
	PhasePaid              Phase = "paid"
	PhasePlaced            Phase = "placed"
	PhasePortSubmitted     Phase = "port-submitted"
	PhaseDonorApproved     Phase = "donor-approved"
	PhaseOldSIMSuspended   Phase = "old-sim-suspended"
	PhaseSIMAllocated      Phase = "sim-allocated"
	PhaseParcelDelivered   Phase = "parcel-delivered"
	PhaseProfileReady      Phase = "profile-ready"
	PhaseProfileInstalled  Phase = "profile-installed"
	PhaseCustomerActivates Phase = "customer-activates"
	PhaseLineOn            Phase = "line-on"
	PhaseNumberMoved       Phase = "number-moved"
	PhaseSIMTakenOver      Phase = "sim-taken-over"
	PhaseExtraSIMAdded     Phase = "extra-sim-added"
	PhaseCompleted         Phase = "completed"
	PhaseHolderMayDispute  Phase = "holder-may-dispute"
)

// Device is the phone of an eSIM: its EID if the customer read it out, otherwise its model.
type Device struct {
	Unknown
	EID   string `json:"eid,omitempty"`   // 32 digits
	Model string `json:"model,omitempty"` // a key of the list of models with eSIM
}

// ProfileState is the state of an eSIM profile at the SM-DP+ (GSMA SGP.22).
type ProfileState string

// Profile states. After Error the customer can request a new profile.
const (
	ProfileReleased   ProfileState = "released" // the activation code is released
	ProfileDownloaded ProfileState = "downloaded"
	ProfileInstalled  ProfileState = "installed"
	ProfileError      ProfileState = "error"
	ProfileCancelled  ProfileState = "cancelled"
)

// Profile is the eSIM profile given to the order.
type Profile struct {
	Unknown
	ICCID       string       `json:"iccid"`
	MatchingID  string       `json:"matchingId"`
	SMDPAddress string       `json:"smdpAddress"`
	State       ProfileState `json:"state"`
	ErrorCode   Code         `json:"errorCode,omitempty"` // why the installation failed
	Issued      int          `json:"issued"`              // profiles made for this order, this one included
	ReadyAt     time.Time    `json:"readyAt,omitzero"`
	PromisedBy  time.Time    `json:"promisedBy,omitzero"` // ready by then, otherwise the order is refunded
}

// PortStatus is the state of a port-in.
type PortStatus string

// Port states.
const (
	PortDraft      PortStatus = "draft"
	PortSubmitted  PortStatus = "submitted"
	PortRejected   PortStatus = "rejected" // waits for the customer's correction
	PortApproved   PortStatus = "approved"
	PortScheduled  PortStatus = "scheduled"
	PortCutOver    PortStatus = "cut-over" // begun: the customer cannot cancel any more
	PortCompleted  PortStatus = "completed"
	PortWithdrawn  PortStatus = "withdrawn"
	PortFailed     PortStatus = "failed"
	PortRolledBack PortStatus = "rolled-back"
)

// Port is a number that is ported in.
type Port struct {
	Unknown
	Operator   string     `json:"operator"` // the donor, a key of the list of operators
	OperatorEn string     `json:"operatorEn"`
	OperatorAr string     `json:"operatorAr"`
	MSISDN     string     `json:"msisdn"` // national format, 05nnnnnnnn
	Window     string     `json:"window"` // the chosen window: "earliest" or a date YYYY-MM-DD
	Status     PortStatus `json:"status"`
	Rejection  Code       `json:"rejection,omitempty"` // why the donor rejected it
	Tries      int        `json:"tries"`               // submissions so far
	Switches   int        `json:"switches,omitempty"`  // planned or completed switches of the number
	Reference  string     `json:"reference,omitempty"` // the clearing house's
	ExpectedAt time.Time  `json:"expectedAt,omitzero"` // expected end of the present state
	CutOverAt  time.Time  `json:"cutOverAt,omitzero"`  // start of the window
	Escalated  bool       `json:"escalated,omitempty"` // the donor did not answer in time
	Hints      []Code     `json:"hints,omitempty"`     // shown to the customer before the payment
}

// Line is a line in service that an order changes.
type Line struct {
	Unknown
	ID       string `json:"id"`
	MSISDN   string `json:"msisdn"`
	OldICCID string `json:"oldIccid,omitempty"`
	PlanID   string `json:"planId,omitempty"`
}

// Reasons for replacing a SIM.
const (
	ReplaceLost    = "lost"
	ReplaceDamaged = "damaged"
	ReplaceToESIM  = "to-esim"
)

// Replacement is the reason and the fee of a new SIM.
type Replacement struct {
	Unknown
	Reason         string    `json:"reason"`
	Fee            Halalas   `json:"fee"`
	SuspendedSince time.Time `json:"suspendedSince,omitzero"` // the owner had suspended the line, until the new SIM took over
	Claimed        bool      `json:"claimed,omitempty"`       // the order has claimed the line and taken it out of service
}

// ExtraSIM is a further SIM of a main line (multi-SIM): outgoing only until it becomes the primary one.
type ExtraSIM struct {
	Unknown
	Name       string  `json:"name"`
	SetupFee   Halalas `json:"setupFee"`
	MonthlyFee Halalas `json:"monthlyFee"`
}

// Promo is a code that was applied to the order.
type Promo struct {
	Unknown
	Code     string  `json:"code"`
	Discount Halalas `json:"discount"` // discount on the price
	Percent  int     `json:"percent,omitempty"`
	Amount   Halalas `json:"amount,omitempty"`
}
