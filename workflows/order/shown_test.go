package order_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/workflows/internal/workflowtest"
)

func TestOrder_PortRefused_ShowsActorAndEnd(t *testing.T) {
	s := newESIMPortStory(t)
	shown := s.KeepsAttributes()
	s.IsPaidESIM()
	s.DonorSays(10*time.Minute, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.At(15*time.Minute, func() {
		require.Equal(t, "port_unpaid_dues", shown[contract.AttrFailureCode])
		require.Equal(t, "customer", shown[contract.AttrWaitsFor])
		require.Equal(t, workflowtest.Begin.Add(10*time.Minute+s.Input.Settings.Port.CorrectionTTL), shown[contract.AttrDueAt])
		require.NotEqual(t, true, shown[contract.AttrNeedsAttention], "no person has to look")
		require.Equal(t, "**Port refused: unpaid dues, waiting for the customer until "+
			shown[contract.AttrDueAt].(time.Time).In(calendar.Riyadh).Format("2 Jan 15:04")+"**", s.Details())
	})
	s.Corrects(20*time.Minute, contract.PortCorrection{})
	s.DonorSays(30*time.Minute, 2, 2, contract.PortApproved, "")
	s.IsInstalled(time.Hour, workflowtest.FirstESIM)

	s.RunsTo(contract.StageActive)
	require.Equal(t, "none", shown[contract.AttrWaitsFor])
}

// Each write costs an event and a row of Temporal's, and most orders are paid before an operator would read it.
func TestOrder_EndMoves_WrittenAfterTheShownOne(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPending}
	sinceStart := temporal.NewSearchAttributeKeyTime(contract.AttrDueAt).ValueSet(workflowtest.Begin.Add(s.Input.Settings.HoldFor - time.Second))
	require.NoError(t, s.SetTypedSearchAttributesOnStart(temporal.NewSearchAttributes(sinceStart)))
	shown := s.KeepsAttributes()
	s.FillsWizard()
	s.Pays(40*time.Second, "p1")
	s.At(s.Input.Settings.HoldFor-time.Minute, func() {
		require.NotContains(t, shown, contract.AttrDueAt, "kept longer for the payment")
		require.Contains(t, s.Details(), "until "+workflowtest.Begin.Add(paidUntil(s.Input.Settings)).In(calendar.Riyadh).Format("2 Jan 15:04"))
	})
	var after any
	s.At(s.Input.Settings.HoldFor+time.Second, func() {
		after = shown[contract.AttrDueAt]
		s.CancelWorkflow()
	})
	s.ExecuteWorkflow(contract.WorkflowOrder, s.Input)
	require.Equal(t, workflowtest.Begin.Add(paidUntil(s.Input.Settings)), after)
}

// Support reads the deadline of its own decision.
func TestOrder_NeedsSupport_ShowsSupportsDeadline(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentPending
	s.Outside.Outcomes["p1"] = slices.Repeat([]contract.PaymentStatus{contract.PaymentPending}, 30)
	shown := s.KeepsAttributes()
	s.FillsWizard()
	s.Pays(40*time.Second, "p1")
	s.At(10*time.Hour, func() {
		require.Equal(t, true, shown[contract.AttrNeedsAttention])
		require.Contains(t, s.Details(), "until "+shown[contract.AttrDueAt].(time.Time).In(calendar.Riyadh).Format("2 Jan 15:04"))
		s.CancelWorkflow()
	})
	s.ExecuteWorkflow(contract.WorkflowOrder, s.Input)
	require.Equal(t, true, shown[contract.AttrNeedsAttention])
}

// paidUntil is how long after the start the number is held once its payment has begun.
func paidUntil(s contract.Settings) time.Duration { return 40*time.Second + s.PaymentTTL + s.HoldFor/3 }

// Walks the waits of docs/kinds.md whose end is no field of the order.
func TestOrder_EachWait_ShowsItsEnd(t *testing.T) {
	line := func(kind contract.Kind) *workflowtest.Story {
		s := newLineStory(t, kind)
		s.Input = s.input
		s.asksForReplacement()
		return s.Story
	}
	tests := map[string]struct {
		story func() *workflowtest.Story
		at    time.Duration
		due   func(contract.Settings) time.Duration // since the story began
		says  string
	}{
		"the number is held": {
			func() *workflowtest.Story { s := workflowtest.NewStory(t); s.ChoosesUpToIdentity(); return s },
			time.Minute, func(s contract.Settings) time.Duration { return s.HoldFor },
			"The customer is filling the wizard, waiting for the customer",
		},
		"the hold got longer": {
			func() *workflowtest.Story {
				s := workflowtest.NewStory(t)
				s.ChoosesUpToIdentity()
				s.Say(time.Minute, contract.UpdateExtendHold, nil)
				return s
			},
			2 * time.Minute, func(s contract.Settings) time.Duration { return 2 * s.HoldFor },
			"The customer is filling the wizard, waiting for the customer",
		},
		"another number was taken": {
			func() *workflowtest.Story {
				s := workflowtest.NewStory(t)
				s.ChoosesUpToIdentity()
				s.ChoosesNumber(3*time.Minute, workflowtest.Another)
				return s
			},
			4 * time.Minute, func(s contract.Settings) time.Duration { return 3*time.Minute + s.HoldFor },
			"The customer is filling the wizard, waiting for the customer",
		},
		"a draft without a number": {
			func() *workflowtest.Story { return line(contract.KindSIMReplacement) },
			time.Minute, func(s contract.Settings) time.Duration { return s.DraftTTL },
			"The customer is filling the wizard, waiting for the customer",
		},
		"the parcel": {
			func() *workflowtest.Story {
				s := workflowtest.NewStory(t)
				s.IsPaid()
				s.Scanned(time.Hour, contract.ShipmentPickedUp)
				return s
			},
			2 * time.Hour, func(s contract.Settings) time.Duration { return 40*time.Second + s.ShipmentTTL },
			"The parcel is on its way, waiting for the courier",
		},
		"the customer activates": {
			func() *workflowtest.Story { s := workflowtest.NewStory(t); s.IsDelivered(); return s },
			3 * time.Hour, func(s contract.Settings) time.Duration { return 2*time.Hour + s.ActivationTTL },
			"Delivered, to be activated, waiting for the customer",
		},
		"the customer was reminded to activate": {
			func() *workflowtest.Story { s := workflowtest.NewStory(t); s.IsDelivered(); return s },
			10 * workflowtest.Day, func(s contract.Settings) time.Duration { return 2*time.Hour + 2*s.ActivationTTL },
			"Delivered, to be activated, waiting for the customer",
		},
		"support decides": {
			func() *workflowtest.Story { s := workflowtest.NewStory(t); s.IsDelivered(); return s },
			15 * workflowtest.Day, func(s contract.Settings) time.Duration { return 2*time.Hour + 2*s.ActivationTTL + 4*time.Hour },
			"Held, support must decide, waiting for the support desk",
		},
		"the eSIM is to be installed": {
			func() *workflowtest.Story { s := workflowtest.NewESIMStory(t); s.IsPaidESIM(); return s },
			time.Hour, func(s contract.Settings) time.Duration { return workflowtest.PaidESIM + s.ESIM.RemindAfter },
			"The eSIM is ready to install, waiting for the customer",
		},
		"the customer was reminded to install": {
			func() *workflowtest.Story { s := workflowtest.NewESIMStory(t); s.IsPaidESIM(); return s },
			2 * workflowtest.Day, func(s contract.Settings) time.Duration { return workflowtest.PaidESIM + s.ESIM.InstallWithin },
			"The eSIM is ready to install, waiting for the customer",
		},
		"another number is chosen": {
			func() *workflowtest.Story { s := workflowtest.NewStory(t); s.LosesNumber(); return s },
			time.Hour, func(s contract.Settings) time.Duration { return 37*time.Minute + s.NumberLostTTL },
			"Paid, but the number was lost, waiting for the customer",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := tt.story()
			shown := s.KeepsAttributes()
			var due time.Time
			var says string
			s.At(tt.at, func() {
				due, _ = shown[contract.AttrDueAt].(time.Time)
				says = s.Details()
				s.CancelWorkflow()
			})
			s.ExecuteWorkflow(contract.WorkflowOrder, s.Input)
			want := workflowtest.Begin.Add(tt.due(s.Input.Settings))
			require.WithinDuration(t, want, due, 30*time.Second)
			require.Equal(t, "**"+tt.says+" until "+due.In(calendar.Riyadh).Format("2 Jan 15:04")+"**", says)
		})
	}
}
