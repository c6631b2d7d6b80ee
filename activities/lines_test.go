package activities_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/activities"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// withWatch is a line with a further SIM.
func (s *shop) withWatch() (store.Line, store.LineSIM) {
	s.t.Helper()
	l := s.inService(numberA)
	o := s.once(s.orders.DescribeExtraSIM(ctx, s.started(contract.KindMultiSIM), watch(l)))
	o = s.once(s.orders.AllocateSIM(ctx, o, at(now)))
	s.once(s.orders.AddExtraSIM(ctx, o, at(now)))
	sims, err := s.store.LineSIMs.Of(ctx, l.ID)
	require.NoError(s.t, err)
	return l, sims[1]
}

func changeOf(l store.Line, simID, holder string) contract.SIMChangeAt {
	return contract.SIMChangeAt{At: at(now), Change: contract.SIMChangeInput{LineID: l.ID, SIMID: simID, Holder: holder}}
}

func TestPrimarySwitch_ClaimsSwitchesAndGivesTheLineFree(t *testing.T) {
	s := newShop(t)
	l, sim := s.withWatch()
	lines, change := activities.NewLines(s.store), changeOf(l, sim.ID, "h-1")
	for range 2 {
		todo, err := lines.BeginPrimarySwitch(ctx, change)
		require.NoError(t, err)
		require.Equal(t, contract.SIMOrder{Key: "h-1", MSISDN: numberA, Primary: cardOne, ICCID: cardTwo}, todo)
	}
	_, err := lines.BeginPrimarySwitch(ctx, changeOf(l, sim.ID, "h-2"))
	requireRefusal(t, err, contract.FailLineBusyNow)
	for range 2 {
		require.NoError(t, lines.RecordPrimary(ctx, change))
	}
	require.Equal(t, cardTwo, s.lineNow(l.ID).ICCID)
	_, err = s.store.Lines.ClaimOf(ctx, l.ID)
	require.ErrorIs(t, err, store.ErrNotFound)
}

func TestSIMDeactivation_LeavesThePrimaryOneAlone(t *testing.T) {
	s := newShop(t)
	l, sim := s.withWatch()
	lines := activities.NewLines(s.store)
	all, err := s.store.LineSIMs.Of(ctx, l.ID)
	require.NoError(t, err)
	_, err = lines.BeginSIMDeactivation(ctx, changeOf(l, all[0].ID, "h-1"))
	requireRefusal(t, err, contract.FailSIMPrimary)
	_, err = s.store.Lines.ClaimOf(ctx, l.ID)
	require.ErrorIs(t, err, store.ErrNotFound, "a refusal claims nothing")

	change := changeOf(l, sim.ID, "h-1")
	_, err = lines.BeginSIMDeactivation(ctx, change)
	require.NoError(t, err)
	for range 2 {
		require.NoError(t, lines.RecordSIMDeactivation(ctx, change))
	}
	ended, err := s.store.LineSIMs.Get(ctx, l.ID, sim.ID)
	require.NoError(t, err)
	require.Equal(t, contract.SIMInactive, ended.State)
	require.True(t, ended.FeeUntil.After(now))
	_, err = lines.BeginSIMDeactivation(ctx, change)
	requireRefusal(t, err, contract.FailSIMInactive)
}

func TestSIMDeactivation_GoesOnWhileSomebodyAsksToBringTheNumberOver(t *testing.T) {
	s := newShop(t)
	l, sim := s.withWatch()
	lines, change := activities.NewLines(s.store), changeOf(l, sim.ID, "h-1")
	asked := asking("stc", l.MSISDN, contract.WindowEarliest)
	o := s.opensPort()
	requireRefusal(t, s.orders.CheckPort(ctx, o, asked), contract.FailNumberIsOurs, "msisdn")
	_, err := lines.BeginSIMDeactivation(ctx, change)
	require.NoError(t, err, "a request that was refused keeps nobody from the line")
	_, err = s.orders.RequestPort(ctx, o, asked)
	requireRefusal(t, err, contract.FailNumberIsOurs, "msisdn")
	require.NoError(t, lines.RecordSIMDeactivation(ctx, change))
	ended, err := s.store.LineSIMs.Get(ctx, l.ID, sim.ID)
	require.NoError(t, err)
	require.Equal(t, contract.SIMInactive, ended.State)
}

func TestSIMChanges_RefuseWhatIsNotTheLinesAndWhatMayNotBeNow(t *testing.T) {
	s := newShop(t)
	l, sim := s.withWatch()
	lines := activities.NewLines(s.store)
	_, err := lines.BeginPrimarySwitch(ctx, changeOf(l, uuid.NewString(), "h-1"))
	requireRefusal(t, err, contract.FailSIMUnknown)
	_, err = lines.BeginPrimarySwitch(ctx, changeOf(store.Line{ID: uuid.NewString()}, sim.ID, "h-1"))
	requireRefusal(t, err, contract.FailNumberAbsent)
	s.exec("UPDATE lines SET guarded_until = ?", now.Add(time.Hour))
	_, err = lines.BeginPrimarySwitch(ctx, changeOf(l, sim.ID, "h-1"))
	requireRefusal(t, err, contract.FailLineGuarded)
	s.exec("UPDATE lines SET guarded_until = NULL")
	o := s.replacing(l)
	_, err = lines.BeginSIMDeactivation(ctx, changeOf(l, sim.ID, "h-1"))
	requireRefusal(t, err, contract.FailLineBusy)

	require.NoError(t, lines.ReleaseLine(ctx, o.ID))
	_, err = lines.BeginSIMDeactivation(ctx, changeOf(l, sim.ID, "h-1"))
	require.NoError(t, err)
}
