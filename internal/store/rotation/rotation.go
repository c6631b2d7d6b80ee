package rotation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/uptrace/bun"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/store/seal"
)

const (
	batch      = 500 // rows that others wait for, some 20 ms
	largeBatch = 4   // for values of megabytes
	mostTimes  = 3   // passes over a column, for rows that were locked or written meanwhile
	atOnce     = 4   // tables
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
	var telling sync.Mutex
	one := func(column string, done, all int64) {
		telling.Lock()
		defer telling.Unlock()
		tell(column, done, all)
	}
	for range mostTimes {
		due := slices.DeleteFunc(slices.Clone(Columns), func(c Column) bool { return old(counts, c.Name, keys.Current()) == 0 })
		var tables errgroup.Group
		tables.SetLimit(atOnce)
		for _, columns := range byTable(due) {
			tables.Go(func() error {
				for _, c := range columns { // one after the other, because they lock the same rows
					if err := (&column{c, db, keys, one, old(counts, c.Name, keys.Current()), 0}).run(ctx); err != nil {
						return fmt.Errorf("reseal %s: %w", c.Name, err)
					}
				}
				return nil
			})
		}
		if err := tables.Wait(); err != nil {
			return nil, err
		}
		if counts, err = countIn(ctx, db, due); err != nil {
			return nil, err
		}
		if left = others(counts, keys.Current()); len(left) == 0 {
			break
		}
	}
	return left, nil
}

func byTable(columns []Column) map[string][]Column {
	tables := map[string][]Column{}
	for _, c := range columns {
		tables[c.Table] = append(tables[c.Table], c)
	}
	return tables
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
