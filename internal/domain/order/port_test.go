package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestWithPort_RolledBack_CanCancel(t *testing.T) {
	tests := map[string]struct {
		stage  contract.Stage
		status contract.PortStatus
		want   contract.Stage
		cancel bool
	}{
		"submitted":                         {contract.StagePlaced, contract.PortSubmitted, contract.StagePlaced, true},
		"approved while the parcel is away": {contract.StageDispatched, contract.PortApproved, contract.StageDispatched, true},
		"scheduled":                         {contract.StageDelivered, contract.PortScheduled, contract.StageDelivered, true},
		"the switch has begun":              {contract.StageDelivered, contract.PortCutOver, contract.StagePorting, false},
		"completed":                         {contract.StagePorting, contract.PortCompleted, contract.StagePorting, false},
		"rolled back":                       {contract.StagePorting, contract.PortRolledBack, contract.StageDelivered, true},
		"begun while the order is undone":   {contract.StageCancelling, contract.PortCutOver, contract.StageCancelling, false},
		"late news of a completed order":    {contract.StageActive, contract.PortCutOver, contract.StageActive, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o := contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberPortIn, Stage: tt.stage}
			got := order.WithPort(o, contract.Port{Status: tt.status})
			require.Equal(t, tt.want, got.Stage)
			require.Equal(t, tt.status, got.Port.Status)
			require.Equal(t, tt.cancel, order.CanCancel(got))
		})
	}
}

func TestWithPort_Held_ResumesAtNumber(t *testing.T) {
	o := contract.Order{
		Kind: contract.KindSIM, NumberSource: contract.NumberPortIn, Stage: contract.StageHeld,
		Held: &contract.Held{From: contract.StagePorting},
	}
	got := order.WithPort(o, contract.Port{Status: contract.PortRolledBack})
	require.Equal(t, contract.StageHeld, got.Stage)
	require.Equal(t, contract.StageDelivered, got.Held.From)
	require.Equal(t, contract.StagePorting, o.Held.From, "the caller's order is its own")
}

func TestValidateActivation_Port_IsRefused(t *testing.T) {
	o := contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberPortIn, Stage: contract.StageDelivered}
	require.ErrorContains(t, order.ValidateActivation(o), string(contract.FailStepOutOfOrder))
}

func TestPortTrouble_EachTrouble_HasCode(t *testing.T) {
	tests := map[string]struct {
		port *contract.Port
		want contract.Code
	}{
		"no port":             {nil, ""},
		"on its way":          {&contract.Port{Status: contract.PortApproved}, ""},
		"refused":             {&contract.Port{Status: contract.PortRejected, Rejection: contract.PortContract}, contract.PortContract},
		"refused for good":    {&contract.Port{Status: contract.PortFailed, Rejection: contract.PortRecently}, contract.PortRecently},
		"withdrawn elsewhere": {&contract.Port{Status: contract.PortWithdrawn}, contract.FailPortWithdrawn},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.want, order.PortTrouble(contract.Order{Port: tt.port}))
		})
	}
}
