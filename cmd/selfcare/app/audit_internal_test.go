package app

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/domain/audit"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	auditstore "selfcare/internal/store/audit"
)

func TestDoctor_AuditLog_ShowsSealedEntries(t *testing.T) {
	s := store.New(testkit.Postgres(t), testkit.Keys(t))
	say := func(later time.Duration) (string, error) {
		return readSealedUpTo(t.Context(), s.Seals, time.Now().Add(later))
	}
	said, err := say(0)
	require.NoError(t, err)
	require.Equal(t, "nothing is sealed yet", said)

	require.NoError(t, s.Audit.Write(t.Context(), auditstore.Record{Actor: "a", Action: "retry"}))
	_, _, err = s.Seals.Seal(t.Context(), 10)
	require.NoError(t, err)
	said, err = say(time.Hour)
	require.NoError(t, err)
	require.Equal(t, "sealed up to entry 1, which is the last (seal 1)", said)

	require.NoError(t, s.Audit.Write(t.Context(), auditstore.Record{Actor: "a", Action: "skip"}))
	said, err = say(30 * time.Second)
	require.NoError(t, err)
	require.Equal(t, "sealed up to entry 1 (seal 1), the next one waits since 30s", said)
	_, err = say(11 * time.Minute)
	require.ErrorContains(t, err, "an entry waits for its seal since 11m0s: no worker runs")

	require.NoError(t, s.Seals.NoteVerification(t.Context(), auditstore.Report{Faults: 2}, time.Now()))
	_, err = say(0)
	require.ErrorContains(t, err, "2 faults were found at 20")
}

func TestVerifyAudit_Fault_FailsElsePrintsHead(t *testing.T) {
	db := testkit.Postgres(t)
	s := store.New(db, testkit.Keys(t))
	for range 3 {
		require.NoError(t, s.Audit.Write(t.Context(), auditstore.Record{Actor: "a", Action: "retry"}))
	}
	seal, _, err := s.Seals.Seal(t.Context(), 10)
	require.NoError(t, err)
	head := audit.Head{Number: 1, Hash: seal.Hash()}
	var out strings.Builder
	require.NoError(t, verifyAudit(t.Context(), s.Seals, []audit.Head{head}, &out))
	require.Contains(t, out.String(), "ok 3 entries in 1 seals are as they were sealed, 0 wait")
	require.Contains(t, out.String(), "head "+head.String())

	_, err = db.ExecContext(t.Context(), "ALTER TABLE audit_log DISABLE TRIGGER USER; UPDATE audit_log SET actor = 'b' WHERE id = 2; ALTER TABLE audit_log ENABLE TRIGGER USER")
	require.NoError(t, err)
	out.Reset()
	require.ErrorContains(t, verifyAudit(t.Context(), s.Seals, nil, &out), "differs from its seals: 1 faults")
	require.Equal(t, "WRONG entry 2 was changed\n", out.String())
}

func TestDoctor_DatabaseRole_IsShown(t *testing.T) {
	owner := testkit.PostgresURL(t)
	said, err := lookAtRole(t.Context(), config.Config{Environment: config.Production, DatabaseURL: testkit.AsApplication(t, owner)})
	require.NoError(t, err)
	require.Equal(t, "selfcare_app, which owns no tables and cannot change append-only tables", said)
	_, err = lookAtRole(t.Context(), config.Config{Environment: config.Production, DatabaseURL: owner})
	require.ErrorContains(t, err, "selfcare is a superuser, may make roles, owns tables")
	said, err = lookAtRole(t.Context(), config.Config{Environment: config.Development, DatabaseURL: owner})
	require.NoError(t, err)
	require.Contains(t, said, "production refuses that")
}

func TestMigrate_Production_NeedsOwner(t *testing.T) {
	err := Migrate(t.Context(), config.Config{Environment: config.Production, DatabaseURL: "postgres://selfcare@127.0.0.1:1/selfcare"}, nil)
	require.ErrorContains(t, err, "MIGRATE_DATABASE_URL is not set")
}
