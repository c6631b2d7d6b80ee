package seed

import (
	"context"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/platform/password"
	"selfcare/internal/store"
)

// testAccounts sign in with an e-mail address or a mobile number, and Password.
var testAccounts = []struct {
	email, mobile, role string
}{
	{email: "support@selfcare.example", role: "support"},
	{email: "operator@selfcare.example", role: "operator"},
	{mobile: "0570000001", role: "customer"},
	{mobile: "0570000002", role: "customer"},
	{mobile: "0570000003", role: "customer"},
}

func accounts(ctx context.Context, db bun.IDB, _ *store.Keys) error {
	for _, a := range testAccounts {
		exists, err := db.NewSelect().Table("users").Where("email = ? OR mobile = ?", a.email, a.mobile).Exists(ctx)
		if err != nil {
			return err
		}
		if exists {
			continue // hashing is slow on purpose
		}
		_, err = db.NewRaw(`
			INSERT INTO users (email, mobile, password_hash, roles) VALUES (nullif(?, ''), nullif(?, ''), ?, ?) ON CONFLICT DO NOTHING`,
			a.email, a.mobile, password.Hash(Password), pgdialect.Array([]string{a.role})).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}
