package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func replacement() contract.Order {
	return contract.Order{Kind: contract.KindSIMReplacement, NumberSource: contract.NumberExisting, Stage: contract.StageWizard}
}

func TestWithLine_OtherOwner_NeedsProof(t *testing.T) {
	o := replacement()
	require.Equal(t, contract.StepReplacementRequest, order.Next(o))
	o = order.WithLine(o, contract.Line{ID: "l-1", MSISDN: "0570000001"}, contract.Person{IDNumber: "1000000008"})
	o = order.WithReplacement(o, contract.Replacement{Reason: contract.ReplaceLost, Fee: 2500}, nil, 15)
	require.Equal(t, contract.StepIdentityValidation, order.Next(o))
	require.EqualValues(t, 2500, o.Price.Total)
	require.EqualValues(t, 326, o.Price.VAT)

	o.Identity = &contract.Identity{Purpose: contract.PurposeOrder, Status: contract.IdentityCompleted}
	same := order.WithLine(o, contract.Line{ID: "l-2"}, contract.Person{IDNumber: "1000000008"})
	require.NotNil(t, same.Identity)
	other := order.WithLine(o, contract.Line{ID: "l-3"}, contract.Person{IDNumber: "1000000016"})
	require.Nil(t, other.Identity)
}

func TestWithExtraSIM_Set_AnswersTypeStep(t *testing.T) {
	o := contract.Order{Kind: contract.KindMultiSIM, NumberSource: contract.NumberExisting, SIMType: contract.SIMPhysical, Stage: contract.StageWizard}
	require.Equal(t, contract.StepPurchaseType, order.Next(o))
	o = order.WithLine(o, contract.Line{ID: "l-1"}, contract.Person{IDNumber: "1000000008"})
	o = order.WithExtraSIM(o, contract.ExtraSIM{Name: "Watch", SetupFee: 2500, MonthlyFee: 1000}, nil, 15)
	require.Equal(t, contract.StepIdentityValidation, order.Next(o))
	require.EqualValues(t, 2500, o.Price.Total, "the monthly fee comes with the bill")
}

func TestOldSIMSuspended_EachStage(t *testing.T) {
	at := func(stage contract.Stage) contract.Order { return orderkinds.OfKind(newCard, stage) }
	held := func(from contract.Stage, work contract.Work) contract.Order {
		o := at(contract.StageHeld)
		o.Held = &contract.Held{From: from, Work: work}
		return o
	}
	tests := map[string]struct {
		order contract.Order
		want  bool
	}{
		"in the wizard":                          {at(contract.StageWizard), false},
		"paid":                                   {at(contract.StagePlaced), true},
		"with the courier":                       {at(contract.StageDispatched), true},
		"delivered":                              {at(contract.StageDelivered), true},
		"taken over":                             {at(contract.StageActive), false},
		"restored again":                         {at(contract.StageCancelled), false},
		"held because no card is there":          {held(contract.StagePreparing, contract.WorkAllocateSIM), true},
		"held because it could not be suspended": {held(contract.StagePlaced, contract.WorkSuspendSIM), false},
		"held by an objection that came too late":   {held(contract.StageActive, contract.WorkAnswerDispute), false},
		"held because the money does not come back": {held(contract.StageCancelling, contract.WorkRefund), false},
		"of an order that replaces none":            {orderkinds.OfKind(newSIM, contract.StagePreparing), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, order.OldSIMSuspended(tt.order)) })
	}
}

func TestValidateDispute_Cases(t *testing.T) {
	asked := replacement()
	asked.Replacement = &contract.Replacement{Reason: contract.ReplaceLost}
	over := asked
	over.Stage = contract.StageAbandoned
	tests := map[string]struct {
		order contract.Order
		want  error
	}{
		"a replacement that was asked for": {asked, nil},
		"before the request":               {replacement(), contract.Refuse(contract.FailDisputeLink)},
		"another kind of order":            {contract.Order{Kind: contract.KindSIM, NumberSource: contract.NumberNew, Replacement: asked.Replacement}, contract.Refuse(contract.FailDisputeLink)},
		"a draft that was given up":        {over, contract.Refuse(contract.FailOrderClosed)},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, order.ValidateDispute(tt.order)) })
	}
}

func TestDisputed_ServedOrder_CannotBeUndone(t *testing.T) {
	o := replacement()
	o.Stage, o.Held = contract.StageHeld, &contract.Held{From: contract.StageActive, Work: contract.WorkAnswerDispute, CanSkip: true}
	require.False(t, order.CanCancel(o))
	require.Equal(t, contract.Refuse(contract.FailResolutionNotAllowed), order.ValidateResolution(o, contract.Resolution{Action: contract.ResolveCancel}))
	require.NoError(t, order.ValidateResolution(o, contract.Resolution{Action: contract.ResolveSkip}))
	require.Empty(t, order.Disagreements(o, order.Books{Line: "active"}))
	o.Held.From = contract.StagePreparing
	require.NotEmpty(t, order.Disagreements(o, order.Books{Line: "active"}))
}

func TestMakesLine_ExistingNumber_IsFalse(t *testing.T) {
	for _, key := range orderkinds.All() {
		o := contract.Order{Kind: key.Kind, NumberSource: key.Source, SIMType: key.SIM}
		require.Equal(t, key.Source != contract.NumberExisting, order.MakesLine(o), key)
	}
}
