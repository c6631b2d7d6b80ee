package account

import (
	"context"
	"maps"

	"selfcare/api/server/middleware"
	"selfcare/internal/store"
)

// AuditLog writes down what happens to accounts.
type AuditLog struct {
	*middleware.Core
	Entries  auditWriter
	Failures failureCounter
	Users    auditedUsers
}

// auditWriter writes an entry, alone or in one transaction with the change it is about.
type auditWriter interface {
	Write(ctx context.Context, entry store.AuditEntry) error
	Change(ctx context.Context, entry store.AuditEntry, change func(tx *store.Tx) error) error
}

// failureCounter counts sign-ins that failed: anybody may cause them, so they must not make rows without end.
type failureCounter interface {
	Count(ctx context.Context, f store.FailedSignIn) error
}

type auditedUsers interface {
	ByMobile(ctx context.Context, mobile string) (store.User, error)
}

// event is something that happened to an account and must be traceable later: ids and kinds, never personal data.
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

// unknownActor is who failed to sign in as nobody we know.
const unknownActor = "unknown"

// by says how somebody signed in.
func (e event) by(provider string) event { return e.with("provider", provider) }

// of says which line or sub-account it was about.
func (e event) of(id string) event { return e.with("id", id) }

// from says on what device, as far as that is kept.
func (e event) from(at store.SessionOrigin) event {
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
func (e event) entry(ctx context.Context, actor string) store.AuditEntry {
	current := middleware.RequestOf(ctx)
	return store.AuditEntry{
		Area: store.AuditAccount, Actor: actor, Action: e.action,
		Details: e.with("traceId", current.TraceID).with("client", current.Network()).details,
	}
}

// changeAudited makes a change to an account and writes down who did what: both or neither.
func (s *AuditLog) changeAudited(ctx context.Context, what event, actor string, change func(q *store.Tx) error) error {
	return s.Entries.Change(ctx, what.entry(ctx, actor), change)
}

// writeFailedSignIn writes down a sign-in that failed. It is refused in any case: whether that could be written changes nothing.
func (s *AuditLog) writeFailedSignIn(ctx context.Context, provider, actor string) {
	current := middleware.RequestOf(ctx)
	s.LogFailure(ctx, "count a failed sign-in", s.Failures.Count(ctx, store.FailedSignIn{
		Account: actor, Provider: provider, Network: current.Network(), TraceID: current.TraceID,
	}))
}

// writeFailedCode is notSignedIn for a guessed code. Only a number with a user is sent one.
func (s *AuditLog) writeFailedCode(ctx context.Context, mobile string) {
	actor := unknownActor
	if user, err := s.Users.ByMobile(ctx, mobile); err == nil {
		actor = user.ID
	}
	s.writeFailedSignIn(ctx, providerOTP, actor)
}
