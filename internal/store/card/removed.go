package card

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
)

// Removed is a card that the provider still has to delete.
type Removed struct {
	ID    string
	Token string
}

type removedRow struct {
	bun.BaseModel `bun:"table:removed_cards,alias:r"`

	ID       string `bun:",pk,nullzero,default:gen_random_uuid()"`
	CardID   string
	Personal []byte
}

// noteRemoved keeps the token of a card that is removed or replaced, until the provider has deleted it.
func (q Cards) noteRemoved(ctx context.Context, cardID string, personal []byte) error {
	_, err := q.DB.NewInsert().Model(&removedRow{CardID: cardID, Personal: personal}).Returning("NULL").Exec(ctx)
	return err
}

// RemoveAll deletes the cards of a user who leaves, and keeps their tokens until the provider has deleted them.
func RemoveAll(ctx context.Context, db bun.IDB, userID string) error {
	var rows []row
	if err := db.NewSelect().Model(&rows).Column("id", "personal").Where("user_id = ?", userID).For("UPDATE").Scan(ctx); err != nil {
		return fmt.Errorf("remove cards: %w", err)
	}
	if len(rows) == 0 {
		return nil
	}
	removed := make([]removedRow, len(rows))
	for i, r := range rows {
		removed[i] = removedRow{CardID: r.ID, Personal: r.Personal}
	}
	if _, err := db.NewInsert().Model(&removed).Returning("NULL").Exec(ctx); err != nil {
		return fmt.Errorf("remove cards: %w", err)
	}
	_, err := db.NewDelete().Model((*row)(nil)).Where("user_id = ?", userID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("remove cards: %w", err)
	}
	return nil
}

// ListRemoved returns some cards that the provider still has to delete; those whose try failed come last.
func (q Cards) ListRemoved(ctx context.Context, most int64) (all []Removed, err error) {
	var rows []removedRow
	err = q.DB.NewSelect().Model(&rows).OrderExpr("tried_at NULLS FIRST").Order("id").Limit(most).Scan(ctx)
	if err != nil {
		return nil, storeerrors.Translate("list removed cards", err)
	}
	for _, r := range rows {
		var secrets cardSecrets
		if err := q.Keys.OpenJSON(cardSealContext(r.CardID), r.Personal, &secrets); err != nil {
			return nil, fmt.Errorf("read removed card: %w", err)
		}
		all = append(all, Removed{r.ID, secrets.Token})
	}
	return all, nil
}

// ForgetRemoved forgets a token that the provider has deleted.
func (q Cards) ForgetRemoved(ctx context.Context, id string) error {
	_, err := q.DB.NewDelete().Model((*removedRow)(nil)).Where("id = ?", id).Exec(ctx)
	return storeerrors.Translate("forget removed card", err)
}

// PutOffRemoved puts a token behind the others, because the provider has not deleted it.
func (q Cards) PutOffRemoved(ctx context.Context, id string, now time.Time) error {
	_, err := q.DB.NewUpdate().Model((*removedRow)(nil)).Set("tried_at = ?", now).Where("id = ?", id).Exec(ctx)
	return storeerrors.Translate("put off removed card", err)
}
