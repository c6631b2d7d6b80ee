package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Scenario scripts the outcome of the next calls of one operation.
type Scenario struct {
	ID        string            `json:"id"`
	Operation string            `json:"operation"`
	Outcome   string            `json:"outcome"`
	Times     int               `json:"times"`           // calls left; Standing = until removed
	Match     map[string]string `json:"match,omitempty"` // only calls whose fields have these values
}

// Standing is the Times of a scenario that does not wear out.
const Standing = -1

// Outcomes every operation understands.
const (
	OutcomeError              = "error"                // 503, nothing done
	OutcomeRateLimited        = "rate-limited"         // 429, nothing done
	OutcomeTimeout            = "timeout"              // nothing done, no answer
	OutcomeTimeoutAfterCommit = "timeout-after-commit" // done, no answer
	OutcomeBrokenJSON         = "broken-json"          // done, answer cut in the middle
	OutcomeSlow               = "slow"                 // done after SlowBy
	OutcomePage               = "html"                 // done, a proxy answers 200 with a page
	OutcomeMoved              = "moved"                // 301 to another address, nothing done
)

var commonOutcomes = []string{OutcomeError, OutcomeRateLimited, OutcomeTimeout, OutcomeTimeoutAfterCommit, OutcomeBrokenJSON, OutcomeSlow, OutcomePage, OutcomeMoved}

// ErrScenario refuses a scenario that could never apply.
var ErrScenario = errors.New("operation and outcome must be known; times is at least 1, or -1 for ever")

var scenarios = Table[Scenario]{"scenarios"}

func (s *System) prefix() string { return s.Name + "/" }

// AddScenario queues a scenario after the others.
func (s *System) AddScenario(tx *Tx, sc Scenario) (Scenario, error) {
	if sc.Times == 0 {
		sc.Times = 1
	}
	if !slices.Contains(s.outcomes[sc.Operation], sc.Outcome) || sc.Times < Standing {
		return sc, ErrScenario
	}
	sc.ID = s.prefix() + fmt.Sprintf("%012d", scenarios.Next(tx))
	scenarios.Put(tx, sc.ID, sc)
	return sc, nil
}

// Scenarios lists the queued scenarios.
func (s *System) Scenarios(tx *Tx) []Scenario {
	list := []Scenario{}
	scenarios.Each(tx, func(key string, sc Scenario) bool {
		if strings.HasPrefix(key, s.prefix()) {
			list = append(list, sc)
		}
		return true
	})
	return list
}

// DropScenarios forgets all scenarios of the system, or the one with this id.
func (s *System) DropScenarios(tx *Tx, id string) {
	for _, sc := range s.Scenarios(tx) {
		if id == "" || sc.ID == id {
			scenarios.Delete(tx, sc.ID)
		}
	}
}

// takeScenario returns the outcome of the first matching scenario and counts it down. A read-only call passed before
// the scenario came.
func (s *System) takeScenario(tx *Tx, operation string, fields map[string]string) string {
	if !tx.bolt.Writable() {
		return ""
	}
	list := s.Scenarios(tx)
	i := slices.IndexFunc(list, func(sc Scenario) bool { return sc.Operation == operation && sc.matches(fields) })
	if i < 0 {
		return ""
	}
	sc := list[i]
	switch sc.Times {
	case Standing:
	case 1:
		scenarios.Delete(tx, sc.ID)
	default:
		sc.Times--
		scenarios.Put(tx, sc.ID, sc)
	}
	return sc.Outcome
}

func (sc Scenario) matches(fields map[string]string) bool {
	for name, want := range sc.Match {
		if fields[name] != want {
			return false
		}
	}
	return true
}
