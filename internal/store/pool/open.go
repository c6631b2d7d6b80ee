// Package pool opens the database with a pool of connections sized for what a process does.
package pool

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// Open connects to the database and checks that it answers. Closing the answer closes the connections.
func Open(ctx context.Context, dsn string) (*bun.DB, error) {
	config, err := configOf(dsn)
	if err != nil {
		return nil, err
	}
	// bun writes values into the SQL text, so no two statements are alike and preparing them would be wasted.
	config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("reach database: %w", err)
	}
	db := sql.OpenDB(connector{stdlib.GetPoolConnector(pool), pool})
	db.SetMaxIdleConns(0) // the pool below keeps the idle ones
	return bun.NewDB(db, pgdialect.New()), nil
}

// connector closes the pool together with the sql.DB, which would otherwise leave it open.
type connector struct {
	driver.Connector
	pool *pgxpool.Pool
}

var _ io.Closer = connector{}

// Close is called by sql.DB.Close.
func (c connector) Close() error {
	c.pool.Close()
	return nil
}
