// Package imports writes the lists that an operator loads: first into a temporary table, then new and changed rows into the table
// itself, in the caller's transaction. Rows in use keep their state.
package imports

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"selfcare/internal/domain/imports"
)

// Copy writes rows into a table with COPY.
type Copy func(ctx context.Context, table string, columns []string, rows pgx.CopyFromSource) error

// Imports writes lists.
type Imports struct {
	DB   bun.IDB // a transaction
	Copy Copy    // of that transaction
	// Seal and Open encrypt and decrypt the PUKs of cards.
	Seal func(iccid string, puk []byte) []byte
	Open func(iccid string, sealed []byte) ([]byte, error)
	// Says receives progress messages; it may be nil.
	Says func(doing string)
}

// Result counts the effects of a list.
type Result struct {
	Rows, Added, Changed, Unchanged, Gone int
	Refused                               []Refusal
}

// RefusedLines counts the lines that were left out.
func (r Result) RefusedLines() (count int) {
	for _, refused := range r.Refused {
		count += refused.Count
	}
	return count
}

// Refusal is a reason for leaving lines out, with the first of them and their number.
type Refusal struct {
	Why   string
	Count int
	Lines []Refused
}

// Refused is a line that was left out; Detail may add more than the reason.
type Refused struct {
	Line   int64
	Detail string
}

// ErrEmpty means that a list has no lines.
var ErrEmpty = errors.New("the list has no lines")

const staged = "staged"

// Run writes the lines of a list whose rows are not in use; with whole, it deletes rows outside the list. After an error the
// transaction must be rolled back; imports.Problems in it are mistakes of the lines.
func (q Imports) Run(ctx context.Context, list *imports.Reader, kind imports.Kind, whole bool) (result Result, err error) {
	if whole && !kind.Whole {
		return result, fmt.Errorf("a list of %s is never complete: it only adds and changes", kind.Name)
	}
	into := tables[kind.Name]
	if err := q.stage(ctx, list, kind, into); err != nil {
		return result, err
	}
	if err := q.check(ctx, list, kind, into); err != nil {
		return result, err
	}
	if result.Rows = list.Read; result.Rows == 0 {
		return result, ErrEmpty
	}
	return result, q.write(ctx, kind, into, whole, &result)
}

func (q Imports) stage(ctx context.Context, list *imports.Reader, kind imports.Kind, into table) error {
	// Lists of a kind take turns: two at once would deadlock on each other's rows.
	if err := q.exec(ctx, "SELECT pg_advisory_xact_lock(hashtext(?))", "import/"+kind.Name); err != nil {
		return err
	}
	columns := idents(kind.Names())
	if err := q.exec(ctx, "CREATE TEMP TABLE ? ON COMMIT DROP AS SELECT 0::bigint AS line, ? FROM ? WHERE false",
		bun.Ident(staged), columns, bun.Ident(into.name)); err != nil {
		return err
	}
	var rows pgx.CopyFromSource = list
	if into.sealed != "" {
		rows = &sealing{Reader: list, seal: q.Seal, key: 1 + at(kind, kind.Key), secret: 1 + at(kind, into.sealed)}
	}
	q.report("reading")
	if err := q.Copy(ctx, staged, append([]string{"line"}, kind.Names()...), rows); err != nil {
		return fmt.Errorf("read the list: %w", err)
	}
	q.report("checking")
	return q.exec(ctx, "ANALYZE ?", bun.Ident(staged))
}

func (q Imports) report(doing string) {
	if q.Says != nil {
		q.Says(doing)
	}
}
