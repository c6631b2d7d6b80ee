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
	// slotFor outlasts everything that is counted at once.
	slotFor = 2 * time.Hour
	// settleFor is the time until a new thing is surely in the database.
	settleFor = HandleWithin
)

type slotCounter interface {
	TakeSlot(ctx context.Context, key, id string, slots int, at time.Time, most time.Duration) (taken, fresh bool, err error)
	ListSlots(ctx context.Context, key string, before time.Time) ([]string, error)
	ReleaseSlots(ctx context.Context, key string, ids ...string) error
}

// OpenUntil returns which of the ids are still open, and until when.
type OpenUntil func(ctx context.Context, ids []string) (map[string]time.Time, error)

// PermitAtOnce counts an open thing by its id, such as a held number, and refuses it above the limit. The database
// knows which are still open. Without a working counter it permits. Undo gives back the slot that this call took.
func (s *Core) PermitAtOnce(ctx context.Context, name ratelimit.Name, about ratelimit.About, id string, lasting OpenUntil) (undo func(), err error) {
	var taken []string
	undo = func() {
		for _, key := range taken {
			s.LogFailure(ctx, "release a slot", s.Slots.ReleaseSlots(context.WithoutCancel(ctx), key, id))
		}
	}
	rule := ratelimit.Table[name]
	for _, c := range rule.Caps {
		key, known := s.counter(ctx, rule, c, about)
		if !known {
			continue
		}
		fresh, err := s.takeSlot(ctx, key, id, c, lasting)
		var often *Limited
		switch {
		case errors.As(err, &often):
			undo()
			return func() {}, err
		case err != nil:
			s.LogFailure(ctx, "count open slots", err)
		case fresh:
			taken = append(taken, key)
		}
	}
	return undo, nil
}

// takeSlot takes a slot, if need be one that has become free.
func (s *Core) takeSlot(ctx context.Context, key, id string, c ratelimit.Cap, lasting OpenUntil) (fresh bool, err error) {
	figures, err := s.figures(ctx, c)
	if err != nil {
		return false, err
	}
	now := s.Now()
	take := func() (taken, fresh bool, err error) {
		return s.Slots.TakeSlot(ctx, key, id, int(figures.Max), now, slotFor)
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

// clear frees the slots of ended things, and returns when the next one may be free.
func (s *Core) clear(ctx context.Context, key string, now time.Time, lasting OpenUntil) (next time.Time, err error) {
	next = now.Add(settleFor)
	settled, err := s.Slots.ListSlots(ctx, key, now.Add(-settleFor))
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
	return next, s.Slots.ReleaseSlots(ctx, key, over...)
}
