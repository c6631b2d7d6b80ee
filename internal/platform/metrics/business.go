package metrics

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/settlement"
)

const readTimeout = 3 * time.Second // well below Prometheus' usual 10 s for a whole scrape

// Figures are what the business looks at. They are read at each scrape, so they must come from an index.
type Figures interface {
	// HeldOrders counts the orders that wait for us, by failure code.
	HeldOrders(ctx context.Context) (map[contract.Code]int, error)
	// HeldPurchases counts the purchases that wait for us, by kind.
	HeldPurchases(ctx context.Context) (map[contract.PurchaseKind]int, error)
	// EInvoiceTrouble counts the electronic invoices that need a person, or will.
	EInvoiceTrouble(ctx context.Context) (held, rejected, late int, err error)
	// HeldSettlements counts the differences with the payment provider's files that wait for us, by kind.
	HeldSettlements(ctx context.Context) (map[settlement.Kind]int, error)
	// HeldBankPayments counts the payments at banks of which something waits to be sent back.
	HeldBankPayments(ctx context.Context) (int, error)
	// RenewalsDue counts the renewals of plans that are due in each hour of the day after now.
	RenewalsDue(ctx context.Context, now time.Time) ([24]int, error)
	// AuditUnsealed is how long the oldest entry of the audit log waits for its seal; zero when none does.
	AuditUnsealed(ctx context.Context) (time.Duration, error)
	// OldestUnknownPayment is the time since the oldest payment whose outcome is unknown began; zero when there is none.
	OldestUnknownPayment(ctx context.Context) (time.Duration, error)
}

// WatchBusiness adds the business figures, read as long as ctx lives. Call it once.
func (m *Metrics) WatchBusiness(ctx context.Context, figures Figures, log *slog.Logger) {
	m.registry.MustRegister(&business{life: ctx, figures: figures, log: log})
}

var (
	heldOrders = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "orders", "held"), "Orders that wait for us, by failure code.", []string{"reason"}, nil)
	heldPurchases = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "purchases", "held"), "Purchases that wait for us, by kind.", []string{"kind"}, nil)
	troubledEInvoices = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "einvoices", "troubled"), "Electronic invoices that need a person: held, rejected, or late.", []string{"why"}, nil)
	heldSettlements = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "settlements", "held"),
		"Differences with the payment provider's settlement files that wait for us, by kind.", []string{"kind"}, nil)
	heldBankPayments = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "sadad_payments", "held"), "Payments at banks of which something waits to be sent back.", nil, nil)
	renewalsDue = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "renewals", "due"), "Renewals of plans by the hour from now in which they are due.", []string{"hour"}, nil)
	oldestUnknownPayment = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "payments", "oldest_unknown_seconds"),
		"Age of the oldest payment whose outcome is unknown; 0 when there is none.", nil, nil)
	auditUnsealed = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "audit", "unsealed_seconds"),
		"Age of the oldest entry of the audit log without a seal; 0 when there is none.", nil, nil)
	figuresReadable = prometheus.NewDesc(
		prometheus.BuildFQName(namespace, "business", "figures_readable"),
		"0 while the business figures cannot be read; their series are absent then.", nil, nil)
)

type business struct {
	life    context.Context // Prometheus hands none to a collector
	figures Figures
	log     *slog.Logger
}

func (b *business) Describe(descs chan<- *prometheus.Desc) {
	descs <- heldOrders
	descs <- heldPurchases
	descs <- troubledEInvoices
	descs <- heldSettlements
	descs <- heldBankPayments
	descs <- renewalsDue
	descs <- oldestUnknownPayment
	descs <- auditUnsealed
	descs <- figuresReadable
}

// Collect leaves a figure out rather than showing an old or made-up one.
func (b *business) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(b.life, readTimeout)
	defer cancel()
	readable := 1.0
	reads := []func(context.Context, chan<- prometheus.Metric) error{
		b.collectHeld, b.collectHeldPurchases, b.collectSettlements, b.collectBankPayments, b.collectEInvoices, b.collectRenewals, b.collectUnknown, b.collectUnsealed,
	}
	for _, read := range reads {
		if err := read(ctx, out); err != nil {
			b.log.Error("business figure not readable", "error", err)
			readable = 0
		}
	}
	out <- prometheus.MustNewConstMetric(figuresReadable, prometheus.GaugeValue, readable)
}

func (b *business) collectHeld(ctx context.Context, out chan<- prometheus.Metric) error {
	held, err := b.figures.HeldOrders(ctx)
	if err != nil {
		return err
	}
	for code, count := range held {
		out <- prometheus.MustNewConstMetric(heldOrders, prometheus.GaugeValue, float64(count), string(code))
	}
	return nil
}

// collectHeldPurchases has a series for each kind of the table, also where none is held.
func (b *business) collectHeldPurchases(ctx context.Context, out chan<- prometheus.Metric) error {
	held, err := b.figures.HeldPurchases(ctx)
	if err != nil {
		return err
	}
	for kind := range purchase.Definitions {
		out <- prometheus.MustNewConstMetric(heldPurchases, prometheus.GaugeValue, float64(held[kind]), string(kind))
	}
	return nil
}

func (b *business) collectEInvoices(ctx context.Context, out chan<- prometheus.Metric) error {
	held, rejected, late, err := b.figures.EInvoiceTrouble(ctx)
	if err != nil {
		return err
	}
	for why, count := range map[string]int{"held": held, "rejected": rejected, "late": late} {
		out <- prometheus.MustNewConstMetric(troubledEInvoices, prometheus.GaugeValue, float64(count), why)
	}
	return nil
}

// collectSettlements has a series for each kind, also where none is held.
func (b *business) collectSettlements(ctx context.Context, out chan<- prometheus.Metric) error {
	held, err := b.figures.HeldSettlements(ctx)
	if err != nil {
		return err
	}
	for _, kind := range settlement.Kinds {
		out <- prometheus.MustNewConstMetric(heldSettlements, prometheus.GaugeValue, float64(held[kind]), string(kind))
	}
	return nil
}

func (b *business) collectBankPayments(ctx context.Context, out chan<- prometheus.Metric) error {
	held, err := b.figures.HeldBankPayments(ctx)
	if err != nil {
		return err
	}
	out <- prometheus.MustNewConstMetric(heldBankPayments, prometheus.GaugeValue, float64(held))
	return nil
}

func (b *business) collectRenewals(ctx context.Context, out chan<- prometheus.Metric) error {
	hours, err := b.figures.RenewalsDue(ctx, time.Now())
	if err != nil {
		return err
	}
	for hour, count := range hours {
		out <- prometheus.MustNewConstMetric(renewalsDue, prometheus.GaugeValue, float64(count), strconv.Itoa(hour))
	}
	return nil
}

func (b *business) collectUnsealed(ctx context.Context, out chan<- prometheus.Metric) error {
	age, err := b.figures.AuditUnsealed(ctx)
	if err != nil {
		return err
	}
	out <- prometheus.MustNewConstMetric(auditUnsealed, prometheus.GaugeValue, age.Seconds())
	return nil
}

func (b *business) collectUnknown(ctx context.Context, out chan<- prometheus.Metric) error {
	age, err := b.figures.OldestUnknownPayment(ctx)
	if err != nil {
		return err
	}
	out <- prometheus.MustNewConstMetric(oldestUnknownPayment, prometheus.GaugeValue, age.Seconds())
	return nil
}
