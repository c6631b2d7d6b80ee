package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// ErrOwner refuses to make the owner of the tables the application's role: an owner can take every rule away.
var ErrOwner = errors.New("the application connects as the owner of the tables: it needs a role of its own")

// ReadRole returns the role that a connection acts as.
func ReadRole(ctx context.Context, db bun.IDB) (role string, err error) {
	if err := db.NewRaw("SELECT current_user").Scan(ctx, &role); err != nil {
		return "", fmt.Errorf("ask for the role: %w", err)
	}
	return role, nil
}

// Grant gives the application's role what it needs of the tables there are, and nothing else: of those that are append only to
// read and to add. After each migration it is done anew, so that a new table needs no thought. It may be repeated.
func Grant(ctx context.Context, db *bun.DB, role string) (err error) {
	owner, err := ReadRole(ctx, db)
	if err != nil {
		return err
	}
	if owner == role {
		return ErrOwner
	}
	unlock, err := lock(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	return db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		statements, err := grants(ctx, tx, role)
		if err != nil {
			return err
		}
		for _, statement := range statements {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
}

// appendOnly are the tables whose rows are never changed: their own trigger says so.
const appendOnly = `
	SELECT DISTINCT c.oid, c.relname FROM pg_trigger AS t
	JOIN pg_class AS c ON c.oid = t.tgrelid JOIN pg_proc AS p ON p.oid = t.tgfoid
	WHERE c.relnamespace = 'public'::regnamespace AND p.proname = 'refuse_change'
	  AND t.tgtype & 1 = 0 AND t.tgtype & 24 = 24` // for each statement, UPDATE and DELETE

// grants are the statements for a role. Taken back first: what an earlier release granted, or a person did by hand.
func grants(ctx context.Context, tx bun.Tx, name string) ([]string, error) {
	role := pgx.Identifier{name}.Sanitize()
	var database string
	var sealed []string
	err := errors.Join(
		tx.NewRaw("SELECT current_database()").Scan(ctx, &database),
		tx.NewRaw("SELECT relname FROM ("+appendOnly+") AS a ORDER BY relname").Scan(ctx, &sealed),
	)
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	statements := []string{
		"REVOKE CREATE, TEMPORARY ON DATABASE " + pgx.Identifier{database}.Sanitize() + " FROM PUBLIC, " + role,
		"REVOKE CREATE ON SCHEMA public FROM PUBLIC, " + role,
		"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, " + role,
		"REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM PUBLIC, " + role,
		"GRANT TEMPORARY ON DATABASE " + pgx.Identifier{database}.Sanitize() + " TO " + role, // where lists are read into, for the transaction
		"GRANT USAGE ON SCHEMA public TO " + role,
		"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + role,
		"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO " + role,
		"REVOKE INSERT, UPDATE, DELETE ON bun_migrations, bun_migration_locks FROM " + role,
	}
	for _, table := range sealed {
		statements = append(statements, "REVOKE UPDATE, DELETE ON "+pgx.Identifier{table}.Sanitize()+" FROM "+role)
	}
	return statements, nil
}

// ListOverreach returns what the role of a connection may do that the application's must not be able to; nothing where all is well.
func ListOverreach(ctx context.Context, db bun.IDB) (powers []string, err error) {
	var held [5]sql.NullBool
	err = db.NewRaw(`
		SELECT r.rolsuper, r.rolcreaterole,
		       EXISTS (SELECT FROM pg_class AS c WHERE c.relnamespace = 'public'::regnamespace AND pg_has_role(c.relowner, 'MEMBER')),
		       has_schema_privilege('public', 'CREATE'),
		       EXISTS (SELECT FROM (`+appendOnly+`) AS a
		               WHERE has_table_privilege(oid, 'DELETE, TRUNCATE, TRIGGER') OR has_any_column_privilege(oid, 'UPDATE'))
		FROM pg_roles AS r WHERE r.rolname = current_user`).Scan(ctx, &held[0], &held[1], &held[2], &held[3], &held[4])
	if err != nil {
		return nil, fmt.Errorf("look at the role: %w", err)
	}
	for i, power := range []string{
		"is a superuser", "may make roles", "owns tables", "may make tables", "may change tables that are append only",
	} {
		if held[i].Bool {
			powers = append(powers, power)
		}
	}
	return powers, nil
}
