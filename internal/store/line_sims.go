package store

import (
	"context"
	"database/sql"
	"time"

	"selfcare/internal/contract"
)

// LineSIMs are the SIMs of lines.
type LineSIMs struct{ *conn }

// LineSIM is one SIM of a line. Further ones share its number; they are for outgoing use only.
type LineSIM struct {
	ID         string
	LineID     string
	OrderID    string // the order that brought it, where one did
	ICCID      string // empty while pending without a card
	Name       string
	Type       contract.SIMType
	State      contract.SIMState
	Primary    bool
	MonthlyFee contract.Halalas
	Since      time.Time
	Until      time.Time // zero while it is not over
	FeeUntil   time.Time // zero while its fee goes on
}

func simNameSealContext(id string) string { return "line_sims/" + id }

const lineSIMColumns = `s.id, s.line_id, coalesce(s.order_id::text, ''), coalesce(s.iccid, ''), s.name, s.sim_type, s.state, s.is_primary,
	s.monthly_fee, s.since, s.until, s.fee_until`

// A further SIM whose order is still in the wizard is only reserved: it is nobody's business yet. A former primary SIM is history.
const lineSIMs = "SELECT " + lineSIMColumns + ` FROM line_sims AS s LEFT JOIN orders AS o ON o.id = s.order_id
WHERE s.line_id = $1 AND (s.state <> 'pending' OR o.stage IS DISTINCT FROM 'wizard') AND NOT (s.is_primary AND s.state = 'inactive')
ORDER BY s.is_primary DESC, s.state, s.since, s.id`

// Of lists a line's SIMs: the primary one, then active, inactive and pending further ones.
func (q LineSIMs) Of(ctx context.Context, lineID string) (sims []LineSIM, err error) {
	rows, err := q.prepared().query(ctx, lineSIMs, lineID)
	if err != nil {
		return nil, translate("read sims of line", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		sim, err := q.scan(rows.Scan)
		if err != nil {
			return nil, translate("read sims of line", err)
		}
		sims = append(sims, sim)
	}
	return sims, translate("read sims of line", rows.Err())
}

// Get finds one SIM of a line.
func (q LineSIMs) Get(ctx context.Context, lineID, simID string) (LineSIM, error) {
	sim, err := q.scan(q.prepared().row(ctx,
		"SELECT "+lineSIMColumns+" FROM line_sims AS s WHERE s.line_id = $1 AND s.id = $2", lineID, simID).Scan)
	return sim, translate("find sim of line", err)
}

func (q LineSIMs) scan(scan func(...any) error) (sim LineSIM, err error) {
	var name []byte
	var until, feeUntil sql.NullTime
	err = scan(&sim.ID, &sim.LineID, &sim.OrderID, &sim.ICCID, &name, &sim.Type, &sim.State, &sim.Primary,
		(*int64)(&sim.MonthlyFee), &sim.Since, &until, &feeUntil)
	sim.Until, sim.FeeUntil = until.Time, feeUntil.Time
	if err != nil || name == nil {
		return sim, err
	}
	opened, err := q.keys.Open(simNameSealContext(sim.ID), name)
	sim.Name = string(opened)
	return sim, err
}

// Reserve keeps a place for a further SIM that an order will bring, max at most on a line; again it only renames.
// A line that has as many is ErrTooMany.
func (q LineSIMs) Reserve(ctx context.Context, sim LineSIM, max int) error {
	err := q.inTx(ctx, func(tx *Tx) error {
		// the line's row is locked so that two orders at once count each other
		if _, err := tx.prepared().exec(ctx, "SELECT FROM lines WHERE id = $1 FOR UPDATE", sim.LineID); err != nil {
			return err
		}
		var count int
		err := tx.prepared().row(ctx, `
			SELECT count(*) FROM line_sims WHERE line_id = $1 AND NOT is_primary AND until IS NULL AND order_id IS DISTINCT FROM $2`,
			sim.LineID, sim.OrderID).Scan(&count)
		if err != nil {
			return err
		}
		if count >= max {
			return ErrTooMany
		}
		return tx.LineSIMs.saveReserved(ctx, sim)
	})
	return translate("reserve sim", err)
}

// saveReserved uses the order's id, so that the name can be sealed for it.
func (q LineSIMs) saveReserved(ctx context.Context, sim LineSIM) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO line_sims (id, line_id, order_id, is_primary, state, sim_type, name, monthly_fee, since)
		VALUES ($1, $2, $1, false, 'pending', $3, $4, $5, $6)
		ON CONFLICT (order_id) DO UPDATE SET line_id = EXCLUDED.line_id, name = EXCLUDED.name, monthly_fee = EXCLUDED.monthly_fee`,
		sim.OrderID, sim.LineID, sim.Type, q.keys.Seal(simNameSealContext(sim.OrderID), []byte(sim.Name)), sim.MonthlyFee, sim.Since)
	return err
}

// DropOf takes back the further SIM an order reserved or brought.
func (q LineSIMs) DropOf(ctx context.Context, orderID string) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM line_sims WHERE order_id = $1 AND NOT is_primary", orderID)
	return translate("drop sim of order", err)
}

// ActivateReserved makes an order's SIM one of its line.
func (q LineSIMs) ActivateReserved(ctx context.Context, orderID, iccid string, at time.Time) error {
	return q.changeOne(ctx, "activate sim of line", `
		UPDATE line_sims SET iccid = $2, state = 'active', since = CASE WHEN state = 'pending' THEN $3 ELSE since END
		WHERE order_id = $1 AND state IN ('pending', 'active')`, orderID, iccid, at)
}

// TakeOver puts an order's SIM in the place of a line's primary one. Doing it again changes nothing.
func (q LineSIMs) TakeOver(ctx context.Context, sim LineSIM, at time.Time) error {
	err := q.inTx(ctx, func(tx *Tx) error {
		_, err := tx.prepared().exec(ctx, `
			UPDATE line_sims SET state = 'inactive', until = $3
			WHERE line_id = $1 AND is_primary AND until IS NULL AND iccid <> $2`, sim.LineID, sim.ICCID, at)
		if err != nil {
			return err
		}
		_, err = tx.prepared().exec(ctx, `
			INSERT INTO line_sims (line_id, order_id, iccid, sim_type, since) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (order_id) DO NOTHING`, sim.LineID, sim.OrderID, sim.ICCID, sim.Type, at)
		return err
	})
	return translate("take line over", err)
}

// UndoTakeOver puts the former SIM back in the place of an order's.
func (q LineSIMs) UndoTakeOver(ctx context.Context, lineID, orderID, formerICCID string) error {
	err := q.inTx(ctx, func(tx *Tx) error {
		undone, err := tx.prepared().exec(ctx, "DELETE FROM line_sims WHERE line_id = $1 AND order_id = $2", lineID, orderID)
		if err != nil || undone == 0 {
			return err
		}
		_, err = tx.prepared().exec(ctx, "UPDATE line_sims SET state = 'active', until = NULL WHERE line_id = $1 AND iccid = $2", lineID, formerICCID)
		return err
	})
	return translate("undo take-over of line", err)
}

// MakePrimary gives the primary place to another SIM of the line; the former one becomes a further one.
func (q LineSIMs) MakePrimary(ctx context.Context, lineID, simID string) error {
	err := q.inTx(ctx, func(tx *Tx) error {
		_, err := tx.prepared().exec(ctx,
			"UPDATE line_sims SET is_primary = false WHERE line_id = $1 AND id <> $2 AND is_primary AND until IS NULL", lineID, simID)
		if err != nil {
			return err
		}
		return tx.changeOne(ctx, "make sim primary", "UPDATE line_sims SET is_primary = true WHERE line_id = $1 AND id = $2 AND state = 'active'", lineID, simID)
	})
	return translate("make sim primary", err)
}

// End takes a further SIM out of use; its fee goes on until feeUntil.
func (q LineSIMs) End(ctx context.Context, lineID, simID string, at, feeUntil time.Time) error {
	_, err := q.prepared().exec(ctx, `
		UPDATE line_sims SET state = 'inactive', until = $3, fee_until = $4
		WHERE line_id = $1 AND id = $2 AND NOT is_primary AND state = 'active'`, lineID, simID, at, feeUntil)
	return translate("end sim of line", err)
}

// Rename gives a SIM of a line another name; ErrNotFound when the line has no such SIM.
func (q LineSIMs) Rename(ctx context.Context, lineID, simID, name string) error {
	return q.changeOne(ctx, "rename sim", "UPDATE line_sims SET name = $3 WHERE line_id = $1 AND id = $2",
		lineID, simID, q.keys.Seal(simNameSealContext(simID), []byte(name)))
}

func (q *conn) changeOne(ctx context.Context, operation, statement string, args ...any) error {
	changed, err := q.prepared().exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		err = sql.ErrNoRows
	}
	return translate(operation, err)
}

// Add gives a line a SIM that was not ordered here. Doing it again changes nothing.
func (q LineSIMs) Add(ctx context.Context, sim LineSIM) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO line_sims (id, line_id, order_id, iccid, is_primary, state, sim_type, name, monthly_fee, since, until, fee_until)
		VALUES ($1, $2, nullif($3, '')::uuid, nullif($4, ''), $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING`,
		sim.ID, sim.LineID, sim.OrderID, sim.ICCID, sim.Primary, string(sim.State), sim.Type,
		q.keys.Seal(simNameSealContext(sim.ID), []byte(sim.Name)), sim.MonthlyFee, sim.Since, timeOrNull(sim.Until), timeOrNull(sim.FeeUntil))
	return translate("add sim to line", err)
}
