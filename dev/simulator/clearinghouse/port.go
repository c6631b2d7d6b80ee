package clearinghouse

import (
	"time"

	"selfcare/dev/simulator/engine"
)

// Status is the status of a port.
type Status string

// States of a port.
const (
	Validation Status = "DONOR_VALIDATION"
	Rejected   Status = "REJECTED"
	Approved   Status = "APPROVED"
	Released   Status = "DONOR_RELEASED"
	Completed  Status = "COMPLETED"
	RolledBack Status = "ROLLED_BACK"
	Withdrawn  Status = "WITHDRAWN"
)

// Port is one submission, without the owner's data.
type Port struct {
	PortID    string    `json:"portId"`
	Reference string    `json:"reference"`
	Donor     string    `json:"donor"`
	MSISDN    string    `json:"msisdn"`
	Date      string    `json:"requestedDate,omitempty"`
	Status    Status    `json:"status"`
	Reason    string    `json:"reason,omitempty"`
	Sequence  int       `json:"sequence"` // changes so far
	Outcome   string    `json:"outcome"`  // the old operator's coming answer
	Failures  int       `json:"failures"` // cut-overs that failed
	UpdatedAt time.Time `json:"updatedAt"`
}

var (
	ports = engine.Table[Port]{Name: "portability-ports"}
	// rejectedBefore has the numbers that the old operator has refused once, by their magic digits.
	rejectedBefore = engine.Table[bool]{Name: "portability-rejected-once"}
)

// Ports lists submissions, the newest key first.
func (s *System) Ports(tx *engine.Tx, limit int) []Port { return ports.Newest(tx, limit, nil) }

// Port finds a submission.
func (s *System) Port(tx *engine.Tx, portID string) (Port, bool) { return ports.Get(tx, portID) }

// open tells whether the port is in progress.
func (p Port) open() bool {
	return p.Status == Validation || p.Status == Approved || p.Status == Released || p.Status == RolledBack
}

type portView struct {
	PortID    string `json:"portId"`
	Reference string `json:"reference"`
	Status    Status `json:"status"`
	Reason    string `json:"reason,omitempty"`
	Sequence  int    `json:"sequence"`
	Date      string `json:"requestedDate,omitempty"`
}

func view(p Port) portView {
	return portView{p.PortID, p.Reference, p.Status, p.Reason, p.Sequence, p.Date}
}

// change moves a port on and reports it.
func (s *System) change(tx *engine.Tx, p Port, to Status, reason string) Port {
	p.Status, p.Reason = to, reason
	p.Sequence++
	p.UpdatedAt = tx.Shown(tx.Now())
	ports.Put(tx, p.PortID, p)
	s.Report(tx, engine.Report{Subject: p.PortID, Type: "port.updated", Data: view(p), Fault: callbackFaults[p.Outcome]})
	return p
}
