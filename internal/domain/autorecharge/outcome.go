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
