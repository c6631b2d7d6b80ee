package simulator

import (
	"fmt"
	"slices"
	"strings"

	"selfcare/dev/simulator/clearinghouse"
	"selfcare/dev/simulator/courier"
	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/identity"
	"selfcare/dev/simulator/network"
	"selfcare/dev/simulator/payment"
	"selfcare/dev/simulator/person"
	"selfcare/dev/simulator/registry"
	"selfcare/dev/simulator/smdp"
)

// table is a list of records, each with buttons that send a status to its path.
type table struct {
	Title string
	Head  []string
	Rows  []row
}

type row struct {
	Cells   []string
	Path    string
	Actions []string
}

// records lists what a system remembers; nil where there is nothing of its own to show.
func (s *Simulator) records(tx *engine.Tx, system string) *table {
	switch system {
	case payment.Name:
		return chargeTable(s.payment.Charges(tx, shown))
	case identity.Name:
		return requestTable(s.identity.Requests(tx, false))
	case courier.Name:
		return parcelTable(s.courier.Parcels(tx, shown))
	case network.Name:
		return lineTable(s.network.Lines(tx, shown))
	case smdp.Name:
		return profileTable(s.esim.Profiles(tx, shown))
	case clearinghouse.Name:
		return portTable(s.ports.Ports(tx, shown))
	default:
		return nil
	}
}

func chargeTable(list []payment.Charge) *table {
	t := &table{Title: "Charges", Head: []string{"Reference", "Status", "Charged", "Refunded", "Card", "Declined for"}}
	for _, c := range list {
		r := row{
			Cells: []string{c.Reference, string(c.Status), payment.Riyals(c.Charged), payment.Riyals(c.Refunded), c.Brand + " " + c.Last4, c.DeclineCode},
			Path:  "/control/payment/charges/" + c.Reference + "/settle",
		}
		if c.Open() {
			r.Actions = []string{string(payment.Paid), string(payment.Declined), string(payment.Abandoned)}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func requestTable(list []identity.Request) *table {
	t := &table{Title: "Requests", Head: []string{"Transaction", "Number", "Status", "Plan"}}
	for _, q := range list[:min(len(list), shown)] {
		r := row{Cells: []string{q.TransID, q.Random, string(q.Status), q.Plan}, Path: "/control/identity/requests/" + q.TransID + "/answer"}
		if q.Status == identity.Waiting {
			r.Actions = []string{string(identity.Completed), string(identity.Rejected), string(identity.Expired)}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func parcelTable(list []courier.Parcel) *table {
	t := &table{Title: "Parcels", Head: []string{"Airway bill", "Order", "City", "Status", "Scans", "Ahead"}}
	for _, p := range list {
		r := row{
			Cells: []string{p.AWB, p.OrderNumber, p.City, string(p.Status), fmt.Sprint(len(p.Scans)), fmt.Sprint(len(p.Ahead))},
			Path:  "/control/courier/parcels/" + p.AWB + "/scan",
		}
		for _, status := range courier.Scannable(p) {
			r.Actions = append(r.Actions, string(status))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func lineTable(list []network.Line) *table {
	t := &table{Title: "Lines", Head: []string{"Number", "SIM", "Further SIMs", "Plan", "Status", "Changes"}}
	for _, l := range list {
		t.Rows = append(t.Rows, row{Cells: []string{l.MSISDN, l.ICCID, strings.Join(l.Further, " "), l.PlanID, string(l.Status), fmt.Sprint(l.Changes)}})
	}
	return t
}

func profileTable(list []smdp.Profile) *table {
	t := &table{Title: "Profiles", Head: []string{"ICCID", "Reference", "Code", "State", "Fault", "Plan"}}
	for _, p := range list {
		t.Rows = append(t.Rows, row{
			Cells: []string{p.ICCID, p.Reference, p.MatchingID, string(p.State), p.Fault, p.Plan},
			Path:  "/control/esim/profiles/" + p.ICCID + "/report", Actions: smdp.Reports(p),
		})
	}
	return t
}

func eidTable() *table {
	t := &table{Head: []string{"EID", "Outcome"}}
	for digits, outcome := range smdp.Magic() {
		t.Rows = append(t.Rows, row{Cells: []string{smdp.MagicEID(digits), outcome}})
	}
	slices.SortFunc(t.Rows, func(a, b row) int { return strings.Compare(a.Cells[0], b.Cells[0]) })
	return t
}

func portTable(list []clearinghouse.Port) *table {
	t := &table{Title: "Ports", Head: []string{"Reference", "From", "Number", "Status", "Reason", "Failed switches"}}
	for _, p := range list {
		r := row{
			Cells: []string{p.Reference, p.Donor, p.MSISDN, string(p.Status), p.Reason, fmt.Sprint(p.Failures)},
			Path:  "/control/portability/ports/" + p.PortID + "/answer",
		}
		if p.Status == clearinghouse.Validation {
			r.Actions = []string{string(clearinghouse.Approved), "UNPAID_DUES", "ID_MISMATCH"}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// magicOf lists the inputs that choose an outcome.
func magicOf(system string) *table {
	switch system {
	case payment.Name:
		t := &table{Head: []string{"MADA", "VISA", "MASTER", "Outcome"}}
		for _, c := range payment.TestCards() {
			t.Rows = append(t.Rows, row{Cells: []string{c.MADA, c.VISA, c.MASTER, c.Outcome}})
		}
		return t
	case identity.Name:
		return personTable(identity.Magic())
	case registry.Name:
		return personTable(registry.Magic())
	case smdp.Name:
		return eidTable()
	case clearinghouse.Name:
		t := &table{Head: []string{"Number ends in", "Step", "Outcome"}}
		for _, m := range clearinghouse.MagicNumbers() {
			t.Rows = append(t.Rows, row{Cells: []string{m.Digits, m.Step, m.Outcome}})
		}
		return t
	default:
		return nil
	}
}

func personTable(outcomes map[int]string) *table {
	t := &table{Head: []string{"Citizen", "Resident", "Outcome"}}
	for digits, outcome := range outcomes {
		t.Rows = append(t.Rows, row{Cells: []string{person.ID(1, digits), person.ID(2, digits), outcome}})
	}
	slices.SortFunc(t.Rows, func(a, b row) int { return strings.Compare(a.Cells[0], b.Cells[0]) })
	return t
}
