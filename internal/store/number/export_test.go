package number

import (
	"context"
	"encoding/json"

	"github.com/uptrace/bun"
)

// Work is the work of Postgres for one statement, independent of its duration: pages read, and rows of tables read, the discarded ones
// included.
type Work struct{ Pages, Rows float64 }

// Work runs a number search and counts its work.
func (q Numbers) Work(ctx context.Context, query Query) (Work, error) {
	selection, err := q.selection(ctx, query)
	if err != nil || selection == nil {
		return Work{}, err
	}
	var text []byte
	if err := q.DB.NewRaw("EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ?", selection).Scan(ctx, &text); err != nil {
		return Work{}, err
	}
	var explained []struct{ Plan planNode }
	if err := json.Unmarshal(text, &explained); err != nil {
		return Work{}, err
	}
	top := explained[0].Plan
	return Work{Pages: top.Hit + top.Read, Rows: top.rows()}, nil
}

func (q Numbers) selection(ctx context.Context, query Query) (*bun.SelectQuery, error) {
	classes, _, err := q.classesFor(ctx, query)
	if err != nil || len(classes) == 0 {
		return nil, err
	}
	return q.read(query, query.parts(classes)), nil
}

type planNode struct {
	Table    string  `json:"Relation Name"`
	Hit      float64 `json:"Shared Hit Blocks"`
	Read     float64 `json:"Shared Read Blocks"`
	Rows     float64 `json:"Actual Rows"`
	Filtered float64 `json:"Rows Removed by Filter"`
	Recheck  float64 `json:"Rows Removed by Index Recheck"`
	Loops    float64 `json:"Actual Loops"`
	Plans    []planNode
}

func (n planNode) rows() float64 {
	all := 0.0
	if n.Table != "" {
		all = (n.Rows + n.Filtered + n.Recheck) * n.Loops
	}
	for _, part := range n.Plans {
		all += part.rows()
	}
	return all
}
