package imports

import (
	"context"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/imports"
)

// check detects conflicts of lines with each other and with existing rows, and fails with all problems of the list.
func (q Imports) check(ctx context.Context, list *imports.Reader, kind imports.Kind, into table) error {
	if err := q.checkDuplicates(ctx, list, kind); err != nil {
		return err
	}
	for _, wrong := range into.wrong {
		lines, count, err := q.lines(ctx, "SELECT s.line, '' AS detail FROM staged AS s ? WHERE ?", joined(kind, into, wrong), bun.Safe(wrong.condition()))
		if err != nil {
			return err
		}
		note(list, lines, count, wrong)
	}
	return list.Problems.Err()
}

// write leaves out rows in use, and writes the rest.
func (q Imports) write(ctx context.Context, kind imports.Kind, into table, whole bool, result *Result) error {
	if into.sealed != "" {
		if err := q.dropEqual(ctx); err != nil {
			return err
		}
	}
	for _, refused := range into.refused {
		lines, count, err := q.lines(ctx, "DELETE FROM staged AS d USING staged AS s ? WHERE d.line = s.line AND ? RETURNING d.line, ? AS detail",
			joined(kind, into, refused), bun.Safe(refused.condition()), bun.Safe(refused.detailed()))
		if err != nil {
			return err
		}
		if count > 0 {
			result.Refused = append(result.Refused, Refusal{refused.says, count, lines})
		}
	}
	q.report("writing")
	if err := q.upsert(ctx, kind, into, result); err != nil {
		return err
	}
	if whole {
		if err := q.removeMissing(ctx, into, kind, result); err != nil {
			return err
		}
	}
	result.Unchanged = result.Rows - result.Added - result.Changed - result.RefusedLines()
	return nil
}

func note(list *imports.Reader, lines []Refused, count int, wrong condition) {
	for _, line := range lines {
		list.Problems.Add(int(line.Line), wrong.column, wrong.says)
	}
	list.Problems.Count += count - len(lines)
}
