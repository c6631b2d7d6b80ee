package autorecharge

import (
	"slices"
	"time"

	"selfcare/internal/contract"
)

// hopeless are decline reasons of the provider that no later try can overcome.
var hopeless = []string{"lost_card", "stolen_card", "expired_card", "token_invalid"}

// passing are refusals that may be gone on another day.
var passing = []contract.Code{contract.FailLineBlocked, contract.FailPaymentDeclined, contract.FailPaymentAbandoned}

// Begin returns a new run of one due date of a rule.
func Begin(rule contract.AutoRecharge, due time.Time, stage contract.AutoStage) contract.AutoRun {
	return contract.AutoRun{RuleID: rule.ID, LineID: rule.LineID, Date: Date(due), Due: due.UTC(), Stage: stage}
}

// Try returns the run with its next try under way; a repeat does not count as another try.
func Try(run contract.AutoRun, isUnderWay bool) contract.AutoRun {
	if !isUnderWay && (run.Stage == contract.AutoWaiting || run.Try == 0) {
		run.Try++
	}
	run.Stage, run.NextTry = contract.AutoTrying, time.Time{}
	return run
}

// Stop returns the run after its rule has ended or changed: it is not tried again.
func Stop(run contract.AutoRun) contract.AutoRun {
	run.Stage, run.NextTry = contract.AutoStopped, time.Time{}
	return run
}

// Settle returns the run after the purchase of its try; false while the purchase has no outcome.
func Settle(run contract.AutoRun, p contract.Purchase, f Figures) (next contract.AutoRun, settled bool) {
	switch p.Stage {
	case contract.PurchaseCompleted:
		run.Stage, run.Code = contract.AutoRecharged, ""
		return run, true
	case contract.PurchaseFailed:
		declined := ""
		if p.Payment != nil {
			declined = p.Payment.DeclineCode
		}
		return After(run, p.FailureCode, declined, f), true
	case contract.PurchasePaying, contract.PurchaseDelivering, contract.PurchaseScheduled, contract.PurchaseHeld, contract.PurchaseRefunding:
	}
	return run, false
}

// After returns the state of a run after a failed try: it waits for the next try, or has failed for good.
func After(run contract.AutoRun, code contract.Code, declined string, f Figures) contract.AutoRun {
	run.Code, run.NextTry = code, time.Time{}
	if slices.Contains(passing, code) && !slices.Contains(hopeless, declined) && run.Try <= len(f.RetryDays) {
		run.Stage, run.NextTry = contract.AutoWaiting, run.Due.AddDate(0, 0, f.RetryDays[run.Try-1])
		return run
	}
	run.Stage = contract.AutoFailed
	return run
}

// PausedBecause returns the reason that the customer reads when a failed run pauses the rule.
func PausedBecause(code contract.Code) contract.Code {
	switch code {
	case contract.FailPaymentDeclined, contract.FailPaymentAbandoned:
		return contract.FailAutoRechargeCardFailed
	case contract.FailCardUnknown:
		return contract.FailAutoRechargeCardGone
	case contract.FailCardExpired:
		return contract.FailAutoRechargeCardExpires
	case contract.FailRechargePostpaid:
		return contract.FailAutoRechargePostpaid
	default:
		return code
	}
}
