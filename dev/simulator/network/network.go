// Package network simulates the mobile network: its provisioning system, and its usage reports.
package network

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "network"

// Operations that can be scripted.
const (
	OperationActivate   = "activate"
	OperationDeactivate = "deactivate"
	OperationStatus     = "status"
	OperationSuspend    = "suspend"
	OperationResume     = "resume"
	OperationPlaceSIM   = "place-sim"
	OperationRemoveSIM  = "remove-sim"
	OperationService    = "service"
	OperationFeature    = "feature"
	OperationFeatures   = "features"
)

// Outcomes of an activation, for scenarios; magic digits of an ICCID choose one.
const (
	outcomeUnknownSIM = "iccid-unknown"
	outcomeInUse      = "msisdn-in-use"
)

// magicSerial starts the serial of an ICCID with a meaning; the two digits after it choose, the check digit follows.
const magicSerial = "999999999"

var magic = map[string]string{
	"11": outcomeUnknownSIM, "12": engine.OutcomeSlow, "13": outcomeInUse,
	"14": engine.OutcomeTimeoutAfterCommit, "15": engine.OutcomeError,
}

// Status is a line's state.
type Status string

// Line states.
const (
	Active    Status = "active"
	Inactive  Status = "inactive"
	Suspended Status = "suspended"
)

// Line is one number in the network.
type Line struct {
	MSISDN    string    `json:"msisdn"`
	ICCID     string    `json:"iccid"`
	PlanID    string    `json:"planId,omitempty"`
	Level     string    `json:"level,omitempty"` // service level; empty means full
	Status    Status    `json:"status"`
	Further   []string  `json:"further,omitempty"` // ICCIDs beside the primary one
	Features  []Feature `json:"features,omitempty"`
	Changes   int       `json:"changes"` // real changes of state; a repeat changes nothing
	ChangedAt time.Time `json:"changedAt"`
}

type lineView struct {
	MSISDN string `json:"msisdn"`
	ICCID  string `json:"iccid"`
	Status Status `json:"status"`

	Further []string `json:"further,omitempty"`
}

var (
	lines   = engine.Table[Line]{Name: "network-lines"}
	bySIM   = engine.Table[string]{Name: "network-by-iccid"}   // iccid → msisdn it is active under
	stalled = engine.Table[bool]{Name: "network-stalled-once"} // earlier failures: iccids and numbers
)

// System is the simulated network.
type System struct{ *engine.System }

// New adds the network to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, apiKey, webhookSecret string) *System {
	s := &System{e.AddSystem(Name, webhookSecret, engine.HeaderKey("X-Api-Key", apiKey))}
	s.Panel = s.panel()
	const path = "/network/v1/lines/{msisdn}"
	mux.Handle("PUT "+path, s.ServeOperation(engine.Operation{
		Name: OperationActivate, Effect: true, Outcomes: []string{outcomeUnknownSIM, outcomeInUse}, Handle: activate, Magic: outcomeOf,
	}))
	mux.Handle("DELETE "+path, s.ServeOperation(engine.Operation{Name: OperationDeactivate, Effect: true, Handle: deactivate}))
	s.serveSIMs(mux, path)
	mux.Handle("PUT "+path+"/service", s.ServeOperation(engine.Operation{
		Name: OperationService, Effect: true, Outcomes: []string{outcomePlanUnknown}, Handle: setService,
	}))
	s.serveFeatures(mux, path)
	mux.Handle("GET "+path, s.ServeOperation(engine.Operation{Name: OperationStatus, Handle: show}))
	return s
}

// Lines lists the lines of the network.
func (s *System) Lines(tx *engine.Tx, limit int) []Line { return lines.Newest(tx, limit, nil) }

// refusedOnce ends a ported number that is in use elsewhere at its first activation.
const refusedOnce = "6025"

func outcomeOf(c *engine.Call) string {
	msisdn := c.Request.PathValue("msisdn")
	if !strings.HasSuffix(msisdn, refusedOnce) || strings.HasPrefix(msisdn, "057") {
		return fromICCID(c)
	}
	if before, _ := stalled.Get(c.Tx, msisdn); before {
		return ""
	}
	stalled.Put(c.Tx, msisdn, true)
	return outcomeInUse
}

func fromICCID(c *engine.Call) string {
	body, _, _ := engine.Body[Line](c)
	if len(body.ICCID) != 19 || body.ICCID[7:16] != magicSerial {
		return ""
	}
	outcome := magic[body.ICCID[16:18]]
	if outcome != engine.OutcomeTimeoutAfterCommit {
		return outcome
	}
	if before, _ := stalled.Get(c.Tx, body.ICCID); before {
		return ""
	}
	stalled.Put(c.Tx, body.ICCID, true)
	return outcome
}

func activate(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[Line](c)
	if !ok {
		return refusal
	}
	msisdn := c.Request.PathValue("msisdn")
	if c.Request.Header.Get("Idempotency-Key") == "" || !strings.HasPrefix(msisdn, "0") || len(msisdn) != 10 {
		return engine.Refuse(http.StatusBadRequest, "bad_request", "Idempotency-Key and a national number are needed")
	}
	if c.Outcome == outcomeUnknownSIM || !validICCID(body.ICCID) {
		return engine.Refuse(http.StatusUnprocessableEntity, "iccid_unknown", "no such SIM")
	}
	line, known := lines.Get(c.Tx, msisdn)
	switch other, used := bySIM.Get(c.Tx, body.ICCID); {
	case c.Outcome == outcomeInUse, known && line.Status == Active && line.ICCID != body.ICCID:
		return engine.Refuse(http.StatusConflict, "msisdn_in_use", "the number is active on another SIM")
	case used && other != msisdn:
		return engine.Refuse(http.StatusConflict, "iccid_in_use", "the SIM is active under another number")
	}
	return engine.OK(view(change(c.Tx, line, Line{MSISDN: msisdn, ICCID: body.ICCID, PlanID: body.PlanID, Status: Active})))
}

func deactivate(c *engine.Call) engine.Answer {
	line, known := lines.Get(c.Tx, c.Request.PathValue("msisdn"))
	if !known {
		return engine.Answer{Status: http.StatusNoContent}
	}
	off := line
	off.Status, off.Features = Inactive, nil // the next owner of the number begins without settings
	change(c.Tx, line, off)
	return engine.Answer{Status: http.StatusNoContent}
}

func show(c *engine.Call) engine.Answer {
	line, known := lines.Get(c.Tx, c.Request.PathValue("msisdn"))
	if !known {
		return engine.Refuse(http.StatusNotFound, "not_found", "no such line")
	}
	return engine.OK(view(line))
}

// change sets a line's state; a repeat changes nothing and is not counted.
func change(tx *engine.Tx, was, is Line) Line {
	if was.Status == is.Status && was.ICCID == is.ICCID && was.PlanID == is.PlanID && was.Level == is.Level && slices.Equal(was.Further, is.Further) && slices.Equal(was.Features, is.Features) {
		return was
	}
	is.Changes = was.Changes + 1
	is.ChangedAt = time.Now().UTC().Truncate(time.Millisecond)
	lines.Put(tx, is.MSISDN, is)
	for _, out := range was.sims() {
		bySIM.Delete(tx, out)
	}
	if is.Status != Inactive {
		for _, in := range is.sims() {
			bySIM.Put(tx, in, is.MSISDN)
		}
	}
	return is
}

// sims lists all cards of a line.
func (l Line) sims() []string {
	if l.ICCID == "" {
		return l.Further
	}
	return append([]string{l.ICCID}, l.Further...)
}

func view(l Line) lineView { return lineView{l.MSISDN, l.ICCID, l.Status, l.Further} }
