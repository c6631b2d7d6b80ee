package middleware

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"selfcare/internal/domain/ratelimit"
)

const (
	// placeFor outlasts everything that is counted at once.
	placeFor = 2 * time.Hour
	// settleFor is the time until a new thing is surely in the database.
	settleFor = handleWithin
)

type placeCounter interface {
	TakePlace(ctx context.Context, key, id string, places int, at time.Time, most time.Duration) (taken, fresh bool, err error)
	Places(ctx context.Context, key string, before time.Time) ([]string, error)
	LeavePlaces(ctx context.Context, key string, ids ...string) error
}

// Lasting returns which of the ids are still open, and until when.
type Lasting func(ctx context.Context, ids []string) (map[string]time.Time, error)

// PermitAtOnce counts an open thing by its id, such as a held number, and refuses it above the limit. The database
// knows which are still open. Without a working counter it permits. Undo gives back the place that this call took.
func (s *Core) PermitAtOnce(ctx context.Context, name ratelimit.Name, about ratelimit.About, id string, lasting Lasting) (undo func(), err error) {
	var taken []string
	undo = func() {
		for _, key := range taken {
			s.LogFailure(ctx, "leave a place", s.Places.LeavePlaces(context.WithoutCancel(ctx), key, id))
		}
	}
	rule := ratelimit.Table[name]
	for _, c := range rule.Caps {
		key, known := s.counter(ctx, rule, c, about)
		if !known {
			continue
		}
		fresh, err := s.place(ctx, key, id, c, lasting)
		var often *Limited
		switch {
		case errors.As(err, &often):
			undo()
			return func() {}, err
		case err != nil:
			s.LogFailure(ctx, "count open places", err)
		case fresh:
			taken = append(taken, key)
		}
	}
	return undo, nil
}

// place takes a place, if need be one that has become free.
func (s *Core) place(ctx context.Context, key, id string, c ratelimit.Cap, lasting Lasting) (fresh bool, err error) {
	figures, err := s.figures(ctx, c)
	if err != nil {
		return false, err
	}
	now := s.Now()
	take := func() (taken, fresh bool, err error) {
		return s.Places.TakePlace(ctx, key, id, int(figures.Max), now, placeFor)
	}
	taken, fresh, err := take()
	if err != nil || taken {
		return fresh, err
	}
	next, err := s.clear(ctx, key, now, lasting)
	if err != nil {
		return false, err
	}
	taken, fresh, err = take()
	if err == nil && !taken {
		err = &Limited{Code: c.Code, retryAfter: next.Sub(now), until: next}
	}
	return fresh, err
}

// clear frees the places of ended things, and returns when the next one may be free.
func (s *Core) clear(ctx context.Context, key string, now time.Time, lasting Lasting) (next time.Time, err error) {
	next = now.Add(settleFor)
	settled, err := s.Places.Places(ctx, key, now.Add(-settleFor))
	if err != nil || len(settled) == 0 {
		return next, err
	}
	last, err := lasting(ctx, settled)
	if err != nil {
		return next, err
	}
	ends := slices.Collect(maps.Values(last))
	if len(ends) == len(settled) {
		return slices.MinFunc(ends, time.Time.Compare), nil
	}
	over := slices.DeleteFunc(settled, func(one string) bool { _, lasts := last[one]; return lasts })
	return next, s.Places.LeavePlaces(ctx, key, over...)
}
