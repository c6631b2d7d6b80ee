// Package passkey stores the passkeys of users.
package passkey

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Passkeys stores the public keys with which users sign in.
type Passkeys struct{ *tx.Conn }

// Passkey is one public key. The customer's device chose its ID.
type Passkey struct {
	ID             []byte
	UserID         string
	PublicKey      []byte
	SignCount      uint32 // at the last use; zero for devices that do not count
	BackupEligible bool   // may be copied to the customer's other devices
	Name           string
	AddedAt        time.Time
	UsedAt         *time.Time
}

type row struct {
	bun.BaseModel `bun:"table:passkeys,alias:p"`

	CredentialID   []byte `bun:",pk"`
	UserID         string
	PublicKey      []byte
	SignCount      int64 // bun writes a large uint32 as a negative number
	BackupEligible bool
	Name           string
	AddedAt        time.Time `bun:",nullzero"`
	UsedAt         *time.Time
}

func (r row) passkey() Passkey {
	return Passkey{
		ID: r.CredentialID, UserID: r.UserID, PublicKey: r.PublicKey, SignCount: uint32(r.SignCount), //nolint:gosec // it was stored as one
		BackupEligible: r.BackupEligible, Name: r.Name, AddedAt: r.AddedAt, UsedAt: r.UsedAt,
	}
}

// Add stores a passkey. A known one is ErrConflict.
func (q Passkeys) Add(ctx context.Context, p Passkey) error {
	added := row{
		CredentialID: p.ID, UserID: p.UserID, PublicKey: p.PublicKey, SignCount: int64(p.SignCount), BackupEligible: p.BackupEligible, Name: p.Name,
	}
	result, err := q.DB.NewInsert().Model(&added).On("CONFLICT DO NOTHING").Exec(ctx)
	return tx.RequireChange("add passkey", storeerrors.ErrConflict, result, err)
}

// Get finds a passkey of any user.
func (q Passkeys) Get(ctx context.Context, id []byte) (p Passkey, err error) {
	var found row
	err = q.DB.NewSelect().Model(&found).Where("credential_id = ?", id).Scan(ctx)
	return found.passkey(), storeerrors.Translate("find passkey", err)
}

// Of lists the passkeys of a user, the newest first.
func (q Passkeys) Of(ctx context.Context, userID string) (all []Passkey, err error) {
	var rows []row
	err = q.DB.NewSelect().Model(&rows).Where("user_id = ?", userID).Order("added_at DESC", "credential_id").Scan(ctx)
	for _, r := range rows {
		all = append(all, r.passkey())
	}
	return all, storeerrors.Translate("list passkeys", err)
}

// Use records a sign-in and its count. A count that does not increase is ErrConflict, except for devices that do not count.
func (q Passkeys) Use(ctx context.Context, id []byte, count uint32, at time.Time) error {
	counted := int64(count)
	result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("sign_count = ?", counted).Set("used_at = ?", at).
		Where("credential_id = ?", id).Where("sign_count < ? OR sign_count = 0 AND ? = 0", counted, counted).Exec(ctx)
	return tx.RequireChange("use passkey", storeerrors.ErrConflict, result, err)
}

// Rename renames a passkey of a user. Another user's passkey is ErrNotFound.
func (q Passkeys) Rename(ctx context.Context, userID string, id []byte, name string) error {
	result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("name = ?", name).Where("user_id = ?", userID).Where("credential_id = ?", id).Exec(ctx)
	return tx.RequireChange("rename passkey", storeerrors.ErrNotFound, result, err)
}

// Remove deletes a passkey of a user. Another user's passkey is ErrNotFound.
func (q Passkeys) Remove(ctx context.Context, userID string, id []byte) error {
	result, err := q.DB.NewDelete().Model((*row)(nil)).Where("user_id = ?", userID).Where("credential_id = ?", id).Exec(ctx)
	return tx.RequireChange("remove passkey", storeerrors.ErrNotFound, result, err)
}
