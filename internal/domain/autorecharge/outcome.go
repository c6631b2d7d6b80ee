package autorecharge

import (
	"slices"
	"time"

	"selfcare/internal/contract"
)

// hopeless are the provider's words of a card that no other day can mend.
var hopeless = []string{"lost_card", "stolen_card", "expired_card", "token_invalid"}

// passing are refusals that another day may mend.
var passing = []contract.Code{contract.FailLineBlocked, contract.FailPaymentDeclined, contract.FailPaymentAbandoned}

// After is a date once a try of it has failed: it waits for the next one, or has failed for good.
func After(run contract.AutoRun, code contract.Code, declined string, f Figures) contract.AutoRun {
	run.Code, run.NextTry = code, time.Time{}
	if slices.Contains(passing, code) && !slices.Contains(hopeless, declined) && run.Try <= len(f.RetryDays) {
		run.Stage, run.NextTry = contract.AutoWaiting, run.Due.AddDate(0, 0, f.RetryDays[run.Try-1])
		return run
	}
	run.Stage = contract.AutoFailed
	return run
}

// PausedBecause is what its customer reads as the reason for the pause that a failed date ends in.
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
