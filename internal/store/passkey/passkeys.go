// Package passkey stores the passkeys of users.
package passkey

import (
	"context"
	"fmt"
	"time"

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

const passkeyFields = "credential_id, user_id::text, public_key, sign_count, backup_eligible, name, added_at, used_at"

func (p *Passkey) fields() []any {
	return []any{&p.ID, &p.UserID, &p.PublicKey, &p.SignCount, &p.BackupEligible, &p.Name, &p.AddedAt, &p.UsedAt}
}

// Add stores a passkey. A known one is ErrConflict.
func (q Passkeys) Add(ctx context.Context, p Passkey) error {
	return q.change(ctx, "add passkey", storeerrors.ErrConflict, `
		INSERT INTO passkeys (credential_id, user_id, public_key, sign_count, backup_eligible, name) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT DO NOTHING`, p.ID, p.UserID, p.PublicKey, int64(p.SignCount), p.BackupEligible, p.Name)
}

// Get finds a passkey of any user.
func (q Passkeys) Get(ctx context.Context, id []byte) (p Passkey, err error) {
	err = q.Prepared().Row(ctx, "SELECT "+passkeyFields+" FROM passkeys WHERE credential_id = $1", id).Scan(p.fields()...)
	return p, storeerrors.Translate("find passkey", err)
}

// Of lists the passkeys of a user, the newest first.
func (q Passkeys) Of(ctx context.Context, userID string) (all []Passkey, err error) {
	rows, err := q.Prepared().Query(ctx, "SELECT "+passkeyFields+" FROM passkeys WHERE user_id = $1 ORDER BY added_at DESC, credential_id", userID)
	if err != nil {
		return nil, storeerrors.Translate("list passkeys", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p Passkey
		if err := rows.Scan(p.fields()...); err != nil {
			return nil, storeerrors.Translate("list passkeys", err)
		}
		all = append(all, p)
	}
	return all, storeerrors.Translate("list passkeys", rows.Err())
}

// Use records a sign-in and its count. A count that does not increase is ErrConflict, except for devices that do not count.
func (q Passkeys) Use(ctx context.Context, id []byte, count uint32, at time.Time) error {
	return q.change(ctx, "use passkey", storeerrors.ErrConflict, `
		UPDATE passkeys SET sign_count = $2, used_at = $3
		WHERE credential_id = $1 AND (sign_count < $2 OR sign_count = 0 AND $2 = 0)`, id, int64(count), at)
}

// Rename renames a passkey of a user. Another user's passkey is ErrNotFound.
func (q Passkeys) Rename(ctx context.Context, userID string, id []byte, name string) error {
	return q.change(ctx, "rename passkey", storeerrors.ErrNotFound, "UPDATE passkeys SET name = $3 WHERE user_id = $1 AND credential_id = $2", userID, id, name)
}

// Remove deletes a passkey of a user. Another user's passkey is ErrNotFound.
func (q Passkeys) Remove(ctx context.Context, userID string, id []byte) error {
	return q.change(ctx, "remove passkey", storeerrors.ErrNotFound, "DELETE FROM passkeys WHERE user_id = $1 AND credential_id = $2", userID, id)
}

func (q Passkeys) change(ctx context.Context, doing string, otherwise error, statement string, args ...any) error {
	changed, err := q.Prepared().Exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		return fmt.Errorf("%s: %w", doing, otherwise)
	}
	return storeerrors.Translate(doing, err)
}
