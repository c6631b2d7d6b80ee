package smdp

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

func (s *System) panel() engine.Panel {
	return engine.Panel{
		About:    "SM-DP+: eSIM profiles, and the phones that install them.",
		Records:  s.sheet,
		Magic:    chips(),
		Reads:    map[string]func(*engine.Tx, url.Values) any{"profiles": s.listProfiles},
		Commands: map[string]func(*engine.Tx, string, []byte) error{"profiles/{id}/report": s.reportProfile},
	}
}

func (s *System) listProfiles(tx *engine.Tx, query url.Values) any {
	if reference := query.Get("reference"); reference != "" {
		return engine.Item(s.ByReference(tx, reference))
	}
	return engine.Items(s.Profiles(tx, engine.Listed))
}

// reportProfile plays the phone: it downloads, installs, or reports a fault. At is for late reports.
func (s *System) reportProfile(tx *engine.Tx, iccid string, body []byte) error {
	var ask struct {
		Status string
		At     time.Time
	}
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	return s.Report(tx, iccid, ask.Status, ask.At)
}

func (s *System) sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Profiles", Head: []string{"ICCID", "Reference", "Code", "State", "Fault", "Plan"}}
	for _, p := range s.Profiles(tx, engine.Shown) {
		t.Rows = append(t.Rows, engine.Row{
			Cells: []string{p.ICCID, p.Reference, p.MatchingID, string(p.State), p.Fault, p.Plan},
			Path:  "/control/esim/profiles/" + p.ICCID + "/report", Actions: Reports(p),
		})
	}
	return t
}

func chips() *engine.Sheet {
	t := &engine.Sheet{Head: []string{"EID", "Outcome"}}
	for digits, outcome := range Magic() {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{MagicEID(digits), outcome}})
	}
	slices.SortFunc(t.Rows, func(a, b engine.Row) int { return strings.Compare(a.Cells[0], b.Cells[0]) })
	return t
}
