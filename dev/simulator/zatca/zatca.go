// Package zatca simulates the tax authority's platform for electronic invoices (after Fatoora): it reports or clears
// documents with a right hash, a right stamp and a right place in the chain of their device.
package zatca

import (
	"net/http"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "zatca"

// Operations that can be scripted.
const (
	OperationReport = "report"
	OperationClear  = "clear"
)

// Outcomes of both, for scenarios.
const (
	outcomeWarning  = "warning"  // taken with a warning
	outcomeRejected = "rejected" // breaks a rule
)

// System is the simulated platform.
type System struct {
	*engine.System

	authority authority
}

// New adds the platform to an engine and its paths to mux. It knows its callers by the certificates that it gave out.
func New(e *engine.Engine, mux *http.ServeMux) (*System, error) {
	signs, err := newAuthority()
	if err != nil {
		return nil, err
	}
	s := &System{e.AddSystem(Name, "", anyCaller), signs}
	s.Panel = s.panel()
	s.enrolment(mux)
	mux.Handle("POST /zatca/invoices/reporting/single", s.ServeOperation(s.operation(OperationReport, simplified)))
	mux.Handle("POST /zatca/invoices/clearance/single", s.ServeOperation(s.operation(OperationClear, business)))
	return s, nil
}

func (s *System) operation(name, transaction string) engine.Operation {
	return engine.Operation{
		Name: name, Effect: true, Outcomes: []string{outcomeWarning, outcomeRejected},
		Handle: ofVersion(func(c *engine.Call) engine.Answer { return take(c, transaction) }),
	}
}

// take checks a document and stores it; a known one is not taken again.
func take(c *engine.Call, transaction string) engine.Answer {
	_, device, known := caller(c, true)
	if !known {
		return unauthorised()
	}
	sent, refusal, ok := engine.Body[submission](c)
	if !ok {
		return refusal
	}
	read, problem := sent.read(transaction)
	if problem != "" {
		return said(http.StatusBadRequest, transaction, problem)
	}
	if !isOf(c.Tx, device, read.Key) {
		return said(http.StatusBadRequest, transaction, "CERTIFICATE_SIGNATURE_INVALID")
	}
	read.Device = device.Serial
	if known, there := documents.Get(c.Tx, key(read.Device, read.Counter)); there && known.Hash == read.Hash && known.Taken() {
		return again(transaction)
	}
	if problem := read.chained(c.Tx); problem != "" {
		return said(http.StatusBadRequest, transaction, problem)
	}
	read.Status, read.At = taken[transaction], c.Shown(c.Now())
	if c.Outcome == outcomeRejected {
		read.Status = rejected
	}
	documents.Put(c.Tx, key(read.Device, read.Counter), read)
	switch c.Outcome {
	case outcomeRejected:
		return said(http.StatusBadRequest, transaction, "BR-KSA-98")
	case outcomeWarning:
		return said(http.StatusAccepted, transaction, "BR-KSA-09")
	default:
		return said(http.StatusOK, transaction, "")
	}
}

// isOf tells whether a key is that of a certificate of the device, the present one or one before.
func isOf(tx *engine.Tx, device csid, key string) (is bool) {
	csids.Each(tx, func(_ string, other csid) bool {
		is = other.Production && other.Serial == device.Serial && other.Key == key
		return !is
	})
	return is
}
