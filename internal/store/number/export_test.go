package number

import (
	"context"
	"encoding/json"
)

// Work is the work of Postgres for one statement, independent of its duration: pages read, and rows that passed through any part of the
// plan, the discarded ones included.
type Work struct{ Pages, Rows float64 }

// Work runs a number search and counts its work.
func (q Numbers) Work(ctx context.Context, query Query) (Work, error) {
	var text []byte
	if err := q.DB.NewRaw("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ?", q.search(query)).Scan(ctx, &text); err != nil {
		return Work{}, err
	}
	var explained []struct{ Plan planNode }
	if err := json.Unmarshal(text, &explained); err != nil {
		return Work{}, err
	}
	top := explained[0].Plan
	return Work{Pages: top.Hit + top.Read, Rows: top.rows()}, nil
}

type planNode struct {
	Hit      float64 `json:"Shared Hit Blocks"`
	Read     float64 `json:"Shared Read Blocks"`
	Rows     float64 `json:"Actual Rows"`
	Filtered float64 `json:"Rows Removed by Filter"`
	Recheck  float64 `json:"Rows Removed by Index Recheck"`
	Loops    float64 `json:"Actual Loops"`
	Plans    []planNode
}

func (n planNode) rows() float64 {
	all := (n.Rows + n.Filtered + n.Recheck) * n.Loops
	for _, part := range n.Plans {
		all += part.rows()
	}
	return all
}

// Explain returns Postgres' plan for a number search.
func (q Numbers) Explain(ctx context.Context, query Query) (plan []string, err error) {
	err = q.DB.NewRaw("EXPLAIN ?", q.search(query)).Scan(ctx, &plan)
	return plan, err
}
