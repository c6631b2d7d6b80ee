package bench

import (
	"context"
	"slices"
	"time"
)

// measurement gives one or more figures.
type measurement struct {
	id   string
	what string
	run  func(context.Context) ([]Figure, error)
}

func (b *Bench) measurements() []measurement {
	return []measurement{
		{"P2", "history events of an order", b.historyEvents},
		{"P3", "orders per second", b.ordersPerSecond},
		{"P4", "first answer of POST /orders", b.firstAnswer},
		{"P5", "one wizard step", b.wizardStep},
		{"P8", "number bookings in SQL", b.bookings},
		{"PT", "slow", b.expSlow},
		{"P9", "many clients on few numbers", b.race},
	}
}

// IDs are the figures that can be asked for.
func IDs() []string {
	var ids []string
	for _, m := range (&Bench{}).measurements() {
		ids = append(ids, m.id)
	}
	return ids
}

func (b *Bench) wanted() []measurement {
	if len(b.Only) == 0 {
		return b.measurements()
	}
	return slices.DeleteFunc(b.measurements(), func(m measurement) bool { return !slices.Contains(b.Only, m.id) })
}

// took measures one call in milliseconds.
func took(do func() error) (float64, error) {
	begin := time.Now()
	err := do()
	return milliseconds(time.Since(begin)), err
}

// inTurn takes the times of several calls, one after the other, again and again, so that whatever else the machine does
// hits all alike. It answers with one list of milliseconds per call.
func inTurn(times int, calls ...func() error) ([][]float64, error) {
	lists := make([][]float64, len(calls))
	for range times {
		for i, call := range calls {
			ms, err := took(call)
			if err != nil {
				return nil, err
			}
			lists[i] = append(lists[i], ms)
		}
	}
	return lists, nil
}

// perRound runs one round after another and collects what each gives.
func perRound[T any](rounds int, round func(n int) (T, error)) ([]T, error) {
	results := make([]T, 0, rounds)
	for n := range rounds {
		result, err := round(n)
		if err != nil {
			return nil, err
		}
		results = append(results, result)
	}
	return results, nil
}
