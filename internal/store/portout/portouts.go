// Package portout stores the port-out requests of other operators.
package portout

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// PortOuts stores the port-out requests of other operators.
type PortOuts struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:port_outs,alias:p"`

	Reference string `bun:",pk"`
	LineID    string `bun:",nullzero"`
	Recipient string
	Stage     contract.PortOutStage
	AskedAt   time.Time
	CutOverAt time.Time
	Seq       int64
	State     string
}

// Open inserts a decided request; a repeated call changes nothing. A line with an open port-out is ErrConflict.
func (q PortOuts) Open(ctx context.Context, p contract.PortOut) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("open port-out: %w", err)
	}
	opened := row{
		Reference: p.Reference, LineID: p.LineID, Recipient: p.Recipient, Stage: p.Stage, AskedAt: p.AskedAt, CutOverAt: p.CutOverAt,
		Seq: p.Seq, State: string(state),
	}
	_, err = q.DB.NewInsert().Model(&opened).On("CONFLICT (reference) DO NOTHING").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("open port-out", err)
}

// Save stores the next state of a request; any other state is ErrStale.
func (q PortOuts) Save(ctx context.Context, p contract.PortOut) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("save port-out: %w", err)
	}
	result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("stage = ?", p.Stage).Set("held = ?", p.Held != nil).Set("seq = ?", p.Seq).
		Set("state = ?", string(state)).Set("updated_at = now()").
		Where("reference = ?", p.Reference).Where("seq = ?", p.Seq-1).Exec(ctx)
	return tx.RequireChange("save port-out", storeerrors.ErrStale, result, err)
}

// Get finds a request by the clearing house's reference.
func (q PortOuts) Get(ctx context.Context, reference string) (p contract.PortOut, err error) {
	var state []byte
	err = q.DB.NewSelect().Model((*row)(nil)).Column("state").Where("reference = ?", reference).Scan(ctx, &state)
	if err != nil {
		return p, storeerrors.Translate("find port-out", err)
	}
	if err := contract.Decode(state, &p); err != nil {
		return p, fmt.Errorf("find port-out: %w", err)
	}
	return p, nil
}

// portOutsPage is the page length of support's list.
const portOutsPage = 50

// ForSupport returns one page of requests, the newest first: the held ones, or the one with a reference.
func (q PortOuts) ForSupport(ctx context.Context, reference string, page int) ([]contract.PortOut, error) {
	selection := q.DB.NewSelect().Model((*row)(nil)).Column("state").Limit(portOutsPage).Offset(tx.Offset(page, portOutsPage))
	if reference != "" {
		selection = selection.Where("reference = ?", reference)
	} else {
		selection = selection.Where("held").Order("asked_at DESC", "reference")
	}
	var states []string
	err := selection.Scan(ctx, &states)
	return portOutsOf(states, err)
}

func portOutsOf(states []string, err error) (found []contract.PortOut, _ error) {
	if err != nil {
		return nil, storeerrors.Translate("read port-outs", err)
	}
	for _, state := range states {
		var p contract.PortOut
		if err := contract.Decode([]byte(state), &p); err != nil {
			return nil, fmt.Errorf("read port-outs: %w", err)
		}
		found = append(found, p)
	}
	return found, nil
}
