package cases_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/cases"
	"selfcare/internal/domain/order"
)

func TestImpact_SaysWhatACaseMeansToItsCustomer(t *testing.T) {
	held := func(kind cases.Kind, variety string, work contract.Work, from contract.Stage, paid bool) cases.Case {
		return cases.Case{Kind: kind, Variety: variety, Work: work, From: string(from), Held: true, Paid: paid}
	}
	for name, tt := range map[string]struct {
		c    cases.Case
		want cases.Impact
	}{
		"a parcel that cannot be sent":          {held(cases.Order, "sim", contract.WorkShip, contract.StagePreparing, true), cases.PaidNothing},
		"an unpaid draft":                       {held(cases.Order, "sim", contract.WorkReleaseNumber, contract.StageCancelling, false), cases.NoImpact},
		"an undo of what was paid":              {held(cases.Order, "sim", contract.WorkReturnSIM, contract.StageCancelling, true), cases.MoneyNotBack},
		"a switch that was not rolled back":     {held(cases.Order, "sim-port-in", contract.WorkCutOver, contract.StagePorting, true), cases.NoService},
		"a replacement whose old SIM rests":     {held(cases.Order, "sim-replacement", contract.WorkShip, contract.StagePreparing, true), cases.NoService},
		"a replacement whose old SIM does not":  {held(cases.Order, "sim-replacement", contract.WorkSuspendSIM, contract.StagePlaced, true), cases.PaidNothing},
		"a SIM that was not activated":          {held(cases.Order, "sim", contract.WorkAwaitActivation, contract.StageDelivered, true), cases.NotWorkingYet},
		"a holder who objects":                  {held(cases.Order, "sim-replacement", contract.WorkAnswerDispute, contract.StageActive, true), cases.NoImpact},
		"a recharge":                            {held(cases.Purchase, "recharge", contract.WorkDeliver, "", true), cases.PaidNothing},
		"a recharge on its way back":            {held(cases.Purchase, "recharge", contract.WorkRefund, "", true), cases.MoneyNotBack},
		"a card that was looked at":             {held(cases.Purchase, "card", contract.WorkDeliver, "", true), cases.MoneyNotBack},
		"a number that has to come back":        {held(cases.PortOut, "", contract.WorkKeepNumber, "", false), cases.NoService},
		"a number that waits to leave":          {held(cases.PortOut, "", contract.WorkLetNumberGo, "", false), cases.NumberWaits},
		"a line that was to end":                {held(cases.Deactivation, "", contract.WorkSwitchOff, "", false), cases.LineGoesOn},
		"a payment nobody knows the outcome of": {cases.Case{Kind: cases.Payment, Work: cases.WorkInquire, Late: true}, cases.OutcomeUnknown},
		"money that came twice":                 {cases.Case{Kind: cases.Payment, Work: contract.WorkRefund, Late: true}, cases.MoneyNotBack},
		"a bank's payment for no bill":          {cases.Case{Kind: cases.BankPayment, Code: "unknown_bill", Held: true}, cases.BillOpen},
		"a bank's payment for a paid bill":      {cases.Case{Kind: cases.BankPayment, Code: "paid_already", Held: true}, cases.MoneyNotBack},
		"what is no case":                       {cases.Case{Kind: cases.Order, Paid: true}, cases.NoImpact},
	} {
		require.Equal(t, tt.want, tt.c.Impact(), name)
	}
}

func TestMayClaim_OneLooksAfterACaseAtATime(t *testing.T) {
	now := time.Unix(1_000, 0)
	theirs := &cases.Claim{By: "them", Name: "them@selfcare.example", Expires: now.Add(time.Minute)}
	for name, tt := range map[string]struct {
		claim    *cases.Claim
		by       string
		takeOver bool
		note     string
		want     error
	}{
		"a free one":                      {nil, "me", false, "", nil},
		"one's own":                       {theirs, "them", false, "", nil},
		"somebody else's":                 {theirs, "me", false, "", contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": theirs.Name})},
		"somebody else's, taken silently": {theirs, "me", true, "", contract.RefuseField("note", contract.FailCaseClaimNote)},
		"somebody else's, taken over":     {theirs, "me", true, "their shift is over", nil},
		"one that ran out":                {&cases.Claim{By: "them", Expires: now}, "me", false, "", nil},
	} {
		require.Equal(t, tt.want, cases.MayClaim(tt.claim, tt.claim.Holds(tt.by, now), tt.takeOver, tt.note), name)
	}
}

func TestSearch_ReadsWhatWasTypedAsEverythingItMayBe(t *testing.T) {
	for typed, want := range map[string]map[cases.By]string{
		"sc 1234-5678":           {cases.ByOrder: "SC12345678"},
		"SC١٢٣٤٥٦٧٨":             {cases.ByOrder: "SC12345678"},
		"pu12345678":             {cases.ByPurchase: "PU12345678"},
		"inv2026-00000001":       {cases.ByBill: "INV2026-00000001"},
		"+966 55 123 4567":       {cases.ByMobile: "0551234567"},
		"830000000001":           {cases.ByMobile: "830000000001", cases.ByParcel: "830000000001"},
		"1077000014":             {cases.ByID: "1077000014"},
		"8996605000000000018":    {cases.ByCard: "8996605000000000018"},
		"290019498498":           {cases.ByParcel: "290019498498"},
		"Noura@Selfcare.Example": {cases.ByEmail: "noura@selfcare.example"},
		"8996605000000000018F":   {cases.ByCard: "8996605000000000018"},
		"\u2068REF–0815\u2069.":  {cases.ByReference: "REF-0815", cases.ByID: "REF0815"},
		"REF-0815":               {cases.ByReference: "REF-0815", cases.ByID: "REF0815"},
		"p7700071":               {cases.ByReference: "p7700071", cases.ByID: "P7700071"},
	} {
		terms, err := cases.Search(typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, terms, typed)
	}
	for _, typed := range []string{"نورة", "a b c d", "????"} {
		_, err := cases.Search(typed)
		require.Equal(t, contract.RefuseField("q", contract.FailSearchUnclear), err, typed)
	}
}

func TestStepsOfOrder_FollowThePhases(t *testing.T) {
	states := func(o contract.Order) (all []cases.StepState) {
		for _, step := range cases.StepsOfOrder(o) {
			all = append(all, step.State)
		}
		return all
	}
	held := heldAt(newCard, contract.PhaseParcelDelivered)
	require.Equal(t, []cases.StepState{"done", "done", "done", "held", "to-come", "to-come", "to-come"}, states(held))
	undoing := held
	undoing.Held = &contract.Held{Work: contract.WorkReturnSIM, From: contract.StageCancelling}
	require.Equal(t, []cases.StepState{"done", "done", "held", "not-done", "not-done", "not-done", "not-done"}, states(undoing))
	done := held
	done.Stage, done.Held = contract.StageActive, nil
	require.Equal(t, []cases.StepState{"done", "done", "done", "done", "done", "done", "done"}, states(done))
}

func TestStepsOfOrder_SilentPortCalledOff_DonorDidNotAgree(t *testing.T) {
	o := contract.Order{
		Kind: contract.KindSIM, NumberSource: contract.NumberPortIn, Stage: contract.StageCancelling,
		Port: &contract.Port{Tries: 1, Status: contract.PortSubmitted},
	}
	for _, stage := range []contract.Stage{contract.StageCancelling, contract.StageCancelled} {
		o.Stage = stage
		for _, step := range cases.StepsOfOrder(o) {
			if step.Key == string(contract.PhaseDonorApproved) {
				require.Equal(t, cases.StepNotDone, step.State, stage)
			}
		}
	}
}

// Each kind is held in each of its phases, and called off there: that phase and those after it were never done.
func TestStepsOfOrder_CalledOffAnywhere_ShowsNoStepDoneThatWasNot(t *testing.T) {
	for key, d := range order.Definitions {
		for at, phase := range d.Phases {
			o := heldAt(key, phase)
			if order.PhaseNow(o) != at {
				continue // its work is that of another phase
			}
			o.Held, o.Stage = nil, contract.StageCancelling
			never := max(at, order.PhaseNow(o)) // of an order that has paid, the first phase is done
			for _, stage := range []contract.Stage{contract.StageCancelling, contract.StageCancelled} {
				o.Stage = stage
				for _, step := range cases.StepsOfOrder(o)[never:] {
					require.Contains(t, []cases.StepState{cases.StepNotDone, cases.StepHeld}, step.State, "%v %s in %s", key, step.Key, phase)
				}
			}
		}
	}
}

func TestStepsOfPurchase_NothingDelivered_ShowsNoStepDone(t *testing.T) {
	now := time.Unix(1_000, 0)
	for name, tt := range map[string]struct {
		p    contract.Purchase
		want []cases.StepState
	}{
		"declined":        {contract.Purchase{Stage: contract.PurchaseFailed}, []cases.StepState{"not-done", "not-done"}},
		"called off":      {contract.Purchase{Stage: contract.PurchaseRefunding}, []cases.StepState{"done", "not-done", "running"}},
		"money gone back": {contract.Purchase{Stage: contract.PurchaseFailed, RefundedAt: now}, []cases.StepState{"done", "not-done", "done"}},
	} {
		tt.p.Kind = contract.PurchaseRecharge
		var states []cases.StepState
		for _, step := range cases.StepsOfPurchase(tt.p) {
			states = append(states, step.State)
		}
		require.Equal(t, tt.want, states, name)
	}
}
