// Package linesim stores the SIMs of lines.
package linesim

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// SIMs stores the SIMs of lines.
type SIMs struct{ *tx.Conn }

// SIM is one SIM of a line. Further SIMs share its number and are outgoing only.
type SIM struct {
	ID         string
	LineID     string
	OrderID    string // the order that brought it, if any
	ICCID      string // empty while pending without a card
	Name       string
	Type       contract.SIMType
	State      contract.SIMState
	Primary    bool
	MonthlyFee contract.Halalas
	Since      time.Time
	Until      time.Time // zero while it is in use
	FeeUntil   time.Time // zero while its fee continues
}

func simNameSealContext(id string) string { return "line_sims/" + id }

const lineSIMColumns = `s.id, s.line_id, coalesce(s.order_id::text, ''), coalesce(s.iccid, ''), s.name, s.sim_type, s.state, s.is_primary,
	s.monthly_fee, s.since, s.until, s.fee_until`

// A further SIM whose order is still in the wizard is only reserved, and not listed. A former primary SIM is not listed either.
const lineSIMs = "SELECT " + lineSIMColumns + ` FROM line_sims AS s LEFT JOIN orders AS o ON o.id = s.order_id
WHERE s.line_id = $1 AND (s.state <> 'pending' OR o.stage IS DISTINCT FROM 'wizard') AND NOT (s.is_primary AND s.state = 'inactive')
ORDER BY s.is_primary DESC, s.state, s.since, s.id`

// Of lists a line's SIMs: the primary one, then active, inactive and pending further ones.
func (q SIMs) Of(ctx context.Context, lineID string) (sims []SIM, err error) {
	rows, err := q.Prepared().Query(ctx, lineSIMs, lineID)
	if err != nil {
		return nil, storeerrors.Translate("read sims of line", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		sim, err := q.scan(rows.Scan)
		if err != nil {
			return nil, storeerrors.Translate("read sims of line", err)
		}
		sims = append(sims, sim)
	}
	return sims, storeerrors.Translate("read sims of line", rows.Err())
}

// Get finds one SIM of a line.
func (q SIMs) Get(ctx context.Context, lineID, simID string) (SIM, error) {
	sim, err := q.scan(q.Prepared().Row(ctx,
		"SELECT "+lineSIMColumns+" FROM line_sims AS s WHERE s.line_id = $1 AND s.id = $2", lineID, simID).Scan)
	return sim, storeerrors.Translate("find sim of line", err)
}

func (q SIMs) scan(scan func(...any) error) (sim SIM, err error) {
	var name []byte
	var until, feeUntil sql.NullTime
	err = scan(&sim.ID, &sim.LineID, &sim.OrderID, &sim.ICCID, &name, &sim.Type, &sim.State, &sim.Primary,
		(*int64)(&sim.MonthlyFee), &sim.Since, &until, &feeUntil)
	sim.Until, sim.FeeUntil = until.Time, feeUntil.Time
	if err != nil || name == nil {
		return sim, err
	}
	opened, err := q.Keys.Open(simNameSealContext(sim.ID), name)
	sim.Name = string(opened)
	return sim, err
}

// Reserve reserves a place for a further SIM of an order, up to max on a line; a repeated call only renames it. A full line is
// ErrTooMany.
func (q SIMs) Reserve(ctx context.Context, sim SIM, max int) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := SIMs{conn}
		// a lock on the line's row makes two concurrent orders count each other
		if _, err := q.Prepared().Exec(ctx, "SELECT FROM lines WHERE id = $1 FOR UPDATE", sim.LineID); err != nil {
			return err
		}
		var count int
		err := q.Prepared().Row(ctx, `
			SELECT count(*) FROM line_sims WHERE line_id = $1 AND NOT is_primary AND until IS NULL AND order_id IS DISTINCT FROM $2`,
			sim.LineID, sim.OrderID).Scan(&count)
		if err != nil {
			return err
		}
		if count >= max {
			return storeerrors.ErrTooMany
		}
		return q.saveReserved(ctx, sim)
	})
	return storeerrors.Translate("reserve sim", err)
}

// saveReserved uses the order's id as the SIM's id, for which the name is sealed. The name of a draft is not reserved: the SIM
// gets it for itself when it is active.
func (q SIMs) saveReserved(ctx context.Context, sim SIM) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO line_sims (id, line_id, order_id, is_primary, state, sim_type, name, monthly_fee, since)
		VALUES ($1, $2, $1, false, 'pending', $3, $4, $5, $6)
		ON CONFLICT (order_id) DO UPDATE SET line_id = EXCLUDED.line_id, name = EXCLUDED.name, name_hash = NULL, monthly_fee = EXCLUDED.monthly_fee`,
		sim.OrderID, sim.LineID, sim.Type, q.Keys.Seal(simNameSealContext(sim.OrderID), []byte(sim.Name)), sim.MonthlyFee, sim.Since)
	return err
}

// DropOf removes the further SIM of an order.
func (q SIMs) DropOf(ctx context.Context, orderID string) error {
	_, err := q.Prepared().Exec(ctx, "DELETE FROM line_sims WHERE order_id = $1 AND NOT is_primary", orderID)
	return storeerrors.Translate("drop sim of order", err)
}

// ActivateReserved activates an order's SIM on its line, under a name that no other SIM of the line has.
func (q SIMs) ActivateReserved(ctx context.Context, orderID, iccid string, at time.Time) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := SIMs{conn}
		err := q.changeOne(ctx, "activate sim of line", `
			UPDATE line_sims SET iccid = $2, state = 'active', since = CASE WHEN state = 'pending' THEN $3 ELSE since END
			WHERE order_id = $1 AND state IN ('pending', 'active')`, orderID, iccid, at)
		if err != nil {
			return err
		}
		sim, err := q.ofOrder(ctx, orderID)
		if err != nil {
			return err
		}
		return q.nameApart(ctx, sim)
	})
}

// TakeOver replaces a line's primary SIM by an order's SIM, under the same name. A repeated call changes nothing.
func (q SIMs) TakeOver(ctx context.Context, sim SIM, at time.Time) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := SIMs{conn}
		name, err := q.readTakenOverName(ctx, sim)
		if err != nil {
			return err
		}
		_, err = q.Prepared().Exec(ctx, `
			UPDATE line_sims SET state = 'inactive', until = $3
			WHERE line_id = $1 AND is_primary AND until IS NULL AND iccid <> $2`, sim.LineID, sim.ICCID, at)
		if err != nil {
			return err
		}
		_, err = q.Prepared().Exec(ctx, `
			INSERT INTO line_sims (line_id, order_id, iccid, sim_type, since) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (order_id) DO NOTHING`, sim.LineID, sim.OrderID, sim.ICCID, sim.Type, at)
		if err != nil || name == "" {
			return err
		}
		brought, err := q.ofOrder(ctx, sim.OrderID)
		if err != nil {
			return err
		}
		return q.Rename(ctx, sim.LineID, brought.ID, name)
	})
	return storeerrors.Translate("take line over", err)
}

// UndoTakeOver restores the former primary SIM.
func (q SIMs) UndoTakeOver(ctx context.Context, lineID, orderID, formerICCID string) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := SIMs{conn}
		undone, err := q.Prepared().Exec(ctx, "DELETE FROM line_sims WHERE line_id = $1 AND order_id = $2", lineID, orderID)
		if err != nil || undone == 0 {
			return err
		}
		_, err = q.Prepared().Exec(ctx, `
			UPDATE line_sims AS s SET state = 'active', until = NULL, name_hash = (
				SELECT s.name_hash WHERE NOT EXISTS (
					SELECT FROM line_sims AS o WHERE o.line_id = $1 AND o.until IS NULL AND o.name_hash = s.name_hash))
			WHERE s.line_id = $1 AND s.iccid = $2`, lineID, formerICCID) // its name may have gone to another one meanwhile
		return err
	})
	return storeerrors.Translate("undo take-over of line", err)
}

// MakePrimary makes another SIM of the line primary; the former one becomes a further SIM.
func (q SIMs) MakePrimary(ctx context.Context, lineID, simID string) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := SIMs{conn}
		_, err := q.Prepared().Exec(ctx,
			"UPDATE line_sims SET is_primary = false WHERE line_id = $1 AND id <> $2 AND is_primary AND until IS NULL", lineID, simID)
		if err != nil {
			return err
		}
		return q.changeOne(ctx, "make sim primary", "UPDATE line_sims SET is_primary = true WHERE line_id = $1 AND id = $2 AND state = 'active'", lineID, simID)
	})
	return storeerrors.Translate("make sim primary", err)
}

// End ends a further SIM; its fee continues until feeUntil.
func (q SIMs) End(ctx context.Context, lineID, simID string, at, feeUntil time.Time) error {
	_, err := q.Prepared().Exec(ctx, `
		UPDATE line_sims SET state = 'inactive', until = $3, fee_until = $4
		WHERE line_id = $1 AND id = $2 AND NOT is_primary AND state = 'active'`, lineID, simID, at, feeUntil)
	return storeerrors.Translate("end sim of line", err)
}

func (q SIMs) changeOne(ctx context.Context, operation, statement string, args ...any) error {
	changed, err := q.Prepared().Exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		err = sql.ErrNoRows
	}
	return storeerrors.Translate(operation, err)
}

// Add inserts a SIM without an order. A repeated call changes nothing.
func (q SIMs) Add(ctx context.Context, sim SIM) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO line_sims (id, line_id, order_id, iccid, is_primary, state, sim_type, name, monthly_fee, since, until, fee_until, name_hash)
		VALUES ($1, $2, nullif($3, '')::uuid, nullif($4, ''), $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
		sim.ID, sim.LineID, sim.OrderID, sim.ICCID, sim.Primary, string(sim.State), sim.Type,
		q.Keys.Seal(simNameSealContext(sim.ID), []byte(sim.Name)), sim.MonthlyFee, sim.Since, tx.TimeOrNull(sim.Until), tx.TimeOrNull(sim.FeeUntil),
		q.nameHash(sim.LineID, sim.Name))
	return storeerrors.Translate("add sim to line", err)
}

// nameHash identifies equal names of a line's SIMs; nil for a SIM without a name.
func (q SIMs) nameHash(lineID, name string) []byte {
	if name == "" {
		return nil
	}
	return q.Keys.Hash("sim name\n" + lineID + "\n" + line.NameKey(name))
}

// OtherNames returns the names of a line's SIMs in use, except one SIM.
func (q SIMs) OtherNames(ctx context.Context, lineID, simID string) (names []string, err error) {
	sims, err := q.Of(ctx, lineID)
	for _, sim := range sims {
		if sim.ID != simID && sim.State != contract.SIMInactive {
			names = append(names, sim.Name)
		}
	}
	return names, err
}

// Rename renames a SIM of a line; ErrNotFound for an unknown SIM, ErrConflict when another SIM has the name.
func (q SIMs) Rename(ctx context.Context, lineID, simID, name string) error {
	return q.changeOne(ctx, "rename sim", "UPDATE line_sims SET name = $3, name_hash = $4 WHERE line_id = $1 AND id = $2",
		lineID, simID, q.Keys.Seal(simNameSealContext(simID), []byte(name)), q.nameHash(lineID, name))
}

// NamePrimary gives a nameless primary SIM its name before another SIM replaces it.
func (q SIMs) NamePrimary(ctx context.Context, lineID, name string) error {
	sims, err := q.Of(ctx, lineID)
	if err != nil || len(sims) == 0 || !sims[0].Primary || sims[0].Name != "" {
		return err
	}
	sims[0].Name = name
	return q.nameApart(ctx, sims[0])
}

// nameApart numbers a SIM's name when another SIM of the line has it.
func (q SIMs) nameApart(ctx context.Context, sim SIM) error {
	// a lock on the line's row makes two concurrent SIMs see each other's names
	if _, err := q.Prepared().Exec(ctx, "SELECT FROM lines WHERE id = $1 FOR UPDATE", sim.LineID); err != nil {
		return storeerrors.Translate("lock line of sim", err)
	}
	others, err := q.OtherNames(ctx, sim.LineID, sim.ID)
	if err != nil {
		return err
	}
	return q.Rename(ctx, sim.LineID, sim.ID, line.FreeName(sim.Name, others))
}

// ofOrder finds the SIM of an order.
func (q SIMs) ofOrder(ctx context.Context, orderID string) (SIM, error) {
	sim, err := q.scan(q.Prepared().Row(ctx, "SELECT "+lineSIMColumns+" FROM line_sims AS s WHERE s.order_id = $1", orderID).Scan)
	return sim, storeerrors.Translate("find sim of order", err)
}

// readTakenOverName returns the name of the primary SIM that another card replaces; empty without a name, or after the
// replacement.
func (q SIMs) readTakenOverName(ctx context.Context, by SIM) (string, error) {
	sim, err := q.scan(q.Prepared().Row(ctx, "SELECT "+lineSIMColumns+` FROM line_sims AS s
		WHERE s.line_id = $1 AND s.is_primary AND s.until IS NULL AND s.iccid <> $2`, by.LineID, by.ICCID).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return sim.Name, storeerrors.Translate("find primary sim", err)
}

// NameApart numbers names that SIMs of a line share from the time before names were unique. It may be repeated.
func (q SIMs) NameApart(ctx context.Context) error {
	var ids []struct{ LineID, ID string }
	err := q.DB.NewRaw(`SELECT line_id, id FROM line_sims
		WHERE state = 'active' AND name IS NOT NULL AND name_hash IS NULL ORDER BY since, id`).Scan(ctx, &ids)
	if err != nil {
		return storeerrors.Translate("find sims to name apart", err)
	}
	for _, of := range ids {
		err := q.InTx(ctx, func(conn *tx.Conn) error {
			q := SIMs{conn}
			sim, err := q.Get(ctx, of.LineID, of.ID)
			if err != nil || sim.Name == "" {
				return err
			}
			return q.nameApart(ctx, sim)
		})
		if err != nil {
			return fmt.Errorf("name sims apart: %w", err)
		}
	}
	return nil
}
