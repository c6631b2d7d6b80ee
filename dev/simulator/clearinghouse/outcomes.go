package clearinghouse

import (
	"maps"
	"slices"

	"selfcare/dev/simulator/engine"
)

// Outcomes of a submission, for scenarios; the last four digits of a number choose one.
const (
	outcomeApproved   = "approved"
	outcomeUnpaidOnce = "unpaid-dues-once"
	outcomeSilent     = "donor-silent"
	outcomeLost       = "answer-lost"
	outcomeDoubled    = "answer-doubled"
	outcomeLate       = "answer-late"
	outcomeBusy       = "port-in-progress"
	outcomeFails      = "fails"
)

// rejections are the reasons of the old operator, by outcome.
var rejections = map[string]string{
	outcomeUnpaidOnce: "UNPAID_DUES", "unpaid-dues": "UNPAID_DUES", "id-mismatch": "ID_MISMATCH", "name-mismatch": "NAME_MISMATCH",
	"contract": "CONTRACT_COMMITMENT", "not-active": "NUMBER_NOT_ACTIVE", "suspended": "SUSPENDED_BY_COURT",
	"schedule-invalid": "SCHEDULE_INVALID", "unknown-reason": "UNKNOWN",
}

// refusals are the findings of a check against a number, by outcome.
var refusals = map[string]string{
	"recently-ported": "RECENTLY_PORTED", "data-sim": "DATA_SIM", "not-of-donor": "NUMBER_NOT_OWNED_BY_DONOR",
	"not-portable": "NUMBER_NOT_PORTABLE", outcomeBusy: "PORT_IN_PROGRESS",
}

// notices are further findings of a check, by outcome; other numbers have unused credit.
var notices = map[string][]string{
	"all-hints": {"PREPAID_CREDIT", "CONTRACT", "OPEN_DUES"},
	"no-hints":  {},
}

var callbackFaults = map[string]string{
	outcomeLost: engine.OutcomeLost, outcomeDoubled: engine.OutcomeDoubled, outcomeLate: engine.OutcomeLate,
}

// Magic is the meaning of a number's last four digits, by step.
type Magic struct{ Digits, Step, Outcome string }

var byNumber = []Magic{
	{"6001", OperationSubmit, outcomeUnpaidOnce},
	{"6002", OperationSubmit, "id-mismatch"},
	{"6003", OperationSubmit, "contract"},
	{"6004", OperationCheck, "recently-ported"},
	{"6005", OperationCheck, "data-sim"},
	{"6006", OperationSubmit, outcomeSilent},
	{"6007", OperationSubmit, outcomeLost},
	{"6008", OperationSubmit, outcomeDoubled},
	{"6009", OperationRelease, outcomeFails},
	{"6010", OperationRelease, outcomeAlways},
	{"6011", OperationCheck, outcomeBusy},
	{"6012", OperationCheck, "not-of-donor"},
	{"6013", OperationSubmit, "not-active"},
	{"6014", OperationSubmit, "unknown-reason"},
	{"6015", OperationRouting, outcomeFails},
	{"6016", OperationSubmit, "suspended"},
	{"6017", OperationSubmit, "schedule-invalid"},
	{"6018", OperationSubmit, outcomeBusy},
	{"6019", OperationSubmit, outcomeLate},
	{"6020", OperationCheck, "all-hints"},
	{"6021", OperationCheck, "no-hints"},
	{"6022", OperationCheck, "not-portable"},
	{"6023", OperationSubmit, "name-mismatch"},
	{"6024", OperationSubmit, "unpaid-dues"},
	{"6025", OperationReturn, outcomeRefused},
}

// outcomeAlways is a release that never works; outcomeFails works the second time.
const outcomeAlways = "always-fails"

// MagicNumbers lists the endings of numbers with a meaning.
func MagicNumbers() []Magic { return slices.Clone(byNumber) }

func magicOf(msisdn, step string) string {
	if len(msisdn) < 4 {
		return ""
	}
	at := slices.IndexFunc(byNumber, func(m Magic) bool { return m.Step == step && m.Digits == msisdn[len(msisdn)-4:] })
	if at < 0 {
		return ""
	}
	return byNumber[at].Outcome
}

func checkOutcomes() []string {
	return sorted(slices.Concat(slices.Collect(maps.Keys(refusals)), slices.Collect(maps.Keys(notices))))
}

func submitOutcomes() []string {
	return sorted(append(slices.Collect(maps.Keys(rejections)),
		outcomeApproved, outcomeSilent, outcomeLost, outcomeDoubled, outcomeLate, outcomeBusy))
}

func sorted(names []string) []string {
	slices.Sort(names)
	return names
}

func fromChecked(c *engine.Call) string {
	body, _, _ := engine.Body[checkBody](c)
	return magicOf(body.MSISDN, OperationCheck)
}

func fromSubmitted(c *engine.Call) string {
	body, _, _ := engine.Body[portBody](c)
	return magicOf(body.MSISDN, OperationSubmit)
}

// fromReleased and fromRouted let a cut-over fail once; one number always fails.
func fromReleased(c *engine.Call) string { return failing(c, OperationRelease) }

func fromRouted(c *engine.Call) string { return failing(c, OperationRouting) }

func failing(c *engine.Call, step string) string {
	p, known := ports.Get(c.Tx, c.Request.PathValue("portId"))
	if !known {
		return ""
	}
	switch outcome := magicOf(p.MSISDN, step); {
	case outcome == outcomeAlways, outcome == outcomeFails && p.Failures == 0:
		return outcomeFails
	default:
		return ""
	}
}
