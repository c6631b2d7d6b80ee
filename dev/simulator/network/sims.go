package network

import (
	"cmp"
	"net/http"
	"slices"

	"selfcare/dev/simulator/engine"
)

// outcomeMismatch: the network has another primary SIM than the caller.
const outcomeMismatch = "primary-mismatch"

// place is the target place of a SIM.
type place struct {
	Role    string `json:"role"`
	Primary string `json:"primary"` // the present primary ICCID
	Keep    bool   `json:"keep"`    // keep it as a further one
}

func (s *System) serveSIMs(mux *http.ServeMux, path string) {
	refusals := []string{outcomeUnknownSIM, outcomeMismatch}
	mux.Handle("PUT "+path+"/suspension", s.ServeOperation(engine.Operation{
		Name: OperationSuspend, Effect: true, Outcomes: []string{outcomeMismatch}, Handle: func(c *engine.Call) engine.Answer { return setSuspended(c, Suspended) },
	}))
	mux.Handle("DELETE "+path+"/suspension", s.ServeOperation(engine.Operation{
		Name: OperationResume, Effect: true, Outcomes: []string{outcomeMismatch}, Handle: func(c *engine.Call) engine.Answer { return setSuspended(c, Active) },
	}))
	mux.Handle("PUT "+path+"/sims/{iccid}", s.ServeOperation(engine.Operation{Name: OperationPlaceSIM, Effect: true, Outcomes: refusals, Handle: placeSIM}))
	mux.Handle("DELETE "+path+"/sims/{iccid}", s.ServeOperation(engine.Operation{Name: OperationRemoveSIM, Effect: true, Handle: removeSIM}))
}

// lineWith is the line of the call. An unknown line was in service before this network kept records: the caller knows
// its SIM.
func lineWith(c *engine.Call, primary string) Line {
	msisdn := c.Request.PathValue("msisdn")
	if line, known := lines.Get(c.Tx, msisdn); known {
		line.ICCID = cmp.Or(line.ICCID, primary) // earlier settings did not name its SIM
		return line
	}
	return Line{MSISDN: msisdn, ICCID: primary, Status: Active}
}

func setSuspended(c *engine.Call, status Status) engine.Answer {
	body, refusal, ok := engine.Body[Line](c)
	if !ok {
		return refusal
	}
	was := lineWith(c, body.ICCID)
	if c.Outcome == outcomeMismatch || was.ICCID != body.ICCID || was.Status == Inactive {
		return mismatch()
	}
	is := was
	is.Status = status
	return engine.OK(view(change(c.Tx, was, is)))
}

func placeSIM(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[place](c)
	if !ok {
		return refusal
	}
	iccid := c.Request.PathValue("iccid")
	was := lineWith(c, body.Primary)
	switch other, used := bySIM.Get(c.Tx, iccid); {
	case c.Outcome == outcomeUnknownSIM || !validICCID(iccid):
		return engine.Refuse(http.StatusUnprocessableEntity, "iccid_unknown", "no such SIM")
	case used && other != was.MSISDN:
		return engine.Refuse(http.StatusConflict, "iccid_in_use", "the SIM is active under another number")
	case c.Outcome == outcomeMismatch || !placed(was, iccid, body) && was.ICCID != body.Primary:
		return mismatch()
	}
	return engine.OK(view(change(c.Tx, was, with(was, iccid, body))))
}

// placed tells whether the SIM is already in its place, so that a repeat is no mismatch.
func placed(l Line, iccid string, p place) bool {
	if p.Role == "primary" {
		return l.ICCID == iccid
	}
	return slices.Contains(l.Further, iccid)
}

func with(l Line, iccid string, p place) Line {
	if placed(l, iccid, p) && l.Status == Active {
		return l
	}
	l.Further = slices.DeleteFunc(slices.Clone(l.Further), func(other string) bool { return other == iccid })
	if p.Role != "primary" {
		l.Further = append(l.Further, iccid)
		return l
	}
	if p.Keep && l.ICCID != "" && l.ICCID != iccid {
		l.Further = append(l.Further, l.ICCID)
	}
	l.ICCID, l.Status = iccid, Active
	return l
}

func removeSIM(c *engine.Call) engine.Answer {
	was, known := lines.Get(c.Tx, c.Request.PathValue("msisdn"))
	iccid := c.Request.PathValue("iccid")
	if !known || !slices.Contains(was.Further, iccid) {
		return engine.Answer{Status: http.StatusNoContent}
	}
	is := was
	is.Further = slices.DeleteFunc(slices.Clone(was.Further), func(other string) bool { return other == iccid })
	change(c.Tx, was, is)
	return engine.Answer{Status: http.StatusNoContent}
}

func mismatch() engine.Answer {
	return engine.Refuse(http.StatusConflict, "primary_mismatch", "another SIM is the primary one of this number")
}
