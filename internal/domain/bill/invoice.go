package bill

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
)

// Service groups the lines of an invoice for display.
type Service string

// Services of an invoice, in the order in which they stand.
const (
	ServicePlan       Service = "plan"
	ServiceSIMs       Service = "multi-sim"
	ServiceExtras     Service = "services"   // of partners
	ServiceUsage      Service = "usage"      // beyond what the plan includes
	ServiceCommitment Service = "commitment" // ended before its time
)

var services = []Service{ServicePlan, ServiceSIMs, ServiceExtras, ServiceUsage, ServiceCommitment}

// Charge is one item that a line pays for: an item of a cycle, or its usage of one type.
type Charge struct {
	Item     string // plan, multi-sim:<id>, service:<id>, leaving, commitment-left; the type for usage
	Usage    bool
	NameEn   string // of a service, as it is called now
	NameAr   string
	PlanID   string // empty for usage
	Quantity int64
	Unit     string // of usage; an item of a cycle is one month
	From     time.Time
	Until    time.Time
	Amount   contract.Halalas // with VAT
}

// Line is one line of an invoice.
type Line struct {
	N          int // from 1
	Service    Service
	Item       string
	NameEn     string // of a service, as it was called then; empty for other items
	NameAr     string
	PlanID     string
	Quantity   int64
	Unit       string
	From       time.Time
	Until      time.Time
	Net        contract.Halalas
	VAT        contract.Halalas
	Total      contract.Halalas
	VATPercent int
}

// PlanIDs returns the plans that lines of an invoice name.
func PlanIDs(lines []Line) (ids []string) {
	for _, l := range lines {
		if l.PlanID != "" {
			ids = append(ids, l.PlanID)
		}
	}
	return ids
}

// Invoice is a bill as it is issued. It never changes; payments and credit notes are stored separately.
type Invoice struct {
	ID         string
	Number     string // given by the database, without a gap
	LineID     string
	Period     string // key of the period, or Final
	From       time.Time
	Until      time.Time
	IssuedAt   time.Time
	DueAt      time.Time
	Lines      []Line
	Net        contract.Halalas
	VAT        contract.Halalas
	Total      contract.Halalas
	VATPercent int
}

// Rated puts charges onto an invoice: each line has its own VAT, and the totals are the sums of the lines. Free charges are left
// out; false means that nothing is left to bill.
func Rated(i Invoice, charges []Charge, vatPercent int) (Invoice, bool) {
	i.VATPercent, i.Lines, i.Net, i.VAT, i.Total = vatPercent, nil, 0, 0, 0
	for _, charge := range sortCharges(charges) {
		if charge.Amount <= 0 {
			continue
		}
		line := lineOf(charge, vatPercent)
		line.N = len(i.Lines) + 1
		i.Lines = append(i.Lines, line)
		i.Net, i.VAT, i.Total = i.Net+line.Net, i.VAT+line.VAT, i.Total+line.Total
	}
	return i, i.Total > 0
}

func lineOf(c Charge, vatPercent int) Line {
	vat := money.VATWithin(c.Amount, vatPercent)
	return Line{
		Service: ServiceOf(c), Item: c.Item, NameEn: c.NameEn, NameAr: c.NameAr, PlanID: c.PlanID, Quantity: c.Quantity, Unit: c.Unit, From: c.From, Until: c.Until,
		Net: c.Amount - vat, VAT: vat, Total: c.Amount, VATPercent: vatPercent,
	}
}

// sortCharges sorts charges as they stand on an invoice: by service, then by time, for any order of the input.
func sortCharges(charges []Charge) []Charge {
	return slices.SortedStableFunc(slices.Values(charges), func(a, b Charge) int {
		return cmp.Or(
			cmp.Compare(slices.Index(services, ServiceOf(a)), slices.Index(services, ServiceOf(b))),
			a.From.Compare(b.From), cmp.Compare(a.Item, b.Item),
		)
	})
}

const (
	furtherSIM = "multi-sim:"
	extra      = "service:"
)

// ServiceOf returns the service under which a charge is shown.
func ServiceOf(c Charge) Service {
	switch {
	case c.Usage:
		return ServiceUsage
	case strings.HasPrefix(c.Item, furtherSIM):
		return ServiceSIMs
	case strings.HasPrefix(c.Item, extra):
		return ServiceExtras
	case c.Item == "plan":
		return ServicePlan
	default:
		return ServiceCommitment
	}
}

// ServiceTotal is the sum of one service of an invoice.
type ServiceTotal struct {
	Service Service
	Lines   []Line
	Net     contract.Halalas
	VAT     contract.Halalas
	Total   contract.Halalas
}

// Services groups the lines of an invoice by service, in order.
func (i Invoice) Services() []ServiceTotal {
	var all []ServiceTotal
	for _, line := range i.Lines {
		if last := len(all) - 1; last < 0 || all[last].Service != line.Service {
			all = append(all, ServiceTotal{Service: line.Service})
		}
		of := &all[len(all)-1]
		of.Lines = append(of.Lines, line)
		of.Net, of.VAT, of.Total = of.Net+line.Net, of.VAT+line.VAT, of.Total+line.Total
	}
	return all
}
