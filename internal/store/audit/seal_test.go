package audit_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/domain/audit"
	auditstore "selfcare/internal/store/audit"
)

// log is an audit log with two connections: the owner's bypasses all rules, the application's obeys them.
type log struct {
	t     *testing.T
	owner *bun.DB
	app   *bun.DB
	seals auditstore.Seals
}

func newLog(t *testing.T) *log {
	t.Helper()
	url := testkit.PostgresURL(t)
	l := &log{t: t, owner: testkit.Connect(t, url), app: testkit.Connect(t, testkit.AsApplication(t, url))}
	l.seals = auditstore.Seals{DB: l.app}
	return l
}

const insertEntry = "INSERT INTO audit_log (actor, action, note, details) VALUES ('support-1', 'retry', 'n', '{\"b\": \"c\", \"a\": \"ä\"}')"

func (l *log) write(db bun.IDB, entries int) {
	l.t.Helper()
	for range entries {
		_, err := db.ExecContext(l.t.Context(), insertEntry)
		require.NoError(l.t, err)
	}
}

// seal seals the waiting entries.
func (l *log) seal() audit.Seal {
	l.t.Helper()
	s, sealed, err := l.seals.Seal(l.t.Context(), 100)
	require.NoError(l.t, err)
	require.True(l.t, sealed)
	return s
}

// tamper makes changes that only the owner of the database can make.
func (l *log) tamper(statement string) {
	l.t.Helper()
	const rules = "ALTER TABLE audit_log %[1]s TRIGGER USER; ALTER TABLE audit_seals %[1]s TRIGGER USER;"
	for _, one := range []string{fmt.Sprintf(rules, "DISABLE"), statement, fmt.Sprintf(rules, "ENABLE")} {
		_, err := l.owner.ExecContext(l.t.Context(), one)
		require.NoError(l.t, err, one)
	}
}

// faults returns the findings of a verification.
func (l *log) faults(kept ...audit.Head) []string {
	l.t.Helper()
	told := []string{}
	report, err := l.seals.Verify(l.t.Context(), kept, func(f audit.Fault) { told = append(told, f.String()) })
	require.NoError(l.t, err)
	require.Equal(l.t, len(told), report.Faults)
	return told
}

func TestSeal_EachEntry_IsSealedOnce(t *testing.T) {
	l := newLog(t)
	_, sealed, err := l.seals.Seal(t.Context(), 100)
	require.NoError(t, err)
	require.False(t, sealed, "an empty log needs none")
	l.write(l.app, 3)
	first := l.seal()
	require.Equal(t, []int64{1, 2, 3}, first.IDs)
	require.Equal(t, audit.First(), first.Previous)
	_, sealed, err = l.seals.Seal(t.Context(), 100)
	require.NoError(t, err)
	require.False(t, sealed)

	l.write(l.app, 5)
	for _, want := range [][]int64{{4, 5}, {6, 7}, {8}} {
		s, sealed, err := l.seals.Seal(t.Context(), 2)
		require.NoError(t, err)
		require.True(t, sealed)
		require.Equal(t, want, s.IDs)
		require.Equal(t, first.Hash(), s.Previous)
		first = s
	}
	require.Empty(t, l.faults())
	report, err := l.seals.Verify(t.Context(), nil, func(audit.Fault) {})
	require.NoError(t, err)
	require.Equal(t, []int64{8, 4, 0}, []int64{report.Entries, report.Seals, report.Waiting})
	require.Equal(t, audit.Head{Number: 4, Hash: first.Hash()}, report.Head)
}

// A slow transaction commits an id that others have passed long ago.
func TestSeal_LateCommit_IsInALaterSeal(t *testing.T) {
	l := newLog(t)
	slow, err := l.app.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	l.write(slow, 1) // id 1
	undone, err := l.app.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	l.write(undone, 1) // id 2
	l.write(l.app, 1)
	require.Equal(t, []int64{3}, l.seal().IDs)
	require.NoError(t, undone.Rollback())
	l.write(l.app, 1)
	require.Equal(t, []int64{4}, l.seal().IDs)
	l.write(l.app, 1)
	require.Equal(t, []int64{5}, l.seal().IDs)
	require.Empty(t, l.faults())

	require.NoError(t, slow.Commit())
	require.Empty(t, l.faults(), "a late entry waits for its seal")
	require.Equal(t, []int64{1}, l.seal().IDs)
	l.write(l.app, 1)
	require.Equal(t, []int64{6}, l.seal().IDs)
	require.Empty(t, l.faults())
}

// A late entry that does not fit into a seal waits for the next one.
func TestSeal_ManyLateEntries_WaitForNext(t *testing.T) {
	l := newLog(t)
	slow, err := l.app.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	l.write(slow, 3) // 1 to 3
	l.write(l.app, 2)
	require.Equal(t, []int64{4, 5}, l.seal().IDs)
	require.NoError(t, slow.Commit())
	l.write(l.app, 2)
	for _, want := range [][]int64{{1, 2}, {3, 6}, {7}} {
		s, _, err := l.seals.Seal(t.Context(), 2)
		require.NoError(t, err)
		require.Equal(t, want, s.IDs)
	}
	require.Empty(t, l.faults())
}

func TestVerify_LateEntries_AreFound(t *testing.T) {
	l := newLog(t)
	slow, err := l.app.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	l.write(slow, 1)
	for range 120 {
		l.write(l.app, 1)
		l.seal()
	}
	require.NoError(t, slow.Commit())
	require.Equal(t, []int64{1}, l.seal().IDs)
	require.Empty(t, l.faults())
	l.tamper("UPDATE audit_log SET note = 'x' WHERE id IN (1, 70)")
	require.ElementsMatch(t, []string{"entry 1 was changed", "entry 70 was changed"}, l.faults())
}

// Transaction numbers start again where a dump is restored.
func TestSeal_RestoredDump_Continues(t *testing.T) {
	l := newLog(t)
	l.write(l.app, 2)
	s := l.seal()
	// As if a cluster that was far ahead had made the seal.
	s.BeforeTx = "9000000000"
	l.tamper(fmt.Sprintf(`UPDATE audit_seals SET before_tx = '9000000000', hash = '\x%x'`, s.Hash()))
	l.write(l.app, 1)
	next := l.seal()
	require.Equal(t, []int64{3}, next.IDs)
	require.Equal(t, int64(2), next.Settled)
	require.Empty(t, l.faults())
}

func TestVerify_Tampering_IsNamed(t *testing.T) {
	for name, test := range map[string]struct {
		statement string
		want      []string
	}{
		"nothing":              {"SELECT 1", []string{}},
		"an entry":             {"UPDATE audit_log SET actor = 'somebody-else' WHERE id = 5", []string{"entry 5 was changed"}},
		"a detail":             {`UPDATE audit_log SET details = details || '{"a": "x"}' WHERE id = 5`, []string{"entry 5 was changed"}},
		"the time of one":      {"UPDATE audit_log SET at = at + interval '1 microsecond' WHERE id = 5", []string{"entry 5 was changed"}},
		"an entry is removed":  {"DELETE FROM audit_log WHERE id IN (2, 5)", []string{"entry 2 was removed", "entry 5 was removed"}},
		"an old one is added":  {"INSERT INTO audit_log (id, actor, action, note) OVERRIDING SYSTEM VALUE VALUES (3, 'a', 'b', '')", []string{"entry 3 was added later: no seal has it"}},
		"one before the first": {"INSERT INTO audit_log (id, actor, action, note) OVERRIDING SYSTEM VALUE VALUES (-7, 'a', 'b', '')", []string{"entry -7 was added later: no seal has it"}},
		"a seal":               {"UPDATE audit_seals SET sealed_at = sealed_at + interval '1 second' WHERE number = 2", []string{"seal 2 was changed"}},
		"a seal's digest": {
			"UPDATE audit_seals SET digests = decode(repeat('00', 32 * cardinality(ids)), 'hex') WHERE number = 1",
			[]string{"seal 1 was changed", "entry 1 was changed", "entry 2 was changed"},
		},
		"a seal is written anew": {`UPDATE audit_seals SET hash = sha256('x') WHERE number = 2`, []string{"seal 2 was changed", "seal 3 does not follow the one before it"}},
		"a seal is removed":      {"DELETE FROM audit_seals WHERE number = 2", []string{"seal 2 was removed", "entry 4 was added later: no seal has it", "entry 5 was added later: no seal has it"}},
		"a rule is removed": {
			"DROP TRIGGER audit_seals_append_only ON audit_seals",
			[]string{"trigger audit_seals_append_only is missing or switched off"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLog(t)
			l.write(l.app, 2)
			l.seal()
			_, err := l.app.ExecContext(t.Context(), "SELECT nextval(pg_get_serial_sequence('audit_log', 'id'))") // id 3 stays unused
			require.NoError(t, err)
			l.write(l.app, 2)
			l.seal()
			for range 2 {
				l.write(l.app, 1)
				l.seal()
			}
			l.tamper(test.statement)
			require.Equal(t, test.want, l.faults())
		})
	}
}

// The owner of the database can rewrite the whole chain. A head in another place reveals that.
func TestVerify_RewrittenChain_BreaksKeptHead(t *testing.T) {
	l := newLog(t)
	l.write(l.app, 2)
	first := l.seal()
	l.write(l.app, 1)
	second := l.seal()
	kept := []audit.Head{{Number: 1, Hash: first.Hash()}, {Number: 2, Hash: second.Hash()}}
	require.Empty(t, l.faults(kept...))

	l.tamper("DELETE FROM audit_seals WHERE number = 2; DELETE FROM audit_log WHERE id = 3")
	require.Empty(t, l.faults(), "the end of a chain can be cut off unseen")
	require.Equal(t, []string{"seal 2 was removed: its head was kept elsewhere"}, l.faults(kept...))

	l.tamper("DELETE FROM audit_seals; UPDATE audit_log SET actor = 'somebody-else'")
	l.seal()
	require.Empty(t, l.faults())
	require.Contains(t, l.faults(kept...), "seal 1 is not the one whose head was kept elsewhere: the chain was written anew")
}

// Sealing costs as much with a million entries as with none.
func TestSeal_LongLog_ReadsOnlyItsEnd(t *testing.T) {
	l := newLog(t)
	_, err := l.owner.ExecContext(t.Context(), `
		INSERT INTO audit_log (actor, action, note) SELECT 'a', 'b', '' FROM generate_series(1, 20000); ANALYZE audit_log`)
	require.NoError(t, err)
	for {
		_, sealed, err := l.seals.Seal(t.Context(), 5000)
		require.NoError(t, err)
		if !sealed {
			break
		}
	}
	l.write(l.app, 1)
	l.seal()
	require.Empty(t, l.faults())
	var settled int64
	require.NoError(t, l.owner.NewRaw("SELECT settled FROM audit_seals ORDER BY number DESC LIMIT 1").Scan(t.Context(), &settled))
	require.Equal(t, int64(20000), settled, "nothing below is looked at again")
}
