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

// planCache is a setting of Postgres. The address of the database may set another value.
const planCache = "plan_cache_mode"

// Open connects to the database and checks that it answers. Closing the result closes the connections.
func Open(ctx context.Context, dsn string) (*bun.DB, error) {
	config, err := configOf(dsn)
	if err != nil {
		return nil, err
	}
	// bun writes values into the SQL text, so statements always differ and preparing them would be wasted.
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	// The statements that are prepared look up rows by their keys. Postgres would plan many of them anew at each call, because a plan for
	// the given values looks cheaper than the general one; with the partitions of a table that takes longer than the call itself.
	if _, set := config.ConnConfig.RuntimeParams[planCache]; !set {
		config.ConnConfig.RuntimeParams[planCache] = "force_generic_plan"
	}
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
