// Package outage stores the partners that do not answer, and the orders and purchases that wait for them.
package outage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/outage"
)

// Outages stores the partners whose calls fail. All workers write them; without an outage the table is empty.
type Outages struct{ DB bun.IDB }

type failureRow struct {
	bun.BaseModel `bun:"table:partner_failures,alias:f"`

	Partner  string `bun:",pk"`
	Since    time.Time
	FailedAt time.Time
	Calls    int
}

type waitRow struct {
	bun.BaseModel `bun:"table:partner_waits,alias:w"`

	Partner string
	Kind    string
	Number  string
}

// Note records the calls of one process. A window with mostly answered calls ends an outage. A partner whose calls cannot be
// recorded does not block the others.
func (q Outages) Note(ctx context.Context, windows []outage.Window, now time.Time) error {
	_, err := q.DB.NewDelete().Model((*failureRow)(nil)).Where("failed_at < ?", now.Add(-outage.ForgetAfter)).Exec(ctx)
	if err != nil {
		return wrapped("forget old outages", err)
	}
	var errs []error
	for _, w := range windows {
		note := q.end
		if w.Fails() {
			note = q.fail
		}
		errs = append(errs, wrapped("note calls to "+w.Partner, note(ctx, w)))
	}
	return errors.Join(errs...)
}

func (q Outages) end(ctx context.Context, w outage.Window) error {
	_, err := q.DB.NewDelete().Model((*failureRow)(nil)).Where("partner = ?", w.Partner).Where("failed_at < ?", w.AnsweredAt).Exec(ctx)
	return err
}

// countedAtMost limits the count of an outage: higher numbers are reported as this one.
const countedAtMost = 10_000

// goesOn omits work that support has called off meanwhile.
const goesOn = `
	LEFT JOIN orders AS o ON w.kind = 'order' AND o.number = w.number
	LEFT JOIN purchases AS p ON w.kind = 'purchase' AND p.number = w.number
	WHERE (o.stage NOT IN ('cancelled', 'abandoned') OR p.stage NOT IN ('completed', 'failed'))`

// Waiting is an order or a purchase that waits, for a list.
type Waiting struct {
	Kind    string
	Number  string
	ID      string
	Variety string // kind of order or purchase
	Stage   string
}

func columns(work []outage.Work) (kinds, numbers []string) {
	for _, w := range work {
		kinds, numbers = append(kinds, w.Kind), append(numbers, w.Number)
	}
	return kinds, numbers
}

func wrapped(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}
