package migrations_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/embedded/postgres"
	"selfcare/dev/testkit"
	"selfcare/migrations"
)

const forbidden = "42501"

// granted is a migrated database, as its owner and as the application.
func granted(t *testing.T) (owner, application *bun.DB) {
	t.Helper()
	url := testkit.PostgresURL(t)
	owner, application = testkit.Connect(t, url), testkit.Connect(t, testkit.AsApplication(t, url))
	require.NoError(t, migrations.Grant(t.Context(), owner, postgres.Application)) // a copy of a database has not all of its rights
	return owner, application
}

func requireForbidden(t *testing.T, db *bun.DB, statement string) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), statement)
	var refused *pgconn.PgError
	require.ErrorAs(t, err, &refused, statement)
	require.Equal(t, forbidden, refused.Code, "%s: %v", statement, err)
}

func TestGrant_Application_ReadsAndAdds(t *testing.T) {
	_, application := granted(t)
	_, err := application.ExecContext(t.Context(), "INSERT INTO audit_log (actor, action, note) VALUES ('a', 'retry', '')")
	require.NoError(t, err)
	for _, statement := range []string{
		"UPDATE audit_log SET note = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log",
		"UPDATE audit_seals SET hash = previous", "DELETE FROM audit_seals", "TRUNCATE audit_seals",
		"DROP TRIGGER audit_log_append_only ON audit_log", "ALTER TABLE audit_log DISABLE TRIGGER USER",
		"CREATE TRIGGER mine BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change()",
		"ALTER TABLE audit_log DROP COLUMN note", "ALTER TABLE audit_log OWNER TO " + postgres.Application, "DROP TABLE audit_log",
		"CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'", "DROP FUNCTION refuse_change() CASCADE",
		"SELECT setval(pg_get_serial_sequence('audit_log', 'id'), 1)", "SET session_replication_role = replica",
		"CREATE TABLE mine ()", "CREATE SCHEMA mine", "CREATE ROLE mine", "SET ROLE selfcare",
		"DELETE FROM bun_migrations", "TRUNCATE orders", "ALTER TABLE orders ADD COLUMN mine text",
	} {
		requireForbidden(t, application, statement)
	}
}

// The allowed uses of a table follow from its own rules.
func TestGrant_AppendOnly_NoChange(t *testing.T) {
	owner, application := granted(t)
	var tables []struct {
		Name                         string
		Read, Added, Changed, Beyond bool
	}
	require.NoError(t, owner.NewRaw(`
		SELECT tablename AS name, has_table_privilege(?0, tablename, 'SELECT') AS read, has_table_privilege(?0, tablename, 'INSERT') AS added,
		       has_table_privilege(?0, tablename, 'UPDATE') AND has_table_privilege(?0, tablename, 'DELETE') AS changed,
		       has_table_privilege(?0, tablename, 'TRUNCATE, REFERENCES, TRIGGER') AS beyond
		FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'bun_%'`, postgres.Application).Scan(t.Context(), &tables))
	require.Greater(t, len(tables), 80)
	var sealed []string
	for _, one := range tables {
		require.True(t, one.Read && one.Added, one.Name)
		require.False(t, one.Beyond, one.Name)
		if !one.Changed {
			sealed = append(sealed, one.Name)
		}
	}
	require.ElementsMatch(t, []string{
		"audit_log", "audit_seals", "ledger_operations", "ledger_lines", "invoices", "invoice_lines", "credit_notes", "invoice_payments",
		"credit_limit_changes", "case_notes", "support_givings", "partitioned_tables",
	}, sealed)
	powers, err := migrations.ListOverreach(t.Context(), application)
	require.NoError(t, err)
	require.Empty(t, powers)
	powers, err = migrations.ListOverreach(t.Context(), owner)
	require.NoError(t, err)
	require.Contains(t, powers, "is a superuser")
	require.Contains(t, powers, "owns tables")
}

func TestGrant_NewTable_IsCovered(t *testing.T) {
	owner, application := granted(t)
	_, err := owner.ExecContext(t.Context(), "CREATE TABLE later (n int); GRANT UPDATE (note), DELETE ON audit_log TO "+postgres.Application)
	require.NoError(t, err)
	requireForbidden(t, application, "INSERT INTO later VALUES (1)")
	powers, err := migrations.ListOverreach(t.Context(), application)
	require.NoError(t, err)
	require.Equal(t, []string{"may change tables that are append only"}, powers)

	require.NoError(t, migrations.Grant(t.Context(), owner, postgres.Application))
	_, err = application.ExecContext(t.Context(), "INSERT INTO later VALUES (1)")
	require.NoError(t, err)
	requireForbidden(t, application, "UPDATE audit_log SET note = 'x'")
	requireForbidden(t, application, "DELETE FROM audit_log")
}

func TestGrant_Owner_IsRefused(t *testing.T) {
	owner, _ := granted(t)
	role, err := migrations.ReadRole(t.Context(), owner)
	require.NoError(t, err)
	require.ErrorIs(t, migrations.Grant(t.Context(), owner, role), migrations.ErrOwner)
}

// An owner in production is no superuser.
func TestRun_NeedsNoMoreThanToOwnTheDatabase(t *testing.T) {
	address := testkit.EmptyPostgresURL(t)
	admin := testkit.Connect(t, address)
	at, err := url.Parse(address)
	require.NoError(t, err)
	name := at.Path[1:]
	_, err = admin.ExecContext(t.Context(), fmt.Sprintf("CREATE ROLE owner_of_%s LOGIN; ALTER DATABASE %s OWNER TO owner_of_%s", name, name, name))
	require.NoError(t, err)
	at.User = url.User("owner_of_" + name)
	owner := testkit.Connect(t, at.String())
	require.NoError(t, migrations.Run(t.Context(), owner))
	require.NoError(t, migrations.Grant(t.Context(), owner, postgres.Application))
	application := testkit.Connect(t, testkit.AsApplication(t, address))
	powers, err := migrations.ListOverreach(t.Context(), application)
	require.NoError(t, err)
	require.Empty(t, powers)
	pending, err := migrations.CountPending(t.Context(), application)
	require.NoError(t, err)
	require.Zero(t, pending)
}
