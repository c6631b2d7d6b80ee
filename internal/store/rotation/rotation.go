package rotation

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"selfcare/internal/store/seal"
)

const (
	batch      = 100 // rows that others wait for, some 20 ms
	largeBatch = 4   // for values of megabytes
	mostTimes  = 3   // passes over a column, for rows that were locked or written meanwhile
)

// ErrKeyMissing means that values are sealed with a key outside the ring.
var ErrKeyMissing = errors.New("a required key is missing")

// Count is the number of values of a column under one key.
type Count struct {
	Column, Key string
	Values      int64
}

// Missing returns an ErrKeyMissing with a line for each column that needs a key outside the ring.
func Missing(counts []Count, keys *seal.Keys) error {
	var lines []string
	for _, c := range counts {
		if c.Key != "" && !keys.Has(c.Key) { // a value without a key is in clear: no key can have an empty id
			lines = append(lines, fmt.Sprintf("%d values of %s are sealed with %q", c.Values, c.Column, c.Key))
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return fmt.Errorf("%w in DATA_KEYS: put it back behind the first one; %s", ErrKeyMissing, strings.Join(lines, "; "))
}

// Progress receives the progress of a column.
type Progress func(column string, done, all int64)

// Run re-encrypts values under other keys than the first, while others read and write. It may be stopped at any time and
// continues from there. It returns the values that were locked, or were written by a process with another first key.
func Run(ctx context.Context, db *bun.DB, keys *seal.Keys, tell Progress) (left []Count, err error) {
	counts, err := Counts(ctx, db)
	if err != nil {
		return nil, err
	}
	if err := Missing(counts, keys); err != nil {
		return nil, err
	}
	for range mostTimes {
		for _, c := range Columns {
			all := old(counts, c.Name, keys.Current())
			if all == 0 {
				continue
			}
			if err := (&column{c, db, keys, tell, all, 0}).run(ctx); err != nil {
				return nil, fmt.Errorf("reseal %s: %w", c.Name, err)
			}
		}
		if counts, err = Counts(ctx, db); err != nil {
			return nil, err
		}
		if left = others(counts, keys.Current()); len(left) == 0 {
			break
		}
	}
	return left, nil
}

func others(counts []Count, current string) (left []Count) {
	for _, c := range counts {
		if c.Key != current {
			left = append(left, c)
		}
	}
	return left
}

func old(counts []Count, column, current string) (sum int64) {
	for _, c := range others(counts, current) {
		if c.Column == column {
			sum += c.Values
		}
	}
	return sum
}
