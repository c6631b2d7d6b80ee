package network

import (
	"net/http"
	"slices"

	"selfcare/dev/simulator/engine"
)

// outcomePlanUnknown is a plan that the network does not know.
const outcomePlanUnknown = "plan-unknown"

// levels are the service levels of a line.
var levels = []string{"full", "home", "included", "incoming", "none"}

// service is the plan and the service level of a line.
type service struct {
	PlanID string `json:"planId"`
	Level  string `json:"level"`
}

func setService(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[service](c)
	switch {
	case !ok:
		return refusal
	case !slices.Contains(levels, body.Level):
		return engine.Refuse(http.StatusBadRequest, "bad_request", "level is full, home, included, incoming or none")
	case c.Outcome == outcomePlanUnknown || body.PlanID == "":
		return engine.Refuse(http.StatusUnprocessableEntity, "plan_unknown", "no such plan")
	}
	was := lineWith(c, "")
	is := was
	is.PlanID, is.Level = body.PlanID, body.Level
	change(c.Tx, was, is)
	return engine.OK(body)
}
