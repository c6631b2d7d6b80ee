package bench

import (
	"context"
	"math/rand/v2"
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
		{"P1", "eSIM orders through the API", b.eSIMOrdersPerSecond},
		{"P2", "history of an order", historyBench{b}.historyEvents},
		{"P3", "orders per second", b.ordersPerSecond},
		{"P4", "first answer of POST /orders", b.firstAnswer},
		{"P5", "one wizard step", b.wizardStep},
		{"P8", "number bookings in SQL", bookingBench{b}.bookings},
		{"P9", "many clients on few numbers", raceBench{b}.race},
		{"M1", "recharges by saved card", rechargeBench{b}.recharges},
		{"M2", "postings in the ledger", ledgerBench{b}.postings},
		{"P10", "password logins", b.logins},
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

// rest comes before each call, so that none pays for what the one before left to be done.
const rest = 20 * time.Millisecond

// inTurn takes the times of several calls, each once in every turn, so that whatever else the machine does hits all
// alike. Their order within a turn is drawn. It answers with one list of milliseconds per call.
func inTurn(turns int, calls ...func() error) ([][]float64, error) {
	lists := make([][]float64, len(calls))
	for range turns {
		for _, i := range rand.Perm(len(calls)) {
			time.Sleep(rest) //nolint:forbidigo // no condition: the machine comes to rest
			ms, err := took(calls[i])
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
