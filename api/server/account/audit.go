package account

import (
	"context"
	"maps"

	"selfcare/api/server/middleware"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/session"
	"selfcare/internal/store/signin"
	userstore "selfcare/internal/store/user"
)

// AuditLog records events of accounts.
type AuditLog struct {
	*middleware.Core
	Entries  auditWriter
	Failures failureCounter
	Users    auditedUsers
}

// auditWriter writes an entry, alone or in one transaction with its change.
type auditWriter interface {
	Write(ctx context.Context, entry audit.Record) error
	Change(ctx context.Context, entry audit.Record, change func(tx *store.Tx) error) error
}

// failureCounter counts failed sign-ins: any visitor can cause them, so a row for each would grow without a bound.
type failureCounter interface {
	Count(ctx context.Context, f signin.FailedSignIn) error
}

type auditedUsers interface {
	ByMobile(ctx context.Context, mobile string) (userstore.User, error)
}

// event is an auditable event of an account: ids and kinds, never personal data.
type event struct {
	action  string
	details map[string]string
}

// Events of the audit log.
var (
	signedIn        = event{action: "signed-in"}
	signedOut       = event{action: "signed-out"}
	sessionEnded    = event{action: "session-ended"}
	othersSignedOut = event{action: "other-sessions-ended"}
	passwordChanged = event{action: "password-changed"}
	passwordReset   = event{action: "password-reset"}
	emailChanged    = event{action: "email-changed"}
	accountAdded    = event{action: "sub-account-added"}
	accountRenamed  = event{action: "sub-account-renamed"}
	accountDeleted  = event{action: "sub-account-deleted"}
	socialLinked    = event{action: "social-account-linked"}

	preferencesChanged = event{action: "preferences-changed"}

	passkeyAdded   = event{action: "passkey-added"}
	passkeyRenamed = event{action: "passkey-renamed"}
	passkeyRemoved = event{action: "passkey-removed"}
	passkeyCopied  = event{action: "passkey-copied"}

	factorEnrolled = event{action: "second-factor-enrolled"}
	factorShown    = event{action: "second-factor-shown"}
	factorFailed   = event{action: "second-factor-failed"}
	recoveryUsed   = event{action: "recovery-code-used"}
	recoveryNew    = event{action: "recovery-codes-renewed"}
)

// unknownActor is the actor of a failed sign-in without a known user.
const unknownActor = "unknown"

// by adds the way of the sign-in.
func (e event) by(provider string) event { return e.with("provider", provider) }

// of adds the line or sub-account of the event.
func (e event) of(id string) event { return e.with("id", id) }

// from adds the device, as far as it is stored.
func (e event) from(at session.Origin) event {
	for name, value := range map[string]string{"browser": at.Browser, "system": at.System} {
		if value != "" {
			e = e.with(name, value)
		}
	}
	return e
}

func (e event) with(name, value string) event {
	details := maps.Clone(e.details)
	if details == nil {
		details = map[string]string{}
	}
	details[name] = value
	return event{e.action, details}
}

// entry adds the trace id, which leads to the request in the logs, and the client's network.
func (e event) entry(ctx context.Context, actor string) audit.Record {
	current := middleware.RequestOf(ctx)
	return audit.Record{
		Area: audit.Account, Actor: actor, Action: e.action,
		Details: e.with("traceId", current.TraceID).with("client", current.Network()).details,
	}
}

// changeAudited makes a change to an account and writes its audit entry: both or neither.
func (s *AuditLog) changeAudited(ctx context.Context, what event, actor string, change func(q *store.Tx) error) error {
	return s.Entries.Change(ctx, what.entry(ctx, actor), change)
}

// writeFailedSignIn records a failed sign-in. The sign-in is refused in any case, so a failure to record it changes
// nothing.
func (s *AuditLog) writeFailedSignIn(ctx context.Context, provider, actor string) {
	current := middleware.RequestOf(ctx)
	s.LogFailure(ctx, "count a failed sign-in", s.Failures.Count(ctx, signin.FailedSignIn{
		Account: actor, Provider: provider, Network: current.Network(), TraceID: current.TraceID,
	}))
}

// writeFailedCode is writeFailedSignIn for a guessed code. Codes are only sent to numbers with a user.
func (s *AuditLog) writeFailedCode(ctx context.Context, mobile string) {
	actor := unknownActor
	if user, err := s.Users.ByMobile(ctx, mobile); err == nil {
		actor = user.ID
	}
	s.writeFailedSignIn(ctx, providerOTP, actor)
}
