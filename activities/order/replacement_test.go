package order_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"golang.org/x/sync/errgroup"

	"selfcare/activities/subscription"
	"selfcare/dev/seed"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/linesim"
	"selfcare/internal/store/user"
)

func TestRequestReplacement_Valid_ClaimsLine(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Started(contract.KindSIMReplacement)
	asked := s.Twice(func() (contract.Order, error) { return s.Orders.RequestReplacement(ctx, o, lostSIM(l)) })
	require.Equal(t, &contract.Line{ID: l.ID, MSISDN: numberA, OldICCID: cardOne, PlanID: "hawakom-90"}, asked.Line)
	require.Equal(t, citizenID, asked.Person.IDNumber)
	require.Equal(t, &contract.Replacement{Reason: contract.ReplaceLost, Fee: 2500}, asked.Replacement)
	require.EqualValues(t, 2500, asked.Price.Total)
	require.Equal(t, []string{"replacement.requested"}, s.LastEvents(o.ID, 1))
	claim, err := s.Store.Lines.ClaimOf(ctx, l.ID)
	require.NoError(t, err)
	require.Equal(t, o.Number, claim.OrderNumber)
}

func TestRequestReplacement_NotAllowed_IsRefused(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Started(contract.KindSIMReplacement)
	ask := func(in contract.ReplacementRequested) func() (contract.Order, error) {
		return func() (contract.Order, error) { return s.Orders.RequestReplacement(ctx, o, in) }
	}
	stranger, unknown, toESIM := lostSIM(l), lostSIM(l), lostSIM(l)
	stranger.Request.IDNumber = residentID
	unknown.Request.LineID = uuid.NewString()
	toESIM.Request.Reason = contract.ReplaceToESIM
	s.Refuses(ask(stranger), contract.FailIDNotOfNumber, "idNumber", string(contract.FailIDNotOfNumber))
	s.Refuses(ask(unknown), contract.FailNumberAbsent)
	s.Refuses(ask(toESIM), contract.FailNotToESIM, "reason", string(contract.FailNotToESIM))

	s.Exec("UPDATE lines SET guarded_until = ?", now.Add(time.Hour))
	s.Refuses(ask(lostSIM(l)), contract.FailLineGuarded)
	s.Exec("UPDATE lines SET guarded_until = NULL, status = 'blocked'")
	s.Refuses(ask(lostSIM(l)), contract.FailLineBlocked)
	s.Exec("UPDATE lines SET status = 'ended'")
	s.Refuses(ask(lostSIM(l)), contract.FailNumberAbsent)
	s.Exec("UPDATE lines SET status = 'active'")
	s.Exec("INSERT INTO blocked_ids (id_hash, reason) VALUES (?, 'test')", s.Keys.Hash(citizenID))
	s.Refuses(ask(lostSIM(l)), contract.FailIDBlocked, "idNumber", string(contract.FailIDBlocked))
}

func TestRequestReplacement_OtherChange_IsRefused(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	first, second := s.Replacing(l), s.Started(contract.KindSIMReplacement)
	_, err := s.Orders.RequestReplacement(ctx, second, lostSIM(l))
	requireRefusal(t, err, contract.FailLineBusy)
	require.Contains(t, textOf(t, err), first.Number)

	s.Once(s.Orders.CloseOrder(ctx, first, contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer}))
	s.Once(s.Orders.RequestReplacement(ctx, second, lostSIM(l)))
}

func TestRequestReplacement_OtherLine_FreesFirst(t *testing.T) {
	s := newShop(t)
	l, other := s.InService(numberA), s.InService(numberB)
	o := s.Replacing(l)
	s.Once(s.Orders.RequestReplacement(ctx, o, lostSIM(other)))
	s.Replacing(l)
}

func TestReplacement_Steps_SuspendTakeOverGuard(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Replacing(l)
	until := contract.OldSIMSuspended{At: at(now), Until: now.Add(time.Hour)}
	o = s.Twice(func() (contract.Order, error) { return s.Orders.SuspendOldSIM(ctx, o, until) })
	require.Equal(t, contract.LineSuspended, s.LineNow(l.ID).Status)

	o = s.Twice(func() (contract.Order, error) { return s.Orders.AllocateSIM(ctx, o, at(now)) })
	taken := contract.LineTakenOver{At: at(now), GuardFor: time.Hour}
	o = s.Twice(func() (contract.Order, error) { return s.Orders.TakeOverLine(ctx, o, taken) })
	after := s.LineNow(l.ID)
	require.Equal(t, contract.LineActive, after.Status)
	require.Equal(t, cardTwo, after.ICCID)
	require.True(t, now.Add(time.Hour).Equal(after.GuardedUntil))

	s.queued()
	o = s.Once(s.Orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now.Add(time.Hour)}))
	o = s.Once(s.Orders.TakeOverLine(ctx, o, taken))
	require.Equal(t, contract.LineActive, s.LineNow(l.ID).Status, "done again after a worker's death, both change nothing")
	require.Empty(t, s.queued(), "each holder is told once")

	o.Price = &contract.Price{Total: 2500, VAT: 326}
	o = s.Twice(func() (contract.Order, error) { return s.Orders.CompleteOrder(ctx, o, at(now)) })
	require.Equal(t, contract.StageActive, o.Stage)
	require.Equal(t, "active", s.books(o).Line)
	_, err := s.Store.Lines.ClaimOf(ctx, l.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "the line is free again")
	_, err = s.Orders.RequestReplacement(ctx, s.Started(contract.KindSIMReplacement), lostSIM(l))
	requireRefusal(t, err, contract.FailLineGuarded)
}

func TestSuspendOldSIM_ClaimLost_StopsOrder(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Replacing(l)
	s.Exec("UPDATE line_changes SET expires_at = now() - interval '1 minute'")
	s.Replacing(l)
	s.Refuses(func() (contract.Order, error) {
		return s.Orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now})
	}, contract.FailLineBusy)
}

func TestSuspendOldSIM_LineBlocked_IsLeftAlone(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Replacing(l)
	s.Exec("UPDATE lines SET status = 'blocked'")
	s.Refuses(func() (contract.Order, error) {
		return s.Orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now})
	}, contract.FailLineBlocked)
}

func TestRestoreOldSIM_EveryState_OldSIMWorks(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Replacing(l)
	restore := func() {
		o = s.Twice(func() (contract.Order, error) { return s.Orders.RestoreOldSIM(ctx, o, at(now)) })
		after := s.LineNow(l.ID)
		require.Equal(t, contract.LineActive, after.Status)
		require.Equal(t, cardOne, after.ICCID)
	}
	restore()
	o = s.Once(s.Orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now.Add(time.Hour)}))
	restore()
	o = s.Once(s.Orders.AllocateSIM(ctx, o, at(now)))
	o = s.Once(s.Orders.TakeOverLine(ctx, o, contract.LineTakenOver{At: at(now)}))
	restore()
}

func TestExtraSIM_Steps_AddedAndRemoved(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Started(contract.KindMultiSIM)
	o = s.Twice(func() (contract.Order, error) { return s.Orders.DescribeExtraSIM(ctx, o, watch(l)) })
	require.Equal(t, &contract.ExtraSIM{Name: "Watch", SetupFee: 2500, MonthlyFee: 1000}, o.ExtraSIM)
	require.EqualValues(t, 2500, o.Price.Total)
	require.NotContains(t, s.Written(), "Watch", "the name is stored encrypted")

	o = s.Once(s.Orders.AllocateSIM(ctx, o, at(now)))
	o = s.Twice(func() (contract.Order, error) { return s.Orders.AddExtraSIM(ctx, o, at(now)) })
	sims, err := s.Store.LineSIMs.Of(ctx, l.ID)
	require.NoError(t, err)
	require.Len(t, sims, 2)
	require.Equal(t, cardTwo, sims[1].ICCID)
	require.Equal(t, "active", s.books(o).Line)

	s.Twice(func() (contract.Order, error) { return s.Orders.RemoveExtraSIM(ctx, o, at(now)) })
	sims, err = s.Store.LineSIMs.Of(ctx, l.ID)
	require.NoError(t, err)
	require.Len(t, sims, 1)
}

// The line ended meanwhile, and its place for the SIM with it. The place cannot come back, so support must refund the order.
func TestAddExtraSIM_LineEnded_Refused(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Once(s.Orders.DescribeExtraSIM(ctx, s.Started(contract.KindMultiSIM), watch(l)))
	o = s.Once(s.Orders.AllocateSIM(ctx, o, at(now)))
	require.NoError(t, s.Store.Endings.EndSIMs(ctx, l.ID, now))

	s.Refuses(func() (contract.Order, error) { return s.Orders.AddExtraSIM(ctx, o, at(now)) }, contract.FailNumberAbsent)
}

func TestDescribeExtraSIM_NameTaken_IsRefused(t *testing.T) {
	s := newShop(t)
	l, o := s.InService(numberA), s.Started(contract.KindMultiSIM)
	sim := linesim.SIM{ID: uuid.NewString(), LineID: l.ID, ICCID: cardTwo, Name: "watch", State: contract.SIMActive, Type: contract.SIMPhysical, Since: now}
	require.NoError(t, s.Store.LineSIMs.Add(ctx, sim))
	s.Refuses(func() (contract.Order, error) { return s.Orders.DescribeExtraSIM(ctx, o, watch(l)) }, contract.FailSIMNameTaken, "name")
	require.NoError(t, s.Store.LineSIMs.Rename(ctx, l.ID, sim.ID, "Car"))
	s.Once(s.Orders.DescribeExtraSIM(ctx, o, watch(l)))
}

func TestDescribeExtraSIM_NinthSIM_IsRefused(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	for range 8 {
		sim := linesim.SIM{ID: uuid.NewString(), LineID: l.ID, ICCID: uuid.NewString()[:18], Name: uuid.NewString()[:8], State: contract.SIMActive, Type: contract.SIMPhysical, Since: now}
		require.NoError(t, s.Store.LineSIMs.Add(ctx, sim))
	}
	o := s.Started(contract.KindMultiSIM)
	s.Refuses(func() (contract.Order, error) { return s.Orders.DescribeExtraSIM(ctx, o, watch(l)) }, contract.FailMaxMultiSIMs)
}

func TestDescribeExtraSIM_ManyAtOnce_OneHasLine(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	refusals := make(chan error, 10)
	var all errgroup.Group
	for n := range cap(refusals) {
		o := s.Started(contract.KindMultiSIM)
		if n%2 == 1 {
			o = s.Started(contract.KindSIMReplacement)
		}
		all.Go(func() (err error) {
			if n%2 == 1 {
				_, err = s.Orders.RequestReplacement(ctx, o, lostSIM(l))
			} else {
				_, err = s.Orders.DescribeExtraSIM(ctx, o, watch(l))
			}
			refusals <- err
			return nil
		})
	}
	require.NoError(t, all.Wait())
	close(refusals)
	var taken int
	for err := range refusals {
		if err == nil {
			taken++
			continue
		}
		requireRefusal(t, err, contract.FailLineBusy)
	}
	require.Equal(t, 1, taken)
}

func TestClaimLine_Paid_BlocksOtherChanges(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Once(s.Orders.DescribeExtraSIM(ctx, s.Started(contract.KindMultiSIM), watch(l)))
	claim := contract.LineClaimed{At: at(now), Until: now.Add(240 * time.Hour)}
	o = s.Twice(func() (contract.Order, error) { return s.Orders.ClaimLine(ctx, o, claim) })
	s.Exec("UPDATE line_changes SET expires_at = now() - interval '1 hour' WHERE expires_at IS NOT NULL")
	replacement := s.Started(contract.KindSIMReplacement)
	ask := func() (contract.Order, error) { return s.Orders.RequestReplacement(ctx, replacement, lostSIM(l)) }
	s.Refuses(ask, contract.FailLineBusy)

	s.Once(s.Orders.CloseOrder(ctx, o, contract.OrderEnding{At: at(now), Reason: contract.EndedByCustomer}))
	s.Once(ask())
	s.Refuses(func() (contract.Order, error) { return s.Orders.ClaimLine(ctx, o, claim) }, contract.FailLineBusy)
}

func TestDescribeExtraSIM_IDLimit_Kept(t *testing.T) {
	s := newShop(t)
	l, o := s.InService(numberA), s.Started(contract.KindMultiSIM)
	describe := func() (contract.Order, error) { return s.Orders.DescribeExtraSIM(ctx, o, watch(l)) }
	s.Set("maxSimsPerCitizen", "1")
	s.Refuses(describe, contract.FailExtraNumber)
	s.Set("maxSimsPerCitizen", "2")
	s.Once(describe())
}

func TestDescribeExtraSIM_LineBusy_IsRefused(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	o := s.Started(contract.KindMultiSIM)
	describe := func() (contract.Order, error) { return s.Orders.DescribeExtraSIM(ctx, o, watch(l)) }
	replacement := s.Replacing(l)
	s.Refuses(describe, contract.FailLineBusy)
	s.Once(s.Orders.CloseOrder(ctx, replacement, contract.OrderEnding{At: at(now), Reason: contract.EndedNeverPaid}))
	s.Exec("UPDATE lines SET status = 'blocked'")
	s.Refuses(describe, contract.FailLineBlocked)
	s.Exec("UPDATE lines SET status = 'active'")
	o.SIMType = contract.SIMEmbedded
	s.Refuses(describe, contract.FailDeviceRequired, "device", string(contract.FailDeviceRequired))
	o.SIMType = contract.SIMPhysical
	s.Once(describe())
}

func TestRequestReplacement_Holders_ToldOnce(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	_, err := s.Store.Users.Register(ctx, user.User{Email: "account@example.sa", EmailConfirmed: true, Mobile: numberA, PasswordHash: "x"}, l.ID)
	require.NoError(t, err)
	o := s.Replacing(l)

	var ways []contract.MessageAddress
	for _, queued := range s.queued() {
		if queued.Template != "replacement-requested" { // of the order that brought the line into service
			continue
		}
		require.Equal(t, o.ID, queued.OrderID)
		ways = append(ways, contract.MessageAddress{Mobile: queued.Mobile, Email: queued.Email})
	}
	require.ElementsMatch(t, []contract.MessageAddress{
		{Mobile: "0501112233"}, {Mobile: numberA}, {Email: "noura@example.sa"}, {Email: "account@example.sa"},
	}, ways)
}

// textOf returns all that an error tells the customer.
func textOf(t *testing.T, err error) string {
	t.Helper()
	var fields map[string]contract.Code
	var params map[string]string
	var refusal *temporal.ApplicationError
	require.ErrorAs(t, err, &refusal)
	require.NoError(t, refusal.Details(&fields, &params))
	return params["order"] + " " + params["until"]
}

// The owner of a lost phone suspends the line and then gets a new SIM: only that restores the line.
func TestReplacement_SuspendedLine_ComesBack(t *testing.T) {
	s := newShop(t)
	l := s.InService(numberA)
	require.NoError(t, seed.BeginPlans(ctx, s.DB, s.Store, now))
	plan, err := s.Store.PlanSubscriptions.Get(ctx, l.ID)
	require.NoError(t, err)
	_, err = subscription.New(s.Store).RecordSuspension(ctx, plan, contract.SuspensionChoice{At: at(now), Language: "en"})
	require.NoError(t, err)
	rests := func(want bool) {
		t.Helper()
		plan, err := s.Store.PlanSubscriptions.Get(ctx, l.ID)
		require.NoError(t, err)
		require.Equal(t, want, s.LineNow(l.ID).IsSuspended())
		require.Equal(t, want, !plan.SuspendedSince.IsZero())
	}

	o := s.Replacing(l)
	o = s.Once(s.Orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now.Add(time.Hour)}))
	rests(true)
	o = s.Once(s.Orders.RestoreOldSIM(ctx, o, at(now)))
	rests(true)
	o = s.Once(s.Orders.SuspendOldSIM(ctx, o, contract.OldSIMSuspended{At: at(now), Until: now.Add(time.Hour)}))
	o = s.Once(s.Orders.AllocateSIM(ctx, o, at(now)))
	o = s.Once(s.Orders.TakeOverLine(ctx, o, contract.LineTakenOver{At: at(now)}))
	rests(false)
	require.True(t, o.Replacement.SuspendedSince.Equal(now))
	require.Equal(t, contract.LineActive, s.LineNow(l.ID).Status)
	calls, err := s.Store.PlanSubscriptions.Calls(ctx, 10)
	require.NoError(t, err)
	require.Len(t, calls, 1, "its workflow tells the network")
	s.Once(s.Orders.RestoreOldSIM(ctx, o, at(now)))
	rests(true)
}
