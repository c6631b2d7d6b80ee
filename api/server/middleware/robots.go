package middleware

import (
	"context"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
)

// RobotCheck tells people from robots where a limit is near (ADR 64). ProofOfWork is ours; an operator may put another in its
// place, with a part of the page that answers it.
type RobotCheck interface {
	// Ask is what a caller has to answer before an operation is carried out.
	Ask(operation string, now time.Time) (gen.Work, error)
	// Right tells whether an answer is one, for this operation and in time. It counts once: id names it, until when it could count.
	Right(ctx context.Context, operation, answer string, now time.Time) (id string, until time.Time, right bool)
}

// RobotAsked says what has to be answered first.
type RobotAsked struct{ Work gen.Work }

func (e *RobotAsked) Error() string { return string(contract.FailWorkNeeded) }

// noRobot takes the answer that a request brings, or asks for one. What is wrong, too late or was used before is asked for anew.
func (s *Core) noRobot(ctx context.Context) error {
	current := RequestOf(ctx)
	if current.NoRobot {
		return nil
	}
	now := s.Now()
	if current.Worked != "" {
		id, until, right := s.Robots.Right(ctx, current.Operation, current.Worked, now)
		if right {
			tally, err := s.Attempts.Attempt(ctx, "worked:"+id, cache.Limit{Max: 1, Window: until.Sub(now) + time.Second})
			if err != nil || tally.Allowed {
				current.NoRobot = err == nil
				return err
			}
		}
	}
	work, err := s.Robots.Ask(current.Operation, now)
	if err != nil {
		return err
	}
	return &RobotAsked{Work: work}
}
