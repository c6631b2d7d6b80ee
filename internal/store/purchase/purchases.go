// Package purchase stores the payments outside orders.
package purchase

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/tx"
)

// Purchases stores payments outside orders.
type Purchases struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:purchases,alias:p"`
}

// Opening is the data that is written with a purchase.
type Opening struct {
	Ahead bool           // its workflow is still to be started
	Paid  ledger.Posting // what paid it here; empty where nothing did
}

// Open inserts a new purchase. A number in use is ErrOrderNumber, a known purchase ErrStale, an insufficient balance
// ErrNotCovered: then nothing is written.
func (q Purchases) Open(ctx context.Context, p contract.Purchase, o Opening) error {
	state, err := q.stateOf(p)
	if err != nil {
		return fmt.Errorf("open purchase: %w", err)
	}
	lines, err := json.Marshal(append([]ledger.Entry{}, o.Paid.Entries...))
	if err != nil {
		return fmt.Errorf("open purchase: %w", err)
	}
	written, err := hot.OpenPurchase.Exec(ctx, q.Conn,
		o.Paid.Key, o.Paid.Subject, o.Paid.Kind, string(lines), o.Paid.Overdraws,
		p.ID, p.Number, string(p.Kind), string(p.Stage), string(p.FailureCode), p.UserID, p.PayerLineID, p.LineID,
		int64(p.Total), p.Seq, string(state), p.CreatedAt, o.Ahead)
	switch {
	case storeerrors.Violates(err, "purchases_number_key"):
		err = storeerrors.ErrOrderNumber
	case storeerrors.Violates(err, "line_balances_covered"):
		err = storeerrors.ErrNotCovered
	case err == nil && written == 0:
		err = storeerrors.ErrStale
	default:
		return storeerrors.Translate("open purchase", err)
	}
	return fmt.Errorf("open purchase: %w", err)
}

// ToStart returns purchases whose workflow should have started a while ago, the oldest first.
func (q Purchases) ToStart(ctx context.Context, owedFor time.Duration, most int) ([]contract.Purchase, error) {
	return q.scan(ctx, "find purchases to start", q.DB.NewSelect().TableExpr("purchase_starts AS s").Column("p.state").
		Join("JOIN purchases AS p ON p.id = s.purchase_id").Where("s.at < now() - ? * interval '1 second'", owedFor.Seconds()).
		Order("s.at").Limit(int64(most)))
}

// DropStart removes the record that the workflow of a purchase must start.
func (q Purchases) DropStart(ctx context.Context, id string) error {
	_, err := q.DB.NewDelete().Table("purchase_starts").Where("purchase_id = ?", id).Exec(ctx)
	return storeerrors.Translate("note start of purchase", err)
}

// Save stores the next state of a purchase; any other state is ErrStale.
func (q Purchases) Save(ctx context.Context, p contract.Purchase) error {
	state, err := q.stateOf(p)
	if err != nil {
		return fmt.Errorf("save purchase: %w", err)
	}
	changed, err := hot.SavePurchase.Exec(ctx, q.Conn, p.ID, string(p.Stage), string(p.FailureCode), p.Seq, string(state))
	if err == nil && changed == 0 {
		return fmt.Errorf("save purchase: %w", storeerrors.ErrStale)
	}
	return storeerrors.Translate("save purchase", err)
}

// Get finds a purchase.
func (q Purchases) Get(ctx context.Context, id string) (contract.Purchase, error) {
	var state []byte
	err := hot.Purchase.Row(ctx, q.Conn, id).Scan(&state)
	return q.read(state, err)
}

// OfUser finds a purchase of a user; another user's purchase is ErrNotFound.
func (q Purchases) OfUser(ctx context.Context, userID, id string) (contract.Purchase, error) {
	var state []byte
	err := q.DB.NewSelect().Model((*row)(nil)).Column("state").Where("id = ?", id).Where("user_id = ?", userID).Scan(ctx, &state)
	return q.read(state, err)
}

// read returns the purchase of a found row.
func (q Purchases) read(state []byte, err error) (p contract.Purchase, _ error) {
	if err != nil {
		return p, storeerrors.Translate("find purchase", err)
	}
	if p, err = q.purchaseOf(state); err != nil {
		return p, fmt.Errorf("find purchase: %w", err)
	}
	return p, nil
}

// ListScheduled returns the purchases of a user on a chosen line that wait for their day, the next one first.
func (q Purchases) ListScheduled(ctx context.Context, userID, lineID string) ([]contract.Purchase, error) {
	return q.scan(ctx, "list purchases that wait", q.DB.NewSelect().Model((*row)(nil)).Column("state").
		Where("user_id = ?", userID).Where("payer_line = ?", lineID).Where("stage = 'scheduled'").
		OrderExpr("(state ->> 'effectiveAt')::timestamptz, created_at").Limit(tx.PageSize))
}

// Filter narrows support's list; an empty field does not.
type Filter struct {
	Stage       contract.PurchaseStage // held if neither this nor Number is set
	FailureCode contract.Code
	Number      string
	After       *tx.Place
	Page        int // from 1, without a place
}

// ForSupport returns one page of purchases, newest first.
func (q Purchases) ForSupport(ctx context.Context, f Filter) ([]contract.Purchase, error) {
	list := tx.PageAfter(q.DB.NewSelect().Model((*row)(nil)).Column("state"), tx.List{At: "created_at", ID: "id"}, f.After, f.Page, tx.PageSize)
	return q.scan(ctx, "list purchases", f.narrow(list))
}

// narrow names only the columns of the filter, so that each filter has its index.
func (f Filter) narrow(list *bun.SelectQuery) *bun.SelectQuery {
	if f.Number != "" {
		list = list.Where("number = ?", f.Number)
	}
	if f.Stage != "" {
		list = list.Where("stage = ?", f.Stage)
	}
	switch {
	case f.FailureCode == "":
		return list
	case f.Number != "", f.Stage == contract.PurchaseHeld: // only a held purchase has the reason in its state
		return list.Where("failure_code = ?0 OR state -> 'held' ->> 'failureCode' = ?0", f.FailureCode)
	default:
		return list.Where("failure_code = ?", f.FailureCode).Where("failure_code <> ''")
	}
}

// scan reads the purchases whose states a selection lists.
func (q Purchases) scan(ctx context.Context, operation string, states *bun.SelectQuery) (found []contract.Purchase, err error) {
	var rows []string
	if err := states.Scan(ctx, &rows); err != nil {
		return nil, storeerrors.Translate(operation, err)
	}
	for _, state := range rows {
		p, err := q.purchaseOf([]byte(state))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", operation, err)
		}
		found = append(found, p)
	}
	return found, nil
}

// bought is the recipient of a game code, and the code.
type bought struct{ Email, Mobile, Code string }

// stateOf returns the row of a purchase. The recipient's number of an international top-up is encrypted; so are the recipient of
// a game code and the code itself, together in place of the e-mail.
func (q Purchases) stateOf(p contract.Purchase) ([]byte, error) {
	sealed := func(secret []byte) string {
		return base64.StdEncoding.EncodeToString(q.Keys.Seal(purchaseSealContext(p.ID), secret))
	}
	if p.International != nil {
		hidden := *p.International
		hidden.Mobile = sealed([]byte(hidden.Mobile))
		p.International = &hidden
	}
	if p.Game != nil {
		hidden := *p.Game
		secret, err := json.Marshal(bought{hidden.Email, hidden.Mobile, hidden.Code})
		if err != nil {
			return nil, err
		}
		hidden.Email, hidden.Mobile, hidden.Code = sealed(secret), "", ""
		p.Game = &hidden
	}
	return contract.Encode(p)
}

func (q Purchases) purchaseOf(state []byte) (p contract.Purchase, err error) {
	if err := contract.Decode(state, &p); err != nil {
		return p, err
	}
	if p.International != nil {
		mobile, err := q.opened(p.ID, p.International.Mobile)
		if err != nil {
			return p, fmt.Errorf("number of purchase: %w", err)
		}
		p.International.Mobile = string(mobile)
	}
	if p.Game != nil {
		secret, err := q.opened(p.ID, p.Game.Email)
		var open bought
		if err == nil {
			err = json.Unmarshal(secret, &open)
		}
		if err != nil {
			return p, fmt.Errorf("code of purchase: %w", err)
		}
		p.Game.Email, p.Game.Mobile, p.Game.Code = open.Email, open.Mobile, open.Code
	}
	return p, nil
}

func (q Purchases) opened(id, text string) ([]byte, error) {
	sealed, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, err
	}
	return q.Keys.Open(purchaseSealContext(id), sealed)
}

// Games returns the game codes that a user has bought, newest first, and their total. Page counts from 1.
func (q Purchases) Games(ctx context.Context, userID string, page, size int) (found []contract.Purchase, total int, err error) {
	games := q.DB.NewSelect().Model((*row)(nil)).Where("user_id = ?", userID).Where("kind = 'game'")
	count, err := games.Clone().Count(ctx)
	if err != nil {
		return nil, 0, storeerrors.Translate("count codes", err)
	}
	found, err = q.scan(ctx, "list codes", games.Column("state").Order("created_at DESC", "id").Limit(int64(size)).Offset(tx.Offset(page, size)))
	return found, int(count), err
}

func purchaseSealContext(id string) string { return "purchases/" + id }
