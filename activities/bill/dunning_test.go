package bill_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/dev/seed"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/bill"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/store/line"
)

// follows begins the plan of the line.
func (l *billRig) follows() {
	l.t.Helper()
	require.NoError(l.t, seed.BeginPlans(ctx, l.db, l.store, activated))
	l.exec("DELETE FROM subscription_calls")
}

func (l *billRig) plan() contract.PlanSubscription {
	l.t.Helper()
	plan, err := l.store.PlanSubscriptions.Get(ctx, l.line())
	require.NoError(l.t, err)
	return plan
}

func (l *billRig) steps(at time.Time) {
	l.t.Helper()
	for range 20 {
		taken, err := l.TakeDunningSteps(ctx, contract.At{Now: at})
		require.NoError(l.t, err)
		if taken == 0 {
			return
		}
	}
	require.Fail(l.t, "it goes on for ever")
}

func (l *billRig) told(template string) int {
	l.t.Helper()
	return l.count("SELECT count(*) FROM outbox WHERE template = ?", template) / 2
}

func morning(month time.Month, day int) time.Time {
	return time.Date(2026, month, day, 9, 0, 0, 0, calendar.Riyadh).UTC()
}

func TestTakeDunningSteps_Unpaid_EndsTheLine(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	b := l.bill() // payable until the end of the 29th
	level := func() contract.ServiceLevel {
		if bills := l.plan().Bills; bills != nil {
			return bills.Level
		}
		return contract.ServiceFull
	}
	for _, tt := range []struct {
		at       time.Time
		level    contract.ServiceLevel
		step     domain.Step
		template string
	}{
		{morning(11, 23), contract.ServiceFull, domain.StepNone, ""},
		{morning(11, 24), contract.ServiceFull, domain.StepNotice, "bill-due"},
		{morning(11, 28), contract.ServiceFull, domain.StepLastNotice, "bill-due-tomorrow"},
		{morning(12, 2), contract.ServiceFull, domain.StepLastNotice, "bill-due-tomorrow"},
		{morning(12, 3), contract.ServiceIncoming, domain.StepBarOutgoing, "bill-barred-outgoing"},
		{morning(12, 9), contract.ServiceIncoming, domain.StepBarOutgoing, "bill-barred-outgoing"},
		{morning(12, 10), contract.ServiceNone, domain.StepBarAll, "bill-barred-all"},
	} {
		l.steps(tt.at)
		l.steps(tt.at)
		require.Equal(t, tt.level, level(), tt.at)
		require.Equal(t, tt.step, l.latest().Step, tt.at)
		if tt.template != "" {
			require.Equal(t, 1, l.told(tt.template), "once: %s", tt.template)
		}
	}
	require.Equal(t, 1, l.count("SELECT count(*) FROM subscription_calls"), "the plan is called")
	l.steps(morning(12, 10).AddDate(0, 0, 50))
	end := l.plan().Bills.Ending
	require.NotNil(t, end)
	require.Equal(t, contract.CauseUnpaid, end.Cause)
	require.Equal(t, b.Left, l.latest().Left, "it is owed all the same")
}

func TestTakeDunningSteps_Outage_WarnsFirst(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	l.bill()
	late := morning(11, 24).AddDate(1, 0, 0)
	l.steps(late)
	require.Equal(t, domain.StepBarOutgoing, l.latest().Step, "one bar, and the time that comes with it")
	require.Zero(t, l.told("bill-due"), "what is not true any more is not told")
	l.steps(late.AddDate(0, 0, 6))
	require.Equal(t, domain.StepBarOutgoing, l.latest().Step)
	l.steps(late.AddDate(0, 0, 7))
	require.Equal(t, domain.StepBarAll, l.latest().Step)
}

func TestTakeDunningSteps_BusyLine_EndsLater(t *testing.T) {
	l := newLedger(t, 1)
	l.follows()
	l.bill()
	for _, at := range []time.Time{morning(11, 24), morning(12, 3), morning(12, 10)} {
		l.steps(at)
	}
	order := uuid.NewString()
	end := morning(12, 10).AddDate(0, 0, 50)
	require.NoError(t, l.store.Lines.Claim(ctx, line.Claim{LineID: l.line(), Holder: order, Until: end}))
	l.steps(end)
	require.Nil(t, l.plan().Bills.Ending)
	require.NoError(t, l.store.Lines.Release(ctx, order))
	l.steps(end.Add(time.Hour))
	require.NotNil(t, l.plan().Bills.Ending)
}

func TestTakeDunningSteps_FailingStep_IsPutOff(t *testing.T) {
	l := newLedger(t, 3)
	l.follows()
	l.bill()
	l.exec(`CREATE FUNCTION break_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF NEW.step <> '' AND NEW.invoice_id = (SELECT min(invoice_id::text)::uuid FROM invoice_dues) THEN RAISE EXCEPTION 'broken'; END IF;
		RETURN NEW; END $$`)
	l.exec("CREATE TRIGGER broken BEFORE UPDATE ON invoice_dues FOR EACH ROW EXECUTE FUNCTION break_step()")
	failing := func() int {
		n, err := l.store.Invoices.CountFailing(ctx)
		require.NoError(t, err)
		return n
	}
	l.steps(morning(11, 24))
	require.Equal(t, 2, l.told("bill-due"), "the others are told")
	require.Equal(t, 1, failing())
	l.exec("DROP TRIGGER broken ON invoice_dues")
	l.steps(morning(11, 25))
	require.Equal(t, 3, l.told("bill-due"))
	require.Zero(t, failing())
}
