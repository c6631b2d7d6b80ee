package clearinghouse

import (
	"net/http"

	"selfcare/internal/simulator/engine"
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

// rollBack gives a released number back; there is nothing to do before that.
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
