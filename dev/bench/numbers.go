package bench

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// freeNumbers picks numbers nobody holds. What is picked twice is taken by then: each round picks anew.
func (b *Bench) freeNumbers(ctx context.Context, n int) ([]string, error) {
	rows, err := b.pool.Query(ctx, `
		SELECT msisdn FROM numbers WHERE status = 'free' AND category = 'bronze' ORDER BY random() LIMIT $1`, n)
	if err != nil {
		return nil, fmt.Errorf("pick free numbers: %w", err)
	}
	numbers, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("pick free numbers: %w", err)
	}
	if len(numbers) < n {
		return nil, fmt.Errorf("only %d free numbers left, %d needed", len(numbers), n)
	}
	return numbers, nil
}
