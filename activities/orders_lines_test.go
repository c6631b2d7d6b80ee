package activities_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// inService is a line of ours with a card in it.
func (s *shop) inService(msisdn string) store.Line {
	s.t.Helper()
	s.active(msisdn)
	found, err := s.store.Lines.ByNumber(ctx, msisdn)
	require.NoError(s.t, err)
	return found
}

func (s *shop) lineNow(id string) store.Line {
	s.t.Helper()
	found, err := s.store.Lines.Get(ctx, id)
	require.NoError(s.t, err)
	return found
}

func (s *shop) started(kind contract.Kind) contract.Order {
	s.t.Helper()
	o := newOrder()
	o.Kind, o.NumberSource = kind, contract.NumberExisting
	if kind == contract.KindMultiSIM {
		o.SIMType = contract.SIMPhysical
	}
	return s.once(s.orders.OpenOrder(ctx, o, contract.Opening{Session: []byte("session of " + o.ID)}, booking("", now)))
}

func lostSIM(l store.Line) contract.ReplacementRequested {
	return contract.ReplacementRequested{At: at(now), Until: now.Add(24 * time.Hour), Request: contract.ReplacementRequest{
		LineID: l.ID, IDNumber: citizenID, Reason: contract.ReplaceLost,
	}}
}

func (s *shop) replacing(l store.Line) contract.Order {
	s.t.Helper()
	return s.once(s.orders.RequestReplacement(ctx, s.started(contract.KindSIMReplacement), lostSIM(l)))
}

func TestRequestReplacement_TakesTheLineAndItsOwner(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	o := s.started(contract.KindSIMReplacement)
	asked := s.twice(func() (contract.Order, error) { return s.orders.RequestReplacement(ctx, o, lostSIM(l)) })
	require.Equal(t, &contract.Line{ID: l.ID, MSISDN: numberA, OldICCID: cardOne, PlanID: "hawakom-90"}, asked.Line)
	require.Equal(t, citizenID, asked.Person.IDNumber)
	require.Equal(t, &contract.Replacement{Reason: contract.ReplaceLost, Fee: 2500}, asked.Replacement)
	require.EqualValues(t, 2500, asked.Price.Total)
	require.Equal(t, []string{"replacement.requested"}, s.lastEvents(o.ID, 1))
	claim, err := s.store.Lines.ClaimOf(ctx, l.ID)
	require.NoError(t, err)
	require.Equal(t, o.Number, claim.OrderNumber)
}

func TestRequestReplacement_RefusesWhoMayNotOrMayNotNow(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	o := s.started(contract.KindSIMReplacement)
	ask := func(in contract.ReplacementRequested) func() (contract.Order, error) {
		return func() (contract.Order, error) { return s.orders.RequestReplacement(ctx, o, in) }
	}
	stranger, unknown, toESIM := lostSIM(l), lostSIM(l), lostSIM(l)
	stranger.Request.IDNumber = residentID
	unknown.Request.LineID = uuid.NewString()
	toESIM.Request.Reason = contract.ReplaceToESIM
	s.refuses(ask(stranger), contract.FailIDNotOfNumber, "idNumber", string(contract.FailIDNotOfNumber))
	s.refuses(ask(unknown), contract.FailNumberAbsent)
	s.refuses(ask(toESIM), contract.FailNotToESIM, "reason", string(contract.FailNotToESIM))

	s.exec("UPDATE lines SET guarded_until = ?", now.Add(time.Hour))
	s.refuses(ask(lostSIM(l)), contract.FailLineGuarded)
	s.exec("UPDATE lines SET guarded_until = NULL, status = 'blocked'")
	s.refuses(ask(lostSIM(l)), contract.FailLineBlocked)
	s.exec("UPDATE lines SET status = 'ended'")
	s.refuses(ask(lostSIM(l)), contract.FailNumberAbsent)
	s.exec("UPDATE lines SET status = 'active'")
	s.exec("INSERT INTO blocked_ids (id_hash, reason) VALUES (?, 'test')", s.keys.Hash(citizenID))
	s.refuses(ask(lostSIM(l)), contract.FailIDBlocked, "idNumber", string(contract.FailIDBlocked))
}

func TestRequestReplacement_IsRefusedWhileAnotherChangeRuns(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	first, second := s.replacing(l), s.started(contract.KindSIMReplacement)
	_, err := s.orders.RequestReplacement(ctx, second, lostSIM(l))
	requireRefusal(t, err, contract.FailLineBusy)
	require.Contains(t, textOf(t, err), first.Number)

	s.once(s.orders.CloseOrder(ctx, first, contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer}))
	s.once(s.orders.RequestReplacement(ctx, second, lostSIM(l)))
}

func TestRequestReplacement_AnotherLineGivesTheFirstOneFree(t *testing.T) {
	s := newShop(t)
	l, other := s.inService(numberA), s.inService(numberB)
	o := s.replacing(l)
	s.once(s.orders.RequestReplacement(ctx, o, lostSIM(other)))
	s.replacing(l)
}

func TestReplacement_SuspendsTakesOverAndGuards(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	o := s.replacing(l)
	until := contract.OldSIMSuspended{At: at(now), Until: now.Add(time.Hour)}
	o = s.twice(func() (contract.Order, error) { return s.orders.SuspendOldSIM(ctx, o, until) })
	require.Equal(t, contract.LineSuspended, s.lineNow(l.ID).Status)

	o = s.twice(func() (contract.Order, error) { return s.orders.AllocateSIM(ctx, o, at(now)) })
	taken := contract.LineTakenOver{At: at(now), GuardFor: time.Hour}
	o = s.twice(func() (contract.Order, error) { return s.orders.TakeOverLine(ctx, o, taken) })
	after := s.lineNow(l.ID)
	require.Equal(t, contract.LineActive, after.Status)
	require.Equal(t, cardTwo, after.ICCID)
	require.True(t, now.Add(time.Hour).Equal(after.GuardedUntil))

	o.Price = &contract.Price{Total: 2500, VAT: 326}
	o = s.twice(func() (contract.Order, error) { return s.orders.CompleteOrder(ctx, o, at(now)) })
	require.Equal(t, contract.StageActive, o.Stage)
	require.Equal(t, "active", s.books(o).Line)
	_, err := s.store.Lines.ClaimOf(ctx, l.ID)
	require.ErrorIs(t, err, store.ErrNotFound, "the line is free again")
	_, err = s.orders.RequestReplacement(ctx, s.started(contract.KindSIMReplacement), lostSIM(l))
	requireRefusal(t, err, contract.FailLineGuarded)
}

func TestSuspendOldSIM_ADraftsClaimThatWasLostStopsTheOrder(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	o := s.replacing(l)
	s.exec("UPDATE line_changes SET expires_at = now() - interval '1 minute'")
	s.replacing(l)
	s.refuses(func() (contract.Order, error) {
		return s.orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now})
	}, contract.FailLineBusy)
}

func TestSuspendOldSIM_ALineBlockedMeanwhileIsLeftAlone(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	o := s.replacing(l)
	s.exec("UPDATE lines SET status = 'blocked'")
	s.refuses(func() (contract.Order, error) {
		return s.orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now})
	}, contract.FailLineBlocked)
}

func TestRestoreOldSIM_BringsTheOldSIMBackFromEveryState(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	o := s.replacing(l)
	restore := func() {
		o = s.twice(func() (contract.Order, error) { return s.orders.RestoreOldSIM(ctx, o, at(now)) })
		after := s.lineNow(l.ID)
		require.Equal(t, contract.LineActive, after.Status)
		require.Equal(t, cardOne, after.ICCID)
	}
	restore()
	o = s.once(s.orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now.Add(time.Hour)}))
	restore()
	o = s.once(s.orders.AllocateSIM(ctx, o, at(now)))
	o = s.once(s.orders.TakeOverLine(ctx, o, contract.LineTakenOver{At: at(now)}))
	restore()
}

func watch(l store.Line) contract.ExtraSIMDescribed {
	return contract.ExtraSIMDescribed{At: at(now), Request: contract.ExtraSIMRequest{LineID: l.ID, Name: "Watch"}}
}

func TestExtraSIM_IsDescribedAddedAndTakenBack(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	o := s.started(contract.KindMultiSIM)
	o = s.twice(func() (contract.Order, error) { return s.orders.DescribeExtraSIM(ctx, o, watch(l)) })
	require.Equal(t, &contract.ExtraSIM{Name: "Watch", SetupFee: 2500, MonthlyFee: 1000}, o.ExtraSIM)
	require.EqualValues(t, 2500, o.Price.Total)
	require.NotContains(t, s.written(), "Watch", "the name is stored encrypted")

	o = s.once(s.orders.AllocateSIM(ctx, o, at(now)))
	o = s.twice(func() (contract.Order, error) { return s.orders.AddExtraSIM(ctx, o, at(now)) })
	sims, err := s.store.LineSIMs.Of(ctx, l.ID)
	require.NoError(t, err)
	require.Len(t, sims, 2)
	require.Equal(t, cardTwo, sims[1].ICCID)
	require.Equal(t, "active", s.books(o).Line)

	s.twice(func() (contract.Order, error) { return s.orders.RemoveExtraSIM(ctx, o, at(now)) })
	sims, err = s.store.LineSIMs.Of(ctx, l.ID)
	require.NoError(t, err)
	require.Len(t, sims, 1)
}

func TestDescribeExtraSIM_TheNinthIsRefusedAlsoAtTheSameInstant(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	orders := make([]contract.Order, 10)
	for i := range orders {
		orders[i] = s.started(contract.KindMultiSIM)
	}
	refusals := make(chan error, len(orders))
	var all errgroup.Group
	for _, o := range orders {
		all.Go(func() error {
			if _, err := s.orders.DescribeExtraSIM(ctx, o, watch(l)); err != nil {
				refusals <- err
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
	close(refusals)
	require.Len(t, refusals, 2)
	for err := range refusals {
		requireRefusal(t, err, contract.FailMaxMultiSIMs)
	}
}

func TestDescribeExtraSIM_AsManySIMsAsThereMayBeUnderTheID(t *testing.T) {
	s := newShop(t)
	l, o := s.inService(numberA), s.started(contract.KindMultiSIM)
	describe := func() (contract.Order, error) { return s.orders.DescribeExtraSIM(ctx, o, watch(l)) }
	s.set("maxSimsPerCitizen", "1")
	s.refuses(describe, contract.FailExtraNumber)
	s.set("maxSimsPerCitizen", "2")
	s.once(describe())
}

func TestDescribeExtraSIM_RefusesALineThatMayNotBeChanged(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	o := s.started(contract.KindMultiSIM)
	describe := func() (contract.Order, error) { return s.orders.DescribeExtraSIM(ctx, o, watch(l)) }
	replacement := s.replacing(l)
	s.refuses(describe, contract.FailLineBusy)
	s.once(s.orders.CloseOrder(ctx, replacement, contract.OrderEnding{At: at(now), Reason: contract.EndedNeverPaid}))
	s.exec("UPDATE lines SET status = 'blocked'")
	s.refuses(describe, contract.FailLineBlocked)
	s.exec("UPDATE lines SET status = 'active'")
	o.SIMType = contract.SIMEmbedded
	s.refuses(describe, contract.FailDeviceRequired, "device", string(contract.FailDeviceRequired))
	o.SIMType = contract.SIMPhysical
	s.once(describe())
}

func TestRequestReplacement_TellsEveryHolderOnEveryWayOnce(t *testing.T) {
	s := newShop(t)
	l := s.inService(numberA)
	_, err := s.store.Users.Register(ctx, store.User{Email: "account@example.sa", EmailConfirmed: true, Mobile: numberA, PasswordHash: "x"}, l.ID)
	require.NoError(t, err)
	o := s.replacing(l)

	var ways []contract.Reach
	for _, queued := range s.queued() {
		if queued.Template != "replacement-requested" { // of the order that brought the line into service
			continue
		}
		require.Equal(t, o.ID, queued.OrderID)
		ways = append(ways, contract.Reach{Mobile: queued.Mobile, Email: queued.Email})
	}
	require.ElementsMatch(t, []contract.Reach{
		{Mobile: "0501112233"}, {Mobile: numberA}, {Email: "noura@example.sa"}, {Email: "account@example.sa"},
	}, ways)
}

// textOf is everything an error carries to the customer.
func textOf(t *testing.T, err error) string {
	t.Helper()
	var fields map[string]contract.Code
	var params map[string]string
	var refusal *temporal.ApplicationError
	require.ErrorAs(t, err, &refusal)
	require.NoError(t, refusal.Details(&fields, &params))
	return params["order"] + " " + params["until"]
}
