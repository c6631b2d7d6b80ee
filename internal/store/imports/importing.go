// Package imports writes the lists that an operator brings in: each into a temporary table, and from there what is new and what
// differs into its own, within the caller's transaction. What is in use keeps its state.
package imports

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"

	"selfcare/internal/domain/imports"
)

// Copy writes rows into a table as fast as the database takes them.
type Copy func(ctx context.Context, table string, columns []string, rows pgx.CopyFromSource) error

// Imports writes lists.
type Imports struct {
	DB   bun.IDB // a transaction
	Copy Copy    // of that transaction
	// Seal and Open keep PUKs of cards unreadable.
	Seal func(iccid string, puk []byte) []byte
	Open func(iccid string, sealed []byte) ([]byte, error)
	// Says hears what is being done; nil where nobody listens.
	Says func(doing string)
}

// Result says what a list did.
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

// Refusal is why lines were left out, and which: the first of them, and how many there are.
type Refusal struct {
	Why   string
	Count int
	Lines []Refused
}

// Refused is a line that was left out; Detail says more of it than the reason does, where there is more to say.
type Refused struct {
	Line   int64
	Detail string
}

// ErrEmpty means that a list has no line.
var ErrEmpty = errors.New("the list has no lines")

const staged = "staged"

// Run writes a list as far as nothing in it is in use; with whole, what is not in it goes. An error means that the transaction has to
// be undone; intake.Problems of it are those of the lines.
func (q Imports) Run(ctx context.Context, list *imports.Reader, kind imports.Kind, whole bool) (result Result, err error) {
	if whole && !kind.Whole {
		return result, fmt.Errorf("a list of %s adds and changes: it is never all there is", kind.Name)
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
	// One list of a kind at a time: two would wait for each other's rows in turn.
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
	q.says("reading")
	if err := q.Copy(ctx, staged, append([]string{"line"}, kind.Names()...), rows); err != nil {
		return fmt.Errorf("read the list: %w", err)
	}
	q.says("checking")
	return q.exec(ctx, "ANALYZE ?", bun.Ident(staged))
}

func (q Imports) exec(ctx context.Context, statement string, args ...any) error {
	if _, err := q.DB.NewRaw(statement, args...).Exec(ctx); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return nil
}

func (q Imports) says(doing string) {
	if q.Says != nil {
		q.Says(doing)
	}
}
