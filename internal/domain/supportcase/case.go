// Package supportcase says what support is shown of held and late work of every process, and what a decision about it would do. What a
// decision does follows from the tables of the processes themselves.
package supportcase

import (
	"slices"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// Kind says what a case is of.
type Kind string

// Kinds of cases.
const (
	Order        Kind = "order"
	Purchase     Kind = "purchase"
	Subscription Kind = "subscription" // the plan of a line
	PortOut      Kind = "port-out"
	Deactivation Kind = "deactivation"
	Refund       Kind = "refund"  // the money of a completed order on its way back
	Payment      Kind = "payment" // one nobody knows the outcome of, or whose money has to go back
	EInvoice     Kind = "einvoice"
	Bill         Kind = "bill"
	Settlement   Kind = "settlement"   // a difference with the provider's file
	BankPayment  Kind = "bank-payment" // money that came by SADAD

	NumberReturn Kind = "number-return" // of a number to the operator of its range

	ServiceRequest Kind = "service-request" // a complaint or the form of a reseller

	LostProcess Kind = "lost-process" // a row without its workflow, or the other way round
)

// Kinds are all of them.
var Kinds = []Kind{Order, Purchase, Subscription, PortOut, Deactivation, Refund, Payment, EInvoice, Bill, Settlement, BankPayment, NumberReturn, ServiceRequest, LostProcess}

// Works that only cases speak of.
const (
	WorkApprove  contract.Work = "approve-refund" // a second person decides
	WorkInquire  contract.Work = "ask-provider"   // what became of a payment
	WorkTell     contract.Work = "tell-network"   // what a line may do
	WorkReport   contract.Work = "report-invoice" // to the tax authority
	WorkDun      contract.Work = "remind-of-bill"
	WorkBill     contract.Work = "issue-bill" // of a line that was put aside
	WorkCompare  contract.Work = "compare-settlement"
	WorkSettle   contract.Work = "settle-bank-payment"
	WorkCallsOff contract.Work = "call-off" // an order or purchase that is being undone

	WorkComesFurther contract.Work = "come-further" // of an order that waits for longer than is usual

	WorkByHand contract.Work = "look-after-by-hand" // work that no process looks after any more
)

// Impact is what a case means to the customer.
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

// State is whether a case waits for a person.
type State string

// States. The last two are of what is no case.
const (
	Held    State = "held"
	Late    State = "late" // it goes on by itself, but should have come further
	GoingOn State = "going-on"
	Over    State = "over"
)

// Case is one piece of held or late work, as the database finds it.
type Case struct {
	Kind      Kind
	ID        string
	Reference string // what a person reads out
	Variety   string // kind of order or purchase
	Stage     string
	From      string // the stage it was held in
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

// Claim says who looks after a case, so that nobody else decides about it.
type Claim struct {
	By      string // user id
	Name    string
	Since   time.Time
	Expires time.Time
	Note    string // why it was taken over
}

// Holds tells whether a claim keeps somebody else from deciding.
func (c *Claim) Holds(user string, now time.Time) bool {
	return c != nil && c.By != user && now.Before(c.Expires)
}

// Note is what somebody wrote onto a case.
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

// Decidable tells whether people of ours may decide about it: what waits for one of them does, and a network that is behind is told again
// by itself, but need not be waited for.
func (c Case) Decidable() bool { return c.Held || c.Late && c.Kind == Subscription }

// Impact is what the case means to its customer.
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

// impacts are those of kinds that mean one thing.
var impacts = map[Kind]Impact{
	Subscription: ServiceDiffers, Deactivation: LineGoesOn, Refund: MoneyNotBack, EInvoice: TaxReport, Bill: BillOpen, Settlement: BooksDiffer,
	ServiceRequest: WaitsForAnswer, NumberReturn: NumberStays,
}

// pending are the works after which something is delivered that does not work yet.
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
	case replaced: // the old SIM is suspended from the beginning on
		return NoService
	case slices.Contains(pending, c.Work):
		return NotWorkingYet
	default:
		return c.unlessUnpaid(PaidNothing)
	}
}

// lostImpacts are those of lost processes that are no order or purchase; others mean nothing to a customer.
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
