package contract

import "time"

// Workflows that change a line. They share the id of LineChangeWorkflowID, so one runs at a time.
const (
	WorkflowPrimarySwitch   = "PrimarySwitch"
	WorkflowSIMDeactivation = "SIMDeactivation"
)

// UpdateDescribeExtraSIM is an update of Order like those of UpdateOpen.
const UpdateDescribeExtraSIM = "describe-extra-sim"

// LineStatus is what a number in service may be used for.
type LineStatus string

// Line states. Blocked was ordered by a court or the regulator; suspended by an order that replaces the SIM. What its owner suspends
// rests: PlanSubscription.RestsSince.
const (
	LineActive    LineStatus = "active"
	LineSuspended LineStatus = "suspended"
	LineBlocked   LineStatus = "blocked"
	LineEnded     LineStatus = "ended"
)

// LineState is how a number is shown wherever numbers are listed.
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
	InTransitAway      StateReason = "port-out"    // another operator takes it over
)

// SIMState is what a SIM of a line may be used for.
type SIMState string

// States of a line's SIMs. A pending one is ordered and must be activated.
const (
	SIMPending  SIMState = "pending"
	SIMActive   SIMState = "active"
	SIMInactive SIMState = "inactive"
)

// ReplacementRequest is the input of request-replacement. The caller has shown a fresh code of the line and who owns it.
type ReplacementRequest struct {
	LineID     string  `json:"lineId"`
	IDNumber   string  `json:"idNumber"`
	Reason     string  `json:"reason"`
	Device     *Device `json:"device,omitempty"`
	DisputeURL string  `json:"disputeUrl"` // sent to the line's holder: "this was not me"
}

// ReplacementRequested is the input of RequestReplacement. Until is when a draft gives the line free.
type ReplacementRequested struct {
	At
	Request ReplacementRequest `json:"request"`
	Until   time.Time          `json:"until"`
}

// ExtraSIMRequest is the input of describe-extra-sim.
type ExtraSIMRequest struct {
	LineID string  `json:"lineId"` // the main line of who ordered
	Name   string  `json:"name"`
	Device *Device `json:"device,omitempty"`
}

// ExtraSIMDescribed is the input of DescribeExtraSIM.
type ExtraSIMDescribed struct {
	At
	Request ExtraSIMRequest `json:"request"`
}

// LineClaimed is the input of ClaimLine. Until is when the order should be over.
type LineClaimed struct {
	At
	Until time.Time `json:"until"`
}

// OldSIMSuspended is the input of SuspendOldSIM. Until is when the order should be over.
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

// SIMOrder is what the network is asked to do with a line's SIMs. Key is its idempotency key.
type SIMOrder struct {
	Key     string `json:"key"`
	MSISDN  string `json:"msisdn"`
	Primary string `json:"primary"` // ICCID of the primary SIM before
	ICCID   string `json:"iccid,omitempty"`
}

// Reach is one way to a person, and in which language.
type Reach struct {
	Mobile string `json:"mobile,omitempty"`
	Email  string `json:"email,omitempty"`
}

// WorkflowLineProof has who holds a line confirm in the identity app that the line is to be suspended, or brought back, and has that done.
const WorkflowLineProof = "LineProof"

// LineProofWorkflowID is made of the line's opaque id: one person confirms one thing at a time.
func LineProofWorkflowID(lineID string) string { return "line-proof/" + lineID }

// UpdateProveLine sends the push; its answer has the number to pick. SignalIdentityAnswered says that an answer may be there.
const UpdateProveLine = "prove-line"

// LineProofStage is how far a proof has come.
type LineProofStage string

// Stages of a proof; the first two are not over.
const (
	ProofWaiting   LineProofStage = "waiting"
	ProofConfirmed LineProofStage = "confirmed" // the change is being made
	ProofDone      LineProofStage = "done"
	ProofRejected  LineProofStage = "rejected"
	ProofExpired   LineProofStage = "expired"
	ProofUnknown   LineProofStage = "unknown" // the push is over and the app cannot be asked what was answered
	ProofRefused   LineProofStage = "refused" // confirmed, but the line could not be changed
)

// What a proof is for: the words of the codes that show the same.
const (
	ChangeSuspend = "suspend_line"
	ChangeReturn  = "return_line"
)

// LineProof is the whole state of a proof, and its row.
type LineProof struct {
	Unknown
	ID            string         `json:"id"` // ours; the key of the change
	LineID        string         `json:"lineId"`
	UserID        string         `json:"userId"` // who asked
	Language      string         `json:"language"`
	Change        string         `json:"change"` // ChangeSuspend or ChangeReturn
	TransactionID string         `json:"transactionId"`
	Random        string         `json:"random"` // two digits to pick in the app
	Stage         LineProofStage `json:"stage"`
	Refused       Code           `json:"refused,omitempty"` // why the line could not be changed
	ExpiresAt     time.Time      `json:"expiresAt"`
	Trace         Trace          `json:"trace"`
}

// Over tells whether nothing more happens to the proof.
func (p LineProof) Over() bool { return p.Stage != ProofWaiting && p.Stage != ProofConfirmed }

// LineProofInput starts a LineProof, and is the input of UpdateProveLine.
type LineProofInput struct {
	Proof    LineProof `json:"proof"`
	IDNumber string    `json:"idNumber"` // of the line's holder
}

// Trace leads from what the audit log says to the request it came of.
type Trace struct {
	Unknown
	ID     string `json:"id,omitempty"`
	Client string `json:"client,omitempty"` // the network, truncated
}

// WorkflowSettingChange has the network set something about a line: it shares the id of LineChangeWorkflowID. Its first update,
// UpdateBeginSetting, claims the line or refuses.
const (
	WorkflowSettingChange = "SettingChange"
	UpdateBeginSetting    = "begin-setting"
)

// SettingKind is what is set about a line.
type SettingKind string

// Kinds of settings. Numbers and countries are blocked, each by itself.
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

// SettingStage is how far a change of a setting has come.
type SettingStage string

// Stages of a change. What was refused is as it was before.
const (
	SettingPending SettingStage = "pending"
	SettingDone    SettingStage = "done"
	SettingRefused SettingStage = "refused"
)

// SettingChange is a change of one setting of a line, the whole state of its workflow, and its row.
type SettingChange struct {
	Unknown
	ID     string       `json:"id"` // ours; holder of the claim on the line, and the network's idempotency key
	LineID string       `json:"lineId"`
	UserID string       `json:"userId"` // who asked
	Kind   SettingKind  `json:"kind"`
	Item   string       `json:"item,omitempty"` // key of the service, number with its country code, country
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

// SettingBegun is a change that has claimed its line, and what the network is to be asked.
type SettingBegun struct {
	Change SettingChange `json:"change"`
	Order  FeatureOrder  `json:"order"`
}

// FeatureOrder is what the network is asked to set about a line. Key is its idempotency key.
type FeatureOrder struct {
	Key    string      `json:"key"`
	MSISDN string      `json:"msisdn"`
	Kind   SettingKind `json:"kind"`
	Item   string      `json:"item,omitempty"`
	Value  string      `json:"value"`
}
