package audit_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"

	auditacts "selfcare/activities/audit"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/audit"
	"selfcare/internal/store"
	auditstore "selfcare/internal/store/audit"
)

// night is a sealed log that is verified.
type night struct {
	t     *testing.T
	owner *bun.DB
	store *store.Store
	said  bytes.Buffer
}

func newNight(t *testing.T) *night {
	t.Helper()
	url := testkit.PostgresURL(t)
	n := &night{t: t, owner: testkit.Connect(t, url), store: store.New(testkit.Connect(t, testkit.AsApplication(t, url)), testkit.Keys(t))}
	n.writes()
	n.writes()
	return n
}

// writes writes one entry and its seal.
func (n *night) writes() {
	n.t.Helper()
	require.NoError(n.t, n.store.Audit.Write(n.t.Context(), auditstore.Record{Actor: "a", Action: "retry"}))
	_, sealed, err := n.store.Seals.Seal(n.t.Context(), 10)
	require.NoError(n.t, err)
	require.True(n.t, sealed)
}

func (n *night) verifies(before contract.AuditVerified) (now contract.AuditVerified) {
	n.t.Helper()
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(log.NewStructuredLogger(slog.New(slog.NewTextHandler(&n.said, nil))))
	env := suite.NewTestActivityEnvironment()
	a := auditacts.NewVerification(n.store.Seals)
	env.RegisterActivity(a)
	found, err := env.ExecuteActivity(a.VerifyAuditLog, before)
	require.NoError(n.t, err)
	require.NoError(n.t, found.Get(&now))
	last, err := n.store.Seals.LastVerification(n.t.Context())
	require.NoError(n.t, err)
	require.Equal(n.t, now.Faults, last.Faults, "the state in the metrics")
	return now
}

// tampers changes rows as the owner of the database can.
func (n *night) tampers(statement string) {
	n.t.Helper()
	const rules = " TRIGGER USER; ALTER TABLE audit_seals "
	_, err := n.owner.ExecContext(n.t.Context(), "ALTER TABLE audit_log DISABLE"+rules+"DISABLE TRIGGER USER; "+statement+
		"; ALTER TABLE audit_log ENABLE"+rules+"ENABLE TRIGGER USER")
	require.NoError(n.t, err)
}

func TestVerifyAuditLog_Faults_CountedAndLogged(t *testing.T) {
	n := newNight(t)
	first := n.verifies(contract.AuditVerified{})
	standing, err := n.store.Seals.Standing(t.Context())
	require.NoError(t, err)
	require.WithinDuration(t, time.Now(), first.WholeAt, time.Minute)
	require.Equal(t, contract.AuditVerified{Head: standing.String(), Seals: 2, Entries: 2, WholeAt: first.WholeAt}, first)
	require.Empty(t, n.said.String())

	n.writes()
	second := n.verifies(first)
	require.Zero(t, second.Faults, "the chain has the head of the night before")
	require.EqualValues(t, 1, second.Entries, "it reads the new entries alone")
	require.Equal(t, first.WholeAt, second.WholeAt)
	n.tampers("UPDATE audit_log SET actor = 'b' WHERE id = 3")
	require.Equal(t, 1, n.verifies(first).Faults)
	require.Contains(t, n.said.String(), `fault="entry 3 was changed"`)
	n.tampers("UPDATE audit_log SET actor = 'b' WHERE id = 1")
	require.Equal(t, 1, n.verifies(first).Faults)
	first.WholeAt = first.WholeAt.AddDate(0, 0, -7)
	require.Equal(t, 2, n.verifies(first).Faults, "the whole log is read each week")
	require.Contains(t, n.said.String(), `fault="entry 1 was changed"`)
}

// An attacker with only our database can rewrite the whole chain. The head that Temporal kept from the last night reveals it.
func TestVerifyAuditLog_RewrittenChain_IsFound(t *testing.T) {
	n := newNight(t)
	before := n.verifies(contract.AuditVerified{})
	n.tampers("DELETE FROM audit_seals; UPDATE audit_log SET actor = 'b'")
	_, sealed, err := n.store.Seals.Seal(t.Context(), 10)
	require.NoError(t, err)
	require.True(t, sealed)
	require.Zero(t, n.verifies(contract.AuditVerified{}).Faults, "the chain alone does not show it")
	require.NotZero(t, n.verifies(before).Faults)
	require.Contains(t, n.said.String(), "kept elsewhere")
}

func TestVerifyAuditLog_EmptyLog_HasNoHead(t *testing.T) {
	n := &night{t: t, store: store.New(testkit.Postgres(t), testkit.Keys(t))}
	verified := n.verifies(contract.AuditVerified{})
	require.Equal(t, contract.AuditVerified{WholeAt: verified.WholeAt}, verified)
}

// away is a database that does not answer until the worker stops.
type away struct{ auditacts.Verifier }

func (away) Verify(ctx context.Context, _ []audit.Head, _ func(audit.Fault)) (auditstore.Report, error) {
	<-ctx.Done()
	return auditstore.Report{}, ctx.Err()
}

func TestVerifyAuditLog_WorkerStops_GivesUp(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	stop := make(chan struct{})
	close(stop)
	env.SetWorkerStopChannel(stop)
	a := auditacts.NewVerification(away{})
	env.RegisterActivity(a)
	_, err := env.ExecuteActivity(a.VerifyAuditLog, contract.AuditVerified{})
	require.Error(t, err, "another worker begins anew")
}

type unreadable struct{ auditacts.Verifier }

func (unreadable) Verify(context.Context, []audit.Head, func(audit.Fault)) (auditstore.Report, error) {
	return auditstore.Report{}, errors.New("the database is away")
}

func TestVerifyAuditLog_DatabaseAway_Fails(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestActivityEnvironment()
	a := auditacts.NewVerification(unreadable{})
	env.RegisterActivity(a)
	_, err := env.ExecuteActivity(a.VerifyAuditLog, contract.AuditVerified{})
	require.ErrorContains(t, err, string(contract.FailUnavailable))
}
