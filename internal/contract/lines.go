package contract

import "time"

// Workflows that change a line. They share the id of LineChangeWorkflowID, so one runs at a time.
const (
	WorkflowPrimarySwitch   = "PrimarySwitch"
	WorkflowSIMDeactivation = "SIMDeactivation"
)

// UpdateDescribeExtraSIM is an update of Order, like those of UpdateOpen.
const UpdateDescribeExtraSIM = "describe-extra-sim"

// LineStatus is the status of a number in service.
type LineStatus string

// Line states. A court or the regulator blocks a line; an order that replaces the SIM suspends it. A suspension by the owner is
// PlanSubscription.SuspendedSince.
const (
	LineActive    LineStatus = "active"
	LineSuspended LineStatus = "suspended"
	LineBlocked   LineStatus = "blocked"
	LineEnded     LineStatus = "ended"
)

// LineState is the state of a number in lists.
type LineState string

// States of a number, in the words of the specification.
const (
	NumberActive    LineState = "active"
	NumberStopped   LineState = "stopped"
	NumberExpired   LineState = "expired"
	NumberInTransit LineState = "in_transit"
)

// StateReason is why a number is not active.
type StateReason string

// Reasons for the state of a number.
const (
	StoppedByOwner     StateReason = "owner"     // suspended: the phone is lost
	StoppedByAuthority StateReason = "authority" // a court or the regulator
	ExpiredPlan        StateReason = "plan"
	InTransitToNewSIM  StateReason = "replacement" // the next SIM is on its way
	InTransitAway      StateReason = "port-out"    // another operator takes the number over
)

// SIMState is the state of a line's SIM.
type SIMState string

// States of a line's SIMs. A pending one is ordered and must be activated.
const (
	SIMPending  SIMState = "pending"
	SIMActive   SIMState = "active"
	SIMInactive SIMState = "inactive"
)

// ReplacementRequest is the input of request-replacement. The caller has given a fresh code of the line and the owner's ID.
type ReplacementRequest struct {
	LineID     string  `json:"lineId"`
	IDNumber   string  `json:"idNumber"`
	Reason     string  `json:"reason"`
	Device     *Device `json:"device,omitempty"`
	DisputeURL string  `json:"disputeUrl"` // sent to the line's holder: "this was not me"
}

// ReplacementRequested is the input of RequestReplacement. Until is when a draft releases the line.
type ReplacementRequested struct {
	At
	Request ReplacementRequest `json:"request"`
	Until   time.Time          `json:"until"`
}

// ExtraSIMRequest is the input of describe-extra-sim.
type ExtraSIMRequest struct {
	LineID string  `json:"lineId"` // the customer's main line
	Name   string  `json:"name"`
	Device *Device `json:"device,omitempty"`
}

// ExtraSIMDescribed is the input of DescribeExtraSIM.
type ExtraSIMDescribed struct {
	At
	Request ExtraSIMRequest `json:"request"`
}

// LineClaimed is the input of ClaimLine. Until is the expected end of the order.
type LineClaimed struct {
	At
	Until time.Time `json:"until"`
}

// OldSIMSuspended is the input of SuspendOldSIM. Until is the expected end of the order.
type OldSIMSuspended struct {
	At
	Until time.Time `json:"until"`
}

// LineTakenOver is the input of TakeOverLine. Sensitive changes are refused for GuardFor.
type LineTakenOver struct {
	At
	GuardFor time.Duration `json:"guardFor"`
}

// LineChangeInput starts a LineChange: the order's claim on a line.
type LineChangeInput struct {
	LineID      string `json:"lineId"`
	Holder      string `json:"holder"` // order id
	OrderNumber string `json:"orderNumber"`
}

// SIMChangeInput starts a PrimarySwitch or a SIMDeactivation.
type SIMChangeInput struct {
	LineID string `json:"lineId"`
	SIMID  string `json:"simId"`
	Holder string `json:"holder"` // of the claim on the line; the network's idempotency key

	Language string `json:"language"`
}

// SIMChangeAt is SIMChangeInput at a moment.
type SIMChangeAt struct {
	At
	Change SIMChangeInput `json:"change"`
}

// SIMOrder is a request to the network about a line's SIMs. Key is its idempotency key.
type SIMOrder struct {
	Key     string `json:"key"`
	MSISDN  string `json:"msisdn"`
	Primary string `json:"primary"` // ICCID of the primary SIM before
	ICCID   string `json:"iccid,omitempty"`
}

// MessageAddress is an address of a person, and the language.
type MessageAddress struct {
	Mobile string `json:"mobile,omitempty"`
	Email  string `json:"email,omitempty"`
}

// WorkflowLineProof lets a line's holder confirm in the identity app that the line is to be suspended or resumed, and then does
// it.
const WorkflowLineProof = "LineProof"

// LineProofWorkflowID is derived from the line's opaque id, so that a line has one open proof at a time.
func LineProofWorkflowID(lineID string) string { return "line-proof/" + lineID }

// UpdateProveLine sends the push and returns the number to pick. SignalIdentityAnswered reports a possible answer.
const UpdateProveLine = "prove-line"

// LineProofStage is the stage of a proof.
type LineProofStage string

// Stages of a proof; the first two are not over.
const (
	ProofWaiting   LineProofStage = "waiting"
	ProofConfirmed LineProofStage = "confirmed" // the change is being made
	ProofDone      LineProofStage = "done"
	ProofRejected  LineProofStage = "rejected"
	ProofExpired   LineProofStage = "expired"
	ProofUnknown   LineProofStage = "unknown" // the push is over, and the app cannot tell the answer
	ProofRefused   LineProofStage = "refused" // confirmed, but the line could not be changed
)

// Purposes of a proof; the codes for the same changes use the same words.
const (
	ChangeSuspend = "suspend_line"
	ChangeReturn  = "return_line"
)

// LineProof is the whole state of a proof, and its row.
type LineProof struct {
	Unknown
	ID            string         `json:"id"` // our id; the idempotency key of the change
	LineID        string         `json:"lineId"`
	UserID        string         `json:"userId"` // requester
	Language      string         `json:"language"`
	Change        string         `json:"change"` // ChangeSuspend or ChangeReturn
	TransactionID string         `json:"transactionId"`
	Random        string         `json:"random"` // two digits to pick in the app
	Stage         LineProofStage `json:"stage"`
	Refused       Code           `json:"refused,omitempty"` // why the line could not be changed
	ExpiresAt     time.Time      `json:"expiresAt"`
	Trace         Trace          `json:"trace"`
}

// Over tells whether a proof has ended.
func (p LineProof) Over() bool { return p.Stage != ProofWaiting && p.Stage != ProofConfirmed }

// LineProofInput starts a LineProof, and is the input of UpdateProveLine.
type LineProofInput struct {
	Proof         LineProof `json:"proof"`
	IDNumber      string    `json:"idNumber"`                // of the line's holder
	ClientAddress string    `json:"clientAddress,omitempty"` // the customer's full address, which the identity app requires
}

// Trace identifies the request behind an entry of the audit log.
type Trace struct {
	Unknown
	ID     string `json:"id,omitempty"`
	Client string `json:"client,omitempty"` // the network, truncated
}

// WorkflowSettingChange changes a setting of a line in the network: it shares the id of LineChangeWorkflowID. Its first update,
// UpdateBeginSetting, claims the line or refuses.
const (
	WorkflowSettingChange = "SettingChange"
	UpdateBeginSetting    = "begin-setting"
)

// SettingKind is the kind of a line's setting.
type SettingKind string

// Kinds of settings. Each number and each country is blocked separately.
const (
	SettingLanguage   SettingKind = "language"
	SettingService    SettingKind = "service"
	SettingNumber     SettingKind = "number"
	SettingCountry    SettingKind = "country"
	SettingPromotions SettingKind = "promotions"
)

// Values of settings that are on or off.
const (
	SettingOn  = "on"
	SettingOff = "off"
)

// SettingStage is the stage of a setting change.
type SettingStage string

// Stages of a change. A refused setting keeps its previous value.
const (
	SettingPending SettingStage = "pending"
	SettingDone    SettingStage = "done"
	SettingRefused SettingStage = "refused"
)

// SettingChange is one change of a line's setting: the whole state of its workflow, and its row.
type SettingChange struct {
	Unknown
	ID     string       `json:"id"` // our id; holder of the claim on the line, and the network's idempotency key
	LineID string       `json:"lineId"`
	UserID string       `json:"userId"` // requester
	Kind   SettingKind  `json:"kind"`
	Item   string       `json:"item,omitempty"` // key of the service, number with its country code, or country
	Value  string       `json:"value"`
	Stage  SettingStage `json:"stage"`

	Refused     Code      `json:"refused,omitempty"`
	RequestedAt time.Time `json:"requestedAt"`
	Trace       Trace     `json:"trace"`
}

// SettingChangeAt is a SettingChange at a moment.
type SettingChangeAt struct {
	At
	Change SettingChange `json:"change"`
}

// SettingBegun is a change that has claimed its line, and the request to the network.
type SettingBegun struct {
	Change SettingChange `json:"change"`
	Order  FeatureOrder  `json:"order"`
}

// FeatureOrder is a request to the network about a line's setting. Key is its idempotency key.
type FeatureOrder struct {
	Key    string      `json:"key"`
	MSISDN string      `json:"msisdn"`
	Kind   SettingKind `json:"kind"`
	Item   string      `json:"item,omitempty"`
	Value  string      `json:"value"`
}
