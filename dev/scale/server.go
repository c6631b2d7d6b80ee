package scale

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"selfcare/dev/embedded/postgres"
	"selfcare/internal/store/pool"
	"selfcare/migrations"
)

// Database is the name of the filled database.
const Database = "scale"

// Start returns a server with a filled database below a folder. The first start fills it; later ones find it again, until the size, the
// migrations or the fill change. The database stays when the server stops.
func Start(ctx context.Context, binDir, folder string, size Size, tell func(what string, took time.Duration)) (*postgres.Server, error) {
	data := dataFolder(folder, size)
	options := postgres.Options{BinDir: binDir, DataDir: data, FastAndUnsafe: true}
	if _, err := os.Stat(data); err == nil {
		return postgres.Start(ctx, options)
	}
	if err := removeOthers(folder, size); err != nil {
		return nil, err
	}
	options.DataDir = data + ".unfinished"
	if err := errors.Join(os.RemoveAll(options.DataDir), os.MkdirAll(folder, 0o755)); err != nil { //nolint:gosec // Postgres passes as its own user
		return nil, err
	}
	s, err := postgres.Start(ctx, options)
	if err != nil {
		return nil, err
	}
	err = fillServer(ctx, s, size, tell)
	s.Stop()
	if err == nil {
		err = os.Rename(options.DataDir, data)
	}
	if err != nil {
		return nil, err
	}
	options.DataDir = data
	return postgres.Start(ctx, options)
}

// served are the settings of a server that is measured: those that docs/scale.md names for a million lines.
var served = []string{"shared_buffers=4GB", "max_wal_size=8GB", "checkpoint_timeout=15min"}

// Serve is Start for measurements: the server loses nothing that it has confirmed, and has the memory of an installation.
func Serve(ctx context.Context, binDir, folder string, size Size, tell func(what string, took time.Duration)) (*postgres.Server, error) {
	s, err := Start(ctx, binDir, folder, size, tell)
	if err != nil {
		return nil, err
	}
	s.Stop()
	return postgres.Start(ctx, postgres.Options{BinDir: binDir, DataDir: dataFolder(folder, size), Settings: served})
}

// Copied is a copy of a filled database, which may be spoilt.
const Copied = "scale_copy"

// Copy copies the filled database of a server, and returns what drops the copy.
func Copy(ctx context.Context, s *postgres.Server) (drop func() error, err error) {
	administer := func(statements ...string) error {
		db, err := pool.Open(ctx, s.URL("postgres"))
		if err != nil {
			return err
		}
		for _, statement := range statements {
			if _, err = db.NewRaw(statement).Exec(ctx); err != nil {
				break
			}
		}
		return errors.Join(err, db.Close())
	}
	remove := "DROP DATABASE IF EXISTS " + Copied + " WITH (FORCE)"
	if err := administer(remove, "CREATE DATABASE "+Copied+" TEMPLATE "+Database+" STRATEGY FILE_COPY"); err != nil {
		return nil, fmt.Errorf("copy the filled database: %w", err)
	}
	return func() error { return administer(remove) }, nil
}

func dataFolder(folder string, size Size) string {
	return filepath.Join(folder, fmt.Sprintf("%d-%s", size.Lines, key(size)))
}

func fillServer(ctx context.Context, s *postgres.Server, size Size, tell func(what string, took time.Duration)) error {
	administration, err := pool.Open(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	for _, statement := range []string{"ALTER SYSTEM SET max_wal_size = '256MB'", "SELECT pg_reload_conf()", "CREATE ROLE " + postgres.Application + " LOGIN", "CREATE DATABASE " + Database} {
		if _, err = administration.NewRaw(statement).Exec(ctx); err != nil {
			break
		}
	}
	if err := errors.Join(err, administration.Close()); err != nil {
		return err
	}
	db, err := pool.Open(ctx, s.URL(Database))
	if err != nil {
		return err
	}
	return errors.Join(Fill(ctx, db, size, tell), db.Close())
}

// key changes with each input of a filled database.
func key(size Size) string {
	hash := sha256.New()
	_, _ = fmt.Fprintln(hash, size, functions)
	for _, folder := range []fs.FS{migrations.Files, files} {
		paths, _ := fs.Glob(folder, "*.up.sql")
		ours, _ := fs.Glob(folder, "fill/*.sql")
		for _, path := range append(paths, ours...) {
			content, _ := fs.ReadFile(folder, path)
			_, _ = fmt.Fprintln(hash, path, string(content))
		}
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:6])
}

// removeOthers removes the former databases of a size.
func removeOthers(folder string, size Size) error {
	former, err := filepath.Glob(filepath.Join(folder, fmt.Sprintf("%d-*", size.Lines)))
	for _, path := range former {
		err = errors.Join(err, os.RemoveAll(path))
	}
	return err
}
