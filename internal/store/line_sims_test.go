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
	storeerrors "selfcare/internal/store/errors"
)

const (
	firstICCID  = "8996605000000000017"
	secondICCID = "8996605000000000025"
)

// inService returns a line with its SIM.
func inService(t *testing.T, s *store.Store) store.Line {
	t.Helper()
	require.NoError(t, s.Lines.Create(ctx, fullOrder(), time.Now()))
	line, err := s.Lines.ByNumber(ctx, "0571234567")
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
	sims, err := s.LineSIMs.Of(ctx, line.ID)
	require.NoError(t, err)
	return sims
}

func TestReserveSIM_Concurrent_OneGetsLastPlace(t *testing.T) {
	_, s := database(t)
	line := inService(t, s)
	require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, newID()), 8))
	var refused atomic.Int32
	var all errgroup.Group
	for range 20 {
		all.Go(func() error {
			err := s.LineSIMs.Reserve(ctx, further(line, newID()), 8)
			if errors.Is(err, storeerrors.ErrTooMany) {
				refused.Add(1)
				return nil
			}
			return err
		})
	}
	require.NoError(t, all.Wait())
	require.EqualValues(t, 13, refused.Load())
}

func TestReserveSIM_Again_Renames(t *testing.T) {
	_, s := database(t)
	line, order := inService(t, s), newID()
	sim := further(line, order)
	require.NoError(t, s.LineSIMs.Reserve(ctx, sim, 1))
	sim.Name = "Car"
	require.NoError(t, s.LineSIMs.Reserve(ctx, sim, 1))
	require.ErrorIs(t, s.LineSIMs.Reserve(ctx, further(line, newID()), 1), storeerrors.ErrTooMany)
	require.Equal(t, "Car", simsOf(t, s, line)[1].Name)

	for range 2 {
		require.NoError(t, s.LineSIMs.DropOf(ctx, order))
	}
	require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, newID()), 1))
}

func TestLineSIMs_DraftsSIM_IsHidden(t *testing.T) {
	_, s := database(t)
	line := inService(t, s)
	o := fullOrder()
	o.Kind = contract.KindMultiSIM
	opened(t, s, o)
	require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, o.ID), 8))
	require.Len(t, simsOf(t, s, line), 1)
	o.Seq, o.Stage = 2, contract.StagePlaced
	require.NoError(t, s.Orders.Save(ctx, o))
	require.Equal(t, contract.SIMPending, simsOf(t, s, line)[1].State)
}

func TestFurtherSIM_MadePrimary_CanEnd(t *testing.T) {
	_, s := database(t)
	line, order := inService(t, s), newID()
	require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, order), 8))
	for range 2 {
		require.NoError(t, s.LineSIMs.ActivateReserved(ctx, order, secondICCID, time.Now()))
	}
	sims := simsOf(t, s, line)
	require.Equal(t, secondICCID, sims[1].ICCID)
	require.Equal(t, contract.SIMActive, sims[1].State)

	for range 2 {
		require.NoError(t, s.LineSIMs.MakePrimary(ctx, line.ID, sims[1].ID))
	}
	require.NoError(t, s.LineSIMs.End(ctx, line.ID, sims[1].ID, time.Now(), time.Now()), "the primary one is left alone")
	switched := simsOf(t, s, line)
	require.Equal(t, secondICCID, switched[0].ICCID)
	require.True(t, switched[0].Primary)
	require.False(t, switched[1].Primary)

	feeUntil := time.Now().AddDate(0, 1, 0).UTC().Truncate(time.Second)
	for range 2 {
		require.NoError(t, s.LineSIMs.End(ctx, line.ID, sims[0].ID, time.Now(), feeUntil))
	}
	ended := simsOf(t, s, line)[1]
	require.Equal(t, contract.SIMInactive, ended.State)
	require.True(t, feeUntil.Equal(ended.FeeUntil))
	require.ErrorIs(t, s.LineSIMs.MakePrimary(ctx, line.ID, ended.ID), storeerrors.ErrNotFound)
	require.True(t, simsOf(t, s, line)[0].Primary, "a refused switch takes nothing away")

	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, ended.ID, "Old"))
	require.ErrorIs(t, s.LineSIMs.Rename(ctx, newID(), ended.ID, "Theirs"), storeerrors.ErrNotFound)
	renamed, err := s.LineSIMs.Get(ctx, line.ID, ended.ID)
	require.NoError(t, err)
	require.Equal(t, "Old", renamed.Name)
}

func TestRename_TakenName_IsConflict(t *testing.T) {
	db, s := database(t)
	line := inService(t, s)
	activated := func(iccid string) store.LineSIM {
		order := newID()
		require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, order), 8))
		for range 2 {
			require.NoError(t, s.LineSIMs.ActivateReserved(ctx, order, iccid, time.Now()))
		}
		sim, err := s.LineSIMs.Get(ctx, line.ID, order)
		require.NoError(t, err)
		return sim
	}
	first, second := activated(secondICCID), activated("8996605000000000033")
	require.Equal(t, "Watch", first.Name)
	require.Equal(t, "Watch 2", second.Name, "the name was given before the other SIM was active")
	require.ErrorIs(t, s.LineSIMs.Rename(ctx, line.ID, second.ID, "wATCH"), storeerrors.ErrConflict)
	require.NoError(t, s.LineSIMs.End(ctx, line.ID, first.ID, time.Now(), time.Now()))
	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, second.ID, "Watch"), "the name is free again")

	third := activated("8996605000000000041")
	require.Equal(t, "Watch 2", third.Name)
	exec(t, db, "UPDATE line_sims SET name_hash = NULL")
	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, third.ID, "Watch"), "shared names from before names were unique")
	exec(t, db, "UPDATE line_sims SET name_hash = NULL")
	for range 2 {
		require.NoError(t, s.LineSIMs.NameApart(ctx))
		others, err := s.LineSIMs.OtherNames(ctx, line.ID, "")
		require.NoError(t, err)
		require.ElementsMatch(t, []string{"", "Watch", "Watch 2"}, others)
	}
}

func TestTakeOver_Undone_RestoresTheName(t *testing.T) {
	_, s := database(t)
	line, order := inService(t, s), newID()
	former := simsOf(t, s, line)[0]
	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, former.ID, "Phone"))
	for range 2 {
		require.NoError(t, s.LineSIMs.TakeOver(ctx, store.LineSIM{LineID: line.ID, OrderID: order, ICCID: secondICCID, Type: contract.SIMEmbedded}, time.Now()))
		require.Equal(t, "Phone", simsOf(t, s, line)[0].Name)
	}
	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, simsOf(t, s, line)[0].ID, "Mine"))
	other := store.LineSIM{ID: newID(), LineID: line.ID, ICCID: "8996605000000000033", Name: "Phone", Type: contract.SIMPhysical, State: contract.SIMActive, Since: time.Now()}
	require.NoError(t, s.LineSIMs.Add(ctx, other))
	require.NoError(t, s.LineSIMs.UndoTakeOver(ctx, line.ID, order, firstICCID), "though the name was given to another one")
	require.Equal(t, firstICCID, simsOf(t, s, line)[0].ICCID)
}

func TestTakeOver_Repeated_ChangesNothing(t *testing.T) {
	_, s := database(t)
	line, order := inService(t, s), newID()
	sim := store.LineSIM{LineID: line.ID, OrderID: order, ICCID: secondICCID, Type: contract.SIMEmbedded}
	for range 2 {
		require.NoError(t, s.LineSIMs.TakeOver(ctx, sim, time.Now()))
		sims := simsOf(t, s, line)
		require.Len(t, sims, 1, "the former one is history")
		require.Equal(t, secondICCID, sims[0].ICCID)
		require.Equal(t, contract.SIMEmbedded, sims[0].Type)
	}
	for range 2 {
		require.NoError(t, s.LineSIMs.UndoTakeOver(ctx, line.ID, order, firstICCID))
		require.Equal(t, firstICCID, simsOf(t, s, line)[0].ICCID)
	}
}

func TestClaimLine_SecondChange_IsBusy(t *testing.T) {
	_, s := database(t)
	line := inService(t, s)
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	first := store.LineClaim{LineID: line.ID, Holder: "first", OrderNumber: "SC1", Until: until}
	require.NoError(t, s.Lines.Claim(ctx, first))
	require.NoError(t, s.Lines.Claim(ctx, first), "again")
	second := store.LineClaim{LineID: line.ID, Holder: "second", Until: until}
	var busy *store.LineBusyError
	require.ErrorAs(t, s.Lines.Claim(ctx, second), &busy)
	require.Equal(t, "SC1", busy.By.OrderNumber)
	require.True(t, until.Equal(busy.By.Until))
	require.NotContains(t, busy.Error(), line.MSISDN)

	require.NoError(t, s.Lines.Release(ctx, "second"), "nothing of its own")
	require.Error(t, s.Lines.Claim(ctx, second))
	require.NoError(t, s.Lines.Release(ctx, "first"))
	require.NoError(t, s.Lines.Claim(ctx, second))
}

func TestClaimLine_DraftsClaim_Expires(t *testing.T) {
	_, s := database(t)
	line := inService(t, s)
	draft := store.LineClaim{LineID: line.ID, Holder: "draft", Until: soon(), ExpiresAt: past()}
	require.NoError(t, s.Lines.Claim(ctx, draft))
	_, err := s.Lines.ClaimOf(ctx, line.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	require.NoError(t, s.Lines.Claim(ctx, store.LineClaim{LineID: line.ID, Holder: "another", Until: soon(), ExpiresAt: soon()}))
	require.Error(t, s.Lines.Claim(ctx, draft))
}

func TestLines_Suspended_CanResume(t *testing.T) {
	db, s := database(t)
	line := inService(t, s)
	status := func() contract.LineStatus {
		found, err := s.Lines.Get(ctx, line.ID)
		require.NoError(t, err)
		return found.Status
	}
	require.NoError(t, s.Lines.Suspend(ctx, line.ID))
	require.Equal(t, contract.LineSuspended, status())
	require.NoError(t, s.Lines.Resume(ctx, line.ID))
	require.Equal(t, contract.LineActive, status())
	exec(t, db, "UPDATE lines SET status = 'blocked'")
	require.NoError(t, s.Lines.Suspend(ctx, line.ID))
	require.NoError(t, s.Lines.Resume(ctx, line.ID))
	require.Equal(t, contract.LineBlocked, status(), "a block by a court stays")

	later := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	require.NoError(t, s.Lines.Guard(ctx, line.ID, later))
	require.NoError(t, s.Lines.Guard(ctx, line.ID, later.Add(-time.Hour)))
	guarded, err := s.Lines.Get(ctx, line.ID)
	require.NoError(t, err)
	require.True(t, later.Equal(guarded.GuardedUntil))
}
