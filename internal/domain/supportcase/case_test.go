package supportcase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/supportcase"
)

func TestImpact_EachCase_HasItsMeaning(t *testing.T) {
	held := func(kind supportcase.Kind, variety string, work contract.Work, from contract.Stage, paid bool) supportcase.Case {
		return supportcase.Case{Kind: kind, Variety: variety, Work: work, From: string(from), Held: true, Paid: paid}
	}
	for name, tt := range map[string]struct {
		c    supportcase.Case
		want supportcase.Impact
	}{
		"a parcel that cannot be sent":       {held(supportcase.Order, "sim", contract.WorkShip, contract.StagePreparing, true), supportcase.PaidNothing},
		"an unpaid draft":                    {held(supportcase.Order, "sim", contract.WorkReleaseNumber, contract.StageCancelling, false), supportcase.NoImpact},
		"the undo of a paid order":           {held(supportcase.Order, "sim", contract.WorkReturnSIM, contract.StageCancelling, true), supportcase.MoneyNotBack},
		"a switch that was not rolled back":  {held(supportcase.Order, "sim-port-in", contract.WorkCutOver, contract.StagePorting, true), supportcase.NoService},
		"a replacement with the old SIM off": {held(supportcase.Order, "sim-replacement", contract.WorkShip, contract.StagePreparing, true), supportcase.NoService},
		"a replacement with the old SIM on":  {held(supportcase.Order, "sim-replacement", contract.WorkSuspendSIM, contract.StagePlaced, true), supportcase.PaidNothing},
		"a SIM that was not activated":       {held(supportcase.Order, "sim", contract.WorkAwaitActivation, contract.StageDelivered, true), supportcase.NotWorkingYet},
		"a holder who objects":               {held(supportcase.Order, "sim-replacement", contract.WorkAnswerDispute, contract.StageActive, true), supportcase.NoImpact},
		"a recharge":                         {held(supportcase.Purchase, "recharge", contract.WorkDeliver, "", true), supportcase.PaidNothing},
		"a recharge on its way back":         {held(supportcase.Purchase, "recharge", contract.WorkRefund, "", true), supportcase.MoneyNotBack},
		"a card that was looked at":          {held(supportcase.Purchase, "card", contract.WorkDeliver, "", true), supportcase.MoneyNotBack},
		"a number that has to come back":     {held(supportcase.PortOut, "", contract.WorkKeepNumber, "", false), supportcase.NoService},
		"a number that waits to leave":       {held(supportcase.PortOut, "", contract.WorkLetNumberGo, "", false), supportcase.NumberWaits},
		"a line that was to end":             {held(supportcase.Deactivation, "", contract.WorkSwitchOff, "", false), supportcase.LineGoesOn},
		"a payment with an unknown outcome":  {supportcase.Case{Kind: supportcase.Payment, Work: supportcase.WorkInquire, Late: true}, supportcase.OutcomeUnknown},
		"money that came twice":              {supportcase.Case{Kind: supportcase.Payment, Work: contract.WorkRefund, Late: true}, supportcase.MoneyNotBack},
		"a bank's payment for no bill":       {supportcase.Case{Kind: supportcase.BankPayment, Code: "unknown_bill", Held: true}, supportcase.BillOpen},
		"a bank's payment for a paid bill":   {supportcase.Case{Kind: supportcase.BankPayment, Code: "paid_already", Held: true}, supportcase.MoneyNotBack},
		"no case":                            {supportcase.Case{Kind: supportcase.Order, Paid: true}, supportcase.NoImpact},
	} {
		require.Equal(t, tt.want, tt.c.Impact(), name)
	}
}

func TestValidateClaim_Claimed_Refused(t *testing.T) {
	now := time.Unix(1_000, 0)
	theirs := &supportcase.Claim{By: "them", Name: "them@selfcare.example", Expires: now.Add(time.Minute)}
	for name, tt := range map[string]struct {
		claim    *supportcase.Claim
		by       string
		takeOver bool
		note     string
		want     error
	}{
		"a free one":                  {nil, "me", false, "", nil},
		"one's own":                   {theirs, "them", false, "", nil},
		"a claim of another member":   {theirs, "me", false, "", contract.RefuseWith(contract.FailCaseClaimed, map[string]string{"name": theirs.Name})},
		"taken over without a reason": {theirs, "me", true, "", contract.RefuseField("note", contract.FailCaseClaimNote)},
		"taken over with a reason":    {theirs, "me", true, "their shift is over", nil},
		"an expired claim":            {&supportcase.Claim{By: "them", Expires: now}, "me", false, "", nil},
	} {
		require.Equal(t, tt.want, supportcase.ValidateClaim(tt.claim, tt.claim.Holds(tt.by, now), tt.takeOver, tt.note), name)
	}
}

func TestSearch_TypedText_HasEachMeaning(t *testing.T) {
	for typed, want := range map[string]map[supportcase.By]string{
		"sc 1234-5678":             {supportcase.ByOrder: "SC12345678"},
		"SC١٢٣٤٥٦٧٨":               {supportcase.ByOrder: "SC12345678", supportcase.ByReference: "SC12345678"},
		"sc 234a bcyr":             {supportcase.ByOrder: "SC234ABCYR"},
		"pu12345678":               {supportcase.ByPurchase: "PU12345678", supportcase.ByReference: "pu12345678"},
		"inv2026-00000001":         {supportcase.ByBill: "INV2026-00000001", supportcase.ByReference: "inv2026-00000001"},
		"cr 0123-456 789":          {supportcase.ByTicket: "CR0123456789"},
		"#CR-0123456789.":          {supportcase.ByTicket: "CR0123456789", supportcase.ByReference: "CR-0123456789"},
		"\u2066RS٠١٢٣٤٥٦٧٨٩\u2069": {supportcase.ByTicket: "RS0123456789", supportcase.ByReference: "RS0123456789"},
		"+966 55 123 4567":         {supportcase.ByMobile: "0551234567"},
		"830000000001":             {supportcase.ByMobile: "830000000001", supportcase.ByParcel: "830000000001", supportcase.ByReference: "830000000001"},
		"1077000014":               {supportcase.ByID: "1077000014", supportcase.ByReference: "1077000014"},
		"8996605000000000018":      {supportcase.ByCard: "8996605000000000018", supportcase.ByReference: "8996605000000000018"},
		"290019498498":             {supportcase.ByParcel: "290019498498", supportcase.ByReference: "290019498498"},
		"Noura@Selfcare.Example":   {supportcase.ByEmail: "noura@selfcare.example"},
		"8996605000000000018F":     {supportcase.ByCard: "8996605000000000018", supportcase.ByReference: "8996605000000000018F"},
		"\u2068REF–0815\u2069.":    {supportcase.ByReference: "REF-0815", supportcase.ByID: "REF0815"},
		"REF-0815":                 {supportcase.ByReference: "REF-0815", supportcase.ByID: "REF0815"},
		"p7700071":                 {supportcase.ByReference: "p7700071", supportcase.ByID: "P7700071"},
	} {
		terms, err := supportcase.Search(typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, terms, typed)
	}
	for _, typed := range []string{"نورة", "a b c d", "????"} {
		_, err := supportcase.Search(typed)
		require.Equal(t, contract.RefuseField("q", contract.FailSearchUnclear), err, typed)
	}
}

func TestStepsOfOrder_Phases_Followed(t *testing.T) {
	states := func(o contract.Order) (all []supportcase.StepState) {
		for _, step := range supportcase.StepsOfOrder(o) {
			all = append(all, step.State)
		}
		return all
	}
	held := heldAt(newCard, contract.PhaseParcelDelivered)
	require.Equal(t, []supportcase.StepState{"done", "done", "done", "held", "to-come", "to-come", "to-come"}, states(held))
	undoing := held
	undoing.Held = &contract.Held{Work: contract.WorkReturnSIM, From: contract.StageCancelling}
	require.Equal(t, []supportcase.StepState{"done", "done", "held", "not-done", "not-done", "not-done", "not-done"}, states(undoing))
	done := held
	done.Stage, done.Held = contract.StageActive, nil
	require.Equal(t, []supportcase.StepState{"done", "done", "done", "done", "done", "done", "done"}, states(done))
}

func TestStepsOfOrder_SilentPort_NotAgreed(t *testing.T) {
	o := contract.Order{
		Kind: contract.KindSIM, NumberSource: contract.NumberPortIn, Stage: contract.StageCancelling,
		Port: &contract.Port{Tries: 1, Status: contract.PortSubmitted},
	}
	for _, stage := range []contract.Stage{contract.StageCancelling, contract.StageCancelled} {
		o.Stage = stage
		for _, step := range supportcase.StepsOfOrder(o) {
			if step.Key == string(contract.PhaseDonorApproved) {
				require.Equal(t, supportcase.StepNotDone, step.State, stage)
			}
		}
	}
}

// Each kind is held in each of its phases and called off there: that phase and the later ones were never done.
func TestStepsOfOrder_CalledOff_IsTrue(t *testing.T) {
	for key, d := range order.Definitions {
		for at, phase := range d.Phases {
			o := heldAt(key, phase)
			if order.PhaseNow(o) != at {
				continue // its work belongs to another phase
			}
			o.Held, o.Stage = nil, contract.StageCancelling
			never := max(at, order.PhaseNow(o)) // the first phase of a paid order is done
			for _, stage := range []contract.Stage{contract.StageCancelling, contract.StageCancelled} {
				o.Stage = stage
				for _, step := range supportcase.StepsOfOrder(o)[never:] {
					require.Contains(t, []supportcase.StepState{supportcase.StepNotDone, supportcase.StepHeld}, step.State, "%v %s in %s", key, step.Key, phase)
				}
			}
		}
	}
}

func TestStepsOfPurchase_Undelivered_IsNotDone(t *testing.T) {
	now := time.Unix(1_000, 0)
	for name, tt := range map[string]struct {
		p    contract.Purchase
		want []supportcase.StepState
	}{
		"declined":   {contract.Purchase{Stage: contract.PurchaseFailed}, []supportcase.StepState{"not-done", "not-done"}},
		"called off": {contract.Purchase{Stage: contract.PurchaseRefunding}, []supportcase.StepState{"done", "not-done", "running"}},
		"refunded":   {contract.Purchase{Stage: contract.PurchaseFailed, RefundedAt: now}, []supportcase.StepState{"done", "not-done", "done"}},
	} {
		tt.p.Kind = contract.PurchaseRecharge
		var states []supportcase.StepState
		for _, step := range supportcase.StepsOfPurchase(tt.p) {
			states = append(states, step.State)
		}
		require.Equal(t, tt.want, states, name)
	}
}
