package scale

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/embedded/postgres"
	"selfcare/dev/testkit"
)

// Limits of one statement. The tables with more rows than manyRows are the ones that grow with the customers.
const (
	manyRows  = 10_000
	mostRows  = 10_000 // of one table; a purge reads each of its 5,000 rows twice
	mostPages = 2_000
	mostFound = 500 // of numbers, in a search without a sign-in
)

// allowed are the statements that pass the limits, by the begin of their call or caller, each with the reason.
var allowed = map[string]string{
	"Allowances.Receive":       "what comes covers the events of its month that nothing covered, for this line",
	"supportcase.Cases.renew":  "reads all cases of support, which are few beside the lines, for all members of staff every five seconds",
	"Partitions.Keep":          "makes and drops tables each night: its pages are those of catalogues",
	"PlanSubscriptions.Active": "reads the recharges of a line's life, two a month: a posting has no time of its own",
	"Seals.Verify":             "the whole audit log is verified each week",
}

// notReached are the functions with statements that no call reaches, each with the reason.
var notReached = map[string]string{
	"imports.":                    "a list is imported into tables of its own, in a test of its own",
	"plan.write":                  "an import of plans changes all of them, which are few",
	"plan.dropCategories":         "an import of plans changes all of them, which are few",
	"rotation.":                   "keys rotate in a test of their own",
	"bill.Invoices.addLines":      byKey,
	"card.Cards.setDefault":       byKey,
	"ending.Endings.balance":      byKey,
	"idempotency.Requests.replay": byKey,
	"ledger.Ledger.compare":       byKey,
	"number.Numbers.releaseHeld":  byKey,
	"numbersetting.Settings.set":  byKey,
	"outage.Outages.end":          byKey,
	"payment.Statements.save":     byKey,
	"setting.Table.change":        byKey,
	"session.Sessions.noteUse":    byKey,
	"usage.batch.charge":          byKey,
	"usage.batch.readStored":      byKey,
}

// byKey is the reason of functions behind a step that made-up arguments do not pass.
const byKey = "reads or writes the rows of one key, after a step that made-up arguments do not pass"

// kept is a database of 100,000 lines that stays in the cache of the user. Each run takes its writes back.
var kept = Size{Lines: 100_000, History: 0.3}

func TestStore_EachStatement_IsBounded(t *testing.T) {
	s := startKept(t)
	r, err := Run(t.Context(), s.URL(Database), "../..")
	require.NoError(t, err)
	long := longTables(t, s)
	for _, found := range r.Statements {
		if problem := found.problem(long); problem != "" && reasonFor(allowed, found.Call)+reasonFor(allowed, found.Caller) == "" {
			t.Errorf("%s (%s) %s:\n%.500s", found.Call, found.Caller, problem, found.Text)
		}
	}
	for _, function := range r.Unseen {
		if reasonFor(notReached, function) == "" {
			t.Errorf("%s sends a statement, but no call reaches it: add one to searches.go, or a reason to notReached", function)
		}
	}
	for call, refused := range r.Refused {
		if strings.Contains(refused, "SQLSTATE 42") || strings.HasPrefix(refused, "panic") {
			t.Errorf("%s was not sent whole: %s", call, refused)
		}
	}
}

// problem tells which limit a statement passes.
func (s Statement) problem(long map[string]bool) string {
	for _, table := range s.Sequential {
		if long[table] {
			return "reads the table " + table + " in full"
		}
	}
	most := mostRows
	if strings.HasPrefix(s.Call, "Numbers.Search") {
		most = mostFound
	}
	if table, rows := s.mostRead(); rows > most {
		return fmt.Sprintf("reads %d rows of %s", rows, table)
	}
	if s.Buffers > mostPages {
		return fmt.Sprintf("reads %d pages", s.Buffers)
	}
	return ""
}

func reasonFor(list map[string]string, name string) string {
	for part, reason := range list {
		if strings.HasPrefix(name, part) {
			return reason
		}
	}
	return ""
}

// startKept starts the kept database, or makes it first, which takes a minute. Tests of another checkout wait for their turn.
func startKept(t *testing.T) *postgres.Server {
	t.Helper()
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	folder := filepath.Join(cache, "selfcare-scale")
	require.NoError(t, os.MkdirAll(folder, 0o755))
	lock, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	require.NoError(t, err)
	t.Cleanup(func() { _ = lock.Close() })
	require.NoError(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
	bin, err := testkit.BinDir()
	require.NoError(t, err)
	s, err := Start(t.Context(), bin, folder, kept, func(what string, took time.Duration) {
		if took > time.Second {
			t.Log(took.Round(time.Millisecond), what)
		}
	})
	require.NoError(t, err)
	t.Cleanup(s.Stop)
	return s
}

func longTables(t *testing.T, s *postgres.Server) map[string]bool {
	t.Helper()
	db := testkit.Connect(t, s.URL(Database))
	var names []string
	require.NoError(t, db.NewRaw("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > ?", manyRows).Scan(t.Context(), &names))
	long := map[string]bool{}
	for _, name := range names {
		long[name] = true
	}
	return long
}
