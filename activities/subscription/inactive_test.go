package subscription_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/subscription"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/line"
)

// runsOut is a plan with a stopped renewal whose cycle is over.
func (b *book) runsOut() contract.PlanSubscription {
	b.t.Helper()
	s, err := b.StopRenewal(ctx, b.begins(), contract.RenewalChoice{At: at(activated)})
	require.NoError(b.t, err)
	return b.advances(s, ends)
}

// lastDay is an unused line whose owner was warned four times.
func (b *book) lastDay() contract.PlanSubscription {
	b.t.Helper()
	s := b.runsOut()
	for range 4 {
		s = b.advances(s, s.DueAt)
	}
	require.Equal(b.t, contract.StepRelease, s.Step)
	return s
}

func TestAdvance_UnusedLine_IsWarnedAndEnds(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.lastDay()
	require.Equal(t, []string{"renewal-stopped", "plan-expired", "line-inactive", "line-inactive-last-day"}, b.told())
	require.True(t, s.DueAt.Equal(ends.AddDate(0, 0, 180)))
	require.Equal(t, s, b.advances(s, s.DueAt.Add(-time.Second)), "not a second early")
	over := b.advances(s, s.DueAt)
	require.True(t, domain.IsReleasing(over))
	require.Equal(t, contract.LineEnding{
		ID: b.lineID, LineID: b.lineID, Cause: contract.CauseInactive, AskedBy: "rule", Reason: "inactive", Fate: contract.OutcomeQuarantine,
		Language: over.Language, Holder: "subscription/" + b.lineID, RequestedAt: s.DueAt,
	}, *over.Inactive.Ending)
	claim, err := b.store.Lines.ClaimOf(ctx, b.lineID)
	require.NoError(t, err)
	require.Equal(t, "subscription/"+b.lineID, claim.Holder, "no other change runs meanwhile")
}

func TestAdvance_UnusedPortedNumber_GoesBack(t *testing.T) {
	b := newBook(t, "prepaid")
	_, err := b.db.ExecContext(ctx, "UPDATE lines SET msisdn = '0551234567', ported_from = 'stc' WHERE id = ?", b.lineID)
	require.NoError(t, err)
	s := b.lastDay()
	over := b.advances(s, s.DueAt)
	require.Equal(t, contract.OutcomeReturned, over.Inactive.Ending.Fate)
	require.Equal(t, "stc", over.Inactive.Ending.Operator)
}

func TestAdvance_Recharge_RestartsDays(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.runsOut()
	b.calls()
	s.Inactive.Since = time.Now().AddDate(0, 0, -100).UTC() // postings are dated by the database
	b.has(1)
	require.Equal(t, 1, b.calls(), "its workflow is called")
	next := b.advances(s, ends)
	require.Equal(t, contract.SubscriptionExpired, next.Stage)
	require.WithinDuration(t, time.Now(), next.Inactive.Since, time.Hour)
	require.Equal(t, contract.Halalas(1), b.balance())
}

func TestAdvance_LastMomentUse_RestartsTheDays(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.lastDay()
	used := s.DueAt.Add(-time.Second)
	_, err := b.db.ExecContext(ctx, `
		INSERT INTO usage_events (event_id, line_id, kind, type, amount, used_at) VALUES ('e1', ?, 'sms', 'sms', 1, ?)`, b.lineID, used)
	require.NoError(t, err)
	next := b.advances(s, s.DueAt)
	require.False(t, domain.IsReleasing(next))
	require.True(t, next.Inactive.Since.Equal(used))
	require.Equal(t, contract.StepInactive, next.Step)
}

func TestAdvance_BusyLine_IsLeftAlone(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.lastDay()
	require.NoError(t, b.store.Lines.Claim(ctx, line.Claim{LineID: b.lineID, Holder: "order", Until: s.DueAt}))
	busy := b.advances(s, s.DueAt)
	require.False(t, domain.IsReleasing(busy))
	require.True(t, busy.DueAt.Equal(s.DueAt.Add(time.Hour)))
	require.NoError(t, b.store.Lines.Release(ctx, "order"))
	require.True(t, domain.IsReleasing(b.advances(busy, busy.DueAt)))
}

func TestAdvance_RechargedWhileEnding_IsReleased(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.lastDay()
	s = b.advances(s, s.DueAt)
	s.Inactive.Since = time.Now().AddDate(0, 0, -200).UTC()
	b.has(1)
	next := b.advances(s, s.Inactive.Ending.RequestedAt)
	require.False(t, domain.IsReleasing(next))
	require.True(t, domain.IsNetworkOutdated(next), "the network is told again what it may do")
	_, err := b.store.Lines.ClaimOf(ctx, b.lineID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestAdvance_InactiveLineEnded_Closes(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.lastDay()
	_, err := b.db.ExecContext(ctx, "UPDATE lines SET status = 'ended' WHERE id = ?", b.lineID)
	require.NoError(t, err)
	_, err = b.AdvanceSubscription(ctx, s, at(s.DueAt))
	fixture.RequireRefusal(t, err, contract.FailNumberAbsent)
}

func TestAdvance_RenewedWhileEnding_IsReleased(t *testing.T) {
	b := newBook(t, "prepaid")
	s := b.lastDay()
	s = b.advances(s, s.DueAt)
	require.True(t, domain.IsReleasing(s))
	s, err := b.StartRenewal(ctx, s, contract.RenewalChoice{At: at(s.Inactive.Ending.RequestedAt)})
	require.NoError(t, err)
	b.has(100_000)
	next := b.advances(s, s.Inactive.Ending.RequestedAt)
	require.Greater(t, next.Cycle, s.Cycle, "it was renewed at once")
	require.False(t, domain.IsReleasing(next))
	_, err = b.store.Lines.ClaimOf(ctx, b.lineID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "the line is free for other changes")
}
