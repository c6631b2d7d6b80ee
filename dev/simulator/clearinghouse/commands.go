package clearinghouse

import (
	"net/http"
	"time"

	"selfcare/dev/simulator/engine"
)

func status(c *engine.Call) engine.Answer {
	p, refusal, ok := named(c)
	if !ok {
		return refusal
	}
	return engine.OK(view(p))
}

func named(c *engine.Call) (Port, engine.Answer, bool) {
	p, known := ports.Get(c.Tx, c.Request.PathValue("portId"))
	if !known {
		return p, engine.Refuse(http.StatusNotFound, "not_found", "no such port"), false
	}
	return p, engine.Answer{}, true
}

// withdraw takes a port back until the number was released.
func (s *System) withdraw(c *engine.Call) engine.Answer {
	p, refusal, ok := named(c)
	switch {
	case !ok:
		return refusal
	case p.Status == Withdrawn, p.Status == Rejected:
		return engine.OK(view(p))
	case p.Status == Released, p.Status == Completed:
		return engine.Refuse(http.StatusConflict, "too_late", "the number is moving or has moved")
	default:
		return engine.OK(view(s.change(c.Tx, p, Withdrawn, "")))
	}
}

// schedule takes another date until the number was released; without a date the product triggers the move.
func (s *System) schedule(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[scheduleBody](c)
	if !ok {
		return refusal
	}
	p, refusal, ok := named(c)
	switch {
	case !ok:
		return refusal
	case p.Status == Withdrawn:
		return engine.Refuse(http.StatusConflict, "withdrawn", "the port was withdrawn")
	case p.Status == Released, p.Status == Completed:
		return engine.Refuse(http.StatusConflict, "too_late", "the number is moving or has moved")
	case p.Status != Approved && p.Status != RolledBack:
		return engine.Refuse(http.StatusConflict, "not_approved", "the old operator has not agreed")
	case !working(body.RequestedDate):
		return engine.Refuse(http.StatusUnprocessableEntity, "schedule_invalid", "numbers are moved from Sunday to Thursday")
	}
	p.Date = body.RequestedDate
	ports.Put(c.Tx, p.PortID, p)
	return engine.OK(view(p))
}

type scheduleBody struct {
	RequestedDate string `json:"requestedDate"`
}

// working tells whether numbers are moved on a date; an empty date always is a working one.
func working(date string) bool {
	if date == "" {
		return true
	}
	day, err := time.Parse(time.DateOnly, date)
	return err == nil && day.Weekday() != time.Friday && day.Weekday() != time.Saturday
}

func (s *System) release(c *engine.Call) engine.Answer {
	p, refusal, ok := named(c)
	switch {
	case !ok:
		return refusal
	case p.Status == Released, p.Status == Completed:
		return engine.OK(view(p))
	case p.Status == Withdrawn:
		return engine.Refuse(http.StatusConflict, "withdrawn", "the port was withdrawn")
	case p.Status != Approved && p.Status != RolledBack:
		return engine.Refuse(http.StatusConflict, "not_approved", "the old operator has not agreed")
	case c.Outcome == outcomeFails:
		return failed(c.Tx, p)
	default:
		return engine.OK(view(s.change(c.Tx, p, Released, "")))
	}
}

func failed(tx *engine.Tx, p Port) engine.Answer {
	p.Failures++
	ports.Put(tx, p.PortID, p)
	return engine.Refuse(http.StatusUnprocessableEntity, "cut_over_failed", "the number could not be switched")
}

func (s *System) broadcast(c *engine.Call) engine.Answer {
	p, refusal, ok := named(c)
	switch {
	case !ok:
		return refusal
	case p.Status == Completed:
		return engine.OK(view(p))
	case p.Status != Released:
		return engine.Refuse(http.StatusConflict, "not_released", "the old operator still has the number")
	case c.Outcome == outcomeFails:
		return failed(c.Tx, p)
	default:
		return engine.OK(view(s.change(c.Tx, p, Completed, "")))
	}
}

// rollBack gives a released number back; before that it changes nothing.
func (s *System) rollBack(c *engine.Call) engine.Answer {
	p, refusal, ok := named(c)
	switch {
	case !ok:
		return refusal
	case p.Status == Approved, p.Status == RolledBack:
		return engine.OK(view(p))
	case p.Status != Released:
		return engine.Refuse(http.StatusConflict, "not_released", "there is nothing to roll back")
	default:
		return engine.OK(view(s.change(c.Tx, p, RolledBack, "")))
	}
}
