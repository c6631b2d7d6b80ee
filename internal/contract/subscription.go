package contract

import (
	"fmt"
	"time"
)

// WorkflowPlanSubscription keeps the plan of one line, for as long as the line lives.
const WorkflowPlanSubscription = "PlanSubscription"

// PlanSubscriptionWorkflowID is made of the line's opaque id.
func PlanSubscriptionWorkflowID(lineID string) string { return "subscription/" + lineID }

// UpdateBeginSwitch opens the purchase of a switch at once that no provider charges, and answers with it. Its input is a PurchaseInput.
const UpdateBeginSwitch = "begin-switch"

// Updates of a PlanSubscription. Each answers with the subscription as it is afterwards, as does UpdateResolve, by which support has a
// network that is behind told again at once.
const (
	UpdateStopRenewal    = "stop-auto-renewal"
	UpdateStartRenewal   = "start-auto-renewal"
	UpdateScheduleSwitch = "schedule-switch"
	UpdateCancelSwitch   = "cancel-switch"
	UpdateSuspendLine    = "suspend-line"
	UpdateReturnLine     = "return-line"
	UpdateSwitchNow      = "switch-now"
)

// SignalSubscriptionNews says that something of the line changed which its plan may wait for: its balance grew, or its row was
// written by another process.
const SignalSubscriptionNews = "subscription-news"

// Names of what serves all subscriptions.
const (
	WorkflowSubscriptionCalls    = "SubscriptionCalls"
	SubscriptionCallsWorkflowID  = "subscription-calls"
	WorkflowSubscriptionAdoption = "SubscriptionAdoption"
	SubscriptionAdoptionID       = "subscription-adoption"
)

// SubscriptionStage is where the plan of a line stands.
type SubscriptionStage string

// Stages of a plan. What a line may do in each is a table in internal/domain/subscription.
const (
	SubscriptionActive  SubscriptionStage = "active"
	SubscriptionGrace   SubscriptionStage = "grace"   // the balance did not cover the next cycle; its owner has some days
	SubscriptionExpired SubscriptionStage = "expired" // no plan is in force
	SubscriptionEnded   SubscriptionStage = "ended"   // the line has left
)

// SubscriptionStep is what happens to a plan next.
type SubscriptionStep string

// Steps of a plan.
const (
	StepRenew  SubscriptionStep = "renew"  // the next cycle is charged
	StepRemind SubscriptionStep = "remind" // the owner is told that the plan will run out
	StepExpire SubscriptionStep = "expire" // the plan runs out
	StepSwitch SubscriptionStep = "switch" // the plan that was paid for the next cycle comes into force
	StepNone   SubscriptionStep = "none"   // until a recharge or the owner brings it back

	StepInactive SubscriptionStep = "inactive" // the owner is told that a line which nobody uses will end
	StepRelease  SubscriptionStep = "release"  // it ends

	StepItems SubscriptionStep = "items" // what renews by itself beside the plan is charged, or ends
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
	Anchor      time.Time        `json:"anchor"`
	AnchorCycle int              `json:"anchorCycle"`
	Cycle       int              `json:"cycle"` // the last one that was charged, from 1
	From        time.Time        `json:"from"`
	Until       time.Time        `json:"until"`
	Tried       bool             `json:"tried,omitempty"` // ahead of the end of the cycle, with a balance too short
	Grace       *Grace           `json:"grace,omitempty"`
	ExpiredAt   time.Time        `json:"expiredAt,omitzero"`
	Inactive    *Inactivity      `json:"inactive,omitempty"` // of a prepaid line whose plan ran out
	Scheduled   *ScheduledSwitch `json:"scheduled,omitempty"`
	RestsSince  time.Time        `json:"restsSince,omitzero"` // its owner suspended the line; the plan goes on
	ChoiceKey   string           `json:"choiceKey,omitempty"` // the request that made the last choice, also to rest: asked again, it is answered the same
	Bills       *BillBar         `json:"bills,omitempty"`     // of a postpaid line that did not pay in time
	Spend       *SpendBar        `json:"spend,omitempty"`     // of a line that has reached what it may spend
	SpentFrom   time.Time        `json:"spentFrom,omitzero"`  // what is used since counts for the caps of the cycle
	ItemsDue    time.Time        `json:"itemsDue,omitzero"`   // when a service or a bundle that renews comes to the end of its cycle
	Step        SubscriptionStep `json:"step"`                // what comes next
	DueAt       time.Time        `json:"dueAt,omitzero"`      // and when
	Service     NetworkService   `json:"service"`             // as the network knows it
	Seq         int64            `json:"seq"`
}

// BillBar is what the bills of a line let it do.
type BillBar struct {
	Unknown
	Level  ServiceLevel `json:"level"`
	Since  time.Time    `json:"since"`
	Ending *LineEnding  `json:"ending,omitempty"` // once the line is being ended
}

// SpendBar is what the limits of a line let it do.
type SpendBar struct {
	Unknown
	Level ServiceLevel `json:"level"`
	Since time.Time    `json:"since"`
}

// Grace is the time in which a balance that was too short can still grow.
type Grace struct {
	Unknown
	Since   time.Time `json:"since"`
	Until   time.Time `json:"until"`
	Missing Halalas   `json:"missing"`
	Told    int       `json:"told"` // notices so far
}

// Inactivity is the time in which a line without a plan was neither recharged nor used.
type Inactivity struct {
	Unknown
	Since  time.Time   `json:"since"`
	Told   int         `json:"told"`             // notices so far
	Ending *LineEnding `json:"ending,omitempty"` // once the line is being ended
	Again  time.Time   `json:"again,omitzero"`   // when that is tried again
}

// ScheduledSwitch is a plan that takes the place of the present one when the cycle ends.
type ScheduledSwitch struct {
	Unknown
	PlanID      string    `json:"planId"`
	StartsAt    time.Time `json:"startsAt"`
	RequestedAt time.Time `json:"requestedAt"`
	Paid        bool      `json:"paid,omitempty"` // shortly before it starts
}

// PlanSwitch is a plan that is to take the place of another one at once, as its customer agreed to it.
type PlanSwitch struct {
	Unknown
	PlanID     string       `json:"planId"`
	FromPlanID string       `json:"fromPlanId"`
	FromCycle  int          `json:"fromCycle"` // seen beside it: where the line has gone on since, it is not switched
	Items      []PlanCharge `json:"items"`
	From       time.Time    `json:"from,omitzero"` // of its first cycle, once it is in force
	Until      time.Time    `json:"until,omitzero"`
}

// PlanCharge is one item of what a switch costs.
type PlanCharge struct {
	Item   string  `json:"item"`
	Amount Halalas `json:"amount"` // with VAT
	VAT    Halalas `json:"vat"`    // within the amount
}

// SwitchOrder is the input of UpdateSwitchNow, and of CheckSwitch and SwitchNow which it calls. The purchase is its key: what it has
// switched stays so, however often it is asked.
type SwitchOrder struct {
	At
	PurchaseID string     `json:"purchaseId"`
	LineID     string     `json:"lineId"`
	Way        PayWay     `json:"way"`
	Switch     PlanSwitch `json:"switch"`
}

// SwitchCheck is the answer of CheckSwitch.
type SwitchCheck struct {
	Done bool `json:"done"` // by the same purchase, before
}

// ServiceLevel is what the network lets a line do.
type ServiceLevel string

// Levels of service.
const (
	ServiceFull     ServiceLevel = "full"
	ServiceHome     ServiceLevel = "home"     // nothing beyond the plan in other countries
	ServiceIncluded ServiceLevel = "included" // nothing beyond the plan
	ServiceIncoming ServiceLevel = "incoming" // calls and messages come in; out go only emergency calls and those to us
	ServiceNone     ServiceLevel = "none"
)

// NetworkService is the plan and the level that the network goes by.
type NetworkService struct {
	Unknown
	PlanID string       `json:"planId"`
	Level  ServiceLevel `json:"level"`
}

// SubscriptionInput starts a PlanSubscription, and each of its runs.
type SubscriptionInput struct {
	Unknown
	Subscription PlanSubscription `json:"subscription"`
	Behind       time.Time        `json:"behind,omitzero"` // when the network is told again what it refused
	News         bool             `json:"news,omitempty"`  // of the balance, or of the row, that the last run did not look at
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

// RestChoice is the input of UpdateSuspendLine and UpdateReturnLine. Who asks has proven that they may.
type RestChoice struct {
	At
	Key      string `json:"key"` // of the request: its repeat is answered as it was
	UserID   string `json:"userId"`
	Language string `json:"language"`
	Proof    string `json:"proof,omitempty"` // ByCode or ByIdentity
	Trace    Trace  `json:"trace"`
}

// How somebody has proven that a line is theirs.
const (
	ByCode     = "code"     // a fresh one, that went elsewhere than to the line
	ByIdentity = "identity" // by the national identity app
)

// ServiceOrder is the input of SetService: what the network is to let a line do.
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

// ServiceRetry is the input of NoteServiceRetry: support has the network told again at once.
type ServiceRetry struct {
	At
	Resolution Resolution `json:"resolution"`
}

// Adopted is how far AdoptLines has come.
type Adopted struct {
	Begun int `json:"begun"`
	Left  int `json:"left"`
}

// Names of what bills postpaid lines.
const (
	WorkflowBillingDay   = "BillingDay"   // starts the cycles that end with a day
	WorkflowBillingCycle = "BillingCycle" // bills the lines of one bill day
	WorkflowDunning      = "Dunning"      // goes on with invoices that nobody pays
	WorkflowCreditNote   = "CreditNote"   // takes back an invoice, or a part of it
	WorkflowSADADPayment = "SADADPayment" // has a bill take what a bank reports as paid
)

// BillingCycleWorkflowID names the cycle of a cohort in a period: it runs once.
func BillingCycleWorkflowID(cohort int, period string) string {
	return fmt.Sprintf("billing/%02d/%s", cohort, period)
}

// BillingCycleInput starts a BillingCycle, and each of its runs.
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

// Nobody is who pays an invoice by its link, as far as we know.
const Nobody = "00000000-0000-0000-0000-000000000000"

// BillPaid says of a purchase which invoice it pays.
type BillPaid struct {
	Unknown
	InvoiceID string    `json:"invoiceId"`
	Number    string    `json:"number"`
	Left      Halalas   `json:"left"` // afterwards
	PaidAt    time.Time `json:"paidAt,omitzero"`
}

// InvoiceCredit is the input of a CreditNote. Its id, a UUID, makes it happen once.
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

// CreditNoteWorkflowID names what issues a credit note.
func CreditNoteWorkflowID(id string) string { return "credit-note/" + id }

// SADADPaymentWorkflowID names what takes a payment at a bank, by its id here.
func SADADPaymentWorkflowID(id string) string { return "sadad-payment/" + id }

// SADADPayment is the input of a SADADPayment: a payment that was written down.
type SADADPayment struct {
	Unknown
	ID string `json:"id"`
}

// SADADPaymentAt is a SADADPayment at a moment, the input of TakeSADADPayment.
type SADADPaymentAt struct {
	At
	ID string `json:"id"`
}
