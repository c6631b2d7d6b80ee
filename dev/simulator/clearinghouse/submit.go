package clearinghouse

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"selfcare/dev/simulator/engine"
)

// donors are the operators connected to the clearing house.
var donors = []string{"stc", "mobily", "zain", "lebara"}

type checkBody struct {
	Donor  string `json:"donor"`
	MSISDN string `json:"msisdn"`
}

func check(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[checkBody](c)
	if !ok {
		return refusal
	}
	if !slices.Contains(donors, body.Donor) || !national(body.MSISDN) {
		return badRequest()
	}
	said, special := notices[c.Outcome]
	if !special {
		said = []string{"PREPAID_CREDIT"}
	}
	answer := map[string]any{"msisdn": body.MSISDN, "donor": body.Donor, "portable": true, "notices": said}
	if reason := refusals[c.Outcome]; reason != "" {
		answer["portable"], answer["reason"] = false, reason
	}
	return engine.OK(answer)
}

type portBody struct {
	Donor         string `json:"donor"`
	Recipient     string `json:"recipient"`
	MSISDN        string `json:"msisdn"`
	IDNumber      string `json:"idNumber"`
	RequestedDate string `json:"requestedDate"`
}

func (s *System) submit(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[portBody](c)
	if !ok {
		return refusal
	}
	portID := c.Request.PathValue("portId")
	if known, submitted := ports.Get(c.Tx, portID); submitted {
		return engine.OK(view(known))
	}
	switch {
	case !slices.Contains(donors, body.Donor), !national(body.MSISDN), len(body.IDNumber) != 10, body.Recipient == "":
		return badRequest()
	case c.Outcome == outcomeBusy, onItsWay(c.Tx, body.MSISDN):
		return engine.Refuse(http.StatusConflict, "port_in_progress", "the number is being moved already")
	}
	p := Port{
		PortID: portID, Reference: fmt.Sprintf("NP%08d", ports.Next(c.Tx)), Donor: body.Donor, MSISDN: body.MSISDN,
		Date: body.RequestedDate, Status: Validation, Sequence: 1, Outcome: answerOf(c, body.MSISDN), UpdatedAt: c.Shown(c.Now()),
	}
	ports.Put(c.Tx, portID, p)
	if pace := s.Pace(c.Tx, PaceAnswer); pace > 0 {
		s.After(c.Tx, pace, timerAnswer, portID)
	}
	return engine.Answer{Status: http.StatusCreated, Body: view(p)}
}

// answerOf is the old operator's coming answer; an unpaid bill is paid by the second try.
func answerOf(c *engine.Call, msisdn string) string {
	if c.Outcome != outcomeUnpaidOnce {
		return c.Outcome
	}
	if before, _ := rejectedBefore.Get(c.Tx, msisdn); before {
		return outcomeApproved
	}
	rejectedBefore.Put(c.Tx, msisdn, true)
	return outcomeUnpaidOnce
}

func onItsWay(tx *engine.Tx, msisdn string) bool {
	found := false
	ports.Each(tx, func(_ string, p Port) bool {
		found = p.MSISDN == msisdn && p.open()
		return !found
	})
	return found
}

func national(msisdn string) bool { return len(msisdn) == 10 && strings.HasPrefix(msisdn, "05") }

func badRequest() engine.Answer {
	return engine.Refuse(http.StatusBadRequest, "bad_request", "a known donor, a national number, the recipient and an ID are needed")
}

// Errors of a manual answer.
var (
	ErrUnknown  = engine.Unknown("no such port")
	ErrAnswered = engine.Over("port does not wait for the old operator")
	ErrStatus   = errors.New("status is APPROVED or a reason to reject, such as UNPAID_DUES")
)

// Answer plays the old operator: APPROVED, or the reason of its refusal.
func (s *System) Answer(tx *engine.Tx, portID, with string) error {
	p, known := ports.Get(tx, portID)
	switch {
	case !known:
		return ErrUnknown
	case p.Status != Validation:
		return ErrAnswered
	case with == string(Approved):
		s.change(tx, p, Approved, "")
	case slices.Contains(Reasons(), with):
		s.change(tx, p, Rejected, with)
	default:
		return ErrStatus
	}
	return nil
}

// Reasons lists the old operator's reasons of a refusal.
func Reasons() []string {
	var all []string
	for _, reason := range rejections {
		all = append(all, reason)
	}
	for _, reason := range refusals {
		all = append(all, reason)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// answerItself is the timer; a port with a manual answer stays as it is.
func (s *System) answerItself(tx *engine.Tx, portID string) {
	p, known := ports.Get(tx, portID)
	if !known || p.Status != Validation || p.Outcome == outcomeSilent {
		return
	}
	if reason := rejections[p.Outcome]; reason != "" {
		s.change(tx, p, Rejected, reason)
		return
	}
	s.change(tx, p, Approved, "")
}
