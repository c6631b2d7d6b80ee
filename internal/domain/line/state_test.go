package line_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

func TestState_SaysFirstWhatKeepsTheLineFromWorking(t *testing.T) {
	tests := map[string]struct {
		line line.Standing
		want contract.LineState
	}{
		"in service with a plan":              {line.Standing{Status: contract.LineActive, Plan: contract.SubscriptionActive}, contract.LineInService},
		"in service with a plan not ours":     {line.Standing{Status: contract.LineActive}, contract.LineInService},
		"in grace it still works":             {line.Standing{Status: contract.LineActive, Plan: contract.SubscriptionGrace}, contract.LineInService},
		"suspended":                           {line.Standing{Status: contract.LineSuspended, Plan: contract.SubscriptionActive}, contract.LineStopped},
		"blocked by a court":                  {line.Standing{Status: contract.LineBlocked}, contract.LineStopped},
		"expired":                             {line.Standing{Status: contract.LineActive, Plan: contract.SubscriptionExpired}, contract.LineExpired},
		"its SIM is on the way":               {line.Standing{Status: contract.LineActive, Moving: true}, contract.LineInTransit},
		"suspended until the SIM has arrived": {line.Standing{Status: contract.LineSuspended, Moving: true}, contract.LineStopped},
		"expired while the SIM is on the way": {line.Standing{Status: contract.LineActive, Plan: contract.SubscriptionExpired, Moving: true}, contract.LineInTransit},
		"suspended, and the plan has run out": {line.Standing{Status: contract.LineSuspended, Plan: contract.SubscriptionExpired}, contract.LineStopped},
		"of a status that is newer than this": {line.Standing{Status: "dreaming"}, contract.LineStopped},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, tt.line.State()) })
	}
}
