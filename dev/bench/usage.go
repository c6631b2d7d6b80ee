package bench

import (
	"context"
	"slices"

	"selfcare/dev/bench/subscribers"
)

const pagesPerRound = 100

// daysBack are the looked-up days: today, and the begin of the two years.
var daysBack = []struct {
	days int
	what string
}{{0, "the newest page"}, {720, "a page of two years ago"}}

// usage compares the usage list of a busy line over two years with the bare index query.
func (b planBench) usage(ctx context.Context) ([]Figure, error) {
	line, err := b.stacked().OpenBusyLine(ctx)
	if err != nil {
		return nil, err
	}
	var figures []Figure
	for _, back := range daysBack {
		f, err := b.usagePages(ctx, line, back.days)
		if err != nil {
			return nil, err
		}
		f.What = "usage of two years, 146,000 calls: " + back.what + ", p50"
		figures = append(figures, f)
	}
	pair, err := line.Answers(ctx, b.web)
	if err != nil {
		return nil, err
	}
	answered, err := b.readFigures(ctx, reading{
		"P16", "GET /users/current/usage/history/calls of that line per second, 16 clients",
		"Fiber handler reading the session and the bare index with raw pgx", 0.5, pair,
	})
	return append(figures, answered...), err
}

// usagePages times one page, daysBack days ago. The first round, which plans statements, does not count.
func (b planBench) usagePages(ctx context.Context, line subscribers.BusyLine, daysBack int) (f Figure, err error) {
	var ratios, ours, bare []float64
	for n := range b.Rounds + 1 {
		lists, err := inTurn(pagesPerRound,
			func() error { return line.Page(ctx, daysBack) },
			func() error { return line.BarePage(ctx, daysBack) })
		if err != nil {
			return f, err
		}
		if n > 0 {
			ratios = append(ratios, percentile(lists[0], 50)/percentile(lists[1], 50))
			ours, bare = slices.Concat(ours, lists[0]), slices.Concat(bare, lists[1])
		}
	}
	f = figure("P16", "", "bare index query through pgx on the same rows in one table, p50", atMost(2), ratios)
	f.Absolute = map[string]float64{"ours": percentile(ours, 50), "bare": percentile(bare, 50)}
	f.Note = notef("%.2f ms against %.2f ms; %d calls each, one at a time, in turn", f.Absolute["ours"], f.Absolute["bare"], len(ours))
	return f, nil
}
