package linesim_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/linesim"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func further(line linestore.Line, orderID string) linesim.SIM {
	return linesim.SIM{LineID: line.ID, OrderID: orderID, Name: "Watch", Type: contract.SIMPhysical, MonthlyFee: 1000, Since: time.Now()}
}

func simsOf(t *testing.T, s *store.Store, line linestore.Line) []linesim.SIM {
	t.Helper()
	sims, err := s.LineSIMs.Of(ctx, line.ID)
	require.NoError(t, err)
	return sims
}

func TestReserveSIM_Concurrent_OneGetsLastPlace(t *testing.T) {
	_, s := storetest.Database(t)
	line := storetest.InService(t, s)
	require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, storetest.NewID()), 8))
	var refused atomic.Int32
	var all errgroup.Group
	for range 20 {
		all.Go(func() error {
			err := s.LineSIMs.Reserve(ctx, further(line, storetest.NewID()), 8)
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
	_, s := storetest.Database(t)
	line, order := storetest.InService(t, s), storetest.NewID()
	sim := further(line, order)
	require.NoError(t, s.LineSIMs.Reserve(ctx, sim, 1))
	sim.Name = "Car"
	require.NoError(t, s.LineSIMs.Reserve(ctx, sim, 1))
	require.ErrorIs(t, s.LineSIMs.Reserve(ctx, further(line, storetest.NewID()), 1), storeerrors.ErrTooMany)
	require.Equal(t, "Car", simsOf(t, s, line)[1].Name)

	for range 2 {
		require.NoError(t, s.LineSIMs.DropOf(ctx, order))
	}
	require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, storetest.NewID()), 1))
}

func TestLineSIMs_DraftsSIM_IsHidden(t *testing.T) {
	_, s := storetest.Database(t)
	line := storetest.InService(t, s)
	o := storetest.FullOrder()
	o.Kind = contract.KindMultiSIM
	storetest.Opened(t, s, o)
	require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, o.ID), 8))
	require.Len(t, simsOf(t, s, line), 1)
	o.Seq, o.Stage = 2, contract.StagePlaced
	require.NoError(t, s.Orders.Save(ctx, o))
	require.Equal(t, contract.SIMPending, simsOf(t, s, line)[1].State)
}

func TestExtraSIM_MadePrimary_CanEnd(t *testing.T) {
	_, s := storetest.Database(t)
	line, order := storetest.InService(t, s), storetest.NewID()
	require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, order), 8))
	for range 2 {
		require.NoError(t, s.LineSIMs.ActivateReserved(ctx, order, storetest.SecondICCID, time.Now()))
	}
	sims := simsOf(t, s, line)
	require.Equal(t, storetest.SecondICCID, sims[1].ICCID)
	require.Equal(t, contract.SIMActive, sims[1].State)

	for range 2 {
		require.NoError(t, s.LineSIMs.MakePrimary(ctx, line.ID, sims[1].ID))
	}
	require.NoError(t, s.LineSIMs.End(ctx, line.ID, sims[1].ID, time.Now(), time.Now()), "the primary one is left alone")
	switched := simsOf(t, s, line)
	require.Equal(t, storetest.SecondICCID, switched[0].ICCID)
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
	require.ErrorIs(t, s.LineSIMs.Rename(ctx, storetest.NewID(), ended.ID, "Theirs"), storeerrors.ErrNotFound)
	renamed, err := s.LineSIMs.Get(ctx, line.ID, ended.ID)
	require.NoError(t, err)
	require.Equal(t, "Old", renamed.Name)
}

func TestRename_TakenName_IsConflict(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.InService(t, s)
	activated := func(iccid string) linesim.SIM {
		order := storetest.NewID()
		require.NoError(t, s.LineSIMs.Reserve(ctx, further(line, order), 8))
		for range 2 {
			require.NoError(t, s.LineSIMs.ActivateReserved(ctx, order, iccid, time.Now()))
		}
		sim, err := s.LineSIMs.Get(ctx, line.ID, order)
		require.NoError(t, err)
		return sim
	}
	first, second := activated(storetest.SecondICCID), activated("8996605000000000033")
	require.Equal(t, "Watch", first.Name)
	require.Equal(t, "Watch 2", second.Name, "the name was given before the other SIM was active")
	require.ErrorIs(t, s.LineSIMs.Rename(ctx, line.ID, second.ID, "wATCH"), storeerrors.ErrConflict)
	require.NoError(t, s.LineSIMs.End(ctx, line.ID, first.ID, time.Now(), time.Now()))
	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, second.ID, "Watch"), "the name is free again")

	third := activated("8996605000000000041")
	require.Equal(t, "Watch 2", third.Name)
	storetest.Exec(t, db, "UPDATE line_sims SET name_hash = NULL")
	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, third.ID, "Watch"), "shared names from before names were unique")
	storetest.Exec(t, db, "UPDATE line_sims SET name_hash = NULL")
	for range 2 {
		require.NoError(t, s.LineSIMs.NameApart(ctx))
		others, err := s.LineSIMs.OtherNames(ctx, line.ID, "")
		require.NoError(t, err)
		require.ElementsMatch(t, []string{"", "Watch", "Watch 2"}, others)
	}
}

func TestTakeOver_Undone_RestoresName(t *testing.T) {
	_, s := storetest.Database(t)
	line, order := storetest.InService(t, s), storetest.NewID()
	former := simsOf(t, s, line)[0]
	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, former.ID, "Phone"))
	for range 2 {
		require.NoError(t, s.LineSIMs.TakeOver(ctx, linesim.SIM{LineID: line.ID, OrderID: order, ICCID: storetest.SecondICCID, Type: contract.SIMEmbedded}, time.Now()))
		require.Equal(t, "Phone", simsOf(t, s, line)[0].Name)
	}
	require.NoError(t, s.LineSIMs.Rename(ctx, line.ID, simsOf(t, s, line)[0].ID, "Mine"))
	other := linesim.SIM{ID: storetest.NewID(), LineID: line.ID, ICCID: "8996605000000000033", Name: "Phone", Type: contract.SIMPhysical, State: contract.SIMActive, Since: time.Now()}
	require.NoError(t, s.LineSIMs.Add(ctx, other))
	require.NoError(t, s.LineSIMs.UndoTakeOver(ctx, line.ID, order, storetest.FirstICCID), "though the name was given to another one")
	require.Equal(t, storetest.FirstICCID, simsOf(t, s, line)[0].ICCID)
}

func TestTakeOver_Repeated_ChangesNothing(t *testing.T) {
	_, s := storetest.Database(t)
	line, order := storetest.InService(t, s), storetest.NewID()
	sim := linesim.SIM{LineID: line.ID, OrderID: order, ICCID: storetest.SecondICCID, Type: contract.SIMEmbedded}
	for range 2 {
		require.NoError(t, s.LineSIMs.TakeOver(ctx, sim, time.Now()))
		sims := simsOf(t, s, line)
		require.Len(t, sims, 1, "the former one is history")
		require.Equal(t, storetest.SecondICCID, sims[0].ICCID)
		require.Equal(t, contract.SIMEmbedded, sims[0].Type)
	}
	for range 2 {
		require.NoError(t, s.LineSIMs.UndoTakeOver(ctx, line.ID, order, storetest.FirstICCID))
		require.Equal(t, storetest.FirstICCID, simsOf(t, s, line)[0].ICCID)
	}
}
