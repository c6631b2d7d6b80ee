// Package messagelink keeps what the links in messages open.
package messagelink

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/seal"
	"selfcare/internal/store/tx"
)

// Links keeps what the links in messages open. A row has the digest of its code, never the code.
type Links struct {
	DB   bun.IDB
	Keys *seal.Keys
}

type row struct {
	bun.BaseModel `bun:"table:message_links,alias:l"`

	Digest    []byte           `bun:",pk"`
	OrderID   string           `bun:",nullzero"`
	Scope     permission.Scope `bun:",nullzero"`
	InvoiceID string           `bun:",nullzero"`
	Page      []byte
	UserID    string `bun:",nullzero"`
	Channel   string `bun:",nullzero"`
	EndsAt    time.Time
}

func sealContext(digest []byte) string { return "message_links/" + hex.EncodeToString(digest) }

// Keep notes the link of a code. A repeat changes nothing.
func (q Links) Keep(ctx context.Context, code messagelink.Code, to messagelink.Link) error {
	kept := row{
		Digest: code.Digest(), OrderID: to.OrderID, Scope: to.Scope, InvoiceID: to.InvoiceID, UserID: to.UserID, Channel: to.Channel, EndsAt: to.Ends,
	}
	if to.Page != "" {
		kept.Page = q.Keys.Seal(sealContext(kept.Digest), []byte(to.Page))
	}
	_, err := q.DB.NewInsert().Model(&kept).On("CONFLICT (digest) DO NOTHING").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("keep link", err)
}

// Find returns the link of a code that a browser brings, also after its end; ErrNotFound for an unknown code and for a text without the form of a code.
func (q Links) Find(ctx context.Context, text string) (to messagelink.Link, err error) {
	code, isCode := messagelink.ReadCode(text)
	if !isCode {
		return to, storeerrors.ErrNotFound
	}
	var found row
	if err := q.DB.NewSelect().Model(&found).Where("digest = ?", code.Digest()).Scan(ctx); err != nil {
		return to, storeerrors.Translate("find link", err)
	}
	to = messagelink.Link{
		OrderID: found.OrderID, Scope: found.Scope, InvoiceID: found.InvoiceID, UserID: found.UserID, Channel: found.Channel, Ends: found.EndsAt.UTC(),
	}
	if found.Page != nil {
		page, err := q.Keys.Open(sealContext(found.Digest), found.Page)
		if err != nil {
			return to, fmt.Errorf("find link: %w", err)
		}
		to.Page = string(page)
	}
	return to, nil
}

// Purge deletes the links that ended before a time, and returns their number.
func (q Links) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	purged, err = tx.PurgeRows(ctx, q.DB, (*row)(nil), "ends_at", before)
	return purged, storeerrors.Translate("purge links", err)
}
