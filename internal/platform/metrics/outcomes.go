package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
)

// outcomes are what orders, purchases and payments came to. Each is counted by the worker that writes it.
type outcomes struct {
	orders, purchases, payments *prometheus.CounterVec
}

// What a payment is for.
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

// newOutcomes has every series from the start: the first one that goes wrong is then a rise, and not a beginning.
func newOutcomes() *outcomes {
	counter := func(subsystem, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Subsystem: subsystem, Name: "total", Help: help}, labels)
	}
	o := &outcomes{
		orders:    counter("orders", "Orders that ended, by kind and stage.", "kind", "outcome"),
		purchases: counter("purchases", "Purchases that ended, by kind and stage.", "kind", "outcome"),
		payments:  counter("payments", "What became of payments, by what they are for. One that is pending has another outcome later.", "of", "outcome"),
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

// kindOf is how the Temporal UI calls the kind, too: esim-port-in.
func kindOf(kind contract.Kind, source contract.NumberSource) string {
	if source == contract.NumberPortIn {
		return string(kind) + "-" + string(source)
	}
	return string(kind)
}

// OrderChanged counts what a change of an order's state brought about. The change is written by now.
func (m *Metrics) OrderChanged(before, next contract.Order) {
	if next.Stage.Closed() && !before.Stage.Closed() {
		m.outcomes.orders.WithLabelValues(kindOf(next.Kind, next.NumberSource), string(next.Stage)).Inc()
	}
	for _, p := range next.Payments {
		m.paymentMoved(forOrder, order.PaymentByID(before, p.ID), p)
	}
}

// PurchaseChanged counts what a change of a purchase's state brought about. The change is written by now.
func (m *Metrics) PurchaseChanged(before, next contract.Purchase) {
	if next.Stage.Closed() && !before.Stage.Closed() {
		m.outcomes.purchases.WithLabelValues(string(next.Kind), string(next.Stage)).Inc()
	}
	if next.Payment != nil {
		m.paymentMoved(forPurchase, before.Payment, *next.Payment)
	}
}

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
