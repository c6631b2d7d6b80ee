package line_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	lineacts "selfcare/activities/line"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/line"
)

var ctx = context.Background()

func changeOf(l line.Line, simID, holder string) contract.SIMChangeAt {
	return contract.SIMChangeAt{At: fixture.At(fixture.Now), Change: contract.SIMChangeInput{Language: "en", LineID: l.ID, SIMID: simID, Holder: holder}}
}

func TestPrimarySwitch_Done_ReleasesLine(t *testing.T) {
	s := fixture.NewShop(t)
	l, sim := s.WithWatch()
	lines, change := lineacts.New(s.Store), changeOf(l, sim.ID, "h-1")
	for range 2 {
		todo, err := lines.BeginPrimarySwitch(ctx, change)
		require.NoError(t, err)
		require.Equal(t, contract.SIMOrder{Key: "h-1", MSISDN: fixture.NumberA, Primary: fixture.CardOne, ICCID: fixture.CardTwo}, todo)
	}
	_, err := lines.BeginPrimarySwitch(ctx, changeOf(l, sim.ID, "h-2"))
	fixture.RequireRefusal(t, err, contract.FailLineBusyNow)
	for range 2 {
		require.NoError(t, lines.RecordPrimary(ctx, change))
	}
	require.Equal(t, fixture.CardTwo, s.LineNow(l.ID).ICCID)
	sims, err := s.Store.LineSIMs.Of(ctx, l.ID)
	require.NoError(t, err)
	require.Equal(t, []string{"Watch", "First SIM"}, []string{sims[0].Name, sims[1].Name}, "the former primary SIM has a name")
	_, err = s.Store.Lines.ClaimOf(ctx, l.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	_, err = lines.BeginPrimarySwitch(ctx, change)
	require.NoError(t, err, "a worker that died had done it: the next one repeats it")
}

func TestSIMDeactivation_PrimarySIM_IsRefused(t *testing.T) {
	s := fixture.NewShop(t)
	l, sim := s.WithWatch()
	lines := lineacts.New(s.Store)
	all, err := s.Store.LineSIMs.Of(ctx, l.ID)
	require.NoError(t, err)
	_, err = lines.BeginSIMDeactivation(ctx, changeOf(l, all[0].ID, "h-1"))
	fixture.RequireRefusal(t, err, contract.FailSIMPrimary)
	_, err = s.Store.Lines.ClaimOf(ctx, l.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "a refusal claims nothing")

	change := changeOf(l, sim.ID, "h-1")
	_, err = lines.BeginSIMDeactivation(ctx, change)
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, lines.RecordSIMDeactivation(ctx, change))
	}
	ended, err := s.Store.LineSIMs.Get(ctx, l.ID, sim.ID)
	require.NoError(t, err)
	require.Equal(t, contract.SIMInactive, ended.State)
	require.True(t, ended.FeeUntil.After(fixture.Now))
	_, err = lines.BeginSIMDeactivation(ctx, changeOf(l, sim.ID, "h-2"))
	fixture.RequireRefusal(t, err, contract.FailSIMInactive)
}

// A worker wrote it down and died before Temporal knew: the next one begins anew.
func TestSIMDeactivation_Booked_Repeats(t *testing.T) {
	s := fixture.NewShop(t)
	l, sim := s.WithWatch()
	lines, change := lineacts.New(s.Store), changeOf(l, sim.ID, "h-1")
	for range 2 {
		_, err := lines.BeginSIMDeactivation(ctx, change)
		require.NoError(t, err)
		require.NoError(t, lines.RecordSIMDeactivation(ctx, change))
	}
	_, err := s.Store.Lines.ClaimOf(ctx, l.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestSIMChanges_NotAllowed_Refused(t *testing.T) {
	s := fixture.NewShop(t)
	l, sim := s.WithWatch()
	lines := lineacts.New(s.Store)
	_, err := lines.BeginPrimarySwitch(ctx, changeOf(l, uuid.NewString(), "h-1"))
	fixture.RequireRefusal(t, err, contract.FailSIMUnknown)
	_, err = lines.BeginPrimarySwitch(ctx, changeOf(line.Line{ID: uuid.NewString()}, sim.ID, "h-1"))
	fixture.RequireRefusal(t, err, contract.FailNumberAbsent)
	s.Exec("UPDATE lines SET guarded_until = ?", fixture.Now.Add(time.Hour))
	_, err = lines.BeginPrimarySwitch(ctx, changeOf(l, sim.ID, "h-1"))
	fixture.RequireRefusal(t, err, contract.FailLineGuarded)
	s.Exec("UPDATE lines SET guarded_until = NULL")
	o := s.Replacing(l)
	_, err = lines.BeginSIMDeactivation(ctx, changeOf(l, sim.ID, "h-1"))
	fixture.RequireRefusal(t, err, contract.FailLineBusy)

	require.NoError(t, lines.ReleaseLine(ctx, o.ID))
	_, err = lines.BeginSIMDeactivation(ctx, changeOf(l, sim.ID, "h-1"))
	require.NoError(t, err)
}
