package scale

import (
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

// notReached are the functions with statements that no call reaches, each with the reason.
var notReached = map[string]string{
	"imports.":                    "a list is imported into tables of its own, in a test of its own",
	"plan.write":                  "an import of plans changes all of them, which are few",
	"plan.dropCategories":         "an import of plans changes all of them, which are few",
	"rotation.":                   "keys rotate in a test of their own",
	"bill.Invoices.addLines":      byKey,
	"card.Cards.noteRemoved":      byKey,
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
	for _, found := range r.Broken() {
		t.Errorf("%s (%s) %s:\n%.500s", found.Call, found.Caller, found.Problem, found.Text)
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
