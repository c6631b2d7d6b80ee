package autorecharge_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

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
	t       *testing.T
	db      *bun.DB
	store   *store.Store
	starter *starter
	rule    contract.AutoRecharge
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
	return &desk{autorecharge.New(s, "https://selfcare.example"), t, db, s, &starter{}, rule}
}

func (d *desk) begins(at time.Time) contract.AutoRun {
	d.t.Helper()
	run, err := d.BeginAutoRun(ctx, contract.AutoRun{LineID: d.rule.LineID}, contract.AutoDue{At: contract.At{Now: at}, Due: at})
	require.NoError(d.t, err)
	return run
}

func (d *desk) tries(run contract.AutoRun) contract.AutoRun {
	d.t.Helper()
	now := due
	if !run.NextTry.IsZero() {
		now = run.NextTry
	}
	run, err := d.BeginAutoTry(ctx, run, contract.At{Now: now})
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

// Two runs are about one date: that of a schedule of an older release, and ours.
func TestTry_OtherRunWaits_WaitsToo(t *testing.T) {
	d := newDesk(t)
	run := d.refused(d.tries(d.begins(due)), contract.FailPaymentDeclined)
	require.Equal(t, contract.AutoWaiting, run.Stage)
	again, err := d.BeginAutoTry(ctx, run, contract.At{Now: run.NextTry.Add(-time.Second)})
	require.NoError(t, err)
	require.Equal(t, []any{run.Stage, 1, run.NextTry}, []any{again.Stage, again.Try, again.NextTry})
	require.Equal(t, 2, d.tries(run).Try)
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
		d.looksAt(due.AddDate(0, 0, -1)) // nor is a recharge announced
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
