package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
)

// outcomes counts the final states of orders, purchases and payments. The worker that writes one counts it.
type outcomes struct {
	orders, purchases, payments *prometheus.CounterVec
	receipts                    prometheus.Counter
}

// Subjects of a payment.
const (
	forOrder    = "order"
	forPurchase = "purchase"
)

var (
	orderEnds    = [...]contract.Stage{contract.StageActive, contract.StageCancelled, contract.StageAbandoned}
	purchaseEnds = [...]contract.PurchaseStage{contract.PurchaseCompleted, contract.PurchaseFailed}
	paymentEnds  = [...]contract.PaymentStatus{
		contract.PaymentPaid, contract.PaymentDeclined, contract.PaymentAbandoned, contract.PaymentPending, contract.PaymentRefunded,
	}
)

// newOutcomes creates every series at the start, so that the first failure is a rise from zero.
func newOutcomes() *outcomes {
	counter := func(subsystem, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Subsystem: subsystem, Name: "total", Help: help}, labels)
	}
	o := &outcomes{
		orders:    counter("orders", "Orders that ended, by kind and stage.", "kind", "outcome"),
		purchases: counter("purchases", "Purchases that ended, by kind and stage.", "kind", "outcome"),
		payments:  counter("payments", "Outcomes of payments, by subject. A pending payment has another outcome later.", "of", "outcome"),
		receipts: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "receipts", Name: "missing_total", Help: "Letters that left without the receipt that they should bring.",
		}),
	}
	for key := range order.Definitions {
		for _, end := range orderEnds {
			o.orders.WithLabelValues(kindOf(key.Kind, key.Source), string(end))
		}
	}
	for kind := range purchase.Definitions {
		for _, end := range purchaseEnds {
			o.purchases.WithLabelValues(string(kind), string(end))
		}
	}
	for _, end := range paymentEnds {
		o.payments.WithLabelValues(forOrder, string(end))
		o.payments.WithLabelValues(forPurchase, string(end))
	}
	return o
}

// kindOf returns the kind as the Temporal UI names it, such as esim-port-in.
func kindOf(kind contract.Kind, source contract.NumberSource) string {
	if source == contract.NumberPortIn {
		return string(kind) + "-" + string(source)
	}
	return string(kind)
}

// OrderChanged counts the outcomes in a change of an order's state. The change is already written.
func (m *Metrics) OrderChanged(before, next contract.Order) {
	if next.Stage.Closed() && !before.Stage.Closed() {
		m.outcomes.orders.WithLabelValues(kindOf(next.Kind, next.NumberSource), string(next.Stage)).Inc()
	}
	for _, p := range next.Payments {
		m.paymentMoved(forOrder, order.PaymentByID(before, p.ID), p)
	}
}

// PurchaseChanged counts the outcomes in a change of a purchase's state. The change is already written.
func (m *Metrics) PurchaseChanged(before, next contract.Purchase) {
	if next.Stage.Closed() && !before.Stage.Closed() {
		m.outcomes.purchases.WithLabelValues(string(next.Kind), string(next.Stage)).Inc()
	}
	if next.Payment != nil {
		m.paymentMoved(forPurchase, before.Payment, *next.Payment)
	}
}

// ReceiptMissing counts a letter that left without its receipt.
func (m *Metrics) ReceiptMissing() { m.outcomes.receipts.Inc() }

func (m *Metrics) paymentMoved(of string, before *contract.Payment, next contract.Payment) {
	if before != nil && before.Status == next.Status {
		return
	}
	for _, end := range paymentEnds {
		if next.Status == end {
			m.outcomes.payments.WithLabelValues(of, string(end)).Inc()
		}
	}
}
