package supportcase_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/orderkinds"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/supportcase"
)

var paid = contract.Payment{ID: "p1", Status: contract.PaymentPaid, Amount: 10_500, Brand: "MADA", Last4: "4242"}

// heldAt returns a paid order of a kind that is held at one of its phases, with everything that it has by then.
func heldAt(key order.Key, phase contract.Phase) contract.Order {
	o := contract.Order{
		ID: "o", Number: "SC12345678", Kind: key.Kind, NumberSource: key.Source, SIMType: key.SIM, Stage: contract.StageHeld,
		Contact: &contract.Contact{FullName: "Noura", Mobile: "0551234567"}, Payments: []contract.Payment{paid},
		Held: &contract.Held{Work: order.DoneBy[phase], From: contract.StagePreparing, CanSkip: order.CanSkip(order.DoneBy[phase])},
	}
	has := map[contract.Phase]func(){
		contract.PhasePortSubmitted:   func() { o.Port = &contract.Port{Status: contract.PortSubmitted, Tries: 1} },
		contract.PhaseSIMAllocated:    func() { o.SIM = &contract.SIM{ICCID: "8996605000000000018"} },
		contract.PhaseProfileReady:    func() { o.Profile = &contract.Profile{Issued: 1, State: contract.ProfileReleased} },
		contract.PhaseParcelDelivered: func() { o.Shipment = &contract.Shipment{Status: contract.ShipmentBooked} },
	}
	for _, done := range order.Definitions[key].Phases {
		if get := has[done]; get != nil {
			get()
		}
		if done == phase {
			break
		}
	}
	if phase == contract.PhasePortSubmitted { // the clearing house did not accept the request
		o.Port.Tries = 0
	}
	return o
}

// The compensations follow from the kind's own table, whichever phase is held.
func TestOfOrder_CallOff_UndoesNewestFirst(t *testing.T) {
	for _, key := range orderkinds.All() {
		for _, phase := range order.Definitions[key].Phases {
			o := heldAt(key, phase)
			if order.DoneBy[phase] == "" || phase == contract.PhaseHolderMayDispute || phase == contract.PhaseNumberMoved {
				continue
			}
			will, err := supportcase.OfOrder(o, contract.Resolution{Action: contract.ResolveCancel}, contract.Limits{})
			require.NoError(t, err, "%v %s", key, phase)
			require.Equal(t, undoneBy(key, phase, o), will.Undone, "%v held at %s", key, phase)
			require.Equal(t, []supportcase.Money{{Amount: 10_500, To: purchase.ToCard, Brand: "MADA", Last4: "4242"}}, will.Money)
			require.NotEmpty(t, will.Messages, "the customer of %v is told", key)
		}
	}
}

// undoneBy returns the expected compensations from the table of the tests.
func undoneBy(key order.Key, phase contract.Phase, o contract.Order) (works []contract.Work) {
	at := 0
	phases := order.Definitions[key].Phases
	for i, p := range phases {
		if p == phase {
			at = i
		}
	}
	for i := at; i >= 0; i-- {
		back := orderkinds.Compensations[phases[i]]
		for j := len(back) - 1; j >= 0; j-- {
			if back[j] != contract.WorkReleaseNumber || order.MakesLine(o) {
				works = append(works, back[j])
			}
		}
	}
	return works
}

func says(p supportcase.Preview) (keys []string) {
	for _, s := range p.Sentences {
		keys = append(keys, s.Key)
	}
	return keys
}

var newCard = order.Key{Kind: contract.KindSIM, Source: contract.NumberNew, SIM: contract.SIMPhysical}

func TestOfOrder_Decision_ListsEachEffect(t *testing.T) {
	ship := heldAt(newCard, contract.PhaseParcelDelivered)
	unbooked := ship
	unbooked.Shipment = nil
	undoing := ship
	undoing.Held = &contract.Held{Work: contract.WorkCancelParcel, From: contract.StageCancelling, CanSkip: true}
	refund := undoing
	refund.Held = &contract.Held{Work: contract.WorkRefund, From: contract.StageCancelling, CanSkip: true}
	recalled := ship
	recalled.Held = &contract.Held{Work: contract.WorkCancelParcel, FailureCode: contract.FailParcelWithCourier, From: contract.StagePreparing, CanSkip: true}
	address := &contract.Amendments{Address: &contract.Address{City: "riyadh"}}
	for name, tt := range map[string]struct {
		order  contract.Order
		action string
		amend  *contract.Amendments
		want   []string
	}{
		"a retry continues with the next phases":   {ship, "retry", nil, []string{"tries-again", "goes-on", "no-money", "tells-nothing"}},
		"a parcel that was booked is booked anew":  {ship, "amend", address, []string{"corrects-address", "orders-parcel-anew", "tries-again", "goes-on", "no-money", "tells-nothing"}},
		"an unbooked parcel is booked":             {unbooked, "amend", address, []string{"corrects-address", "tries-again", "goes-on", "no-money", "tells-nothing"}},
		"a skipped compensation leaves the rest":   {undoing, "skip", nil, []string{"counts-as-done", "undoes", "undoes", "undoes", "no-money", "tells-nothing"}},
		"a retried refund moves money":             {refund, "retry", nil, []string{"tries-again", "undoes", "money-card", "tells-nothing"}},
		"a skipped refund was made by hand":        {refund, "skip", nil, []string{"counts-as-done", "refunded-by-hand", "undoes", "no-money", "tells-nothing"}},
		"a stopped parcel ends its order":          {recalled, "skip", nil, []string{"counts-as-done", "undoes", "undoes", "undoes", "money-card", "ends-order", "tells"}},
		"calling off undoes, pays, ends and tells": {ship, "cancel", nil, []string{"undoes", "undoes", "undoes", "undoes", "money-card", "ends-order", "tells"}},
	} {
		t.Run(name, func(t *testing.T) {
			will, err := supportcase.OfOrder(tt.order, contract.Resolution{Action: tt.action, Amendments: tt.amend}, contract.Limits{})
			require.NoError(t, err)
			require.Equal(t, tt.want, says(will))
		})
	}
}

func TestOfOrder_DoublePayment_NamesItsRefund(t *testing.T) {
	o := heldAt(newCard, contract.PhaseParcelDelivered)
	o.Payments = append(o.Payments, contract.Payment{ID: "p2", Status: contract.PaymentPaid, Amount: 9_000, Double: true, Brand: "VISA", Last4: "1111"})
	o.Held = &contract.Held{
		Work: contract.WorkRefund, From: contract.StagePreparing, CanSkip: true, Refund: &contract.HeldRefund{PaymentID: "p2", Amount: 9_000},
	}
	will, err := supportcase.OfOrder(o, contract.Resolution{Action: contract.ResolveRetry}, contract.Limits{})
	require.NoError(t, err)
	require.Equal(t, []supportcase.Money{{Amount: 9_000, To: purchase.ToCard, Brand: "VISA", Last4: "1111"}}, will.Money)
}

func TestOfOrder_NotAllowed_IsRefused(t *testing.T) {
	held := heldAt(newCard, contract.PhaseParcelDelivered)
	going := held
	going.Stage, going.Held = contract.StagePreparing, nil
	undoing := held
	undoing.Held = &contract.Held{Work: contract.WorkReturnSIM, From: contract.StageCancelling, CanSkip: true}
	for name, tt := range map[string]struct {
		order  contract.Order
		action string
		want   contract.Code
	}{
		"an order that is not held":  {going, "retry", contract.FailNotHeld},
		"a parcel cannot be skipped": {held, "skip", contract.FailResolutionNotAllowed},
		"no correction without one":  {held, "amend", contract.FailResolutionNotAllowed},
		"an undo is not called off":  {undoing, "cancel", contract.FailResolutionNotAllowed},
	} {
		_, err := supportcase.OfOrder(tt.order, contract.Resolution{Action: tt.action}, contract.Limits{})
		require.Equal(t, contract.Refuse(tt.want), err, name)
	}
}

func TestOfPurchase_Refund_NamesDestination(t *testing.T) {
	for kind, d := range purchase.Definitions {
		for _, way := range d.Ways {
			held := contract.Purchase{
				Kind: kind, Way: way, Total: 5_000, Stage: contract.PurchaseHeld, PayerLineID: "a", LineID: "b",
				Held: &contract.HeldPurchase{Work: contract.WorkDeliver, From: contract.PurchaseDelivering},
			}
			will, err := supportcase.OfPurchase(held, contract.Resolution{Action: contract.ResolveCancel})
			require.NoError(t, err, kind)
			if way == contract.PayInvoice {
				require.Empty(t, will.Money)
				require.Contains(t, says(will), "no-money")
			} else {
				require.Equal(t, []supportcase.Money{{Amount: 5_000, To: purchase.TakenBack[way]}}, will.Money, "%s by %s", kind, way)
			}
			require.NotEmpty(t, will.Messages, kind)
			will, err = supportcase.OfPurchase(held, contract.Resolution{Action: contract.ResolveRetry})
			require.NoError(t, err)
			require.Equal(t, []contract.Work{contract.WorkDeliver}, will.Runs)
			require.Empty(t, will.Money)
		}
	}
}

func TestOfRefund_OwnRequest_IsRefused(t *testing.T) {
	done := contract.Order{Stage: contract.StageActive, Payments: []contract.Payment{paid}, CreatedAt: time.Unix(0, 0)}
	waits := &supportcase.Request{State: contract.RefundPending, By: "first"}
	will, err := supportcase.OfRefund(done, supportcase.Approve, "second", waits)
	require.NoError(t, err)
	require.Equal(t, []supportcase.Money{{Amount: 10_500, To: purchase.ToCard, Brand: "MADA", Last4: "4242"}}, will.Money)
	require.NotEmpty(t, will.Messages)
	_, err = supportcase.OfRefund(done, supportcase.Approve, "first", waits)
	require.Equal(t, contract.Refuse(contract.FailRefundSamePerson), err)
	_, err = supportcase.OfRefund(done, supportcase.Approve, "second", nil)
	require.Equal(t, contract.Refuse(contract.FailRefundDecided), err)
	_, err = supportcase.OfRefund(done, supportcase.Retry, "second", waits)
	require.Equal(t, contract.Refuse(contract.FailResolutionNotAllowed), err)
	stuck := done
	stuck.Refund = &contract.Refund{Amount: 10_500, FailureCode: contract.FailRefundRefused}
	_, err = supportcase.OfRefund(stuck, supportcase.Retry, "first", nil)
	require.NoError(t, err)
}

func TestAskRefund_LargeAmount_NeedsSecond(t *testing.T) {
	done := contract.Order{Stage: contract.StageActive, Payments: []contract.Payment{paid}, CreatedAt: time.Unix(0, 0)}
	will, err := supportcase.AskRefund(done, 10_500)
	require.NoError(t, err)
	require.Equal(t, []string{"refund-begins", "money-card", "refund-takes-back", "line-stays", "tells"}, says(will))
	will, err = supportcase.AskRefund(done, 10_499)
	require.NoError(t, err)
	require.Equal(t, "refund-waits", says(will)[0])
	done.Stage = contract.StagePreparing
	_, err = supportcase.AskRefund(done, 10_500)
	require.Equal(t, contract.Refuse(contract.FailOrderNotCompleted), err)
}

func TestOfSettlement_Action_ListsPostings(t *testing.T) {
	item := settlement.Item{State: settlement.Held, Difference: settlement.Difference{
		Kind: settlement.Unknown, Theirs: &settlement.Line{Ref: settlement.Ref{Type: settlement.Payment}, Amount: 10_000, Fee: 100, VAT: 15},
	}}
	will, err := supportcase.OfSettlement(item, supportcase.Accept)
	require.NoError(t, err)
	require.Contains(t, says(will), "books-in")
	require.Contains(t, says(will), "books-out")
	will, err = supportcase.OfSettlement(item, supportcase.BookedByHand)
	require.NoError(t, err)
	require.Equal(t, []string{"books-nothing", "tells-nothing"}, says(will))
	item.State = settlement.Resolved
	_, err = supportcase.OfSettlement(item, supportcase.Accept)
	require.Equal(t, contract.Refuse(contract.FailSettlementResolved), err)
}
