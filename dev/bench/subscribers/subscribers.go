// Package subscribers puts lines with plans into a running stack and measures their load.
package subscribers

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uptrace/bun"
	"go.temporal.io/sdk/client"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/line"
)

// Stack has the connections to a running stack.
type Stack struct {
	DB       *bun.DB
	Pool     *pgxpool.Pool
	Store    *store.Store
	Temporal client.Client
}

const (
	planID    = "hawakom-55"
	balance   = contract.Halalas(10_000) // for one cycle, not for two
	atOnce    = 8
	lookEvery = 100 * time.Millisecond
)

// numbers are used once in a process.
var numbers atomic.Int64

// lines creates n lines, each with an owner of its own, and calls with for each.
func (s Stack) lines(ctx context.Context, n int, with func(ctx context.Context, lineID string) error) ([]string, error) {
	ids := make([]string, n)
	group, adding := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i := range ids {
		group.Go(func() (err error) {
			ids[i], err = s.Store.Lines.Add(adding, line.Line{
				MSISDN: fmt.Sprintf("058%07d", numbers.Add(1)), Kind: line.Voice, Type: "prepaid", PlanID: planID,
				Person: contract.Person{IDNumber: uuid.NewString()},
			}, time.Now())
			if err != nil {
				return err
			}
			return with(adding, ids[i])
		})
	}
	return ids, group.Wait()
}

func (s Stack) topUp(ctx context.Context, lineID string) error { return s.TopUp(ctx, lineID, balance) }

// TopUp adds an amount to the balance of a line.
func (s Stack) TopUp(ctx context.Context, lineID string, amount contract.Halalas) error {
	return s.Store.Ledger.Post(ctx, ledger.Posting{Key: uuid.NewString(), Subject: lineID, Kind: "bench", Entries: []ledger.Entry{
		{Account: ledger.LineAccount(lineID), Amount: -amount}, {Account: "bench", Amount: amount},
	}})
}

// called waits until each plan has been called.
func (s Stack) called(ctx context.Context) error {
	return s.until(ctx, 0, "SELECT count(*) FROM subscription_calls")
}

// until repeats a count until it is as wanted.
func (s Stack) until(ctx context.Context, wanted int, query string, args ...any) error {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		var count int
		if err := s.Pool.QueryRow(ctx, query, args...).Scan(&count); err != nil {
			return fmt.Errorf("count: %w", err)
		}
		if count == wanted {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d, not %d: %w", count, wanted, ctx.Err())
		case <-look.C:
		}
	}
}
