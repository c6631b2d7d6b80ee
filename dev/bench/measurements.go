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
	long bool // runs only if requested by name
}

func (b *Bench) measurements() []measurement {
	return []measurement{
		{id: "P1", what: "eSIM orders through the API", run: b.eSIMOrdersPerSecond},
		{id: "P2", what: "history of an order", run: historyBench{b}.historyEvents},
		{id: "P3", what: "orders per second", run: b.ordersPerSecond},
		{id: "P4", what: "first answer of POST /orders", run: b.firstAnswer},
		{id: "P5", what: "one wizard step", run: b.wizardStep},
		{id: "P6", what: "orders and dashboards", run: planBench{b}.reads},
		{id: "P7", what: "the catalogues of plans and bundles", run: planBench{b}.catalogue},
		{id: "P8", what: "number bookings in SQL", run: bookingBench{b}.bookings},
		{id: "P9", what: "many clients on few numbers", run: raceBench{b}.race},
		{id: "M1", what: "recharges by saved card", run: rechargeBench{b}.recharges},
		{id: "M2", what: "postings in the ledger", run: ledgerBench{b}.postings},
		{id: "M6", what: "credit transfers through the API", run: transferBench{b}.transfers},
		{id: "M5", what: "first answers to a switch of the plan", run: planBench{b}.switches},
		{id: "M3", what: "renewals due at once", run: planBench{b}.renewals},
		{id: "M4", what: "open subscriptions", run: planBench{b}.openSubscriptions, long: true},
		{id: "C1", what: "the search of the site", run: planBench{b}.search},
		{id: "P10", what: "password logins", run: b.logins},
		{id: "P14", what: "orders with payloads sealed and in clear", run: b.sealing},
		{id: "P15", what: "a second start", run: b.secondStart},
		{id: "P16", what: "usage of a busy line", run: planBench{b}.usage},
	}
}

// IDs lists the available figures.
func IDs() []string {
	var ids []string
	for _, m := range (&Bench{}).measurements() {
		ids = append(ids, m.id)
	}
	return ids
}

func (b *Bench) wanted() []measurement {
	return slices.DeleteFunc(b.measurements(), func(m measurement) bool {
		if len(b.Only) == 0 {
			return m.long
		}
		return !slices.Contains(b.Only, m.id)
	})
}

// took measures one call in milliseconds.
func took(do func() error) (float64, error) {
	begin := time.Now()
	err := do()
	return milliseconds(time.Since(begin)), err
}

// rest pauses before each call, so that none pays for leftover work of the call before.
const rest = 20 * time.Millisecond

// inTurn times several calls, each once in every turn, so that other load on the machine hits all alike. Their order
// within a turn is random. It returns one list of milliseconds per call.
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

// perRound runs one round after another and collects their results.
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
