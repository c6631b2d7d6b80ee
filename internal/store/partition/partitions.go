// Package partition keeps the tables that are divided by days or months.
package partition

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
)

// Partitions keeps the tables that are divided by days or months, each for its time (partitioned_tables).
type Partitions struct{ DB bun.IDB }

// Keep makes the partitions that are needed next, drops those whose time is over, and returns about how many rows went. A table that
// fails does not hold the others.
func (q Partitions) Keep(ctx context.Context) (dropped int, failed error) {
	names, err := q.names(ctx)
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		var rows int
		err := q.DB.NewSelect().ColumnExpr("keep_partitions(?)", name).Scan(ctx, &rows)
		dropped, failed = dropped+rows, errors.Join(failed, storeerrors.Translate("keep partitions of "+name, err))
	}
	return dropped, failed
}

func (q Partitions) names(ctx context.Context) (names []string, err error) {
	err = q.DB.NewSelect().Table("partitioned_tables").Column("name").Order("name").Scan(ctx, &names)
	return names, storeerrors.Translate("list partitioned tables", err)
}

// Standing says how well the tables are prepared.
type Standing struct {
	Ahead   time.Duration // for which each table has partitions
	Waiting int           // rows without a partition, at most mostWaiting of each table
}

// mostWaiting bounds what is read of the rows without a partition.
const mostWaiting = 1000

// Look returns for how long all tables have partitions, and how many rows lack one.
func (q Partitions) Look(ctx context.Context, now time.Time) (s Standing, err error) {
	names, err := q.names(ctx)
	if err != nil {
		return s, err
	}
	for i, name := range names {
		var until time.Time
		var waiting int
		some := q.DB.NewSelect().TableExpr("?", bun.Ident(name+"_rest")).ColumnExpr("1").Limit(mostWaiting)
		err := q.DB.NewSelect().TableExpr("partitions_of(?)", name).ColumnExpr("coalesce(max(until), 'epoch')").
			ColumnExpr("(SELECT count(*) FROM (?) AS waiting)", some).Scan(ctx, &until, &waiting)
		if err != nil {
			return s, storeerrors.Translate(fmt.Sprintf("look at the partitions of %s", name), err)
		}
		if ahead := max(0, until.Sub(now)); i == 0 || ahead < s.Ahead {
			s.Ahead = ahead
		}
		s.Waiting += waiting
	}
	return s, nil
}
