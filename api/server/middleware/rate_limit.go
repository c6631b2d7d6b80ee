package middleware

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
)

type attemptCounter interface {
	Attempt(ctx context.Context, key string, limit cache.Limit) (cache.Tally, error)
	ForgetAttempts(ctx context.Context, key string) error
}

// Permit counts an attempt and refuses it above one of the rule's caps. If counting fails, it refuses attempts that
// are worth guessing, and permits the rest.
func (s *Core) Permit(ctx context.Context, name ratelimit.Name, about ratelimit.About) error {
	rule := ratelimit.Table[name]
	for _, c := range rule.Caps {
		err := s.count(ctx, rule, c, about)
		var often *Limited
		var asked *RobotAsked
		switch {
		case err == nil:
		case errors.As(err, &often) || errors.As(err, &asked):
			s.Figures.LimitHit(rule.Key, asked != nil)
		case rule.Open:
			s.LogFailure(ctx, "count attempts", err)
			return nil
		default:
			s.LogFailure(ctx, "count attempts", err)
			return contract.Refuse(contract.FailUnavailable)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Core) count(ctx context.Context, rule ratelimit.Rule, c ratelimit.Cap, about ratelimit.About) error {
	key, known := s.counter(ctx, rule, c, about)
	if !known {
		return nil
	}
	figures, err := s.figures(ctx, c)
	if err != nil {
		return err
	}
	if c.Robots && s.Robots != nil {
		figures.Free = max(1, figures.Max*ratelimit.NearPercent/100)
	}
	if c.Slows && s.Robots != nil {
		figures.Free, figures.Max = figures.Max, math.MaxInt64
	}
	tally, err := s.Attempts.Attempt(ctx, key, figures)
	if err == nil && tally.Near && tally.Allowed {
		if err := s.requireWork(ctx); err != nil {
			return err
		}
		figures.Free = 0
		tally, err = s.Attempts.Attempt(ctx, key, figures)
	}
	if err == nil && !tally.Allowed {
		err = &Limited{Code: c.Code, retryAfter: tally.RetryAfter, until: s.Now().Add(tally.RetryAfter)}
	}
	return err
}

// figures returns the figures of the cap, or of the setting that replaces them.
func (s *Core) figures(ctx context.Context, c ratelimit.Cap) (cache.Limit, error) {
	if c.Setting == "" {
		return cache.Limit{Max: int64(c.Max), Window: c.Window}, nil
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return cache.Limit{}, err
	}
	most, window := settings.Limit(c.Setting)
	return cache.Limit{Max: int64(most), Window: window}, nil
}

// ForgiveFailures takes back the count of the rule's caps for failures.
func (s *Core) ForgiveFailures(ctx context.Context, name ratelimit.Name, about ratelimit.About) {
	rule := ratelimit.Table[name]
	for _, c := range rule.Caps {
		if key, known := s.counter(ctx, rule, c, about); known && c.Failed {
			s.LogFailure(ctx, "forget attempts", s.Attempts.ForgetAttempts(ctx, key))
		}
	}
}

// ForgiveSending takes back the count of the rule's caps on the time between messages: no message left.
func (s *Core) ForgiveSending(ctx context.Context, name ratelimit.Name, about ratelimit.About) {
	rule := ratelimit.Table[name]
	for _, c := range rule.Caps {
		if key, known := s.counter(ctx, rule, c, about); known && c.Max == 1 && c.Window == ratelimit.ResendAfter {
			s.LogFailure(ctx, "forget attempts", s.Attempts.ForgetAttempts(ctx, key))
		}
	}
}

// counter names the counter of a cap: its parts are hashed, so Redis has no clear values. It returns false if the
// request lacks a part.
func (s *Core) counter(ctx context.Context, rule ratelimit.Rule, c ratelimit.Cap, about ratelimit.About) (key string, known bool) {
	var names, values []string
	for _, part := range c.By {
		value := partOf(ctx, part, about)
		if value == "" {
			return "", false
		}
		names, values = append(names, string(part)), append(values, value)
	}
	window := c.Window.String() // two caps on the same parts count separately
	return fmt.Sprintf("%s:%s:%s:%s", rule.Key, strings.Join(names, "+"), window, s.Derive.Token("limit", values...)), true
}

func partOf(ctx context.Context, part ratelimit.Part, about ratelimit.About) string {
	if given, ok := about[part]; ok {
		return given
	}
	current := RequestOf(ctx)
	switch part {
	case ratelimit.Address:
		return current.Client
	case ratelimit.Household:
		if !strings.Contains(current.Client, "/") {
			return ""
		}
		return current.Client
	case ratelimit.Device:
		return current.Session.DeviceID
	case ratelimit.Account:
		return current.User.ID
	case ratelimit.Order:
		return current.Order.Order.ID
	default:
		return ""
	}
}
