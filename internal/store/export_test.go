package store

import (
	"context"
)

// Explain is Postgres' plan for a number search.
func (q Numbers) Explain(ctx context.Context, query NumberQuery) (plan []string, err error) {
	statement, args := numberSearch(query)
	rows, err := q.prepared().query(ctx, "EXPLAIN "+statement, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		plan = append(plan, line)
	}
	return plan, rows.Err()
}
