package metrics_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/platform/metrics"
)

func TestOutcomes_EachKind_HasSeriesAtStart(t *testing.T) {
	page := scrape(t, metrics.New())
	for kind := range purchase.Definitions {
		require.Contains(t, page, `selfcare_purchases_total{kind="`+string(kind)+`",outcome="failed"} 0`)
	}
	for key := range order.Definitions {
		name := string(key.Kind)
		if key.Source == contract.NumberPortIn {
			name += "-port-in"
		}
		require.Contains(t, page, `selfcare_orders_total{kind="`+name+`",outcome="cancelled"} 0`)
	}
	for _, rule := range ratelimit.Table {
		require.Contains(t, page, `selfcare_limits_hit_total{answer="refused",limit="`+rule.Key+`"} 0`)
	}
}

func TestOrderChanged_Ended_CountedOnce(t *testing.T) {
	m := metrics.New()
	running := contract.Order{Kind: contract.KindESIM, NumberSource: contract.NumberPortIn, Stage: contract.StagePorting}
	over := running
	over.Stage = contract.StageActive
	m.OrderChanged(running, over)
	m.OrderChanged(over, over) // a refund, years later
	require.Contains(t, scrape(t, m), `selfcare_orders_total{kind="esim-port-in",outcome="active"} 1`)
}

func TestOrderChanged_PaymentOutcome_CountedOnce(t *testing.T) {
	m := metrics.New()
	with := func(payments ...contract.Payment) contract.Order { return contract.Order{Payments: payments} }
	declined := contract.Payment{ID: "1", Status: contract.PaymentDeclined}
	m.OrderChanged(with(), with(contract.Payment{ID: "1", Status: contract.PaymentProcessing}))
	m.OrderChanged(with(contract.Payment{ID: "1", Status: contract.PaymentProcessing}), with(declined))
	m.OrderChanged(with(declined), with(declined, contract.Payment{ID: "2", Status: contract.PaymentPaid}))
	page := scrape(t, m)
	require.Contains(t, page, `selfcare_payments_total{of="order",outcome="declined"} 1`)
	require.Contains(t, page, `selfcare_payments_total{of="order",outcome="paid"} 1`)
	require.NotContains(t, page, "processing")
}

func TestPurchaseChanged_Outcome_IsCounted(t *testing.T) {
	m := metrics.New()
	opened := contract.Purchase{Kind: contract.PurchaseRecharge, Stage: contract.PurchasePaying, Payment: &contract.Payment{ID: "1", Status: contract.PaymentProcessing}}
	unknown, failed := opened, opened
	unknown.Payment = &contract.Payment{ID: "1", Status: contract.PaymentPending}
	failed.Stage, failed.Payment = contract.PurchaseFailed, &contract.Payment{ID: "1", Status: contract.PaymentDeclined}
	m.PurchaseChanged(opened, unknown)
	m.PurchaseChanged(unknown, failed)
	m.PurchaseChanged(contract.Purchase{}, contract.Purchase{Kind: contract.TransferData, Stage: contract.PurchaseDelivering})
	page := scrape(t, m)
	require.Contains(t, page, `selfcare_purchases_total{kind="recharge",outcome="failed"} 1`)
	require.Contains(t, page, `selfcare_purchases_total{kind="data-transfer",outcome="completed"} 0`)
	require.Contains(t, page, `selfcare_payments_total{of="purchase",outcome="pending"} 1`)
	require.Contains(t, page, `selfcare_payments_total{of="purchase",outcome="declined"} 1`)
}

func TestAccess_Events_AreCounted(t *testing.T) {
	m := metrics.New()
	m.CodeSent("login")
	m.LimitHit("code", false)
	m.LimitHit("code", true)
	closed := m.StreamOpened()
	m.StreamOpened()
	closed()
	m.WebhookTaken("courier", 3*time.Second)
	m.WebhookTaken("courier", -time.Hour) // its clock is ahead of our clock
	page := scrape(t, m)
	require.Contains(t, page, `selfcare_codes_sent_total{purpose="login"} 1`)
	require.Contains(t, page, `selfcare_limits_hit_total{answer="refused",limit="code"} 1`)
	require.Contains(t, page, `selfcare_limits_hit_total{answer="robot",limit="code"} 1`)
	require.Contains(t, page, "selfcare_streams_open 1\n")
	require.Contains(t, page, `selfcare_webhook_lag_seconds_bucket{system="courier",le="0.25"} 1`)
	require.Contains(t, page, `selfcare_webhook_lag_seconds_sum{system="courier"} 3`)
}
