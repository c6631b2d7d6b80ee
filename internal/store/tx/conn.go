// Package tx is the connection that the tables of the store share: the database, or one transaction.
package tx

import (
	"context"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/seal"
)

// Conn is the database or one transaction, with the keys of its encrypted columns.
type Conn struct {
	DB   bun.IDB
	Keys *seal.Keys
}

// Commit is InTx with one of our errors when the commit itself fails.
func (c *Conn) Commit(ctx context.Context, f func(conn *Conn) error) error {
	var failed error
	err := c.InTx(ctx, func(conn *Conn) error {
		failed = f(conn)
		return failed
	})
	if failed != nil {
		return failed
	}
	return storeerrors.Translate("commit", err)
}

// InTx runs several statements in one transaction: the caller's, if there is one.
func (c *Conn) InTx(ctx context.Context, f func(conn *Conn) error) error {
	return c.DB.RunInTx(ctx, nil, func(ctx context.Context, within bun.Tx) error {
		return f(&Conn{DB: within, Keys: c.Keys})
	})
}
