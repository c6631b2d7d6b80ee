// Package pool opens the database with a pool of connections that fits the work of a process.
package pool

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// Open connects to the database and checks that it answers. Closing the result closes the connections.
func Open(ctx context.Context, dsn string) (*bun.DB, error) {
	config, err := configOf(dsn)
	if err != nil {
		return nil, err
	}
	// bun writes values into the SQL text, so statements always differ and preparing them would be wasted.
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	db := stdlib.OpenDB(*config.ConnConfig)
	db.SetMaxOpenConns(int(config.MaxConns))
	db.SetMaxIdleConns(int(config.MaxConns))
	db.SetConnMaxLifetime(config.MaxConnLifetime)
	db.SetConnMaxIdleTime(config.MaxConnIdleTime)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("reach database: %w", err), db.Close())
	}
	return bun.NewDB(db, pgdialect.New()), nil
}
