package identity

import (
	"time"

	"selfcare/internal/contract"
)

// AnswerGrace is how long an answer may arrive after the end of its push.
const AnswerGrace = 2 * time.Second

// Outcome returns the state of a push from the answer of the identity app. A push that still waits after its end has expired. An
// app that could not be reached never counts as a rejection: it is asked until the answer is known.
func Outcome(said contract.IdentityStatus, end, now time.Time) contract.IdentityStatus {
	isOver := !now.Before(end.Add(AnswerGrace))
	switch {
	case said == contract.IdentityWaiting && isOver:
		return contract.IdentityExpired
	case said == contract.IdentityUnknown && !isOver:
		return contract.IdentityWaiting
	default:
		return said
	}
}

// Pauses between two requests about a push. While it is open they are short: the customer waits in front of the page, and the
// call-back of the app may be lost.
const (
	askWhileOpen    = 3 * time.Second
	askUnanswered   = 6 * time.Second
	askSinceMinutes = time.Minute
	askSinceHours   = 10 * time.Minute
)

// AskAgain returns the pause before the next request about a push.
func AskAgain(now, end time.Time, isUnanswered bool) time.Duration {
	switch since := now.Sub(end); {
	case since >= 2*time.Hour:
		return askSinceHours
	case since >= 15*time.Minute:
		return askSinceMinutes
	case isUnanswered:
		return askUnanswered
	default:
		return askWhileOpen
	}
}
