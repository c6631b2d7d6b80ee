package store_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

const (
	firstICCID  = "8996605000000000017"
	secondICCID = "8996605000000000025"
)

// inService is a line with its SIM.
func inService(t *testing.T, s *store.Store) store.Line {
	t.Helper()
	require.NoError(t, s.CreateLine(ctx, fullOrder(), time.Now()))
	line, err := s.Line(ctx, "0571234567")
	require.NoError(t, err)
	require.Equal(t, contract.LineActive, line.Status)
	require.Equal(t, firstICCID, line.ICCID)
	return line
}

func further(line store.Line, orderID string) store.LineSIM {
	return store.LineSIM{LineID: line.ID, OrderID: orderID, Name: "Watch", Type: contract.SIMPhysical, MonthlyFee: 1000, Since: time.Now()}
}

func simsOf(t *testing.T, s *store.Store, line store.Line) []store.LineSIM {
	t.Helper()
	sims, err := s.LineSIMs(ctx, line.ID)
	require.NoError(t, err)
	return sims
}

func TestReserveSIM_TwoOrdersAtOnceCannotShareTheLastPlace(t *testing.T) {
	_, s := database(t)
	line := inService(t, s)
	require.NoError(t, s.ReserveSIM(ctx, further(line, newID()), 8))
	var refused atomic.Int32
	var all errgroup.Group
	for range 20 {
		all.Go(func() error {
			err := s.ReserveSIM(ctx, further(line, newID()), 8)
			if errors.Is(err, store.ErrTooMany) {
				refused.Add(1)
				return nil
			}
			return err
		})
	}
	require.NoError(t, all.Wait())
	require.EqualValues(t, 13, refused.Load())
}

func TestReserveSIM_AgainRenamesAndGivesItsPlaceBack(t *testing.T) {
	_, s := database(t)
	line, order := inService(t, s), newID()
	sim := further(line, order)
	require.NoError(t, s.ReserveSIM(ctx, sim, 1))
	sim.Name = "Car"
	require.NoError(t, s.ReserveSIM(ctx, sim, 1))
	require.ErrorIs(t, s.ReserveSIM(ctx, further(line, newID()), 1), store.ErrTooMany)
	require.Equal(t, "Car", simsOf(t, s, line)[1].Name)

	for range 2 {
		require.NoError(t, s.DropSIMOf(ctx, order))
	}
	require.NoError(t, s.ReserveSIM(ctx, further(line, newID()), 1))
}

func TestLineSIMs_ADraftsSIMIsNotShown(t *testing.T) {
	_, s := database(t)
	line := inService(t, s)
	o := fullOrder()
	o.Kind = contract.KindMultiSIM
	opened(t, s, o)
	require.NoError(t, s.ReserveSIM(ctx, further(line, o.ID), 8))
	require.Len(t, simsOf(t, s, line), 1)
	o.Seq, o.Stage = 2, contract.StagePlaced
	require.NoError(t, s.SaveOrder(ctx, o))
	require.Equal(t, contract.SIMPending, simsOf(t, s, line)[1].State)
}

func TestFurtherSIMs_AreActivatedMadePrimaryAndEnded(t *testing.T) {
	_, s := database(t)
	line, order := inService(t, s), newID()
	require.NoError(t, s.ReserveSIM(ctx, further(line, order), 8))
	for range 2 {
		require.NoError(t, s.ActivateReservedSIM(ctx, order, secondICCID, time.Now()))
	}
	sims := simsOf(t, s, line)
	require.Equal(t, secondICCID, sims[1].ICCID)
	require.Equal(t, contract.SIMActive, sims[1].State)

	for range 2 {
		require.NoError(t, s.MakePrimary(ctx, line.ID, sims[1].ID))
	}
	require.NoError(t, s.EndSIM(ctx, line.ID, sims[1].ID, time.Now(), time.Now()), "the primary one is left alone")
	switched := simsOf(t, s, line)
	require.Equal(t, secondICCID, switched[0].ICCID)
	require.True(t, switched[0].Primary)
	require.False(t, switched[1].Primary)

	feeUntil := time.Now().AddDate(0, 1, 0).UTC().Truncate(time.Second)
	for range 2 {
		require.NoError(t, s.EndSIM(ctx, line.ID, sims[0].ID, time.Now(), feeUntil))
	}
	ended := simsOf(t, s, line)[1]
	require.Equal(t, contract.SIMInactive, ended.State)
	require.True(t, feeUntil.Equal(ended.FeeUntil))
	require.ErrorIs(t, s.MakePrimary(ctx, line.ID, ended.ID), store.ErrNotFound)
	require.True(t, simsOf(t, s, line)[0].Primary, "a refused switch takes nothing away")

	require.NoError(t, s.RenameSIM(ctx, line.ID, ended.ID, "Old"))
	require.ErrorIs(t, s.RenameSIM(ctx, newID(), ended.ID, "Theirs"), store.ErrNotFound)
	renamed, err := s.LineSIM(ctx, line.ID, ended.ID)
	require.NoError(t, err)
	require.Equal(t, "Old", renamed.Name)
}

func TestTakeOver_MayBeRepeatedAndUndone(t *testing.T) {
	_, s := database(t)
	line, order := inService(t, s), newID()
	sim := store.LineSIM{LineID: line.ID, OrderID: order, ICCID: secondICCID, Type: contract.SIMEmbedded}
	for range 2 {
		require.NoError(t, s.TakeOver(ctx, sim, time.Now()))
		sims := simsOf(t, s, line)
		require.Len(t, sims, 1, "the former one is history")
		require.Equal(t, secondICCID, sims[0].ICCID)
		require.Equal(t, contract.SIMEmbedded, sims[0].Type)
	}
	for range 2 {
		require.NoError(t, s.UndoTakeOver(ctx, line.ID, order, firstICCID))
		require.Equal(t, firstICCID, simsOf(t, s, line)[0].ICCID)
	}
}

func TestClaimLine_LetsOneChangeInAtATime(t *testing.T) {
	_, s := database(t)
	line := inService(t, s)
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	first := store.LineClaim{LineID: line.ID, Holder: "first", OrderNumber: "SC1", Until: until}
	require.NoError(t, s.ClaimLine(ctx, first))
	require.NoError(t, s.ClaimLine(ctx, first), "again")
	second := store.LineClaim{LineID: line.ID, Holder: "second", Until: until}
	var busy *store.LineBusyError
	require.ErrorAs(t, s.ClaimLine(ctx, second), &busy)
	require.Equal(t, "SC1", busy.By.OrderNumber)
	require.True(t, until.Equal(busy.By.Until))
	require.NotContains(t, busy.Error(), line.MSISDN)

	require.NoError(t, s.ReleaseLines(ctx, "second"), "nothing of its own")
	require.Error(t, s.ClaimLine(ctx, second))
	require.NoError(t, s.ReleaseLines(ctx, "first"))
	require.NoError(t, s.ClaimLine(ctx, second))
}

func TestClaimLine_ADraftsClaimEndsByItself(t *testing.T) {
	_, s := database(t)
	line := inService(t, s)
	draft := store.LineClaim{LineID: line.ID, Holder: "draft", Until: soon(), ExpiresAt: past()}
	require.NoError(t, s.ClaimLine(ctx, draft))
	_, err := s.LineClaim(ctx, line.ID)
	require.ErrorIs(t, err, store.ErrNotFound)
	require.NoError(t, s.ClaimLine(ctx, store.LineClaim{LineID: line.ID, Holder: "another", Until: soon(), ExpiresAt: soon()}))
	require.Error(t, s.ClaimLine(ctx, draft))
}

func TestLines_AreSuspendedResumedAndGuarded(t *testing.T) {
	db, s := database(t)
	line := inService(t, s)
	status := func() contract.LineStatus {
		found, err := s.LineByID(ctx, line.ID)
		require.NoError(t, err)
		return found.Status
	}
	require.NoError(t, s.SuspendLine(ctx, line.ID))
	require.Equal(t, contract.LineSuspended, status())
	require.NoError(t, s.ResumeLine(ctx, line.ID))
	require.Equal(t, contract.LineActive, status())
	exec(t, db, "UPDATE lines SET status = 'blocked'")
	require.NoError(t, s.SuspendLine(ctx, line.ID))
	require.NoError(t, s.ResumeLine(ctx, line.ID))
	require.Equal(t, contract.LineBlocked, status(), "a court's order stands")

	later := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	require.NoError(t, s.GuardLine(ctx, line.ID, later))
	require.NoError(t, s.GuardLine(ctx, line.ID, later.Add(-time.Hour)))
	guarded, err := s.LineByID(ctx, line.ID)
	require.NoError(t, err)
	require.True(t, later.Equal(guarded.GuardedUntil))
}
