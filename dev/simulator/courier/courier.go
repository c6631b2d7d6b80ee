// Package courier simulates the parcel courier (after SMSA): airway bills, automatic scans, pickup branches.
package courier

import (
	"net/http"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "courier"

// Operations that can be scripted.
const (
	OperationBook     = "book"
	OperationInquire  = "inquire"
	OperationTrack    = "track"
	OperationCancel   = "cancel"
	OperationBranches = "branches"
	OperationLabel    = "label"
)

// Outcomes of a booking, for scenarios; magic addresses and mobiles choose one.
const (
	outcomeDelivered    = "delivered"
	outcomeFailOnce     = "fail-once"
	outcomeFailTwice    = "fail-twice"
	outcomeReturned     = "returned"
	outcomeLost         = "lost"
	outcomeByHand       = "by-hand"
	outcomeRefused      = "address-refused"
	outcomeBranchClosed = "branch-closed"
)

// PaceScan is the knob for the time between two scans; 0 = manual scans only.
const PaceScan = "scanEveryMs"

const timerScan = "scan"

// System is the simulated courier.
type System struct {
	*engine.System
	publicURL string
	branches  branchList
}

// New adds the courier to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, publicURL, apiKey, webhookSecret string) (*System, error) {
	list, err := loadBranches()
	if err != nil {
		return nil, err
	}
	s := &System{e.AddSystem(Name, webhookSecret, engine.HeaderKey("apikey", apiKey)), publicURL, list}
	s.ProveBy(proveBy(webhookSecret))
	s.Defaults.Pace = map[string]int{PaceScan: 10_000}
	s.Panel = s.panel()
	s.OnTimer(timerScan, s.scanItself)
	s.route(mux)
	return s, nil
}

func (s *System) route(mux *http.ServeMux) {
	mux.Handle("POST /courier/api/shipments", s.ServeOperation(engine.Operation{
		Name: OperationBook, Effect: true, Handle: s.book, Magic: fromConsignee,
		Outcomes: bookingOutcomes(),
	}))
	mux.Handle("GET /courier/api/shipments", s.ServeOperation(engine.Operation{Name: OperationInquire, Handle: s.inquire}))
	mux.Handle("GET /courier/api/shipments/{awb}", s.ServeOperation(engine.Operation{Name: OperationTrack, Handle: track}))
	mux.Handle("DELETE /courier/api/shipments/{awb}", s.ServeOperation(engine.Operation{Name: OperationCancel, Effect: true, Handle: cancel}))
	mux.HandleFunc("GET /courier/track/{awb}", s.trackParcel)
	mux.Handle("GET /courier/api/branches", s.ServeOperation(engine.Operation{
		Name: OperationBranches, Handle: func(*engine.Call) engine.Answer { return engine.OK(map[string]any{"items": s.branches}) },
	}))
	s.routeSMSA(mux)
}

func bookingOutcomes() []string {
	return []string{
		outcomeDelivered, outcomeFailOnce, outcomeFailTwice, outcomeReturned, outcomeLost, outcomeByHand,
		outcomeRefused, outcomeBranchClosed,
	}
}
