package headline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/headline"
	"selfcare/internal/domain/order"
)

func TestOf_Milestone_HasItsHeadline(t *testing.T) {
	port := func(status contract.PortStatus, escalated bool) *contract.Port {
		return &contract.Port{Status: status, Escalated: escalated}
	}
	for name, tt := range map[string]struct {
		stage contract.Stage
		port  *contract.Port
		at    order.Milestone
		want  headline.Headline
	}{
		"in the wizard":               {contract.StageWizard, nil, order.Milestone{Key: order.MilestonePlaced, State: order.MilestoneFailed}, ""},
		"held, before its milestone":  {contract.StageHeld, nil, order.Milestone{Key: order.MilestonePreparing, State: order.MilestoneRunning}, headline.Held},
		"being called off":            {contract.StageCancelling, nil, order.Milestone{}, headline.Cancelling},
		"called off":                  {contract.StageCancelled, nil, order.Milestone{}, headline.Cancelled},
		"an abandoned draft":          {contract.StageAbandoned, nil, order.Milestone{}, headline.Abandoned},
		"the number is lost":          {contract.StageNumberLost, nil, order.Milestone{Key: order.MilestonePlaced, State: order.MilestoneFailed}, headline.NumberLost},
		"a card is chosen":            {contract.StagePlaced, nil, order.Milestone{Key: order.MilestonePreparing, State: order.MilestoneRunning}, headline.SIMPrepared},
		"on its way":                  {contract.StageDispatched, nil, order.Milestone{Key: order.MilestoneDispatched, State: order.MilestoneRunning}, headline.ParcelOnItsWay},
		"not delivered":               {contract.StageDispatched, nil, order.Milestone{Key: order.MilestoneDispatched, State: order.MilestoneWaiting}, headline.DeliveryFailed},
		"sent back":                   {contract.StageDispatched, nil, order.Milestone{Key: order.MilestoneDispatched, State: order.MilestoneFailed}, headline.ParcelReturned},
		"delivered":                   {contract.StageDelivered, nil, order.Milestone{Key: order.MilestoneActive, State: order.MilestoneWaiting}, headline.SIMToActivate},
		"the network switches it on":  {contract.StageDelivered, nil, order.Milestone{Key: order.MilestoneActive, State: order.MilestoneRunning}, headline.SwitchingOn},
		"in service":                  {contract.StageActive, nil, order.Milestone{Key: order.MilestoneActive, State: order.MilestoneDone}, headline.Active},
		"a code is made":              {contract.StagePreparing, nil, order.Milestone{Key: order.MilestoneESIMCode, State: order.MilestoneRunning}, headline.ESIMMade},
		"to be installed":             {contract.StageDelivered, nil, order.Milestone{Key: order.MilestoneInstalled, State: order.MilestoneWaiting}, headline.ESIMToInstall},
		"the phone installs it":       {contract.StageDelivered, nil, order.Milestone{Key: order.MilestoneInstalled, State: order.MilestoneRunning, Actor: order.ActorCustomer}, headline.ESIMInstalling},
		"not installed":               {contract.StageDelivered, nil, order.Milestone{Key: order.MilestoneInstalled, State: order.MilestoneFailed}, headline.InstallFailed},
		"about to be called off":      {contract.StageDelivered, nil, order.Milestone{Key: order.MilestoneInstalled, State: order.MilestoneRunning, Actor: order.ActorUs}, headline.Cancelling},
		"the donor has time":          {contract.StagePlaced, port(contract.PortSubmitted, false), order.Milestone{Key: order.MilestoneDonor, State: order.MilestoneRunning}, headline.DonorAnswers},
		"the donor is late":           {contract.StagePlaced, port(contract.PortSubmitted, true), order.Milestone{Key: order.MilestoneDonor, State: order.MilestoneRunning}, headline.DonorLate},
		"refused for a mistake":       {contract.StagePlaced, port(contract.PortRejected, false), order.Milestone{Key: order.MilestoneDonor, State: order.MilestoneFailed, Actor: order.ActorCustomer}, headline.PortRefused},
		"refused for good":            {contract.StagePlaced, port(contract.PortFailed, false), order.Milestone{Key: order.MilestoneDonor, State: order.MilestoneFailed, Actor: order.ActorUs}, headline.PortOver},
		"the switch has its time":     {contract.StagePorting, port(contract.PortScheduled, false), order.Milestone{Key: order.MilestoneMoved, State: order.MilestoneRunning}, headline.SwitchScheduled},
		"a switch without a port yet": {contract.StagePorting, nil, order.Milestone{Key: order.MilestoneMoved, State: order.MilestoneRunning}, headline.SwitchScheduled},
		"the number moves":            {contract.StagePorting, port(contract.PortCutOver, false), order.Milestone{Key: order.MilestoneMoved, State: order.MilestoneRunning}, headline.Switching},
		"the switch was put back":     {contract.StagePorting, port(contract.PortRolledBack, false), order.Milestone{Key: order.MilestoneMoved, State: order.MilestoneWaiting}, headline.SwitchPostponed},
	} {
		t.Run(name, func(t *testing.T) {
			o := contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberNew, Stage: tt.stage, Port: tt.port}
			require.Equal(t, tt.want, headline.Of(o, order.Progress{Current: tt.at}))
		})
	}
}
