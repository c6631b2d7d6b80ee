package line_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

func TestState_IsThatOfWhoeverHasToEndItFirst(t *testing.T) {
	rests := func(status contract.LineStatus) line.Condition {
		return line.Condition{Status: status, RestsSince: now}
	}
	tests := map[string]struct {
		line    line.Condition
		expired bool
		state   contract.LineState
		reason  contract.StateReason
	}{
		"in service":                               {line.Condition{Status: contract.LineActive}, false, contract.NumberActive, ""},
		"guarded after a new SIM":                  {line.Condition{Status: contract.LineActive, GuardedUntil: now.Add(time.Hour)}, false, contract.NumberActive, ""},
		"without a plan in force":                  {line.Condition{Status: contract.LineActive}, true, contract.NumberExpired, contract.ExpiredPlan},
		"suspended by its owner":                   {rests(contract.LineActive), false, contract.NumberStopped, contract.StoppedByOwner},
		"suspended, and its plan ran out":          {rests(contract.LineActive), true, contract.NumberStopped, contract.StoppedByOwner},
		"its SIM is being replaced":                {line.Condition{Status: contract.LineSuspended}, true, contract.NumberInTransit, contract.InTransitToNewSIM},
		"suspended, and its SIM is being replaced": {rests(contract.LineSuspended), false, contract.NumberInTransit, contract.InTransitToNewSIM},
		"blocked by a court":                       {rests(contract.LineBlocked), true, contract.NumberStopped, contract.StoppedByAuthority},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			state, reason := line.State(tt.line, tt.expired)
			require.Equal(t, tt.state, state)
			require.Equal(t, tt.reason, reason)
		})
	}
}

func TestMayReplace_ALineThatItsOwnerSuspended(t *testing.T) {
	rests := line.Condition{Status: contract.LineActive, RestsSince: now}
	require.NoError(t, rests.MayReplace(now))
	require.Equal(t, contract.Refuse(contract.FailLineRests), rests.MayChange(now), "anything else waits until it is back")
	require.False(t, rests.Receives())

	rests.GuardedUntil = now.Add(time.Minute)
	var refused *contract.Refusal
	require.ErrorAs(t, rests.MayReplace(now), &refused)
	require.Equal(t, contract.FailLineGuarded, refused.Code)
	rests.Status = contract.LineBlocked
	require.Equal(t, contract.Refuse(contract.FailLineBlocked), rests.MayReplace(now))
}
