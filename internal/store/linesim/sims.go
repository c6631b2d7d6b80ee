// Package linesim stores the SIMs of lines.
package linesim

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

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

type row struct {
	bun.BaseModel `bun:"table:line_sims,alias:s"`

	ID         string `bun:",pk,nullzero"`
	LineID     string
	OrderID    string `bun:",nullzero"`
	ICCID      string `bun:"iccid,nullzero"`
	Name       []byte // encrypted
	NameHash   []byte
	SIMType    contract.SIMType `bun:"sim_type"`
	State      contract.SIMState
	IsPrimary  bool
	MonthlyFee contract.Halalas
	Since      time.Time
	Until      time.Time `bun:",nullzero"`
	FeeUntil   time.Time `bun:",nullzero"`
}

// Of lists a line's SIMs: the primary one, then active, inactive and pending further ones. A further SIM whose order is still in
// the wizard is only reserved, and not listed. A former primary SIM is not listed either.
func (q SIMs) Of(ctx context.Context, lineID string) (sims []SIM, err error) {
	var rows []row
	err = q.DB.NewSelect().Model(&rows).Join("LEFT JOIN orders AS o ON o.id = s.order_id").Where("s.line_id = ?", lineID).
		Where("s.state <> 'pending' OR o.stage IS DISTINCT FROM 'wizard'").Where("NOT (s.is_primary AND s.state = 'inactive')").
		Order("s.is_primary DESC", "s.state", "s.since", "s.id").Scan(ctx)
	if err != nil {
		return nil, storeerrors.Translate("read sims of line", err)
	}
	for _, r := range rows {
		sim, err := q.open(r)
		if err != nil {
			return nil, storeerrors.Translate("read sims of line", err)
		}
		sims = append(sims, sim)
	}
	return sims, nil
}

// Get finds one SIM of a line.
func (q SIMs) Get(ctx context.Context, lineID, simID string) (SIM, error) {
	sim, err := q.find(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("line_id = ?", lineID).Where("id = ?", simID)
	})
	return sim, storeerrors.Translate("find sim of line", err)
}

func (q SIMs) find(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) (SIM, error) {
	var found row
	if err := q.DB.NewSelect().Model(&found).Apply(narrow).Scan(ctx); err != nil {
		return SIM{}, err
	}
	return q.open(found)
}

func (q SIMs) open(r row) (SIM, error) {
	sim := SIM{
		ID: r.ID, LineID: r.LineID, OrderID: r.OrderID, ICCID: r.ICCID, Type: r.SIMType, State: r.State, Primary: r.IsPrimary,
		MonthlyFee: r.MonthlyFee, Since: r.Since, Until: r.Until, FeeUntil: r.FeeUntil,
	}
	if r.Name == nil {
		return sim, nil
	}
	opened, err := q.Keys.Open(simNameSealContext(sim.ID), r.Name)
	sim.Name = string(opened)
	return sim, err
}

// Reserve reserves a place for a further SIM of an order, up to max on a line; a repeated call only renames it. A full line is
// ErrTooMany.
func (q SIMs) Reserve(ctx context.Context, sim SIM, max int) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := SIMs{conn}
		// a lock on the line's row makes two concurrent orders count each other
		if err := q.lockLine(ctx, sim.LineID); err != nil {
			return err
		}
		count, err := q.DB.NewSelect().Model((*row)(nil)).Where("line_id = ?", sim.LineID).Where("NOT is_primary").Where("until IS NULL").
			Where("order_id IS DISTINCT FROM ?", sim.OrderID).Count(ctx)
		if err != nil {
			return err
		}
		if int(count) >= max {
			return storeerrors.ErrTooMany
		}
		return q.saveReserved(ctx, sim)
	})
	return storeerrors.Translate("reserve sim", err)
}

func (q SIMs) lockLine(ctx context.Context, lineID string) error {
	_, err := q.DB.NewSelect().Table("lines").ColumnExpr("1").Where("id = ?", lineID).For("UPDATE").Exec(ctx)
	return err
}

// saveReserved uses the order's id as the SIM's id, for which the name is sealed. The name of a draft is not reserved: the SIM
// gets it for itself when it is active.
func (q SIMs) saveReserved(ctx context.Context, sim SIM) error {
	reserved := row{
		ID: sim.OrderID, LineID: sim.LineID, OrderID: sim.OrderID, State: contract.SIMPending, SIMType: sim.Type, MonthlyFee: sim.MonthlyFee,
		Name: q.Keys.Seal(simNameSealContext(sim.OrderID), []byte(sim.Name)), Since: sim.Since,
	}
	_, err := q.DB.NewInsert().Model(&reserved).On("CONFLICT (order_id) DO UPDATE").Set("line_id = EXCLUDED.line_id").Set("name = EXCLUDED.name").
		Set("name_hash = NULL").Set("monthly_fee = EXCLUDED.monthly_fee").Returning("NULL").Exec(ctx)
	return err
}

// DropOf removes the further SIM of an order.
func (q SIMs) DropOf(ctx context.Context, orderID string) error {
	_, err := q.DB.NewDelete().Model((*row)(nil)).Where("order_id = ?", orderID).Where("NOT is_primary").Exec(ctx)
	return storeerrors.Translate("drop sim of order", err)
}

// ActivateReserved activates an order's SIM on its line, under a name that no other SIM of the line has.
func (q SIMs) ActivateReserved(ctx context.Context, orderID, iccid string, at time.Time) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := SIMs{conn}
		result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("iccid = ?", iccid).Set("state = 'active'").
			Set("since = CASE WHEN state = 'pending' THEN ? ELSE since END", at).
			Where("order_id = ?", orderID).Where("state IN ('pending', 'active')").Exec(ctx)
		if err := tx.RequireChange("activate sim of line", storeerrors.ErrNotFound, result, err); err != nil {
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
		_, err = q.DB.NewUpdate().Model((*row)(nil)).Set("state = 'inactive'").Set("until = ?", at).Where("line_id = ?", sim.LineID).
			Where("is_primary").Where("until IS NULL").Where("iccid <> ?", sim.ICCID).Exec(ctx)
		if err != nil {
			return err
		}
		brings := row{LineID: sim.LineID, OrderID: sim.OrderID, ICCID: sim.ICCID, SIMType: sim.Type, Since: at}
		_, err = q.DB.NewInsert().Model(&brings).Column("line_id", "order_id", "iccid", "sim_type", "since").
			On("CONFLICT (order_id) DO NOTHING").Exec(ctx)
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
		undone, err := tx.Changed(q.DB.NewDelete().Model((*row)(nil)).Where("line_id = ?", lineID).Where("order_id = ?", orderID).Exec(ctx))
		if err != nil || undone == 0 {
			return err
		}
		// its name may have gone to another one meanwhile
		_, err = q.DB.NewUpdate().Model((*row)(nil)).Set("state = 'active'").Set("until = NULL").
			Set(`name_hash = CASE WHEN NOT EXISTS (
				SELECT FROM line_sims AS o WHERE o.line_id = s.line_id AND o.until IS NULL AND o.name_hash = s.name_hash) THEN s.name_hash END`).
			Where("s.line_id = ?", lineID).Where("s.iccid = ?", formerICCID).Exec(ctx)
		return err
	})
	return storeerrors.Translate("undo take-over of line", err)
}

// MakePrimary makes another SIM of the line primary; the former one becomes a further SIM.
func (q SIMs) MakePrimary(ctx context.Context, lineID, simID string) error {
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := SIMs{conn}
		_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("is_primary = false").Where("line_id = ?", lineID).Where("id <> ?", simID).
			Where("is_primary").Where("until IS NULL").Exec(ctx)
		if err != nil {
			return err
		}
		result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("is_primary = true").Where("line_id = ?", lineID).Where("id = ?", simID).
			Where("state = 'active'").Exec(ctx)
		return tx.RequireChange("make sim primary", storeerrors.ErrNotFound, result, err)
	})
	return storeerrors.Translate("make sim primary", err)
}

// End ends a further SIM; its fee continues until feeUntil.
func (q SIMs) End(ctx context.Context, lineID, simID string, at, feeUntil time.Time) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("state = 'inactive'").Set("until = ?", at).Set("fee_until = ?", feeUntil).
		Where("line_id = ?", lineID).Where("id = ?", simID).Where("NOT is_primary").Where("state = 'active'").Exec(ctx)
	return storeerrors.Translate("end sim of line", err)
}

// Add inserts a SIM without an order. A repeated call changes nothing.
func (q SIMs) Add(ctx context.Context, sim SIM) error {
	added := row{
		ID: sim.ID, LineID: sim.LineID, OrderID: sim.OrderID, ICCID: sim.ICCID, IsPrimary: sim.Primary, State: sim.State, SIMType: sim.Type,
		Name: q.Keys.Seal(simNameSealContext(sim.ID), []byte(sim.Name)), NameHash: q.nameHash(sim.LineID, sim.Name),
		MonthlyFee: sim.MonthlyFee, Since: sim.Since, Until: sim.Until, FeeUntil: sim.FeeUntil,
	}
	_, err := q.DB.NewInsert().Model(&added).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx)
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
	result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("name = ?", q.Keys.Seal(simNameSealContext(simID), []byte(name))).
		Set("name_hash = ?", q.nameHash(lineID, name)).Where("line_id = ?", lineID).Where("id = ?", simID).Exec(ctx)
	return tx.RequireChange("rename sim", storeerrors.ErrNotFound, result, err)
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
	if err := q.lockLine(ctx, sim.LineID); err != nil {
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
	sim, err := q.find(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("order_id = ?", orderID) })
	return sim, storeerrors.Translate("find sim of order", err)
}

// readTakenOverName returns the name of the primary SIM that another card replaces; empty without a name, or after the
// replacement.
func (q SIMs) readTakenOverName(ctx context.Context, by SIM) (string, error) {
	sim, err := q.find(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("line_id = ?", by.LineID).Where("is_primary").Where("until IS NULL").Where("iccid <> ?", by.ICCID)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return sim.Name, storeerrors.Translate("find primary sim", err)
}

// NameApart numbers names that SIMs of a line share from the time before names were unique. It may be repeated.
func (q SIMs) NameApart(ctx context.Context) error {
	var ids []struct{ LineID, ID string }
	err := q.DB.NewSelect().Model((*row)(nil)).Column("line_id", "id").Where("state = 'active'").Where("name IS NOT NULL").
		Where("name_hash IS NULL").Order("since", "id").Scan(ctx, &ids)
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
