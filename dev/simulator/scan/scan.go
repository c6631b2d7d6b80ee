// Package scan simulates a virus scanner.
package scan

import (
	"bytes"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "scan"

// OperationScan can be scripted.
const OperationScan = "scan"

const (
	outcomeInfected = "infected"
	verdictClean    = "clean"
	largest         = 8 << 20 // bytes of a request
)

// eicar is the test pattern that every virus scanner reports; in two parts, so that scanners do not report this file.
const eicar = `X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR` + `-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

// Scan is one scanned file, without its contents.
type Scan struct {
	Reference string    `json:"reference"`
	Verdict   string    `json:"verdict"`
	Found     string    `json:"found,omitempty"`
	Bytes     int       `json:"bytes"`
	CreatedAt time.Time `json:"createdAt"`
}

var scans = engine.Table[Scan]{Name: "scan-scans"}

// System is the simulated scanner.
type System struct{ *engine.System }

// New adds the scanner to an engine and its path to mux.
func New(e *engine.Engine, mux *http.ServeMux, key string) *System {
	s := &System{e.AddSystem(Name, "", engine.HeaderKey("Authorization", "Bearer "+key))}
	s.Panel = panel()
	mux.Handle("POST /scan/v1/scans", s.ServeOperation(engine.Operation{
		Name: OperationScan, Effect: true, Handle: scan, Largest: largest, Outcomes: []string{outcomeInfected},
	}))
	return s
}

func scan(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[struct {
		Reference string `json:"reference"`
		Content   []byte `json:"content"`
	}](c)
	if !ok {
		return refusal
	}
	if body.Reference == "" || len(body.Content) == 0 {
		return engine.Refuse(http.StatusBadRequest, "bad_request", "reference and content are needed")
	}
	looked := Scan{Reference: body.Reference, Verdict: verdictClean, Bytes: len(body.Content), CreatedAt: c.Shown(c.Now())}
	if c.Outcome == outcomeInfected || bytes.Contains(body.Content, []byte(eicar)) {
		looked.Verdict, looked.Found = outcomeInfected, "Eicar-Test-Signature"
	}
	scans.Put(c.Tx, strconv.Itoa(int(scans.Next(c.Tx))), looked)
	return engine.OK(looked)
}

func panel() engine.Panel {
	return engine.Panel{
		About:   "Files that were looked through for viruses.",
		Records: sheet,
		Reads: map[string]func(*engine.Tx, url.Values) any{
			"scans": func(tx *engine.Tx, query url.Values) any {
				return engine.Items(scans.Newest(tx, engine.Listed, func(s Scan) bool {
					asked := query.Get("reference")
					return asked == "" || s.Reference == asked
				}))
			},
		},
	}
}

func sheet(tx *engine.Tx) *engine.Sheet {
	t := &engine.Sheet{Title: "Scans", Head: []string{"Reference", "Verdict", "Found", "Bytes"}}
	for _, s := range scans.Newest(tx, engine.Shown, nil) {
		t.Rows = append(t.Rows, engine.Row{Cells: []string{s.Reference, s.Verdict, s.Found, strconv.Itoa(s.Bytes)}})
	}
	return t
}
