//go:build record

package workflows_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	sdk "go.temporal.io/sdk/worker"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	domain "selfcare/internal/domain/purchase"
	"selfcare/internal/flow"
	"selfcare/workflows/internal/process"
	"selfcare/workflows/internal/workflowtest"
)

// purchaseRecording is one purchase that really runs.
type purchaseRecording struct {
	*recording
	in  contract.PurchaseInput
	pay contract.OpenPurchase
}

// bank sets the answer to the charge and to the inquiries after it.
func (p *purchaseRecording) bank(charge contract.PaymentStatus, inquiries ...contract.PaymentStatus) {
	p.outside.Charges[workflowtest.PurchasePayment], p.outside.Outcomes[workflowtest.PurchasePayment] = charge, inquiries
}

// hurriesReversals shortens the pauses before the questions about a reversal: they last weeks, and a replay ignores them.
func (p *purchaseRecording) hurriesReversals() {
	usual := process.ReversalPauses
	process.ReversalPauses = slices.Repeat([]time.Duration{10 * time.Millisecond}, len(usual))
	p.t.Cleanup(func() { process.ReversalPauses = usual })
}

// shortly is a day that has come by the end of a recording.
const shortly = 3 * time.Second

// waits makes the purchase begin after a while.
func (p *purchaseRecording) waits(while time.Duration) {
	p.in.Purchase.EffectiveAt = time.Now().UTC().Add(while)
}

// buys opens the purchase; it returns with the first answer.
func (p *purchaseRecording) buys() {
	require.NoError(p.t, p.starts())
}

func (p *purchaseRecording) starts() error {
	p.in.Purchase.ID, p.in.Purchase.CreatedAt = p.id(), time.Now().UTC()
	_, err := flow.NewPurchases(p.server).Start(p.t.Context(), p.in, p.number, p.key(), p.pay)
	return err
}

func (p *purchaseRecording) reportsPayment() {
	report := contract.PaymentReported{EventID: "evt_1", PaymentID: workflowtest.PurchasePayment}
	p.reports(contract.PurchaseWorkflowID(p.id()), contract.SignalPaymentReported, report)
}

func (p *purchaseRecording) decides(action string) {
	require.Eventually(p.t, func() bool { return p.shop.Last().Held != nil }, time.Minute, 10*time.Millisecond)
	decision := contract.Resolution{Action: action, Note: "as agreed", Actor: "support-1"}
	_, err := flow.NewPurchases(p.server).Resolve(p.t.Context(), p.id(), p.key(), decision)
	require.NoError(p.t, err)
}

func (p *purchaseRecording) over() {
	require.NoError(p.t, p.server.GetWorkflow(p.t.Context(), contract.PurchaseWorkflowID(p.id()), "").Get(p.t.Context(), nil))
}

// opened starts a purchase that another process opened, with the given row.
func (p *purchaseRecording) opened(stage contract.PurchaseStage, seq int64) {
	p.in.Purchase.ID, p.in.Purchase.CreatedAt = p.id(), time.Now().UTC()
	opened := domain.Opened(p.in.Purchase)
	row := opened
	row.Stage, row.Seq = stage, seq
	p.shop.Has(row)
	require.NoError(p.t, flow.NewPurchases(p.server).Begin(p.t.Context(), opened))
}

func buysAtOnce(p *purchaseRecording) { p.buys() }

// purchaseRecordings are the courses of a purchase.
var purchaseRecordings = map[string]struct {
	kind    contract.PurchaseKind
	way     contract.PaymentMethod
	perform func(*purchaseRecording)
}{
	"recharge":          {contract.PurchaseRecharge, contract.PaySavedCard, buysAtOnce},
	"data-from-balance": {contract.PurchaseData, contract.PayBalance, buysAtOnce},
	"bundle":            {contract.PurchaseBundle, contract.PayBalance, buysAtOnce},
	"gift":              {contract.PurchaseGift, contract.PayBalance, buysAtOnce},
	"bundle-on-its-day": {contract.PurchaseBundle, contract.PaySavedCard, func(p *purchaseRecording) {
		p.waits(shortly)
		p.buys()
	}},
	"bundle-moved": {contract.PurchaseBundle, contract.PayBalance, func(p *purchaseRecording) {
		p.waits(time.Hour)
		p.buys()
		day := contract.ActivationMove{EffectiveAt: time.Now().UTC().Add(shortly)}
		_, err := flow.NewPurchases(p.server).MoveActivation(p.t.Context(), p.id(), p.key(), day)
		require.NoError(p.t, err)
	}},
	"bundle-called-off": {contract.PurchaseBundle, contract.PaySavedCard, func(p *purchaseRecording) {
		p.waits(time.Hour)
		p.buys()
		_, err := flow.NewPurchases(p.server).CancelActivation(p.t.Context(), p.id(), p.key())
		require.NoError(p.t, err)
	}},
	"voucher": {contract.PurchaseVoucher, contract.PayVoucher, buysAtOnce},
	"recharge-by-itself": {contract.PurchaseRecharge, contract.PaySavedCard, func(p *purchaseRecording) {
		p.in.Purchase.Auto = &contract.AutoCharge{Date: "2026-12-01", ReturnURL: "https://selfcare.example", Within: time.Hour}
		p.buys()
	}},
	"recharge-declined": {contract.PurchaseRecharge, contract.PayCard, func(p *purchaseRecording) {
		p.bank(contract.PaymentDeclined)
		p.buys()
	}},
	"recharge-three-d-secure": {contract.PurchaseRecharge, contract.PayCard, func(p *purchaseRecording) {
		p.bank(contract.PaymentChallenge, contract.PaymentPaid)
		p.pay.Kept = &contract.SavedCard{UserID: "u1", Keep: true}
		p.buys()
		p.reportsPayment()
	}},
	"recharge-answer-lost-then-found": {contract.PurchaseRecharge, contract.PayCard, func(p *purchaseRecording) {
		p.outside.Fails("charge", workflowtest.ErrOutage)
		p.bank(contract.PaymentPaid, contract.PaymentPaid)
		p.buys()
	}},
	"recharge-held-then-retried": {contract.PurchaseRecharge, contract.PayCard, func(p *purchaseRecording) {
		p.shop.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
		p.buys()
		p.shop.Fails("deliver", nil)
		p.decides(contract.ResolveRetry)
	}},
	"recharge-held-then-called-off": {contract.PurchaseRecharge, contract.PayCard, func(p *purchaseRecording) {
		p.shop.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
		p.buys()
		p.decides(contract.ResolveCancel)
	}},
	"recharge-refunded-by-hand": {contract.PurchaseRecharge, contract.PayCard, func(p *purchaseRecording) {
		p.shop.Fails("deliver", workflowtest.No(contract.FailPurchaseLineEnded))
		p.outside.Fails("refund", workflowtest.No(contract.FailRefundRefused))
		p.buys()
		p.decides(contract.ResolveSkip)
	}},
	"recharge-saved-and-forgotten": {contract.PurchaseRecharge, contract.PayCard, func(p *purchaseRecording) {
		p.shop.Loses("deliver")
		p.buys()
	}},
	"recharge-refused-by-the-books-then-retried": {contract.PurchaseRecharge, contract.PayCard, func(p *purchaseRecording) {
		p.bank(contract.PaymentChallenge, contract.PaymentPaid)
		p.shop.Fails("payment", workflowtest.No(contract.FailValidation))
		answered := make(chan error, 1)
		go func() { answered <- p.starts() }()
		require.Eventually(p.t, func() bool { return p.shop.Happened("payment") > 0 }, time.Minute, 10*time.Millisecond)
		p.reportsPayment()
		require.Eventually(p.t, func() bool { return p.shop.Last().Held != nil }, time.Minute, 10*time.Millisecond)
		p.shop.Fails("payment", nil)
		p.decides(contract.ResolveRetry)
		require.NoError(p.t, testkit.Receive(p.t, answered))
	}},
	"voucher-that-was-used": {contract.PurchaseVoucher, contract.PayVoucher, func(p *purchaseRecording) {
		p.shop.Fails("open", workflowtest.No(contract.FailVoucherUsed))
		require.EqualError(p.t, p.starts(), string(contract.FailVoucherUsed))
	}},
	"plan-switch":           {contract.PurchaseSwitch, contract.PayBalance, buysAtOnce},
	"plan-switch-on-a-bill": {contract.PurchaseSwitch, contract.PayInvoice, buysAtOnce},
	"plan-switch-opened": {contract.PurchaseSwitch, contract.PayBalance, func(p *purchaseRecording) {
		p.opened(contract.PurchaseDelivering, 1)
	}},
	"plan-switch-started-again": {contract.PurchaseSwitch, contract.PayBalance, func(p *purchaseRecording) {
		p.opened(contract.PurchaseCompleted, 3)
	}},
	"plan-switch-by-card": {contract.PurchaseSwitch, contract.PaySavedCard, buysAtOnce},
	"plan-switch-that-fails": {contract.PurchaseSwitch, contract.PayCard, func(p *purchaseRecording) {
		p.shop.Fails("switch-plan", workflowtest.No(contract.FailSwitchFailed))
		p.buys()
	}},
	"invoice": {contract.PurchaseInvoice, contract.PayCard, buysAtOnce},
	"invoice-paid-meanwhile": {contract.PurchaseInvoice, contract.PayCard, func(p *purchaseRecording) {
		p.shop.Fails("deliver", workflowtest.No(contract.FailInvoicePaid))
		p.buys()
	}},
	"credit-transfer": {contract.TransferCredit, contract.PayBalance, buysAtOnce},
	"data-transfer":   {contract.TransferData, contract.PayWallet, buysAtOnce},
	"credit-transfer-that-comes-back": {contract.TransferCredit, contract.PayBalance, func(p *purchaseRecording) {
		p.shop.Fails("deliver", workflowtest.No(contract.FailTransferPostpaid))
		p.buys()
	}},
	"international-transfer": {contract.TransferInternational, contract.PayBalance, buysAtOnce},
	"international-transfer-taken-back": {contract.TransferInternational, contract.PayBalance, func(p *purchaseRecording) {
		p.outside.TopUpReversed = true
		p.buys()
	}},
	"international-transfer-refused": {contract.TransferInternational, contract.PayBalance, func(p *purchaseRecording) {
		p.outside.Fails("top-up", workflowtest.No(contract.FailInternationalProduct))
		p.buys()
	}},
	"international-transfer-called-off": {contract.TransferInternational, contract.PayBalance, func(p *purchaseRecording) {
		p.outside.Fails("top-up", workflowtest.No(contract.FailTopUpFunds))
		p.buys()
		p.decides(contract.ResolveCancel)
	}},
	"international-transfer-called-off-too-late": {contract.TransferInternational, contract.PayBalance, func(p *purchaseRecording) {
		p.shop.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
		p.buys()
		require.Eventually(p.t, func() bool { return p.shop.Last().Held != nil }, time.Minute, 10*time.Millisecond)
		p.shop.Fails("deliver", nil)
		p.decides(contract.ResolveCancel)
	}},
	"service": {contract.PurchaseService, contract.PayBalance, buysAtOnce},
	"service-refused": {contract.PurchaseService, contract.PayBalance, func(p *purchaseRecording) {
		p.outside.Fails("service", workflowtest.No(contract.FailServiceRefused))
		p.buys()
	}},
	"service-called-off": {contract.PurchaseService, contract.PayBalance, func(p *purchaseRecording) {
		p.shop.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
		p.buys()
		require.Eventually(p.t, func() bool { return p.shop.Last().Held != nil }, time.Minute, 10*time.Millisecond)
		p.shop.Fails("deliver", nil)
		p.decides(contract.ResolveCancel)
	}},
	"game": {contract.PurchaseGame, contract.PayCard, buysAtOnce},
	"game-refused": {contract.PurchaseGame, contract.PayBalance, func(p *purchaseRecording) {
		p.outside.Fails("code", workflowtest.No(contract.FailGameGone))
		p.buys()
	}},
	"game-not-known-at-the-partner": {contract.PurchaseGame, contract.PayBalance, func(p *purchaseRecording) {
		p.hurriesInquiries()
		const late = 20 * time.Second
		p.outside.BuysLate(late)
		p.buys()
		require.Eventually(p.t, func() bool { return p.shop.Last().Held != nil }, late, 10*time.Millisecond)
		p.decides(contract.ResolveRetry)
	}},
	"game-called-off": {contract.PurchaseGame, contract.PayBalance, func(p *purchaseRecording) {
		p.outside.Fails("code", workflowtest.No(contract.FailGameFunds))
		p.buys()
		p.decides(contract.ResolveCancel)
	}},
	"game-called-off-too-late": {contract.PurchaseGame, contract.PayBalance, func(p *purchaseRecording) {
		p.shop.Fails("deliver", workflowtest.No(contract.FailLineBlocked))
		p.buys()
		require.Eventually(p.t, func() bool { return p.shop.Last().Held != nil }, time.Minute, 10*time.Millisecond)
		p.shop.Fails("deliver", nil)
		p.decides(contract.ResolveCancel)
	}},
	"card-kept": {contract.PurchaseCard, contract.PayCard, func(p *purchaseRecording) {
		p.pay.Kept = &contract.SavedCard{UserID: "u1", Keep: true}
		p.buys()
	}},
}

func TestRecordPurchases(t *testing.T) {
	sdk.SetStickyWorkflowCacheSize(0) // as in TestRecord
	server := startServer(t)
	for name, r := range purchaseRecordings {
		t.Run(name, func(t *testing.T) {
			p := &purchaseRecording{
				recording: newRecording(t, server, name), in: workflowtest.NewPurchase(r.kind, r.way), pay: contract.OpenPurchase{CardToken: "tok_1"},
			}
			p.in.Purchase.Number = name
			p.hurriesReversals()
			r.perform(p)
			p.over()
			p.save("purchase-"+name, contract.PurchaseWorkflowID(name))
		})
	}
}
