package topup

import (
	"slices"
	"strings"

	"selfcare/dev/simulator/engine"
)

// Outcomes for scenarios; the last four digits of a number choose one.
const (
	outcomeUnserved     = "not-served"
	outcomeUnsure       = "not-identified"
	outcomeNone         = "none"
	outcomeGone         = "product-gone"
	outcomeNoFunds      = "insufficient-balance"
	outcomeRecipient    = "not-prepaid"
	outcomeDeclined     = "declined"
	outcomeThenDone     = "pending-then-done"
	outcomeThenDeclined = "pending-then-declined"
	outcomeTold         = "recipient-told"
	outcomeThenReversed = "done-then-reversed"
	outcomeCancelled    = "cancelled"
	outcomeSmallPages   = "small-pages"
)

// Magic is the meaning of a number's last four digits, by step.
type Magic struct{ Digits, Step, Outcome string }

var byNumber = []Magic{
	{"7701", OperationLookup, outcomeUnserved},
	{"7702", OperationLookup, outcomeUnsure},
	{"7703", OperationLookup, engine.OutcomeError},
	{"7711", OperationSend, outcomeRecipient},
	{"7712", OperationSend, outcomeDeclined},
	{"7713", OperationSend, outcomeGone},
	{"7714", OperationSend, engine.OutcomeTimeoutAfterCommit},
	{"7715", OperationSend, engine.OutcomeSlow},
	{"7716", OperationSend, outcomeThenDone},
	{"7717", OperationSend, outcomeThenDeclined},
	{"7718", OperationSend, outcomeNoFunds},
	{"7719", OperationSend, outcomeTold},
	{"7720", OperationSend, outcomeThenReversed},
	{"7721", OperationSend, outcomeCancelled},
	{"7722", OperationSend, engine.OutcomePage},
	{"7723", OperationSend, engine.OutcomeMoved},
}

// MagicNumbers lists the endings of numbers with a meaning.
func MagicNumbers() []Magic { return slices.Clone(byNumber) }

func sendOutcomes() []string {
	return []string{
		outcomeRecipient, outcomeDeclined, outcomeGone, outcomeNoFunds, outcomeThenDone, outcomeThenDeclined, outcomeTold,
		outcomeThenReversed, outcomeCancelled,
	}
}

// magicAt returns the outcome of a call's number at a step.
func magicAt(step string) func(c *engine.Call) string {
	return func(c *engine.Call) string {
		looked, _, _ := engine.Body[lookupBody](c)
		sent, _, _ := engine.Body[sendBody](c)
		mobile := looked.MobileNumber + sent.CreditParty.MobileNumber
		magic := MagicNumbers()
		at := slices.IndexFunc(magic, func(m Magic) bool { return m.Step == step && strings.HasSuffix(mobile, m.Digits) })
		if at < 0 {
			return ""
		}
		return magic[at].Outcome
	}
}
