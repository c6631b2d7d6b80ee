package line_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

func TestState_SeveralReasons_IsTheFirst(t *testing.T) {
	in := func(status contract.LineStatus) line.Standing {
		return line.Standing{Condition: line.Condition{Status: status}}
	}
	rests := func(s line.Standing) line.Standing { s.SuspendedSince = now; return s }
	moves := func(s line.Standing) line.Standing { s.Moving = true; return s }
	leaves := func(s line.Standing) line.Standing { s.Leaving = true; return s }
	runsOut := func(s line.Standing) line.Standing { s.Plan = contract.SubscriptionExpired; return s }
	active, suspended, blocked := in(contract.LineActive), in(contract.LineSuspended), in(contract.LineBlocked)
	grace := active
	grace.Plan, grace.GuardedUntil = contract.SubscriptionGrace, now.Add(time.Hour)
	tests := map[string]struct {
		line   line.Standing
		state  contract.LineState
		reason contract.StateReason
	}{
		"in service": {active, contract.NumberActive, ""},
		"in grace, with a new SIM, it still works": {grace, contract.NumberActive, ""},
		"without a plan in force":                  {runsOut(active), contract.NumberExpired, contract.ExpiredPlan},
		"suspended by its owner":                   {rests(active), contract.NumberStopped, contract.StoppedByOwner},
		"suspended, with an expired plan":          {runsOut(rests(active)), contract.NumberStopped, contract.StoppedByOwner},
		"its SIM is on the way":                    {moves(active), contract.NumberInTransit, contract.InTransitToNewSIM},
		"expired while the SIM is on the way":      {runsOut(moves(active)), contract.NumberInTransit, contract.InTransitToNewSIM},
		"its old SIM is off":                       {runsOut(suspended), contract.NumberInTransit, contract.InTransitToNewSIM},
		"suspended, and its old SIM is off":        {rests(suspended), contract.NumberInTransit, contract.InTransitToNewSIM},
		"another operator takes it over":           {leaves(active), contract.NumberInTransit, contract.InTransitAway},
		"switched off for the cut-over":            {leaves(suspended), contract.NumberInTransit, contract.InTransitAway},
		"blocked by a court":                       {runsOut(leaves(rests(blocked))), contract.NumberStopped, contract.StoppedByAuthority},
		"an unknown status":                        {in("dreaming"), contract.NumberStopped, contract.StoppedByAuthority},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			state, reason := tt.line.State()
			require.Equal(t, tt.state, state)
			require.Equal(t, tt.reason, reason)
		})
	}
}

func TestValidateReplacement_Suspended_IsAllowed(t *testing.T) {
	rests := line.Condition{Status: contract.LineActive, SuspendedSince: now}
	require.NoError(t, rests.ValidateReplacement(now))
	require.Equal(t, contract.Refuse(contract.FailLineSuspendedByOwner), rests.ValidateChange(now), "other changes wait until the line is back")
	require.False(t, rests.ReceivesMessages())

	rests.GuardedUntil = now.Add(time.Minute)
	var refused *contract.Refusal
	require.ErrorAs(t, rests.ValidateReplacement(now), &refused)
	require.Equal(t, contract.FailLineGuarded, refused.Code)
	rests.Status = contract.LineBlocked
	require.Equal(t, contract.Refuse(contract.FailLineBlocked), rests.ValidateReplacement(now))
}
