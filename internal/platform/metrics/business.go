package metrics

import (
	"context"
	"encoding/json"
	"log/slog"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"selfcare/internal/contract"
	"selfcare/internal/domain/lateorder"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/sweep"
)

const (
	readTimeout = 3 * time.Second // well below Prometheus' usual 10 s for a whole scrape
	// ReadEvery is the highest age of a gauge. The processes read them no more often together: with many processes and two
	// Prometheus servers, each scrape would otherwise count all tables once more.
	ReadEvery = 30 * time.Second
)

// Figures reads the business gauges. It runs while customers are served, so each query must use an index.
type Figures interface {
	// Share returns the last reading of any process, unless it is older than an age. It then takes a new one, while other
	// processes wait for it.
	Share(ctx context.Context, age time.Duration, read func(context.Context) ([]byte, error)) ([]byte, error)
	// CountHeldOrders counts the held orders by failure code.
	CountHeldOrders(ctx context.Context) (map[contract.Code]int, error)
	// LateOrders counts the orders that wait for longer than usual, by kind and stage.
	LateOrders(ctx context.Context) ([]lateorder.Count, error)
	// CountHeldPurchases counts the held purchases by kind.
	CountHeldPurchases(ctx context.Context) (map[contract.PurchaseKind]int, error)
	// EInvoiceTrouble counts the electronic invoices that need a person, or will.
	EInvoiceTrouble(ctx context.Context) (held, rejected, late int, err error)
	// EInvoiceCertificates returns when the certificate of each device ends that stamps electronic invoices.
	EInvoiceCertificates(ctx context.Context) (ends map[string]time.Time, err error)
	// CountHeldSettlements counts the held differences with the payment provider's files, by kind.
	CountHeldSettlements(ctx context.Context) (map[settlement.Kind]int, error)
	// CountHeldBankPayments counts the payments at banks with an amount to be returned.
	CountHeldBankPayments(ctx context.Context) (int, error)
	// BillPeriodsOverdue counts the periods of bill days that should have been billed by now.
	BillPeriodsOverdue(ctx context.Context, now time.Time) (int, error)
	// PutAside counts the rows that batches skipped, by subject.
	PutAside(ctx context.Context) (map[string]int, error)
	// CountHeldDeactivations counts the held deactivations of lines.
	CountHeldDeactivations(ctx context.Context) (int, error)
	// CountNumberReturns counts the numbers that are owed to the operators of their ranges, and is how long the oldest has been; zero when there is none.
	CountNumberReturns(ctx context.Context) (owed int, oldest time.Duration, err error)
	// CountHeldPortOuts counts the held port-outs.
	CountHeldPortOuts(ctx context.Context) (int, error)
	// RenewalsDue counts the renewals of plans that are due in each hour of the day after now.
	RenewalsDue(ctx context.Context, now time.Time) ([24]int, error)
	// LongestDuePlan returns how long the plan that is due the longest has been due; zero if none is due.
	LongestDuePlan(ctx context.Context, now time.Time) (time.Duration, error)
	// AuditUnsealed returns the age of the oldest entry of the audit log without a seal; zero if there is none.
	AuditUnsealed(ctx context.Context) (time.Duration, error)
	// AuditVerified returns the time since the last verification of the audit log, and the number of faults it found.
	AuditVerified(ctx context.Context) (since time.Duration, faults int, err error)
	// Partitions returns for how long all divided tables have partitions, and how many rows lack one.
	Partitions(ctx context.Context, now time.Time) (ahead time.Duration, without int, err error)
	// Sweep returns the findings of the last comparison of rows with workflows, for each process, and its age; zero before the
	// first time.
	Sweep(ctx context.Context) (found []sweep.Count, since time.Duration, err error)
	// OldestUnknownPayment returns the age of the oldest payment with an unknown outcome; zero if there is none.
	OldestUnknownPayment(ctx context.Context) (time.Duration, error)
	// OldestQueuedMessage returns the age of the oldest queued message; zero if there is none.
	OldestQueuedMessage(ctx context.Context) (time.Duration, error)
}

// WatchBusiness registers the business gauges. A scrape reads them as long as ctx lives. Call it once.
func (m *Metrics) WatchBusiness(ctx context.Context, figures Figures, now func() time.Time, log *slog.Logger) {
	m.registry.MustRegister(&business{life: ctx, figures: figures, now: now, log: log})
}

var (
	heldOrders           = defineGauge("orders", "held", "Held orders, by failure code.", "reason")
	lateOrders           = defineGauge("orders", "late", "Orders that wait for longer than usual, by kind and stage.", "kind", "stage")
	heldPurchases        = defineGauge("purchases", "held", "Held purchases, by kind.", "kind")
	troubledEInvoices    = defineGauge("einvoices", "troubled", "Electronic invoices that need a person: held, rejected, or late.", "why")
	certificateLeft      = defineGauge("einvoices", "certificate_left_seconds", "Time until the certificate ends with which a device stamps electronic invoices; below 0 afterwards.", "device")
	heldSettlements      = defineGauge("settlements", "held", "Held differences with the payment provider's settlement files, by kind.", "kind")
	heldBankPayments     = defineGauge("sadad_payments", "held", "Payments at banks with an amount to be returned.")
	billPeriodsOverdue   = defineGauge("bill_periods", "overdue", "Periods of bill days that should have been billed by now.")
	putAside             = defineGauge("rows", "put_aside", "Rows that batches skipped, by subject.", "of")
	heldDeactivations    = defineGauge("deactivations", "held", "Held deactivations of lines.")
	heldPortOuts         = defineGauge("port_outs", "held", "Numbers on their way to another operator that wait for us.")
	numberReturns        = defineGauge("number_returns", "owed", "Numbers that are owed to the operators of their ranges.")
	oldestNumberReturn   = defineGauge("number_returns", "oldest_owed_seconds", "Age of the oldest number that is owed to the operator of its range; 0 when there is none.")
	renewalsDue          = defineGauge("renewals", "due", "Renewals of plans, by the hour from now in which they are due.", "hour")
	longestDuePlan       = defineGauge("plans", "longest_due_seconds", "Time for which the plan that is due the longest has been due; 0 when none is due.")
	oldestUnknownPayment = defineGauge("payments", "oldest_unknown_seconds", "Age of the oldest payment whose outcome is unknown; 0 when there is none.")
	auditUnsealed        = defineGauge("audit", "unsealed_seconds", "Age of the oldest entry of the audit log without a seal; 0 when there is none.")
	auditVerified        = defineGauge("audit", "verified_seconds", "Time since the audit log was verified, or since its first seal if it never was.")
	auditFaults          = defineGauge("audit", "faults", "Faults that the last verification of the audit log found.")
	partitionsAhead      = defineGauge("", "partitions_ahead_seconds", "Time for which all divided tables have partitions.")
	withoutPartition     = defineGauge("", "rows_without_partition", "Rows that wait for their partition, at most 1000 of each table.")
	rowsWithoutWorkflow  = defineGauge("rows", "without_workflow", "Open rows whose workflow does not run.", "process")
	rowsLate             = defineGauge("rows", "late", "Rows whose next step is more than an hour late.", "process")
	workflowsWithoutRow  = defineGauge("workflows", "without_row", "Running workflows without a row.", "process")
	writesRefused        = defineGauge("writes", "refused", "Running workflows whose write our database refuses for good.", "process")
	sweepAge             = defineGauge("sweep", "age_seconds", "Time since the last comparison of rows with workflows; 0 before the first.")
	oldestQueuedMessage  = defineGauge("messages", "oldest_queued_seconds", "Age of the oldest queued message to a customer; 0 when there is none.")
	figuresReadable      = defineGauge("business", "figures_readable", "0 while the business metrics cannot be read; their series are absent then.")
)

// gauges are the business gauges by name.
var gauges = map[string]*prometheus.Desc{}

// defineGauge adds a gauge and returns its name.
func defineGauge(subsystem, name, help string, labels ...string) string {
	name = prometheus.BuildFQName(namespace, subsystem, name)
	gauges[name] = prometheus.NewDesc(name, help, labels, nil)
	return name
}

// level is a value of a gauge, as processes share it.
type level struct {
	Gauge  string   `json:"gauge"`
	Labels []string `json:"labels,omitempty"`
	Value  float64  `json:"value"`
}

func gauge(name string, value float64, labels ...string) level { return level{name, labels, value} }

type business struct {
	life    context.Context // Prometheus passes no context to a collector
	figures Figures
	now     func() time.Time
	log     *slog.Logger
}

// Describe sends the gauges.
func (b *business) Describe(descs chan<- *prometheus.Desc) {
	for _, desc := range gauges {
		descs <- desc
	}
}

// Collect sends the reading that all processes share. A gauge of another release of Selfcare, which this one does not know, is left out.
func (b *business) Collect(out chan<- prometheus.Metric) {
	for _, l := range b.shared() {
		desc, known := gauges[l.Gauge]
		if !known {
			continue
		}
		if metric, err := prometheus.NewConstMetric(desc, prometheus.GaugeValue, l.Value, l.Labels...); err == nil {
			out <- metric
		}
	}
}

func (b *business) shared() (levels []level) {
	ctx, cancel := context.WithTimeout(b.life, readTimeout)
	defer cancel()
	reading, err := b.figures.Share(ctx, ReadEvery, func(ctx context.Context) ([]byte, error) { return json.Marshal(b.collect(ctx)) })
	if err == nil {
		err = json.Unmarshal(reading, &levels)
	}
	if err != nil {
		b.log.Error("business metrics could not be read", "error", err)
		return []level{gauge(figuresReadable, 0)}
	}
	return levels
}

// collect leaves a gauge out when it cannot be read, because an old value would mislead.
func (b *business) collect(ctx context.Context) (read []level) {
	readable := 1.0
	for _, figure := range []func(context.Context) ([]level, error){
		b.collectHeldOrders, b.lateOrders, b.collectHeldPurchases, b.collectHeldOthers, b.collectNumberReturns, b.settlements, b.bills, b.eInvoices, b.renewals, b.ages, b.audit, b.partitions, b.sweep,
	} {
		found, err := figure(ctx)
		if err != nil {
			b.log.Error("business metric could not be read", "error", err)
			readable = 0
		}
		read = append(read, found...)
	}
	return append(read, gauge(figuresReadable, readable))
}

func (b *business) collectHeldOrders(ctx context.Context) (read []level, err error) {
	held, err := b.figures.CountHeldOrders(ctx)
	for code, count := range held {
		read = append(read, gauge(heldOrders, float64(count), string(code)))
	}
	return read, err
}

func (b *business) lateOrders(ctx context.Context) (read []level, err error) {
	late, err := b.figures.LateOrders(ctx)
	for _, count := range late {
		read = append(read, gauge(lateOrders, float64(count.Orders), count.Kind, count.Stage))
	}
	return read, err
}

// collectHeldPurchases has a series for each kind of the table, also if none is held.
func (b *business) collectHeldPurchases(ctx context.Context) (read []level, err error) {
	held, err := b.figures.CountHeldPurchases(ctx)
	if err != nil {
		return nil, err
	}
	for kind := range purchase.Definitions {
		read = append(read, gauge(heldPurchases, float64(held[kind]), string(kind)))
	}
	return read, nil
}

// collectHeldOthers collects the processes with a single count each.
func (b *business) collectHeldOthers(ctx context.Context) (read []level, err error) {
	for _, figure := range []struct {
		gauge string
		count func(context.Context) (int, error)
	}{
		{heldBankPayments, b.figures.CountHeldBankPayments},
		{heldDeactivations, b.figures.CountHeldDeactivations},
		{heldPortOuts, b.figures.CountHeldPortOuts},
	} {
		count, err := figure.count(ctx)
		if err != nil {
			return read, err
		}
		read = append(read, gauge(figure.gauge, float64(count)))
	}
	return read, nil
}

// collectNumberReturns are the numbers that other operators wait for.
func (b *business) collectNumberReturns(ctx context.Context) ([]level, error) {
	owed, oldest, err := b.figures.CountNumberReturns(ctx)
	if err != nil {
		return nil, err
	}
	return []level{gauge(numberReturns, float64(owed)), gauge(oldestNumberReturn, oldest.Seconds())}, nil
}

func (b *business) eInvoices(ctx context.Context) (read []level, err error) {
	held, rejected, late, err := b.figures.EInvoiceTrouble(ctx)
	if err != nil {
		return nil, err
	}
	for why, count := range map[string]int{"held": held, "rejected": rejected, "late": late} {
		read = append(read, gauge(troubledEInvoices, float64(count), why))
	}
	ends, err := b.figures.EInvoiceCertificates(ctx)
	for device, end := range ends {
		read = append(read, gauge(certificateLeft, end.Sub(b.now()).Seconds(), device))
	}
	return read, err
}

// settlements has a series for each kind, also if none is held.
func (b *business) settlements(ctx context.Context) (read []level, err error) {
	held, err := b.figures.CountHeldSettlements(ctx)
	if err != nil {
		return nil, err
	}
	for _, kind := range settlement.Kinds {
		read = append(read, gauge(heldSettlements, float64(held[kind]), string(kind)))
	}
	return read, nil
}

// bills collects the missed bill days and the rows that batches skipped.
func (b *business) bills(ctx context.Context) (read []level, err error) {
	overdue, err := b.figures.BillPeriodsOverdue(ctx, b.now())
	if err != nil {
		return nil, err
	}
	aside, err := b.figures.PutAside(ctx)
	if err != nil {
		return nil, err
	}
	read = append(read, gauge(billPeriodsOverdue, float64(overdue)))
	for of, count := range aside {
		read = append(read, gauge(putAside, float64(count), of))
	}
	return read, nil
}

func (b *business) renewals(ctx context.Context) (read []level, err error) {
	hours, err := b.figures.RenewalsDue(ctx, b.now())
	if err != nil {
		return nil, err
	}
	for hour, count := range hours {
		read = append(read, gauge(renewalsDue, float64(count), strconv.Itoa(hour)))
	}
	longest, err := b.figures.LongestDuePlan(ctx, b.now())
	return append(read, gauge(longestDuePlan, longest.Seconds())), err
}

// ages collects the longest waits; 0 if nothing waits.
func (b *business) ages(ctx context.Context) (read []level, err error) {
	unknown, err := b.figures.OldestUnknownPayment(ctx)
	if err != nil {
		return nil, err
	}
	queued, err := b.figures.OldestQueuedMessage(ctx)
	if err != nil {
		return nil, err
	}
	return []level{
		gauge(oldestUnknownPayment, unknown.Seconds()), gauge(oldestQueuedMessage, queued.Seconds()),
	}, nil
}

// audit collects the state of the audit log.
func (b *business) audit(ctx context.Context) ([]level, error) {
	unsealed, err := b.figures.AuditUnsealed(ctx)
	if err != nil {
		return nil, err
	}
	since, faults, err := b.figures.AuditVerified(ctx)
	if err != nil {
		return nil, err
	}
	return []level{
		gauge(auditUnsealed, unsealed.Seconds()), gauge(auditVerified, since.Seconds()), gauge(auditFaults, float64(faults)),
	}, nil
}

// partitions reports whether the tables of the coming days and months exist.
func (b *business) partitions(ctx context.Context) ([]level, error) {
	ahead, without, err := b.figures.Partitions(ctx, b.now())
	if err != nil {
		return nil, err
	}
	return []level{gauge(partitionsAhead, ahead.Seconds()), gauge(withoutPartition, float64(without))}, nil
}

// sweep has a series for each process, also without findings.
func (b *business) sweep(ctx context.Context) (read []level, err error) {
	found, since, err := b.figures.Sweep(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		read = append(read,
			gauge(rowsWithoutWorkflow, float64(f.WithoutWorkflow), f.Process), gauge(rowsLate, float64(f.Late), f.Process),
			gauge(workflowsWithoutRow, float64(f.WorkflowsWithoutRow), f.Process), gauge(writesRefused, float64(f.RefusedWrites), f.Process))
	}
	return append(read, gauge(sweepAge, since.Seconds())), nil
}
