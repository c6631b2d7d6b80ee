package subscription_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/activities/purchase"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
	linestore "selfcare/internal/store/line"
)

// buys opens the purchase of a switch with the price that the page shows.
func (b *book) buys(to string, way contract.PaymentMethod, at time.Time) (contract.Purchase, error) {
	b.t.Helper()
	p := b.wants(to, way, at)
	return purchase.New(b.store).OpenPurchase(ctx, p, contract.PurchaseOpening{At: contract.At{Now: at}})
}

func (b *book) wants(to string, way contract.PaymentMethod, at time.Time) contract.Purchase {
	b.t.Helper()
	now := b.now()
	plan, err := b.store.PlanSubscriptions.Terms(ctx, to)
	require.NoError(b.t, err)
	sims, commitment, err := b.store.PlanSubscriptions.Extras(ctx, b.lineID, at)
	require.NoError(b.t, err)
	b.bought++
	p := contract.Purchase{
		ID: uuid.NewString(), Number: "PU1000000" + string(rune('0'+b.bought)), Kind: contract.PurchaseSwitch, Way: way, Language: "en",
		UserID: uuid.NewString(), PayerLineID: b.lineID, LineID: b.lineID, CreatedAt: at,
		Switch: &contract.PlanSwitch{
			PlanID: to, FromPlanID: now.PlanID, FromCycle: now.Cycle, Items: domain.SwitchBill(plan, sims, commitment, at, 15),
		},
	}
	p.Total, p.VAT = domain.SwitchTotal(p.Switch.Items, way == contract.PayBalance)
	return p
}

func orderOf(p contract.Purchase, at time.Time) contract.SwitchOrder {
	return contract.SwitchOrder{At: contract.At{Now: at}, PurchaseID: p.ID, LineID: p.LineID, Way: p.Way, Switch: *p.Switch}
}

// switches does the steps of both processes.
func (b *book) switches(p contract.Purchase, at time.Time) contract.Purchase {
	b.t.Helper()
	_, err := b.SwitchNow(ctx, b.now(), orderOf(p, at))
	require.NoError(b.t, err)
	done, err := purchase.New(b.store).DeliverPurchase(ctx, p, contract.PurchaseHandedOver{At: contract.At{Now: at}})
	require.NoError(b.t, err)
	return done
}

var midway = activated.AddDate(0, 0, 10)

func TestSwitchNow_Paid_IsInForceAtOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(netOf130)
	b.begins()
	p, err := b.buys("hawakom-130", contract.PayBalance, midway)
	require.NoError(t, err)
	require.Equal(t, contract.PurchaseDelivering, p.Stage)
	require.Zero(t, b.balance())
	done := b.switches(p, midway)
	require.Equal(t, contract.PurchaseCompleted, done.Stage)
	require.True(t, done.Switch.From.Equal(midway))
	s := b.now()
	require.Equal(t, "hawakom-130", s.PlanID)
	require.True(t, s.Until.Equal(time.Date(2026, time.December, 25, 0, 0, 0, 0, midway.Location())))
	require.Equal(t, []string{"2 plan 11304 balance"}, b.charges())
	require.Equal(t, []string{"plan-switched"}, b.told())
	var buckets []struct{ ValidFrom, ValidUntil time.Time }
	require.NoError(t, b.db.NewRaw("SELECT valid_from, valid_until FROM line_allowances ORDER BY cycle").Scan(ctx, &buckets))
	require.Len(t, buckets, 2)
	require.True(t, buckets[0].ValidUntil.Equal(midway), "what was left of the old plan is gone")
	require.True(t, buckets[1].ValidFrom.Equal(midway))
	require.True(t, buckets[1].ValidUntil.Equal(s.Until))
	var line string
	require.NoError(t, b.db.NewRaw("SELECT plan_id FROM lines WHERE id = ?", b.lineID).Scan(ctx, &line))
	require.Equal(t, "hawakom-130", line)
	require.Equal(t, map[string]int64{"revenue": -netOf130, "customer": netOf130}, b.balances())
}

func TestSwitchNow_Repeat_SwitchesOnce(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(2 * netOf130)
	b.begins()
	p, err := b.buys("hawakom-130", contract.PayBalance, midway)
	require.NoError(t, err)
	b.switches(p, midway)
	before := b.now()
	check, err := b.CheckSwitch(ctx, before, orderOf(p, midway.Add(time.Hour)))
	require.NoError(t, err)
	require.True(t, check.Done)
	again, err := b.SwitchNow(ctx, before, orderOf(p, midway.Add(time.Hour)))
	require.NoError(t, err)
	require.Equal(t, before, again)
	require.Len(t, b.charges(), 1)
}

func TestSwitch_OneHalalaShort_TakesNothing(t *testing.T) {
	b := newBook(t, "prepaid")
	b.has(netOf130 - 1)
	s := b.begins()
	_, err := b.buys("hawakom-130", contract.PayBalance, midway)
	fixture.RequireRefusal(t, err, contract.FailBalanceShort)
	require.Equal(t, contract.Halalas(netOf130-1), b.balance())
	require.Equal(t, s, b.now())
}

func TestSwitch_Overtaken_RefusedUnpaid(t *testing.T) {
	tests := map[string]struct {
		change func(b *book, p *contract.Purchase)
		want   contract.Code
	}{
		"another price": {func(b *book, _ *contract.Purchase) { b.exec("UPDATE plans SET price = 13100 WHERE id = 'hawakom-130'") }, contract.FailPriceChanged},
		"left the shop": {func(b *book, _ *contract.Purchase) {
			b.exec("UPDATE plans SET on_sale = false WHERE id = 'hawakom-130'")
		}, contract.FailPlanUnknown},
		"the line stopped": {func(b *book, _ *contract.Purchase) { b.exec("UPDATE lines SET status = 'suspended'") }, contract.FailLineBlocked},
		"another cycle":    {func(_ *book, p *contract.Purchase) { p.Switch.FromCycle = 7 }, contract.FailSwitchOvertaken},
		"an invoice":       {func(_ *book, p *contract.Purchase) { p.Way = contract.PayInvoice }, contract.FailPurchaseWay},
		"the present plan": {func(_ *book, p *contract.Purchase) { p.Switch.PlanID = "hawakom-90" }, contract.FailSwitchSamePlan},
		"it waits for its end": {func(b *book, _ *contract.Purchase) {
			b.goes(contract.DeactivationWorkflowID(b.lineID))
		}, contract.FailLineEnding},
		"its number leaves":  {func(b *book, _ *contract.Purchase) { b.goes("port-out/PO00000001") }, contract.FailLinePortingOut},
		"no plan follows it": {func(b *book, _ *contract.Purchase) { b.exec("DELETE FROM plan_subscriptions") }, contract.FailSubscriptionUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			b := newBook(t, "prepaid")
			b.has(20_000)
			b.begins()
			p := b.wants("hawakom-130", contract.PayBalance, midway)
			tt.change(b, &p)
			_, err := purchase.New(b.store).OpenPurchase(ctx, p, contract.PurchaseOpening{At: contract.At{Now: midway}})
			requireCode(t, err, tt.want)
			require.Equal(t, contract.Halalas(20_000), b.balance())
		})
	}
}

func TestSwitchNow_ChangedMeanwhile_IsRefused(t *testing.T) {
	for want, change := range map[contract.Code]string{
		contract.FailPlanUnknown:  "UPDATE plans SET on_sale = false WHERE id = 'hawakom-130'",
		contract.FailLineBlocked:  "UPDATE lines SET status = 'suspended'",
		contract.FailNumberAbsent: "UPDATE lines SET status = 'ended'",
	} {
		t.Run(string(want), func(t *testing.T) {
			b := newBook(t, "prepaid")
			b.has(20_000)
			s := b.begins()
			p, err := b.buys("hawakom-130", contract.PayBalance, midway)
			require.NoError(t, err)
			b.exec(change)
			_, err = b.CheckSwitch(ctx, s, orderOf(p, midway))
			requireCode(t, err, want)
			_, err = b.SwitchNow(ctx, s, orderOf(p, midway))
			requireCode(t, err, want)
			require.Equal(t, s, b.now())
			require.Empty(t, b.charges())
		})
	}
}

func TestSwitchNow_BrokenCommitment_IsBilled(t *testing.T) {
	b := newBook(t, "postpaid")
	b.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position)
		VALUES ('postpaid-100', 'POSTPAID-100', 'Postpaid 100', 'مفوترة', 10000, 'postpaid', 'hawakom', 30, 1, 9)`)
	require.NoError(t, b.store.PlanSubscriptions.Commit(ctx, b.lineID, domain.Commitment{Months: 12, Waived: 120_000, Since: activated}))
	b.begins()
	_, err := b.buys("postpaid-100", contract.PayCard, midway)
	fixture.RequireRefusal(t, err, contract.FailPurchaseWay, "pay.way")
	p, err := b.buys("postpaid-100", contract.PayInvoice, midway)
	require.NoError(t, err)
	require.Equal(t, contract.PurchaseDelivering, p.Stage)
	b.switches(p, midway)
	require.Equal(t, []string{"2 plan 10000 invoice", "2 commitment-left 110000 invoice"}, b.charges())
	promised, err := b.store.PlanSubscriptions.Commitment(ctx, b.lineID)
	require.NoError(t, err)
	require.Nil(t, promised, "it was left, and charged")
	require.Empty(t, b.balances(), "no money has moved")
}

// goes claims the line for a process that is about to end it.
func (b *book) goes(holder string) {
	b.t.Helper()
	require.NoError(b.t, b.store.Lines.Claim(ctx, linestore.Claim{LineID: b.lineID, Holder: holder, Until: midway.AddDate(0, 0, 1)}))
}

// The owner gave the line up while the switch was being paid: the money goes back, the network and our books stay as they are.
func TestSwitchNow_LineGivenUp_Refused(t *testing.T) {
	for want, holder := range map[contract.Code]string{
		contract.FailLineEnding: contract.HolderDeactivation + "l1", contract.FailLinePortingOut: contract.HolderPortOut + "PO00000001",
	} {
		b := newBook(t, "prepaid")
		b.has(20_000)
		s := b.begins()
		p, err := b.buys("hawakom-130", contract.PayBalance, midway)
		require.NoError(t, err)
		b.goes(holder)
		_, err = b.CheckSwitch(ctx, s, orderOf(p, midway))
		requireCode(t, err, want)
		_, err = b.SwitchNow(ctx, s, orderOf(p, midway))
		requireCode(t, err, want)
		require.Equal(t, s, b.now())
		require.Empty(t, b.charges())
	}
}

func TestScheduleSwitch_LineGivenUp_IsRefused(t *testing.T) {
	for want, holder := range map[contract.Code]string{
		contract.FailLineEnding: contract.HolderDeactivation + "l1", contract.FailLinePortingOut: contract.HolderPortOut + "PO00000001",
	} {
		b := newBook(t, "prepaid")
		s := b.begins()
		b.goes(holder)
		_, err := b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: at(activated), PlanID: "hawakom-55"})
		requireCode(t, err, want)
		require.Equal(t, s, b.now())
		require.NoError(t, b.store.Lines.Release(ctx, holder))
		_, err = b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: at(activated), PlanID: "hawakom-130"})
		require.NoError(t, err, "once it stays, it is switched as ever")
	}
}

func TestScheduleSwitch_BrokenCommitment_IsBilled(t *testing.T) {
	b := newBook(t, "postpaid")
	b.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position)
		VALUES ('postpaid-100', 'POSTPAID-100', 'Postpaid 100', 'مفوترة', 10000, 'postpaid', 'hawakom', 30, 1, 9)`)
	require.NoError(t, b.store.PlanSubscriptions.Commit(ctx, b.lineID, domain.Commitment{Months: 12, Waived: 120_000, Since: activated}))
	s := b.begins()
	s, err := b.ScheduleSwitch(ctx, s, contract.SwitchChoice{At: at(activated), PlanID: "postpaid-100"})
	require.NoError(t, err)
	b.advances(s, s.DueAt)
	require.Equal(t, []string{"2 plan 10000 invoice", "2 commitment-left 100000 invoice"}, b.charges())
	promised, err := b.store.PlanSubscriptions.Commitment(ctx, b.lineID)
	require.NoError(t, err)
	require.Nil(t, promised)
}

func TestSwitch_OverCreditLimit_Refused(t *testing.T) {
	b := newBook(t, "postpaid")
	b.exec("UPDATE plans SET commitment_months = 12 WHERE id = 'postpaid-200'")
	b.exec(`INSERT INTO plans (id, external_id, name_en, name_ar, price, subscription_type, category, validity_days, cycle_months, position)
		VALUES ('postpaid-290', 'POSTPAID-290', 'Postpaid 290', 'مفوترة', 29000, 'postpaid', 'hawakom', 30, 1, 9)`)
	b.begins()
	const limit = 60_000 // three prices of its plan
	b.has(1 - limit)
	_, err := b.buys("postpaid-290", contract.PayInvoice, midway)
	require.NoError(t, err)
	b.has(-1)
	_, err = b.buys("postpaid-290", contract.PayInvoice, midway)
	fixture.RequireRefusal(t, err, contract.FailSwitchDues)
}

// balances are the accounts of the ledger except the line's own.
func (b *book) balances() map[string]int64 {
	b.t.Helper()
	var rows []struct {
		Account string
		Amount  int64
	}
	require.NoError(b.t, b.db.NewRaw(`
		SELECT account, sum(amount) AS amount FROM ledger_lines WHERE account <> ? GROUP BY account HAVING sum(amount) <> 0`,
		ledger.LineAccount(b.lineID)).Scan(ctx, &rows))
	all := map[string]int64{}
	for _, row := range rows {
		all[row.Account] = row.Amount
	}
	return all
}

func (b *book) exec(query string, args ...any) {
	b.t.Helper()
	_, err := b.db.ExecContext(ctx, query, args...)
	require.NoError(b.t, err)
}
