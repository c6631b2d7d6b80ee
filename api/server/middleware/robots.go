package middleware

import (
	"context"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
)

// RobotCheck tells people from robots where a limit is near (ADR 64). ProofOfWork needs no provider; Captcha asks a provider first. An operator
// may put another in their place, with a part of the page that answers it.
type RobotCheck interface {
	// Ask is what a caller has to answer before an operation is carried out; refused tells that an answer came and did not count.
	Ask(operation string, refused bool, now time.Time) (gen.Work, error)
	// Right tells whether an answer is right for this operation and in time. It counts once: id names it, until is its
	// expiry.
	Verify(ctx context.Context, operation, answer string, now time.Time) (id string, until time.Time, right bool)
}

// RobotAsked refuses until the task is solved.
type RobotAsked struct{ Work gen.Work }

func (e *RobotAsked) Error() string { return string(contract.FailWorkNeeded) }

// requireWork takes the answer of a request, or asks for one. A wrong, late or used answer gets a new task.
func (s *Core) requireWork(ctx context.Context) error {
	current := RequestOf(ctx)
	if current.NoRobot {
		return nil
	}
	now := s.Now()
	if current.Worked != "" {
		id, until, right := s.Robots.Verify(ctx, current.Operation, current.Worked, now)
		if right {
			tally, err := s.Attempts.Attempt(ctx, "worked:"+id, cache.Limit{Max: 1, Window: until.Sub(now) + time.Second})
			if err != nil || tally.Allowed {
				current.NoRobot = err == nil
				return err
			}
		}
	}
	work, err := s.Robots.Ask(current.Operation, current.Worked != "", now)
	if err != nil {
		return err
	}
	return &RobotAsked{Work: work}
}
