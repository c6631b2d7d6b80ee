package contract

import (
	"fmt"
	"time"
)

// WorkflowPlanSubscription works on the plan of one line: choices of its owner, a scheduled switch, conversations with the network.
// It ends when none is left, because the due steps of idle lines need only a PlanShard.
const WorkflowPlanSubscription = "PlanSubscription"

// PlanSubscriptionWorkflowID is derived from the line's opaque id.
func PlanSubscriptionWorkflowID(lineID string) string { return "subscription/" + lineID }

// UpdateBeginSwitch opens the purchase of an immediate switch without a charge by the provider, and returns it. Its input is a
// PurchaseInput.
const UpdateBeginSwitch = "begin-switch"

// Updates of a PlanSubscription. Each returns the new subscription. So does UpdateResolve, by which support sends the service
// level to the network again at once.
const (
	UpdateStopRenewal    = "stop-auto-renewal"
	UpdateStartRenewal   = "start-auto-renewal"
	UpdateScheduleSwitch = "schedule-switch"
	UpdateCancelSwitch   = "cancel-switch"
	UpdateSuspendLine    = "suspend-line"
	UpdateReturnLine     = "return-line"
	UpdateSwitchNow      = "switch-now"
)

// SignalSubscriptionNews reports a change of the line that its plan may wait for: its balance grew, or another process wrote its
// row.
const SignalSubscriptionNews = "subscription-news"

// Names of the workflows that serve all subscriptions.
const (
	WorkflowSubscriptionCalls   = "SubscriptionCalls"
	SubscriptionCallsWorkflowID = "subscription-calls"
)

// SubscriptionStage is the stage of a line's plan.
type SubscriptionStage string

// Stages of a plan. A table in internal/domain/subscription defines what a line may do in each.
const (
	SubscriptionActive  SubscriptionStage = "active"
	SubscriptionGrace   SubscriptionStage = "grace"   // the balance did not cover the next cycle; the owner has some days to recharge
	SubscriptionExpired SubscriptionStage = "expired" // no plan is in force
	SubscriptionEnded   SubscriptionStage = "ended"   // the line has left
)

// SubscriptionStep is the next step of a plan.
type SubscriptionStep string

// Steps of a plan.
const (
	StepRenew  SubscriptionStep = "renew"  // the next cycle is charged
	StepRemind SubscriptionStep = "remind" // the owner is told that the plan will end
	StepExpire SubscriptionStep = "expire" // the plan ends
	StepSwitch SubscriptionStep = "switch" // the plan that is paid for the next cycle starts
	StepNone   SubscriptionStep = "none"   // until a recharge or the owner restarts it

	StepInactive SubscriptionStep = "inactive" // the owner is told that the unused line will end
	StepRelease  SubscriptionStep = "release"  // the unused line ends

	StepItems SubscriptionStep = "items" // items that renew in addition to the plan are charged, or end
)

// PlanSubscription is the whole state of a line's plan. Its row is the truth; the workflow follows it.
type PlanSubscription struct {
	Unknown
	LineID    string            `json:"lineId"`
	PlanID    string            `json:"planId"`
	Type      string            `json:"type"` // prepaid or postpaid
	Language  string            `json:"language"`
	Stage     SubscriptionStage `json:"stage"`
	AutoRenew bool              `json:"autoRenew"`
	// Cycles are counted from a midnight in Riyadh, so that a short month does not move the day for ever.
	Anchor         time.Time        `json:"anchor"`
	AnchorCycle    int              `json:"anchorCycle"`
	Cycle          int              `json:"cycle"` // the last charged one, from 1
	From           time.Time        `json:"from"`
	Until          time.Time        `json:"until"`
	Tried          bool             `json:"tried,omitempty"` // before the end of the cycle, with a low balance
	Grace          *Grace           `json:"grace,omitempty"`
	ExpiredAt      time.Time        `json:"expiredAt,omitzero"`
	Inactive       *Inactivity      `json:"inactive,omitempty"` // for a prepaid line without a plan
	Scheduled      *ScheduledSwitch `json:"scheduled,omitempty"`
	SuspendedSince time.Time        `json:"suspendedSince,omitzero"` // the owner suspended the line; the plan continues
	ChoiceKey      string           `json:"choiceKey,omitempty"`     // the request of the last choice, a suspension included; its repetition gets the same answer
	Bills          *BillBar         `json:"bills,omitempty"`         // for a postpaid line with overdue bills
	Spend          *SpendBar        `json:"spend,omitempty"`         // for a line that has reached a spending limit
	SpentFrom      time.Time        `json:"spentFrom,omitzero"`      // usage since then counts for the caps of the cycle
	ItemsDue       time.Time        `json:"itemsDue,omitzero"`       // the next end of an item's cycle
	Step           SubscriptionStep `json:"step"`                    // the next step
	DueAt          time.Time        `json:"dueAt,omitzero"`          // its time
	Service        NetworkService   `json:"service"`                 // as the network has it
	Seq            int64            `json:"seq"`
}

// BillBar is the service level that the bills of a line allow.
type BillBar struct {
	Unknown
	Level  ServiceLevel `json:"level"`
	Since  time.Time    `json:"since"`
	Ending *LineEnding  `json:"ending,omitempty"` // set once the line is being ended
}

// SpendBar is the service level that the limits of a line allow.
type SpendBar struct {
	Unknown
	Level ServiceLevel `json:"level"`
	Since time.Time    `json:"since"`
}

// Grace is the time in which the owner can recharge a low balance.
type Grace struct {
	Unknown
	Since   time.Time `json:"since"`
	Until   time.Time `json:"until"`
	Missing Halalas   `json:"missing"`
	Told    int       `json:"told"` // notices so far
}

// Inactivity is the time without recharge and usage of a line without a plan.
type Inactivity struct {
	Unknown
	Since  time.Time   `json:"since"`
	Told   int         `json:"told"`             // notices so far
	Ending *LineEnding `json:"ending,omitempty"` // set once the line is being ended
	Again  time.Time   `json:"again,omitzero"`   // the next try to end it
}

// ScheduledSwitch is the plan that follows the present one at the end of the cycle.
type ScheduledSwitch struct {
	Unknown
	PlanID      string    `json:"planId"`
	StartsAt    time.Time `json:"startsAt"`
	RequestedAt time.Time `json:"requestedAt"`
	Paid        bool      `json:"paid,omitempty"` // charged shortly before it starts
}

// PlanSwitch is an immediate switch of the plan, as its customer agreed to it.
type PlanSwitch struct {
	Unknown
	PlanID     string       `json:"planId"`
	FromPlanID string       `json:"fromPlanId"`
	FromCycle  int          `json:"fromCycle"` // the cycle that the customer saw: if the line has begun another one, the switch is refused
	Items      []PlanCharge `json:"items"`
	From       time.Time    `json:"from,omitzero"` // of its first cycle, once it has begun
	Until      time.Time    `json:"until,omitzero"`
}

// PlanCharge is one item of the price of a switch.
type PlanCharge struct {
	Item   string  `json:"item"`
	Amount Halalas `json:"amount"` // with VAT
	VAT    Halalas `json:"vat"`    // within the amount
}

// SwitchOrder is the input of UpdateSwitchNow, and of CheckSwitch and SwitchNow, which it calls. The purchase id is the
// idempotency key: a repeated call changes nothing.
type SwitchOrder struct {
	At
	PurchaseID string        `json:"purchaseId"`
	LineID     string        `json:"lineId"`
	Way        PaymentMethod `json:"way"`
	Switch     PlanSwitch    `json:"switch"`
}

// SwitchCheck is the answer of CheckSwitch.
type SwitchCheck struct {
	Done bool `json:"done"` // the same purchase has switched the plan already
}

// ServiceLevel is what the network allows a line.
type ServiceLevel string

// Levels of service.
const (
	ServiceFull     ServiceLevel = "full"
	ServiceHome     ServiceLevel = "home"     // nothing beyond the plan in other countries
	ServiceIncluded ServiceLevel = "included" // nothing beyond the plan
	ServiceIncoming ServiceLevel = "incoming" // incoming calls and messages; outgoing only emergency calls and calls to us
	ServiceNone     ServiceLevel = "none"
)

// NetworkService is the plan and the service level of a line in the network.
type NetworkService struct {
	Unknown
	PlanID string       `json:"planId"`
	Level  ServiceLevel `json:"level"`
}

// SubscriptionInput starts each run of a PlanSubscription.
type SubscriptionInput struct {
	Unknown
	Subscription PlanSubscription `json:"subscription"`
	Behind       time.Time        `json:"behind,omitzero"`   // when the service level that the network refused is sent again
	News         bool             `json:"news,omitempty"`    // of the balance or the row, unseen by the last run
	Opening      bool             `json:"opening,omitempty"` // the start came with an update
}

// SubscriptionNews comes with SignalSubscriptionNews.
type SubscriptionNews struct {
	Seq int64 `json:"seq"` // of the row when it was read
}

// RenewalChoice is the input of UpdateStopRenewal and UpdateStartRenewal.
type RenewalChoice struct {
	At
	UserID string `json:"userId"`
}

// SwitchChoice is the input of UpdateScheduleSwitch and UpdateCancelSwitch.
type SwitchChoice struct {
	At
	UserID string `json:"userId"`
	PlanID string `json:"planId,omitempty"`
}

// SuspensionChoice is the input of UpdateSuspendLine and UpdateReturnLine. The requester has proved to own the line.
type SuspensionChoice struct {
	At
	Key      string `json:"key"` // of the request: its repetition gets the same answer
	UserID   string `json:"userId"`
	Language string `json:"language"`
	Proof    string `json:"proof,omitempty"` // ByCode or ByIdentity
	Trace    Trace  `json:"trace"`
}

// Proofs that a person owns a line.
const (
	ByCode     = "code"     // a fresh code to another address than the line
	ByIdentity = "identity" // by the national identity app
)

// ServiceOrder is the input of SetService: the service level for the network.
type ServiceOrder struct {
	Key     string         `json:"key"`
	LineID  string         `json:"lineId"`
	Service NetworkService `json:"service"`
}

// ServiceSet is the input of RecordService.
type ServiceSet struct {
	At
	Service NetworkService `json:"service"`
}

// ServiceRetry is the input of NoteServiceRetry: support sends the service level to the network again at once.
type ServiceRetry struct {
	At
	Resolution Resolution `json:"resolution"`
}

// Names of the billing workflows.
const (
	WorkflowBillingDay   = "BillingDay"   // starts the cycles that end with a day
	WorkflowBillingCycle = "BillingCycle" // bills the lines of one bill day
	WorkflowDunning      = "Dunning"      // takes the dunning steps of unpaid invoices
	WorkflowCreditNote   = "CreditNote"   // credits an invoice, or a part of it
	WorkflowSADADPayment = "SADADPayment" // applies a bank's payment to a bill
)

// BillingCycleWorkflowID names the cycle of a cohort in a period; the cycle runs once.
func BillingCycleWorkflowID(cohort int, period string) string {
	return fmt.Sprintf("billing/%02d/%s", cohort, period)
}

// BillingCycleInput starts each run of a BillingCycle.
type BillingCycleInput struct {
	Unknown
	Cohort int    `json:"cohort"`          // the bill day
	Period string `json:"period"`          // the month in which it ends, "2026-11"
	After  string `json:"after,omitempty"` // the last line that was billed
	Billed int    `json:"billed,omitempty"`
}

// BillingBatch is the input of BillLines.
type BillingBatch struct {
	At
	Cohort int    `json:"cohort"`
	Period string `json:"period"`
	After  string `json:"after,omitempty"`
}

// BilledBatch is the answer of BillLines.
type BilledBatch struct {
	Issued int    `json:"issued"`
	Last   string `json:"last,omitempty"` // line; empty where none is left
}

// GuestUserID is the user id of a guest, such as the payer of an invoice by its link.
const GuestUserID = "00000000-0000-0000-0000-000000000000"

// BillPaid names the invoice that a purchase pays.
type BillPaid struct {
	Unknown
	InvoiceID string    `json:"invoiceId"`
	Number    string    `json:"number"`
	Left      Halalas   `json:"left"` // open amount after it
	PaidAt    time.Time `json:"paidAt,omitzero"`
}

// InvoiceCredit is the input of a CreditNote. Its id, a UUID, is the idempotency key.
type InvoiceCredit struct {
	Unknown
	ID        string  `json:"id"`
	InvoiceID string  `json:"invoiceId"`
	Amount    Halalas `json:"amount"` // with VAT
	Reason    string  `json:"reason"`
	Actor     string  `json:"actor"` // user id
}

// InvoiceCreditAt is an InvoiceCredit at a moment, the input of CreditInvoice.
type InvoiceCreditAt struct {
	At
	Credit InvoiceCredit `json:"credit"`
}

// CreditNoteWorkflowID names the workflow of a credit note.
func CreditNoteWorkflowID(id string) string { return "credit-note/" + id }

// SADADPaymentWorkflowID names the workflow of a payment at a bank, by our id.
func SADADPaymentWorkflowID(id string) string { return "sadad-payment/" + id }

// SADADPayment is the input of a SADADPayment: a stored payment.
type SADADPayment struct {
	Unknown
	ID string `json:"id"`
}

// SADADPaymentAt is a SADADPayment at a moment, the input of TakeSADADPayment.
type SADADPaymentAt struct {
	At
	ID string `json:"id"`
}
