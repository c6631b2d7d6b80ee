// Package testkit has the common tools of tests. Only tests import it.
package testkit

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/embedded/postgres"
	"selfcare/dev/testkit/checkout"
	"selfcare/internal/store/pool"
	"selfcare/migrations"
)

const emptyTemplate = "template_migrated"

// Postgres returns a migrated database for one test, on a server that the test process shares.
func Postgres(t testing.TB) *bun.DB {
	t.Helper()
	return Connect(t, PostgresURL(t))
}

// PostgresURL is the address of a migrated database for one test, for programs that connect themselves.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return copyOf(t, emptyTemplate, migrated)
}

// EmptyPostgresURL is the address of a database for one test without any table.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	return copyOf(t, "template0", func() error { return nil })
}

var (
	databases atomic.Int64
	server    = sync.OnceValues(startServer)
	migrated  = sync.OnceValue(func() error { return fill(emptyTemplate, migrate) })
)

// copyOf makes the template on first use; copying it is far faster than migrating again.
func copyOf(t testing.TB, template string, make func() error) string {
	t.Helper()
	require.NoError(t, make())
	s, err := server()
	require.NoError(t, err)
	name := fmt.Sprintf("test_%d", databases.Add(1))
	// Its files are copied: logging every block of them, which is the default, takes twice as long.
	require.NoError(t, administer(fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY", name, template)))
	t.Cleanup(func() { require.NoError(t, administer("DROP DATABASE "+name+" WITH (FORCE)")) })
	return s.URL(name)
}

// migrate makes the schema, and grants the application its rights. On a fully migrated template it is fast.
func migrate(ctx context.Context, db *bun.DB) error {
	if err := migrations.Run(ctx, db); err != nil {
		return err
	}
	return migrations.Grant(ctx, db, postgres.Application)
}

// AsApplication is a database as the product connects to it: only with the rights of its role.
func AsApplication(t testing.TB, owners string) string {
	t.Helper()
	address, err := url.Parse(owners)
	require.NoError(t, err)
	address.User = url.User(postgres.Application)
	return address.String()
}

// ReadOnly connects to a database that refuses writes, as after a failover to a standby.
func ReadOnly(t testing.TB, address string) *bun.DB {
	t.Helper()
	return Connect(t, address+"&options=-c%20default_transaction_read_only%3Don")
}

// Connect opens a database that closes with the test.
func Connect(t testing.TB, address string) *bun.DB {
	t.Helper()
	db, err := pool.Open(context.Background(), address)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// startServer needs no stop: the server ends and removes its data when the test process ends.
func startServer() (*postgres.Server, error) {
	bin, err := BinDir()
	if err != nil {
		return nil, err
	}
	data, err := os.MkdirTemp(dataParent(), "selfcare-test-pg-")
	if err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	cache, err := os.UserCacheDir()
	if err == nil {
		err = copyTemplate(filepath.Join(cache, "selfcare-test-pg"), bin, data)
	}
	if err == nil {
		return launch(bin, data, true)
	}
	// Without a template the server starts from an empty folder, which is slower.
	if err := os.RemoveAll(data); err != nil {
		return nil, err
	}
	s, err := launch(bin, data, true)
	if err != nil {
		return nil, err
	}
	return s, prepare(s)
}

func launch(bin, data string, temporary bool) (*postgres.Server, error) {
	return postgres.Start(context.Background(), postgres.Options{BinDir: bin, DataDir: data, FastAndUnsafe: true, Temporary: temporary})
}

// prepare makes, on a new server, every part of the template except the tables.
func prepare(s *postgres.Server) error {
	return errors.Join(
		administerOn(s, "CREATE ROLE "+postgres.Application+" LOGIN"),
		administerOn(s, "CREATE DATABASE "+emptyTemplate),
	)
}

// BinDir is the folder of the programs of Postgres: SELFCARE_PG_BIN, or else those of the npm package in web/.
func BinDir() (string, error) {
	if bin := os.Getenv("SELFCARE_PG_BIN"); bin != "" {
		return bin, nil
	}
	root, err := checkout.Root()
	if err != nil {
		return "", err
	}
	return postgres.PackageBin(filepath.Join(root, "web")), nil
}

func fill(name string, write func(context.Context, *bun.DB) error) error {
	s, err := server()
	if err != nil {
		return err
	}
	return fillOn(s, name, write)
}

func fillOn(s *postgres.Server, name string, write func(context.Context, *bun.DB) error) error {
	db, err := pool.Open(context.Background(), s.URL(name))
	if err != nil {
		return err
	}
	return errors.Join(write(context.Background(), db), db.Close())
}

func administer(statement string) error {
	s, err := server()
	if err != nil {
		return err
	}
	return administerOn(s, statement)
}

func administerOn(s *postgres.Server, statement string) error {
	db, err := pool.Open(context.Background(), s.URL("postgres"))
	if err != nil {
		return err
	}
	if _, err := db.Exec(statement); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return db.Close()
}

// RequireLockWait waits until a session of the database waits for the lock of another one.
func RequireLockWait(t testing.TB, db *bun.DB) {
	t.Helper()
	require.Eventually(t, func() bool {
		var waits bool
		err := db.NewRaw("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')").Scan(t.Context(), &waits)
		return err == nil && waits
	}, 10*time.Second, 5*time.Millisecond)
}
