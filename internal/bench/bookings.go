package bench

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"
)

const (
	bookers          = 16
	bookingsPerRound = 2000
	holdFor          = time.Hour
)

// bookings compares claiming numbers through the store with a bare UPDATE of the same row, 16 clients at once. Each pool
// has the same number of connections to the same database.
func (b *Bench) bookings(ctx context.Context) ([]Figure, error) {
	type rates struct{ bare, chosen, suggested float64 }
	rounds, err := perRound(b.Rounds, func(int) (r rates, err error) {
		if r.bare, err = b.bookingsPerSecond(ctx, b.updateRow); err != nil {
			return r, err
		}
		if r.chosen, err = b.bookingsPerSecond(ctx, b.claimNumber); err != nil {
			return r, err
		}
		r.suggested, err = b.bookingsPerSecond(ctx, b.suggestNumber)
		return r, err
	})
	if err != nil {
		return nil, err
	}
	var bare, chosen, suggested, chosenRatio, suggestedRatio []float64
	for _, r := range rounds {
		bare, chosen, suggested = append(bare, r.bare), append(chosen, r.chosen), append(suggested, r.suggested)
		chosenRatio, suggestedRatio = append(chosenRatio, r.chosen/r.bare), append(suggestedRatio, r.suggested/r.bare)
	}
	const against = "bare single-row UPDATE through pgx"
	one := figure("P8", "bookings per second of a chosen number, 16 clients", against, atLeast(0.90), chosenRatio)
	any := figure("P8", "bookings per second of a suggested number, 16 clients", against, atLeast(0.50), suggestedRatio)
	one.Absolute = map[string]float64{"oursPerSecond": median(chosen), "barePerSecond": median(bare)}
	any.Absolute = map[string]float64{"oursPerSecond": median(suggested), "barePerSecond": median(bare)}
	one.Note = notef("%.0f against %.0f per second", median(chosen), median(bare))
	any.Note = notef("%.0f against %.0f per second", median(suggested), median(bare))
	return []Figure{one, any}, nil
}

// booking books one number for an order.
type booking func(ctx context.Context, msisdn, orderID string) error

// bookingsPerSecond books numbers that are free and gives them back afterwards.
func (b *Bench) bookingsPerSecond(ctx context.Context, book booking) (float64, error) {
	numbers, err := b.freeNumbers(ctx, bookingsPerRound)
	if err != nil {
		return 0, err
	}
	orders := make([]string, len(numbers))
	for i := range orders {
		orders[i] = uuid.NewString()
	}
	var next atomic.Int64
	group, booking := errgroup.WithContext(ctx)
	begin := time.Now()
	for range bookers {
		group.Go(func() error {
			for i := int(next.Add(1)) - 1; i < len(numbers); i = int(next.Add(1)) - 1 {
				if err := book(booking, numbers[i], orders[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err = group.Wait()
	elapsed := time.Since(begin)
	return float64(len(numbers)) / elapsed.Seconds(), errors.Join(err, b.giveBack(ctx, orders))
}

func (b *Bench) giveBack(ctx context.Context, orders []string) error {
	_, err := b.pool.Exec(ctx, `
		UPDATE numbers SET status = 'free', order_id = NULL, held_until = NULL WHERE order_id = ANY($1)`, orders)
	if err != nil {
		return fmt.Errorf("give numbers back: %w", err)
	}
	if _, err = b.pool.Exec(ctx, "VACUUM (ANALYZE) numbers"); err != nil { // each phase starts from the same table
		return fmt.Errorf("clean the table: %w", err)
	}
	return nil
}

func (b *Bench) updateRow(ctx context.Context, msisdn, orderID string) error {
	tag, err := b.pool.Exec(ctx, "UPDATE numbers SET status = 'held', order_id = $2, held_until = $3 WHERE msisdn = $1",
		msisdn, orderID, time.Now().Add(holdFor))
	if err != nil {
		return fmt.Errorf("bare update: %w", err)
	}
	if tag.RowsAffected() != 1 {
		return fmt.Errorf("bare update changed %d rows", tag.RowsAffected())
	}
	return nil
}

func (b *Bench) claimNumber(ctx context.Context, msisdn, orderID string) error {
	_, err := b.store.ClaimNumber(ctx, msisdn, orderID, time.Now().Add(holdFor))
	return err
}

func (b *Bench) suggestNumber(ctx context.Context, _, orderID string) error {
	_, err := b.store.SuggestNumber(ctx, "bronze", orderID, time.Now().Add(holdFor))
	return err
}
