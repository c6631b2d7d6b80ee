package identity

import (
	"time"

	"selfcare/internal/contract"
)

// AnswerGrace is how long after a push's end its answer may still arrive.
const AnswerGrace = 2 * time.Second

// Outcome is what a push has come to by what the app says of it. An app that still waits after the end has no answer any more. One that
// could not be asked has said nothing: that is never a no, and is asked about until it is known.
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

// Pauses between two questions about a push. One that the app did not answer is repeated soon, for the customer may have answered there.
const (
	askWhileOpen    = 12 * time.Second
	askUnanswered   = 6 * time.Second
	askSinceMinutes = time.Minute
	askSinceHours   = 10 * time.Minute
)

// AskAgain is how long to wait before the app is asked about a push, or asked again.
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
