package autorecharge_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/activities/autorecharge"
	purchaseacts "selfcare/activities/purchase"
	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/store"
	cardstore "selfcare/internal/store/card"
	"selfcare/internal/store/line"
)

var (
	ctx = context.Background()
	due = time.Date(2026, time.November, 30, 9, 0, 0, 0, calendar.Riyadh) // the 31st of a month of thirty days
)

// desk is an auto-recharge of the 31st on a database of its own.
type desk struct {
	*autorecharge.Activities
	t     *testing.T
	store *store.Store
	rule  contract.AutoRecharge
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	db, s := testkit.Databases(t)
	lineID, err := s.Lines.Add(ctx, line.Line{
		MSISDN: "0570000001", Kind: line.Voice, Type: "prepaid", PlanID: "none", Person: contract.Person{IDNumber: "1000000008"},
	}, due)
	require.NoError(t, err)
	userID := uuid.NewString()
	_, err = db.NewRaw("INSERT INTO users (id, mobile, password_hash) VALUES (?, '0570000001', '')", userID).Exec(ctx)
	require.NoError(t, err)
	card, err := s.Cards.Add(ctx, userID, cardstore.Card{
		Token: "card_1", Fingerprint: "fp_1", Brand: cardstore.BrandVisa, Last4: "0011", ExpiryMonth: 12, ExpiryYear: 2030,
	})
	require.NoError(t, err)
	rule := contract.AutoRecharge{
		ID: uuid.NewString(), LineID: lineID, UserID: userID, CardID: card.ID, Language: "en", Frequency: contract.AutoMonthly, Day: 31,
		Hour: 9, Amount: 5000, State: contract.AutoActive, Since: due.Add(-48 * time.Hour).UTC(),
	}
	opened, err := s.AutoRecharges.Open(ctx, rule)
	require.NoError(t, err)
	require.True(t, opened)
	return &desk{autorecharge.New(s, "https://selfcare.example"), t, s, rule}
}

func (d *desk) begins(at time.Time) contract.AutoRun {
	d.t.Helper()
	run, err := d.BeginAutoRun(ctx, contract.AutoRun{LineID: d.rule.LineID}, contract.AutoDue{At: contract.At{Now: at}, Due: at})
	require.NoError(d.t, err)
	return run
}

func (d *desk) tries(run contract.AutoRun) contract.AutoRun {
	d.t.Helper()
	run, err := d.BeginAutoTry(ctx, run, contract.At{Now: due})
	require.NoError(d.t, err)
	return run
}

func (d *desk) refused(run contract.AutoRun, code contract.Code) contract.AutoRun {
	d.t.Helper()
	run, err := d.RecordAutoTry(ctx, run, contract.AutoTried{At: contract.At{Now: due}, Refused: code})
	require.NoError(d.t, err)
	return run
}

func (d *desk) told() (templates []string) {
	d.t.Helper()
	messages, err := d.store.Outbox.Claim(ctx, 100)
	require.NoError(d.t, err)
	for _, m := range messages {
		templates = append(templates, m.Notice.Template)
	}
	return templates
}

func TestOpenRule_SecondOne_IsRefused(t *testing.T) {
	d := newDesk(t)
	second := d.rule
	second.ID = uuid.NewString()
	opened, err := d.store.AutoRecharges.Open(ctx, second)
	require.NoError(t, err)
	require.False(t, opened)
	opened, err = d.store.AutoRecharges.Open(ctx, d.rule)
	require.NoError(t, err)
	require.True(t, opened, "the same one again")
	ended, err := d.store.AutoRecharges.End(ctx, d.rule.LineID, "")
	require.NoError(t, err)
	require.True(t, ended)
	opened, err = d.store.AutoRecharges.Open(ctx, second)
	require.NoError(t, err)
	require.True(t, opened)
}

func TestBegin_DayBefore_TellsOnce(t *testing.T) {
	d := newDesk(t)
	for range 2 {
		require.Equal(t, contract.AutoTold, d.begins(due.AddDate(0, 0, -1)).Stage)
	}
	require.Equal(t, []string{"auto-recharge-tomorrow"}, d.told())
	require.Equal(t, contract.AutoIdle, d.begins(due.AddDate(0, 0, 1)).Stage)
}

func TestTry_Repeated_SamePurchase(t *testing.T) {
	d := newDesk(t)
	first := d.tries(d.begins(due))
	again := d.tries(d.begins(due.Add(time.Hour)))
	require.Equal(t, 1, again.Try)
	require.Equal(t, first.Purchase.ID, again.Purchase.ID)
	require.Equal(t, first.Purchase.Payment.ID, again.Purchase.Payment.ID)
	require.Equal(t, contract.Halalas(5750), first.Purchase.Total)
	require.Equal(t, "2026-11-30", first.Date)
}

func TestTry_LastOneOpen_NoneBegins(t *testing.T) {
	d := newDesk(t)
	run := d.tries(d.begins(due))
	draft := *run.Purchase
	draft.Number = "PU00000001"
	kept := &contract.SavedCard{UserID: d.rule.UserID, CardID: d.rule.CardID}
	_, err := purchaseacts.New(d.store).OpenPurchase(ctx, draft, contract.PurchaseOpening{At: contract.At{Now: due}, Kept: kept, Ahead: true})
	require.NoError(t, err)
	require.Equal(t, run.Purchase.ID, d.tries(run).Purchase.ID)
	open, err := d.RecordAutoTry(ctx, run, contract.AutoTried{At: contract.At{Now: due}})
	require.NoError(t, err)
	require.Equal(t, contract.AutoTrying, open.Stage)
}

func TestFailure_ByRule_RetriedThenPaused(t *testing.T) {
	d := newDesk(t)
	run, seen := d.begins(due), map[string]bool{}
	for range 3 {
		run = d.tries(run)
		seen[run.Purchase.ID] = true
		run = d.refused(run, contract.FailPaymentDeclined)
		require.Equal(t, run.Stage, d.refused(run, contract.FailPaymentDeclined).Stage, "repeated, it is the same")
	}
	require.Len(t, seen, 3)
	require.Equal(t, contract.AutoFailed, run.Stage)
	require.Equal(t, []string{"auto-recharge-retry", "auto-recharge-retry", "auto-recharge-paused"}, d.told())
	rule, known, err := d.store.AutoRecharges.OfLine(ctx, d.rule.LineID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, contract.AutoPaused, rule.State)
	require.Equal(t, contract.FailAutoRechargeCardFailed, rule.Reason)
	require.Equal(t, contract.AutoIdle, d.begins(due.AddDate(0, 1, 0)).Stage)
}

func TestEnded_Rule_TriesNothing(t *testing.T) {
	d := newDesk(t)
	run := d.begins(due)
	_, err := d.store.AutoRecharges.End(ctx, d.rule.LineID, "")
	require.NoError(t, err)
	require.Equal(t, contract.AutoStopped, d.tries(run).Stage)
}

func TestMissed_Date_ToldOnce(t *testing.T) {
	d := newDesk(t)
	for range 2 {
		d.begins(due.AddDate(0, 0, 10))
	}
	require.Equal(t, []string{"auto-recharge-missed"}, d.told())
	last, known, err := d.store.AutoRuns.OfRule(ctx, d.rule.LineID, d.rule.ID)
	require.NoError(t, err)
	require.True(t, known)
	require.Equal(t, contract.AutoMissed, last.Run.Stage)
	require.Equal(t, contract.AutoMissed, d.begins(due).Stage, "made up for too late, it stays missed")
}

// gives claims the line for a process that gives it up.
func (d *desk) gives(holder string) {
	d.t.Helper()
	require.NoError(d.t, d.store.Lines.Claim(ctx, line.Claim{LineID: d.rule.LineID, Holder: holder, Until: due.AddDate(0, 0, 1)}))
}

func TestBegin_LineGivenUp_IsSkippedAndTold(t *testing.T) {
	for holder, want := range map[string]contract.Code{
		contract.HolderDeactivation + "l1": contract.FailLineEnding, contract.HolderPortOut + "PO00000001": contract.FailLinePortingOut,
	} {
		d := newDesk(t)
		d.gives(holder)
		require.Equal(t, contract.AutoIdle, d.begins(due.AddDate(0, 0, -1)).Stage, "nor is a recharge announced")
		for range 2 {
			run := d.begins(due)
			require.Equal(t, contract.AutoMissed, run.Stage)
			require.Equal(t, want, run.Code)
		}
		require.Equal(t, []string{"auto-recharge-skipped"}, d.told())
		require.NoError(t, d.store.Lines.Release(ctx, holder))
		require.Equal(t, contract.AutoTrying, d.begins(due.AddDate(0, 1, 1)).Stage, "a line that stays is recharged on the next date")
	}
}

func TestTry_LineGivenUpMeanwhile_IsNotCharged(t *testing.T) {
	d := newDesk(t)
	run := d.refused(d.tries(d.begins(due)), contract.FailPaymentDeclined)
	require.Equal(t, contract.AutoWaiting, run.Stage)
	d.gives(contract.HolderDeactivation + "l1")
	run = d.tries(run)
	require.Equal(t, contract.AutoMissed, run.Stage)
	require.Nil(t, run.Purchase)
	require.Equal(t, []string{"auto-recharge-retry", "auto-recharge-skipped"}, d.told())
}

// scheduler follows rows, or fails.
type scheduler struct {
	fails    bool
	followed []contract.AutoState
}

func (s *scheduler) Follow(_ context.Context, r contract.AutoRecharge, _ time.Duration) error {
	if s.fails {
		return errors.New("Temporal is away")
	}
	s.followed = append(s.followed, r.State)
	return nil
}

func TestSchedules_Row_IsFollowedOnce(t *testing.T) {
	d := newDesk(t)
	way := &scheduler{fails: true}
	schedules := autorecharge.NewSchedules(d.store, way, "https://selfcare.example")
	require.NoError(t, schedules.StartOwed(ctx))
	way.fails = false
	for range 2 {
		require.NoError(t, schedules.StartOwed(ctx))
	}
	require.NoError(t, d.store.Cards.Remove(ctx, d.rule.UserID, d.rule.CardID))
	require.NoError(t, schedules.StartOwed(ctx))
	require.Equal(t, []contract.AutoState{contract.AutoActive, contract.AutoPaused}, way.followed)
	require.Equal(t, []string{"auto-recharge-paused"}, d.told())
}
