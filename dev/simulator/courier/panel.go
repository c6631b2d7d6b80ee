package courier

import (
	"fmt"
	"net/url"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:    "Parcel courier: airway bills, scans, pickup branches.",
		Records:  s.sheet,
		Reads:    map[string]func(*engine.Tx, url.Values) any{"parcels": s.listParcels},
		Commands: map[string]func(*engine.Tx, string, []byte) error{"parcels/{id}/scan": s.scanParcel},
	}
}

func (s *System) listParcels(tx *engine.Tx, query url.Values) any {
	if reference := query.Get("reference"); reference != "" {
		return engine.Item(s.ByReference(tx, reference))
	}
	return engine.Items(s.Parcels(tx, engine.Listed))
}

func (s *System) scanParcel(tx *engine.Tx, awb string, body []byte) error {
	var ask struct{ Status Status }
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	return s.Scan(tx, awb, ask.Status)
}

func (s *System) sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Parcels", Head: []string{"Airway bill", "Order", "City", "Status", "Scans", "Ahead"}}
	for _, p := range s.Parcels(tx, engine.Shown) {
		r := engine.Row{
			Cells: []string{p.AWB, p.OrderNumber, p.City, string(p.Status), fmt.Sprint(len(p.Scans)), fmt.Sprint(len(p.Ahead))},
			Path:  "/control/courier/parcels/" + p.AWB + "/scan",
		}
		for _, status := range Scannable(p) {
			r.Actions = append(r.Actions, string(status))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}
