package process_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/process"
)

func TestHeld_ParcelRefused_OffersDecisions(t *testing.T) {
	since := time.Date(2026, 11, 27, 13, 0, 0, 0, time.UTC)
	o := contract.Order{Stage: contract.StageHeld, Held: &contract.Held{
		FailureCode: contract.FailCourierRefused, Work: contract.WorkShip, From: contract.StagePreparing, Since: since,
	}}
	says := process.Held(since, o.Held.FailureCode, o.Held.Work, func(r contract.Resolution) error { return order.ValidateResolution(o, r) })
	require.Equal(t, "Held since 27 Nov 2026 16:00 at: Deliver the parcel. The courier does not take the parcel: the address is not served, "+
		"or the branch is closed. Support may decide on the console: try it again (`retry`), or correct the customer's data and try it again (`amend`), "+
		"or call it off (`cancel`).", says)
}

func TestHeld_RefundOfPurchase_OffersNoCancel(t *testing.T) {
	p := contract.Purchase{Stage: contract.PurchaseHeld, Held: &contract.HeldPurchase{Work: contract.WorkRefund}}
	says := process.Held(time.Time{}, "some_code", p.Held.Work, func(r contract.Resolution) error { return purchase.ValidateResolution(p, r) })
	require.Contains(t, says, "some code")
	require.Contains(t, says, "(`skip`)")
	require.NotContains(t, says, "cancel")
}
