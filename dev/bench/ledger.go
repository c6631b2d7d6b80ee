package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

const (
	ledgerLines     = 50
	ledgerClients   = 16
	postingsASlice  = 1000
	ledgerSlices    = 4
	bareLedgerTable = "CREATE TABLE IF NOT EXISTS bench_ledger (operation uuid NOT NULL, n int NOT NULL, account text NOT NULL, amount bigint NOT NULL, PRIMARY KEY (operation, n))"
)

// ledgerBench measures postings.
type ledgerBench struct{ *Bench }

// postings compares the ledger's statement with a bare transaction that inserts two rows, 16 clients on the accounts of 50 lines.
// Half of the postings take away, so that some are refused; the books must be exact in the end.
func (b ledgerBench) postings(ctx context.Context) ([]Figure, error) {
	if _, err := b.pool.Exec(ctx, bareLedgerTable); err != nil {
		return nil, fmt.Errorf("make the table of bare postings: %w", err)
	}
	lines := make([]string, ledgerLines)
	for i := range lines {
		line, err := b.store.Lines.Add(ctx, store.Line{
			MSISDN: "0579" + fmt.Sprintf("%06d", b.lines.Add(1)), Kind: store.LineVoice, Type: "prepaid", PlanID: plans[0],
			Person: contract.Person{IDNumber: uuid.NewString()},
		}, time.Now())
		if err != nil {
			return nil, err
		}
		lines[i] = line
	}
	type rates struct{ ours, bare float64 }
	rounds, err := perRound(b.Rounds, func(int) (r rates, err error) {
		for range ledgerSlices {
			ours, err := b.slice(ctx, func(ctx context.Context) error { return b.post(ctx, lines[rand.IntN(len(lines))]) })
			if err != nil {
				return r, err
			}
			bare, err := b.slice(ctx, b.insertTwo)
			if err != nil {
				return r, err
			}
			r.ours, r.bare = r.ours+ours/ledgerSlices, r.bare+bare/ledgerSlices
		}
		return r, nil
	})
	if err != nil {
		return nil, err
	}
	wrong, err := b.wrong(ctx)
	if err != nil {
		return nil, err
	}
	var ratios, ours, bare []float64
	for _, r := range rounds {
		ratios, ours, bare = append(ratios, r.ours/r.bare), append(ours, r.ours), append(bare, r.bare)
	}
	f := figure("M2", "postings per second, 16 clients on 50 lines", "bare transaction of two rows through pgx", atLeast(0.25), ratios)
	f.Absolute = map[string]float64{"oursPerSecond": median(ours), "barePerSecond": median(bare)}
	f.Note = notef("%.0f against %.0f per second; a deadlock would have ended the run", median(ours), median(bare))
	exact := figure("M2", "balances below zero, or that are not the sum of their account; halalas that the ledger is off by", "count", exactly(0), []float64{wrong})
	exact.Note = "after all postings"
	return []Figure{f, exact}, nil
}

func (b ledgerBench) slice(ctx context.Context, post func(context.Context) error) (float64, error) {
	group, posting := errgroup.WithContext(ctx)
	begin := time.Now()
	for range ledgerClients {
		group.Go(func() error {
			for range postingsASlice / ledgerClients {
				if err := post(posting); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	return float64(postingsASlice/ledgerClients*ledgerClients) / time.Since(begin).Seconds(), err
}

// post moves an amount to a line or away from it. What the line does not have is refused, which is an answer.
func (b ledgerBench) post(ctx context.Context, line string) error {
	amount := contract.Halalas(rand.Int64N(2001) - 1000)
	if amount == 0 {
		amount = 1
	}
	err := b.store.Ledger.Post(ctx, store.Posting{Key: uuid.NewString(), Subject: line, Kind: "bench", Lines: []store.LedgerLine{
		{Account: store.LineAccount(line), Amount: amount}, {Account: "bench", Amount: -amount},
	}})
	if errors.Is(err, store.ErrNotCovered) {
		return nil
	}
	return err
}

func (b ledgerBench) insertTwo(ctx context.Context) error {
	tx, err := b.pool.Begin(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	operation := uuid.NewString()
	for n := range 2 {
		if _, err := tx.Exec(ctx, "INSERT INTO bench_ledger VALUES ($1, $2, 'bench', $3)", operation, n, 100-200*n); err != nil {
			return fmt.Errorf("insert: %w", err)
		}
	}
	if err := tx.Commit(ctx); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// wrong counts what must not be.
func (b ledgerBench) wrong(ctx context.Context) (count float64, err error) {
	err = b.pool.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM line_balances AS b JOIN lines AS l ON l.id = b.line_id WHERE b.amount < 0 AND l.subscription_type = 'prepaid')
		     + (SELECT count(*) FROM line_balances AS b JOIN lines AS l ON l.id = b.line_id WHERE l.subscription_type = 'prepaid' AND b.amount <> coalesce(
		            (SELECT -sum(amount) FROM ledger_lines WHERE account = 'line/' || b.line_id), 0))
		     + (SELECT abs(coalesce(sum(amount), 0)) FROM ledger_lines)::float8`).Scan(&count)
	if err != nil {
		return 0, fmt.Errorf("check the books: %w", err)
	}
	return count, nil
}
