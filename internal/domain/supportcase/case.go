// Package supportcase decides what support sees of held and late work of every process, and previews the effects of a decision.
// The effects follow from the tables of the processes themselves.
package supportcase

import (
	"slices"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// Kind is the process of a case.
type Kind string

// Kinds of cases.
const (
	Order        Kind = "order"
	Purchase     Kind = "purchase"
	Subscription Kind = "subscription" // the plan of a line
	PortOut      Kind = "port-out"
	Deactivation Kind = "deactivation"
	Refund       Kind = "refund"  // the running refund of a completed order
	Payment      Kind = "payment" // unknown outcome, or a refund is due
	EInvoice     Kind = "einvoice"
	Bill         Kind = "bill"
	Settlement   Kind = "settlement"   // a difference with the provider's file
	BankPayment  Kind = "bank-payment" // money that arrived through SADAD

	NumberReturn Kind = "number-return" // of a number to the operator of its range

	Ticket Kind = "service-request" // a complaint or a reseller's form

	LostProcess Kind = "lost-process" // a row without its workflow, or the reverse
)

// Kinds lists all of them.
var Kinds = []Kind{Order, Purchase, Subscription, PortOut, Deactivation, Refund, Payment, EInvoice, Bill, Settlement, BankPayment, NumberReturn, Ticket, LostProcess}

// Work that exists only in cases.
const (
	WorkApprove  contract.Work = "approve-refund" // a second person decides
	WorkInquire  contract.Work = "ask-provider"   // learn the outcome of a payment
	WorkTell     contract.Work = "tell-network"   // the service level of a line
	WorkReport   contract.Work = "report-invoice" // to the tax authority
	WorkDun      contract.Work = "remind-of-bill"
	WorkBill     contract.Work = "issue-bill" // of a line that the billing run skipped
	WorkCompare  contract.Work = "compare-settlement"
	WorkSettle   contract.Work = "settle-bank-payment"
	WorkCallsOff contract.Work = "call-off" // an order or purchase that is being undone

	WorkComesFurther contract.Work = "come-further" // an order that waits longer than usual

	WorkByHand contract.Work = "look-after-by-hand" // work without a running process
)

// Impact is the meaning of a case for the customer.
type Impact string

// Impacts.
const (
	PaidNothing    Impact = "paid-nothing-delivered"
	NoService      Impact = "no-service"
	NotWorkingYet  Impact = "not-working-yet"
	MoneyNotBack   Impact = "money-not-back"
	OutcomeUnknown Impact = "outcome-unknown"
	NumberWaits    Impact = "number-waits"
	LineGoesOn     Impact = "line-goes-on"
	ServiceDiffers Impact = "service-differs"
	BillOpen       Impact = "bill-open"
	TaxReport      Impact = "tax-report"
	BooksDiffer    Impact = "books-differ"
	NumberStays    Impact = "number-stays"
	WaitsForAnswer Impact = "waits-for-answer"
	NoImpact       Impact = "none"
)

// State says whether a case waits for a person.
type State string

// States. The last two are no cases.
const (
	Held    State = "held"
	Late    State = "late" // it continues by itself, but is late
	GoingOn State = "going-on"
	Over    State = "over"
)

// Case is one piece of held or late work, as the store finds it.
type Case struct {
	Kind      Kind
	ID        string
	Reference string // reference for people
	Variety   string // kind of order or purchase
	Stage     string
	From      string // the stage before the hold
	LineID    string
	MSISDN    string
	Code      contract.Code
	Work      contract.Work
	Since     time.Time
	Held      bool
	Late      bool
	Over      bool
	Paid      bool // money was taken
	Claim     *Claim
}

// Claim names the member of support who handles a case, so that others do not decide about it.
type Claim struct {
	By      string // user id
	Name    string
	Since   time.Time
	Expires time.Time
	Note    string // why it was taken over
}

// Holds tells whether a claim keeps another user from deciding.
func (c *Claim) Holds(user string, now time.Time) bool {
	return c != nil && c.By != user && now.Before(c.Expires)
}

// Note is a remark on a case.
type Note struct {
	ID   int64
	By   string // user id
	Name string
	Text string
	At   time.Time
}

// State is whether the case waits for a person.
func (c Case) State() State {
	switch {
	case c.Held:
		return Held
	case c.Late:
		return Late
	case c.Over:
		return Over
	default:
		return GoingOn
	}
}

// Decidable tells whether staff may decide about the case: held work waits for them, and an outdated network may be told again at
// once although it retries by itself.
func (c Case) Decidable() bool { return c.Held || c.Late && c.Kind == Subscription }

// Impact returns the meaning of the case for its customer.
func (c Case) Impact() Impact {
	if !c.Held && !c.Late {
		return NoImpact
	}
	switch c.Kind {
	case Order:
		return c.ofOrder()
	case Purchase:
		return c.ofPurchase()
	case PortOut:
		return c.ofPortOut()
	case Payment:
		return c.ofPayment()
	case LostProcess:
		return c.ofLostProcess()
	case BankPayment:
		if c.Code == "unknown_bill" || !c.Held {
			return BillOpen
		}
		return MoneyNotBack
	default:
		return impacts[c.Kind]
	}
}

// impacts maps the kinds with a single meaning.
var impacts = map[Kind]Impact{
	Subscription: ServiceDiffers, Deactivation: LineGoesOn, Refund: MoneyNotBack, EInvoice: TaxReport, Bill: BillOpen, Settlement: BooksDiffer,
	Ticket: WaitsForAnswer, NumberReturn: NumberStays,
}

// pending lists the work that makes a delivered product usable.
var pending = []contract.Work{
	contract.WorkActivate, contract.WorkAwaitActivation, contract.WorkFollowProfile, contract.WorkAddExtraSIM, contract.WorkComplete,
}

func (c Case) ofOrder() Impact {
	from := contract.Stage(c.From)
	replaced := strings.Contains(c.Variety, "replacement") && c.Work != contract.WorkSuspendSIM
	switch {
	case c.Work == contract.WorkAnswerDispute:
		return NoImpact
	case c.Work == contract.WorkRestoreSIM, from == contract.StagePorting:
		return NoService
	case from == contract.StageCancelling:
		return c.unlessUnpaid(MoneyNotBack)
	case replaced: // the old SIM is suspended from the start
		return NoService
	case slices.Contains(pending, c.Work):
		return NotWorkingYet
	default:
		return c.unlessUnpaid(PaidNothing)
	}
}

// lostImpacts maps lost processes other than orders and purchases; the rest mean nothing to a customer.
var lostImpacts = map[string]Impact{
	"refund": MoneyNotBack, "port-out": NumberWaits, "deactivation": LineGoesOn, "complaint": WaitsForAnswer, "reseller": WaitsForAnswer,
}

func (c Case) ofLostProcess() Impact {
	if impact, known := lostImpacts[c.Variety]; known {
		return impact
	}
	return c.unlessUnpaid(PaidNothing)
}

func (c Case) unlessUnpaid(impact Impact) Impact {
	if !c.Paid {
		return NoImpact
	}
	return impact
}

func (c Case) ofPurchase() Impact {
	if c.Work == contract.WorkRefund {
		return MoneyNotBack
	}
	return Impact(purchase.Definitions[contract.PurchaseKind(c.Variety)].Unmet)
}

func (c Case) ofPortOut() Impact {
	switch c.Work {
	case contract.WorkKeepNumber:
		return NoService
	case contract.WorkAnswerDispute:
		return NoImpact
	default:
		return NumberWaits
	}
}

func (c Case) ofPayment() Impact {
	if c.Work == contract.WorkRefund {
		return MoneyNotBack
	}
	return OutcomeUnknown
}
