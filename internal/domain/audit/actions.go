package audit

import "slices"

// Audited reads of staff. Other actions are named in the code that performs them.
const (
	OrderRead = "order-read" // also a bill; once for each person, subject and hour
	DataRead  = "data-read"  // another operation that shows or changes personal data; details name it
)

// Actions lists all actions of the log in alphabetical order: AuditAction of the contract. The viewer has a text for each.
var Actions = []string{
	"access-changed", "amend", "bulk-completed", "bulk-paused", "bulk-running", "bulk-started", "bulk-stopped", "cancel",
	"case-claimed", "change-approved", "change-cancelled", "change-proposed", "credit-limit-changed", "credit-note", DataRead,
	"email-changed", "incident-changed", "incident-ended", "incident-opened", "line-returned", "line-suspended", "list-imported",
	"opened-for-caller", OrderRead, "other-sessions-ended", "passkey-added", "passkey-copied", "passkey-removed", "passkey-renamed",
	"password-changed", "password-reset", "payment-link-sent", "payment-stated", "payment-statement-confirmed", "preferences-changed", "puk-shown", "recovery-code-used", "recovery-codes-renewed", "refund",
	"refund-approved", "refund-declined", "refund-expired", "refund-requested", "request-answer", "request-ask", "request-resolve", "request-take", "retry", "sadad-return", "second-factor-enrolled",
	"second-factor-failed", "second-factor-reset", "second-factor-shown", "session-ended", "setting-changed", "settlement-accept",
	"settlement-booked-by-hand", "sign-in-failed", "signed-in", "signed-out", "skip", "social-account-linked", "spend-cap-lifted",
	"spend-cap-removed", "spend-cap-set", "staff-added", "staff-disabled", "staff-enabled", "step-for-caller", "sub-account-added",
	"sub-account-deleted", "sub-account-renamed",
}

// Known tells whether an action is in the list. An unknown action is not written, because the viewer has no text for it.
func Known(action string) bool {
	_, known := slices.BinarySearch(Actions, action)
	return known
}
