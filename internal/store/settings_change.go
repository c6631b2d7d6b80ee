package store

import (
	"context"
	"encoding/json"
	"fmt"
)

// ChangeSettings sets business figures from now on, written as in the table; null takes the default again. Either all are
// taken or, when one cannot be meant, none.
func (s *Store) ChangeSettings(ctx context.Context, changes map[string]json.RawMessage) error {
	return s.InTx(ctx, func(q *Queries) error {
		for key, value := range changes {
			if err := q.changeSetting(ctx, key, value); err != nil {
				return err
			}
		}
		_, err := q.Settings(ctx)
		return err
	})
}

func (q *Queries) changeSetting(ctx context.Context, key string, value json.RawMessage) error {
	statement := q.db.NewRaw(`
		INSERT INTO settings (key, value) VALUES (?, ?)
		ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value, updated_at = now()`, key, string(value))
	if string(value) == "null" {
		statement = q.db.NewRaw("DELETE FROM settings WHERE key = ?", key)
	}
	if _, err := statement.Exec(ctx); err != nil {
		return translate(fmt.Sprintf("change setting %s", key), err)
	}
	return nil
}
