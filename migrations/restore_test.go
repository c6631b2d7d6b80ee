package migrations_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
)

// A restore runs with an empty search_path: a constraint, an index or a trigger finds only functions and tables that are named in full.
const asRestore = "SELECT pg_catalog.set_config('search_path', '', false)"

// session is one connection to a database, with the settings of a restore.
func session(t *testing.T, db *bun.DB) *sql.Conn {
	t.Helper()
	conn, err := db.DB.Conn(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, conn.Close()) })
	_, err = conn.ExecContext(t.Context(), asRestore)
	require.NoError(t, err)
	return conn
}

func columnOf(t *testing.T, conn *sql.Conn, query string, args ...any) (found []string) {
	t.Helper()
	rows, err := conn.QueryContext(t.Context(), query, args...)
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	for rows.Next() {
		var value string
		require.NoError(t, rows.Scan(&value))
		found = append(found, value)
	}
	require.NoError(t, rows.Err())
	return found
}

func onPgx(t *testing.T, conn *sql.Conn, run func(*pgx.Conn) error) {
	t.Helper()
	require.NoError(t, conn.Raw(func(driver any) error { return run(driver.(*stdlib.Conn).Conn()) }))
}

// copyTable moves the rows of a table the way a dump and a restore do.
func copyTable(t *testing.T, from, to *sql.Conn, table string) {
	t.Helper()
	var rows bytes.Buffer
	columns := columnOf(t, from, storedColumns, table)[0]
	onPgx(t, from, func(c *pgx.Conn) error {
		_, err := c.PgConn().CopyTo(t.Context(), &rows, "COPY (SELECT "+columns+" FROM "+table+") TO STDOUT")
		return err
	})
	onPgx(t, to, func(c *pgx.Conn) error {
		_, err := c.PgConn().CopyFrom(t.Context(), &rows, "COPY "+table+" ("+columns+") FROM STDIN")
		if err != nil {
			return fmt.Errorf("restore %s: %w", table, err)
		}
		return nil
	})
}

// Tables as the application sees them: a partitioned table as a whole.
const tables = `
	SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
	WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`

// The columns of a table that are not computed from others.
const storedColumns = `
	SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
	WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`

// The content of a table: the number of rows, and a checksum over all their columns.
const contents = `SELECT count(*) || ' rows, sum ' || coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) FROM %s AS r`

// Constraints with the statements that make them, as a dump writes them: keys and foreign keys come after the rows.
const constraints = `
	SELECT format('ALTER TABLE %s DROP CONSTRAINT %I; ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, conrelid::regclass, conname,
	              pg_get_constraintdef(oid))
	FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 AND contype IN ('f', 'c') AND conparentid = 0 AND conislocal
	ORDER BY contype, conrelid::regclass::text, conname`

func TestRestore_EmptySearchPath_GivesTheSameRows(t *testing.T) {
	source, _ := testkit.SeededURL(t)
	from, to := session(t, testkit.Connect(t, source)), session(t, testkit.Postgres(t))
	_, err := to.ExecContext(t.Context(), "SET session_replication_role = replica") // a restore makes triggers and foreign keys last
	require.NoError(t, err)
	all := columnOf(t, from, tables)
	require.NotEmpty(t, all)
	for _, table := range all {
		_, err := to.ExecContext(t.Context(), "DELETE FROM "+table)
		require.NoError(t, err)
	}
	for _, table := range all {
		copyTable(t, from, to, table)
	}
	requireSameRows(t, from, to)
	for _, statement := range columnOf(t, to, constraints) {
		_, err := to.ExecContext(t.Context(), statement)
		require.NoError(t, err, statement)
	}
}

func requireSameRows(t *testing.T, from, to *sql.Conn) {
	t.Helper()
	all := columnOf(t, from, tables)
	require.Equal(t, all, columnOf(t, to, tables))
	for _, table := range all {
		query := fmt.Sprintf(contents, table)
		require.Equal(t, columnOf(t, from, query), columnOf(t, to, query), table)
	}
	require.NotEqual(t, []string{"0"}, columnOf(t, to, "SELECT count(*) FROM public.plans"))
}

// pgProgram runs a program of the Postgres whose folder SELFCARE_PG_BIN names, which also serves the databases of this run.
func pgProgram(t *testing.T, name string, args ...string) error {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), filepath.Join(os.Getenv("SELFCARE_PG_BIN"), name), args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, said)
	}
	return nil
}

func TestRestore_EachDumpFormat_GivesTheSameRows(t *testing.T) {
	testkit.Nightly(t, "restore")
	require.NotEmpty(t, os.Getenv("SELFCARE_PG_BIN"), "run it with make test-all PART=restore")
	source, _ := testkit.SeededURL(t)
	for format, restore := range map[string]func(dump, into string) error{
		"plain": func(dump, into string) error {
			return pgProgram(t, "psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", dump, into)
		},
		"custom": func(dump, into string) error {
			return pgProgram(t, "pg_restore", "--exit-on-error", "--dbname", into, dump)
		},
		"directory": func(dump, into string) error {
			return pgProgram(t, "pg_restore", "--exit-on-error", "--jobs", "2", "--dbname", into, dump)
		},
	} {
		t.Run(format, func(t *testing.T) {
			dump, into := filepath.Join(t.TempDir(), "dump"), testkit.EmptyPostgresURL(t)
			require.NoError(t, pgProgram(t, "pg_dump", "--format", format, "--file", dump, source))
			require.NoError(t, restore(dump, into))
			requireSameRows(t, session(t, testkit.Connect(t, source)), session(t, testkit.Connect(t, into)))
			require.Error(t, restore(dump, into), "a second restore finds the tables and stops")
			requireSameRows(t, session(t, testkit.Connect(t, source)), session(t, testkit.Connect(t, into)))
		})
	}
}

// A function without a search_path of its own finds nothing in a restore, nor where a role has another one.
func TestFunctions_SearchPath_IsTheirOwn(t *testing.T) {
	conn := session(t, testkit.Postgres(t))
	require.Empty(t, columnOf(t, conn, `
		SELECT p.oid::regprocedure::text FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
		WHERE n.nspname = 'public' AND NOT EXISTS (SELECT FROM unnest(p.proconfig) AS c WHERE c LIKE 'search_path=%')
		  AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')
		ORDER BY 1`), "functions that do not SET search_path")
}
