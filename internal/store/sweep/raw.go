package sweep

import (
	"context"
	"encoding/base64"

	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/sweep"
)

// Keep stores the progress of a process's sweep.
func (q Sweeps) Keep(ctx context.Context, p Process, at Place) error {
	// Raw: it moves the end by the clock of the database.
	_, err := q.DB.NewRaw(`
		INSERT INTO sweeps (process, row_key, page) VALUES (?, ?, ?)
		ON CONFLICT (process) DO UPDATE SET row_key = EXCLUDED.row_key, page = EXCLUDED.page, ended_at = now()`,
		p.Name, at.RowKey, base64.StdEncoding.EncodeToString(at.Page)).Exec(ctx)
	return wrap("keep place of sweep", err)
}

// Open returns the workflow ids of open rows after a key; last is the key of the last one, empty at the end.
func (q Sweeps) Open(ctx context.Context, p Process, after string, most int) (ids []string, last string, err error) {
	if p.key == "" {
		return nil, "", nil
	}
	var rows []struct{ Key, ID string }
	further := ""
	if after != "" {
		further = " AND " + p.key + " > ?0::uuid"
	}
	// Raw: table and columns are those of the process.
	err = q.DB.NewRaw("SELECT "+p.key+"::text AS key, "+p.id+"::text AS id FROM "+p.rows+" WHERE "+p.open()+further+
		" ORDER BY "+p.key+" LIMIT ?1", after, most).Scan(ctx, &rows)
	for _, r := range rows {
		ids = append(ids, p.Prefix+r.ID)
	}
	if len(rows) == most {
		last = rows[most-1].Key
	}
	return ids, last, wrap("read rows under way", err)
}

func (q Sweeps) among(ctx context.Context, p Process, workflows []string, condition string) (found []string, err error) {
	ids := p.idsOf(workflows)
	if len(ids) == 0 {
		return nil, nil
	}
	// Raw: table and columns are those of the process.
	err = q.DB.NewRaw("SELECT ?1 || "+p.id+"::text FROM "+p.rows+" WHERE "+p.find+" AND "+condition, pgdialect.Array(ids), p.Prefix).Scan(ctx, &found)
	return found, wrap("find rows of workflows", err)
}

// Late returns the workflows of late rows, the longest waiting first.
func (q Sweeps) Late(ctx context.Context, p Process, most int) (found []string, err error) {
	if p.mayBeLate == "" {
		return nil, nil
	}
	// Raw: table and columns are those of the process.
	err = q.DB.NewRaw("SELECT ?0 || "+p.id+"::text FROM "+p.rows+" WHERE "+p.late()+" ORDER BY "+p.dueAt+" LIMIT ?1", p.Prefix, most).Scan(ctx, &found)
	return found, wrap("find late rows", err)
}

// Wake calls the workflows of open rows; a missing one is started again from its row.
func (q Sweeps) Wake(ctx context.Context, p Process, workflows []string) error {
	ids := p.idsOf(workflows)
	if !p.Mends() || len(ids) == 0 {
		return nil
	}
	// Raw: it inserts what it selects.
	_, err := q.DB.NewRaw(`
		INSERT INTO `+p.calls+` (line_id) SELECT DISTINCT t.line_id FROM `+p.rows+` WHERE `+p.find+` AND (`+p.goesOn()+`)
		ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp()`, pgdialect.Array(ids)).Exec(ctx)
	return wrap("wake "+p.Name, err)
}

// Note stores findings of a process and kind. A known finding keeps its time.
func (q Sweeps) Note(ctx context.Context, p Process, kind sweep.Kind, workflows []string) error {
	if len(workflows) == 0 {
		return nil
	}
	// Raw: it inserts a list.
	_, err := q.DB.NewRaw(`
		INSERT INTO sweep_findings (process, kind, workflow) SELECT ?, ?, unnest(?::text[]) ON CONFLICT DO NOTHING`,
		p.Name, string(kind), pgdialect.Array(workflows)).Exec(ctx)
	return wrap("note findings", err)
}
