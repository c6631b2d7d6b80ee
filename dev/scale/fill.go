// Package scale fills a database with very many lines, makes the calls of the store, and tells the work of each statement that they send.
package scale

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"selfcare/dev/seed"
	"selfcare/internal/store/seal"
	"selfcare/migrations"
)

// Files of the fill, in their order. Their rows are made by set, past triggers and foreign keys.
//
//go:embed fill/*.sql
var files embed.FS

// Size is the size of a filled database.
type Size struct {
	Lines   int
	History float64 // share of the usual rows of a line's past: 1 is two orders, ten usage events, one and a half recharges
}

func (s Size) history() int { return int(math.Round(float64(s.Lines) * s.History)) }

// Keys of the sealed columns, which hold made-up people.
const (
	dataKeys = "scale:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
	indexKey = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
)

// Ring returns the variables DATA_KEYS and INDEX_KEY of a filled database.
func Ring() (data, index string) { return dataKeys, indexKey }

// Keys returns the keys of a filled database.
func Keys() (*seal.Keys, error) { return seal.Parse(dataKeys, indexKey) }

// Fill migrates and fills an empty database, and tells the seconds of each table. It ends with an analysis of all tables.
func Fill(ctx context.Context, db *bun.DB, size Size, tell func(what string, took time.Duration)) error {
	keys, err := Keys()
	if err != nil {
		return err
	}
	if err := migrations.Run(ctx, db); err != nil {
		return err
	}
	if err := seed.Run(ctx, db, keys); err != nil {
		return err
	}
	sample, err := writeSample(ctx, db, keys)
	if err != nil {
		return fmt.Errorf("write the sample customer: %w", err)
	}
	people, err := readPeople(ctx, db, keys, sample)
	if err != nil {
		return fmt.Errorf("read the sample customer: %w", err)
	}
	return fillTables(ctx, db, statements(size, sample), people.copiesFor(size), tell)
}

// Uses is how often the promo code of a filled database has been used.
func (s Size) Uses() int {
	if s.Lines >= usedLines {
		return mostUses
	}
	return s.Lines / 2
}

const (
	usedLines = 100_000
	mostUses  = 500_000
)

// heavyShare returns n: the heavy customer owns each nth row. More lines do not make this customer heavier.
func (s Size) heavyShare() int { return max(leastHeavy, s.Lines/heavyPerLines) }

const (
	leastHeavy    = 200
	heavyPerLines = 500 // 53 usage events a day, and a recharge every other day
)

// functions of the statements. The heavy customer owns each {heavy}th row; of all others each line has its share.
const functions = `
CREATE FUNCTION pg_temp.id(noun int, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
	$$SELECT (lpad(noun::text, 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid$$;
CREATE FUNCTION pg_temp.rows(per numeric) RETURNS SETOF bigint LANGUAGE sql IMMUTABLE AS $$SELECT generate_series(1, (per * {history})::bigint)$$;
CREATE FUNCTION pg_temp.line(k bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
	$$SELECT CASE k % {heavy} WHEN 0 THEN '{line}' ELSE pg_temp.id(1, 1 + k * 7919 % {lines}) END$$;
CREATE FUNCTION pg_temp.owner(k bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
	$$SELECT CASE k % {heavy} WHEN 0 THEN '{user}' ELSE pg_temp.id(2, 1 + k * 7919 % {lines}) END$$;
CREATE FUNCTION pg_temp.msisdn(n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT '057' || lpad((1000 + n * 6180341 % 9999000)::text, 7, '0')$$;
CREATE FUNCTION pg_temp.ago(k bigint, of numeric, span interval) RETURNS timestamptz LANGUAGE sql STABLE AS $$SELECT now() - (1 - k / of::float8) * span$$;
CREATE FUNCTION pg_temp.hash(text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$SELECT sha256($1::bytea)$$;
CREATE FUNCTION pg_temp.sealed(bytes int) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$SELECT '\x057363616c65'::bytea || decode(repeat('5a', bytes), 'hex')$$;`

// statements lists the statements of the fill, with the size and the sample rows in place of names in braces.
func statements(size Size, sample Sample) (all []string) {
	names := []string{
		"{lines}", strconv.Itoa(size.Lines), "{history}", strconv.Itoa(size.history()), "{uses}", strconv.Itoa(size.Uses()),
		"{heavy}", strconv.Itoa(size.heavyShare()),
	}
	for name, value := range sample {
		names = append(names, "{"+name+"}", value)
	}
	replace := strings.NewReplacer(names...).Replace
	all = append(all, strings.Split(strings.TrimSpace(replace(functions)), ";\n")...)
	paths, _ := fs.Glob(files, "fill/*.sql") // the pattern is right
	for _, path := range paths {
		text, _ := files.ReadFile(path) // is embedded
		for statement := range strings.SplitSeq(replace(string(text)), ";\n") {
			if statement = strings.TrimSpace(statement); statement != "" {
				all = append(all, statement)
			}
		}
	}
	return all
}

// fillTables copies the sealed values and runs the statements on one connection. It drops the indexes of filled tables and makes them
// again at the end, which takes half of the time.
func fillTables(ctx context.Context, db *bun.DB, all []string, sealed []copied, tell func(what string, took time.Duration)) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	run := func(what, statement string) error {
		begun := time.Now()
		if _, err := conn.NewRaw(statement).Exec(ctx); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
		tell(what, time.Since(begun))
		return nil
	}
	for _, setting := range []string{"session_replication_role = replica", "maintenance_work_mem = '512MB'", "work_mem = '128MB'"} {
		if err := run(setting, "SET "+setting); err != nil {
			return err
		}
	}
	for _, table := range sealed {
		begun := time.Now()
		if err := table.copy(ctx, conn); err != nil {
			return fmt.Errorf("copy %s: %w", table.name, err)
		}
		tell("COPY "+table.name, time.Since(begun))
	}
	var indexes []struct{ Name, Definition string }
	if err := conn.NewRaw(plainIndexes).Scan(ctx, &indexes); err != nil {
		return err
	}
	for _, index := range indexes {
		all = append([]string{"DROP INDEX " + index.Name}, append(all, index.Definition)...)
	}
	for _, statement := range append(all, "VACUUM ANALYZE") {
		if err := run(headline(statement), statement); err != nil {
			return err
		}
	}
	return nil
}

// plainIndexes lists the indexes that no constraint needs, of tables without partitions.
const plainIndexes = `
	SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
	JOIN pg_class AS t ON t.oid = i.indrelid
	WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' AND NOT t.relispartition
	  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid) AND NOT EXISTS (SELECT FROM pg_constraint WHERE confrelid = t.oid AND conindid = c.oid)`

// headline is the first words of a statement, without its comment.
func headline(statement string) string {
	for strings.HasPrefix(statement, "--") {
		_, statement, _ = strings.Cut(statement, "\n")
	}
	words := strings.Fields(statement)
	return strings.Join(words[:min(3, len(words))], " ")
}
