package rotation

import (
	"cmp"
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

// Progress receives the progress of a column: how many values were sealed, and how many of a hundred rows were read.
type Progress func(column string, sealed int64, percent int)

// Counts returns the counts of all columns and keys, in the order of Columns. It reads all their tables.
func Counts(ctx context.Context, db bun.IDB) (all []Count, err error) {
	for _, c := range Columns {
		counts, err := c.count(ctx, db)
		if err != nil {
			return nil, err
		}
		all = append(all, counts...)
	}
	return all, nil
}

// Run re-encrypts values under other keys than the first, while others read and write. It may be stopped at any time and
// continues from there. It returns the values that were locked, or were written by a process with another first key. It stops with
// an ErrKeyMissing at a value that it cannot open.
func Run(ctx context.Context, db *bun.DB, keys *seal.Keys, tell Progress) (left []Count, err error) {
	r := rotation{db: db, keys: keys, tell: tell}
	for due, times := Columns, 0; len(due) > 0 && times < mostTimes; times++ {
		if left, err = r.pass(ctx, due); err != nil {
			return nil, r.explain(ctx, err)
		}
		due = slices.DeleteFunc(slices.Clone(Columns), func(c Column) bool {
			return !slices.ContainsFunc(left, func(l Count) bool { return l.Column == c.Name })
		})
	}
	return left, nil
}

// rotation is a run.
type rotation struct {
	db      *bun.DB
	keys    *seal.Keys
	tell    Progress
	telling sync.Mutex
}

// pass re-encrypts the values of columns, and counts those that are left.
func (r *rotation) pass(ctx context.Context, due []Column) (left []Count, err error) {
	lefts := make([][]Count, len(due))
	tables, ctx := errgroup.WithContext(ctx)
	tables.SetLimit(atOnce)
	for _, columns := range byTable(due) {
		tables.Go(func() error {
			for _, n := range columns { // one after the other, because they lock the same rows
				if err := (&column{Column: due[n], db: r.db, keys: r.keys, tell: r.tellOne}).run(ctx); err != nil {
					return err
				}
				counts, err := due[n].count(ctx, r.db)
				if err != nil {
					return err
				}
				lefts[n] = slices.DeleteFunc(counts, func(c Count) bool { return c.Key == r.keys.Current() })
			}
			return nil
		})
	}
	err = tables.Wait()
	return slices.Concat(lefts...), err
}

// explain names all values that need a missing key, if such a value has stopped a pass.
func (r *rotation) explain(ctx context.Context, err error) error {
	if !errors.Is(err, seal.ErrKeys) {
		return err
	}
	counts, countErr := Counts(ctx, r.db)
	return cmp.Or(countErr, Missing(counts, r.keys), err)
}

// tellOne tells the progress of tables that are read at the same time.
func (r *rotation) tellOne(column string, sealed int64, percent int) {
	r.telling.Lock()
	defer r.telling.Unlock()
	r.tell(column, sealed, percent)
}

// byTable returns the places of the columns of each table.
func byTable(columns []Column) map[string][]int {
	tables := map[string][]int{}
	for n, c := range columns {
		tables[c.Table] = append(tables[c.Table], n)
	}
	return tables
}
