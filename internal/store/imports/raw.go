package imports

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/imports"
)

func (q Imports) exec(ctx context.Context, statement string, args ...any) error {
	// Raw: statements about temporary tables of an import.
	if _, err := q.DB.NewRaw(statement, args...).Exec(ctx); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return nil
}

func (q Imports) checkDuplicates(ctx context.Context, list *imports.Reader, kind imports.Kind) error {
	var found []struct {
		Line, First int64
		All         int
	}
	// Raw: it reads a temporary table with a window.
	err := q.DB.NewRaw(`
		SELECT line, first, count(*) OVER () AS "all" FROM (SELECT line, min(line) OVER (PARTITION BY ?) AS first FROM staged) AS s
		WHERE line > first ORDER BY line LIMIT ?`, bun.Ident(kind.Key), imports.MostProblems).Scan(ctx, &found)
	if err != nil {
		return fmt.Errorf("import: look for duplicates: %w", err)
	}
	for _, f := range found {
		list.Problems.Add(int(f.Line), kind.Key, fmt.Sprintf("is there twice, first in line %d", f.First))
	}
	if len(found) > 0 {
		list.Problems.Count += found[0].All - len(found)
	}
	return nil
}

// upsert writes only new and changed rows.
func (q Imports) upsert(ctx context.Context, kind imports.Kind, into table, result *Result) error {
	rest := others(kind)
	busy := into.busy
	if busy == "" {
		busy = "false"
	}
	// Raw: it inserts what it selects.
	err := q.DB.NewRaw(`
		WITH written AS (
		    INSERT INTO ?0 AS t (?1)
		    SELECT ?2 FROM staged AS s LEFT JOIN ?0 AS t ON t.?3 = s.?3
		    WHERE t.?3 IS NULL OR (?4) IS DISTINCT FROM (?5) ORDER BY s.?3
		    ON CONFLICT (?3) DO UPDATE SET ?6 WHERE NOT (?7)
		    RETURNING t.xmax = 0 AS added
		) SELECT count(*) FILTER (WHERE added), count(*) FILTER (WHERE NOT added) FROM written`,
		bun.Ident(into.name), idents(kind.Names()), prefixed("s", kind.Names()), bun.Ident(kind.Key),
		prefixed("t", rest), prefixed("s", rest), assignments(slices.Concat(rest, into.derived)), bun.Safe(busy)).Scan(ctx, &result.Added, &result.Changed)
	if err != nil {
		return fmt.Errorf("import: write: %w", err)
	}
	return nil
}

// removeMissing removes the rows that a whole list lacks.
func (q Imports) removeMissing(ctx context.Context, into table, kind imports.Kind, result *Result) error {
	// Raw: it compares with a temporary table.
	err := q.DB.NewRaw(`
		WITH gone AS (DELETE FROM ?0 AS t WHERE NOT EXISTS (SELECT FROM staged AS s WHERE s.?1 = t.?1) RETURNING 1)
		SELECT count(*) FROM gone`, bun.Ident(into.name), bun.Ident(kind.Key)).Scan(ctx, &result.Gone)
	if err != nil {
		return fmt.Errorf("import: remove: %w", err)
	}
	return nil
}

// lines returns the first lines of a statement's result, and their number.
func (q Imports) lines(ctx context.Context, statement string, args ...any) (lines []Refused, count int, err error) {
	var numbers []int64
	var details []string
	// Raw: it wraps a statement about a temporary table.
	err = q.DB.NewRaw(`WITH found AS (`+statement+`) SELECT (array_agg(line ORDER BY line))[1:?], (array_agg(detail ORDER BY line))[1:?], count(*) FROM found`,
		append(args, imports.MostProblems, imports.MostProblems)...).Scan(ctx, pgdialect.Array(&numbers), pgdialect.Array(&details), &count)
	if err != nil {
		return nil, 0, fmt.Errorf("import: check: %w", err)
	}
	for i, number := range numbers {
		lines = append(lines, Refused{number, details[i]})
	}
	return lines, count, nil
}
