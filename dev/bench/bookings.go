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
	slicesPerRound   = 8 // the kinds take turns in slices, so that a hiccup of the disk hits all alike
	bookingsPerSlice = 2000
	holdFor          = time.Hour
)

// bookingBench measures claims of numbers in SQL.
type bookingBench struct{ *Bench }

// bookings compares claiming numbers through the store with a bare UPDATE of the same row, 16 clients at once. Each pool
// has the same number of connections to the same database.
func (b bookingBench) bookings(ctx context.Context) ([]Figure, error) {
	rounds, err := perRound(b.Rounds, func(int) ([]float64, error) {
		return b.bookingRates(ctx, b.updateRow, b.claimNumber, b.suggestNumber)
	})
	if err != nil {
		return nil, err
	}
	if _, err := b.pool.Exec(ctx, "CHECKPOINT"); err != nil { // pending writes must not fall on the next figure
		return nil, fmt.Errorf("write what the bookings left: %w", err)
	}
	return []Figure{
		bookingFigure("bookings per second of a chosen number, 16 clients", atLeast(0.70), rounds, 1),
		bookingFigure("bookings per second of a suggested number, 16 clients", atLeast(0.50), rounds, 2),
	}, nil
}

// bookingFigure compares one kind of booking with the first.
func bookingFigure(what string, goal Goal, rounds [][]float64, kind int) Figure {
	var ratios, bare, ours []float64
	for _, rates := range rounds {
		ratios, bare, ours = append(ratios, rates[kind]/rates[0]), append(bare, rates[0]), append(ours, rates[kind])
	}
	f := figure("P8", what, "bare single-row UPDATE through pgx", goal, ratios)
	f.Absolute = map[string]float64{"oursPerSecond": median(ours), "barePerSecond": median(bare)}
	f.Note = notef("%.0f against %.0f per second", median(ours), median(bare))
	return f
}

// bookingRates returns the bookings per second of each kind in one round.
func (b bookingBench) bookingRates(ctx context.Context, kinds ...booking) ([]float64, error) {
	seconds := make([]float64, len(kinds))
	for range slicesPerRound {
		for i, book := range kinds {
			elapsed, err := b.bookSlice(ctx, book)
			if err != nil {
				return nil, err
			}
			seconds[i] += elapsed.Seconds()
		}
	}
	rates := make([]float64, len(kinds))
	for i := range rates {
		rates[i] = slicesPerRound * bookingsPerSlice / seconds[i]
	}
	return rates, nil
}

// booking books one number for an order.
type booking func(ctx context.Context, msisdn, orderID string) error

// bookSlice books free numbers as quickly as possible and releases them afterwards.
func (b bookingBench) bookSlice(ctx context.Context, book booking) (time.Duration, error) {
	numbers, err := b.freeNumbers(ctx, bookingsPerSlice)
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
	return elapsed, errors.Join(err, b.giveBack(ctx, orders))
}

func (b bookingBench) giveBack(ctx context.Context, orders []string) error {
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

func (b bookingBench) updateRow(ctx context.Context, msisdn, orderID string) error {
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

func (b bookingBench) claimNumber(ctx context.Context, msisdn, orderID string) error {
	_, err := b.store.Numbers.Claim(ctx, msisdn, orderID, time.Now().Add(holdFor))
	return err
}

func (b bookingBench) suggestNumber(ctx context.Context, _, orderID string) error {
	_, err := b.store.Numbers.Suggest(ctx, "bronze", orderID, time.Now().Add(holdFor))
	return err
}
