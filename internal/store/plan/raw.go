package plan

import (
	"context"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/plan"
)

// Replace replaces the catalogue in the caller's transaction: a plan outside it leaves the shop and stays with its lines. With
// problems, or without changes, it writes nothing. source is the origin of the catalogue.
func Replace(ctx context.Context, tx bun.IDB, wanted plan.List, source string) (plan.Changes, []configfile.Problem, error) {
	// Imports take turns: the second compares with the result of the first.
	// Raw: the builder locks no table.
	if _, err := tx.NewRaw("LOCK TABLE plans IN SHARE ROW EXCLUSIVE MODE").Exec(ctx); err != nil {
		return plan.Changes{}, nil, err
	}
	stored, err := all(ctx, tx)
	if err != nil {
		return plan.Changes{}, nil, err
	}
	changes, problems := plan.Compare(stored, wanted)
	if len(problems) > 0 || changes.None() {
		return changes, problems, nil
	}
	for _, write := range []func(context.Context, bun.IDB, plan.List) error{writeCategories, writePlans, writeRates} {
		if err := write(ctx, tx, wanted); err != nil {
			return changes, nil, err
		}
	}
	if err := dropCategories(ctx, tx, changes.Categories.Gone); err != nil {
		return changes, nil, err
	}
	_, err = tx.NewRaw("INSERT INTO plan_imports (source) VALUES (?)", source).Exec(ctx)
	return changes, nil, err
}
