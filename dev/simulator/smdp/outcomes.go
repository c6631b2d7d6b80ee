package smdp

import (
	"maps"
	"slices"
	"strings"

	"selfcare/dev/simulator/engine"
)

// Outcomes of an order, for scenarios; the four digits before the check digits of an EID choose one.
const (
	outcomeInstalled   = "installed"
	outcomeByHand      = "by-hand"
	outcomeAlwaysFails = "always-fails"
	outcomeLost        = "reports-lost"
	outcomeDoubled     = "reports-doubled"
	outcomeEIDRefused  = "eid-refused"
	outcomeNoneLeft    = "none-left"
	outcomeRefused     = "refused"
	outcomeTooLate     = "too-late"
	outcomeStrict      = "repeats-refused"
)

// pair is a subject and a reason code of SGP.22; step is its notification point.
type pair struct {
	subject, reason string
	step            int
}

// faults are the possible failures of a download or an installation, by outcome.
var faults = map[string]pair{
	"no-memory":          {"8.1", "4.8", stepInstall},
	"other-phone":        {"8.1.1", "3.8", stepEligible},
	"not-eligible":       {"8.2.5", "4.3", stepEligible},
	"code-used":          {"8.2.6", "3.8", stepEligible},
	"code-expired":       {"8.8.5", "4.10", stepEligible},
	"too-many-tries":     {"8.8.5", "6.4", stepEligible},
	"installation-fails": {"8.2", "4.2", stepInstall},
}

// faultAlways is the failure of always-fails.
const faultAlways = "installation-fails"

// Magic maps the four digits before the check digits of an EID to their outcomes.
func Magic() map[string]string {
	return map[string]string{
		"9901": "no-memory", "9902": "other-phone", "9903": "not-eligible", "9904": "code-used", "9905": "code-expired",
		"9906": "too-many-tries", "9907": "installation-fails", "9908": outcomeAlwaysFails, "9909": outcomeByHand,
		"9911": outcomeEIDRefused, "9912": outcomeNoneLeft, "9913": engine.OutcomeTimeoutAfterCommit,
		"9914": outcomeLost, "9915": outcomeDoubled, "9916": outcomeStrict,
	}
}

// MagicEID is an EID with four magic digits.
func MagicEID(digits string) string { return engine.Mod97Append("89049032000000000000000000" + digits) }

// asked returns the four digits before the check digits of an EID.
func asked(eid string) string { return eid[eidDigits-6 : eidDigits-2] }

// FaultNames lists the faults that a phone can report.
func FaultNames() []string { return slices.Sorted(maps.Keys(faults)) }

func outcomes() []string {
	return append(FaultNames(), outcomeInstalled, outcomeByHand, outcomeAlwaysFails, outcomeLost, outcomeDoubled,
		outcomeEIDRefused, outcomeNoneLeft, outcomeStrict)
}

// fromEID applies an EID's outcome to the order's first profile, so that another one helps; some outcomes always
// apply.
func fromEID(c *engine.Call) string {
	body, _, _ := engine.Body[downloadOrder](c)
	if !isEID(body.EID) {
		return ""
	}
	outcome := Magic()[asked(body.EID)]
	_, repeated := byReference.Get(c.Tx, body.Header.Call)
	_, curable := faults[outcome]
	switch {
	case curable && !strings.HasSuffix(body.Header.Call, "-1"),
		outcome == engine.OutcomeTimeoutAfterCommit && repeated:
		return ""
	default:
		return outcome
	}
}
