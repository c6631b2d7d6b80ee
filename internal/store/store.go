// Package store keeps all persistent data in Postgres. Rows are private, errors are its own, and every write can be repeated.
package store

import (
	"context"
	"database/sql"
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun"

	"selfcare/internal/store/audit"
	"selfcare/internal/store/autorecharge"
	"selfcare/internal/store/bill"
	"selfcare/internal/store/bundle"
	"selfcare/internal/store/creditlimit"
	"selfcare/internal/store/einvoice"
	"selfcare/internal/store/ending"
	"selfcare/internal/store/imports"
	"selfcare/internal/store/lateorder"
	"selfcare/internal/store/lineconfig"
	"selfcare/internal/store/outage"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/proposal"
	"selfcare/internal/store/renewal"
	"selfcare/internal/store/roaming"
	"selfcare/internal/store/seal"
	"selfcare/internal/store/settlement"
	"selfcare/internal/store/shop"
	"selfcare/internal/store/staff"
	"selfcare/internal/store/supportcase"
	"selfcare/internal/store/sweep"
	"selfcare/internal/store/ticket"
	"selfcare/internal/store/transfer"
	"selfcare/internal/store/usage"
	"selfcare/internal/store/vas"
)

// Store is the whole database. Its embedded tables run outside a transaction: each statement is its own.
type Store struct{ *Tx }

// Tx gives access to all tables, grouped in structs, within one transaction.
type Tx struct {
	*conn
	Allowances        Allowances
	Audit             Audit
	AuditEntries      audit.Entries
	AutoRecharges     autorecharge.Rules
	AutoRuns          autorecharge.Runs
	BankPayments      bill.BankPayments
	Bulks             supportcase.Bulks
	Bundles           bundle.Bundles
	Cards             Cards
	Cases             supportcase.Cases
	Catalogue         Catalogue
	Changes           proposal.Changes
	Deactivations     ending.Deactivations
	EInvoices         einvoice.Invoices
	Endings           ending.Endings
	NumberReturns     ending.Returns
	FailedSignIns     FailedSignIns
	Files             ticket.Files
	Figures           Figures
	Identities        Identities
	Games             vas.Games
	Incidents         lateorder.Incidents
	Invoices          bill.Invoices
	Ledger            Ledger
	Limits            creditlimit.Limits
	Lines             Lines
	LineSettings      lineconfig.Settings
	LineSIMs          LineSIMs
	Numbers           Numbers
	Orders            Orders
	Outages           outage.Outages
	Outbox            Outbox
	Passkeys          Passkeys
	Payments          Payments
	PlanSubscriptions PlanSubscriptions
	Ports             Ports
	PortOuts          PortOuts
	Purchases         Purchases
	Rates             roaming.Rates
	Recharges         Recharges
	Profiles          Profiles
	Promos            Promos
	Referrals         Referrals
	PaymentStatements PaymentStatements
	RefundRequests    RefundRequests
	Renewals          renewal.Renewals
	Requests          Requests
	Seals             audit.Seals
	SecondFactors     SecondFactors
	ServiceRequests   ticket.Requests
	Services          vas.Services
	Sessions          Sessions
	Settings          SettingsTable
	Settlements       settlement.Settlements
	Shipments         Shipments
	SIMs              SIMs
	Site              Site
	StageRuns         lateorder.Runs
	Stores            shop.Stores
	Sweeps            sweep.Sweeps
	Staff             staff.Staff
	Subscriptions     Subscriptions
	Transfers         transfer.Transfers
	UsageDetails      usage.Details
	Users             Users
	Vouchers          Vouchers
	Webhooks          Webhooks
}

// New takes an open database and the keys of its encrypted columns.
func New(db *bun.DB, keys *seal.Keys) *Store {
	return &Store{(&conn{db: db, keys: keys, figures: &atomic.Pointer[figuresRead]{}}).tables()}
}

// InTx runs f in one transaction, and rolls it back when f fails. A constraint that fails at the commit is ErrConflict, too.
func (s *Store) InTx(ctx context.Context, f func(tx *Tx) error) error {
	return s.commit(ctx, f)
}

// Import is InTx with the means to write long lists.
func (s *Store) Import(ctx context.Context, f func(tx *Tx, lists imports.Imports) error) error {
	db, whole := s.db.(*bun.DB)
	if !whole {
		return errors.New("an import needs its own transaction")
	}
	one, err := db.Conn(ctx)
	if err != nil {
		return translate("connect", err)
	}
	defer func() { _ = one.Close() }()
	return (&Store{(&conn{db: one, keys: s.keys, figures: s.figures}).tables()}).InTx(ctx, func(tx *Tx) error {
		return f(tx, imports.Imports{DB: tx.db, Copy: pool.Copier(one.Conn), Seal: tx.sealPUK, Open: tx.openPUK})
	})
}

func (q *conn) sealPUK(iccid string, puk []byte) []byte {
	return q.keys.Seal(SIMSealContext(iccid), puk)
}

func (q *conn) openPUK(iccid string, sealed []byte) ([]byte, error) {
	return q.keys.Open(SIMSealContext(iccid), sealed)
}

// conn is the connection that all tables share: the database or one transaction.
type conn struct {
	db      bun.IDB
	keys    *seal.Keys
	figures *atomic.Pointer[figuresRead] // cached settings
}

// tables puts every table on this connection.
func (q *conn) tables() *Tx {
	return &Tx{
		conn: q, Allowances: Allowances{q}, Audit: Audit{q}, AuditEntries: audit.Entries{DB: q.db},
		AutoRecharges: autorecharge.Rules{DB: q.db}, AutoRuns: autorecharge.Runs{DB: q.db}, Bulks: supportcase.Bulks{DB: q.db}, Bundles: bundle.Bundles{DB: q.db}, Cards: Cards{q}, Cases: supportcase.Cases{DB: q.db, Keys: q.keys}, Catalogue: Catalogue{q}, Changes: proposal.Changes{DB: q.db}, Deactivations: ending.Deactivations{DB: q.db},
		EInvoices: einvoice.Invoices{DB: q.db, Keys: q.keys},
		Endings:   ending.Endings{DB: q.db}, NumberReturns: ending.Returns{DB: q.db}, FailedSignIns: FailedSignIns{q}, Figures: Figures{q}, Games: vas.Games{DB: q.db}, Identities: Identities{q}, Invoices: bill.Invoices{DB: q.db}, BankPayments: bill.BankPayments{DB: q.db},
		Ledger: Ledger{q}, Limits: creditlimit.Limits{DB: q.db}, Lines: Lines{q}, LineSettings: lineconfig.Settings{DB: q.db, Keys: q.keys}, LineSIMs: LineSIMs{q}, Numbers: Numbers{q}, Orders: Orders{q}, Outbox: Outbox{q}, Passkeys: Passkeys{q}, Payments: Payments{q},
		PlanSubscriptions: PlanSubscriptions{q},
		Ports:             Ports{q}, PortOuts: PortOuts{q}, Profiles: Profiles{q}, Purchases: Purchases{q}, Rates: roaming.Rates{DB: q.db}, Stores: shop.Stores{DB: q.db}, Sweeps: sweep.Sweeps{DB: q.db}, Recharges: Recharges{q}, Promos: Promos{q}, Referrals: Referrals{q}, PaymentStatements: PaymentStatements{q}, RefundRequests: RefundRequests{q}, Renewals: renewal.Renewals{DB: q.db}, Requests: Requests{q},
		Seals: audit.Seals{DB: q.db}, SecondFactors: SecondFactors{q}, ServiceRequests: ticket.Requests{DB: q.db, Keys: q.keys}, Files: ticket.Files{DB: q.db, Keys: q.keys}, Services: vas.Services{DB: q.db}, Sessions: Sessions{q}, Settings: SettingsTable{q}, Settlements: settlement.Settlements{DB: q.db}, Shipments: Shipments{q}, SIMs: SIMs{q}, Site: Site{q},
		Incidents: lateorder.Incidents{DB: q.db}, Outages: outage.Outages{DB: q.db}, StageRuns: lateorder.Runs{DB: q.db}, Staff: staff.Staff{DB: q.db},
		Subscriptions: Subscriptions{q}, Transfers: transfer.Transfers{DB: statements{q.prepared()}}, UsageDetails: usage.Details{DB: statements{q.prepared()}}, Users: Users{q}, Vouchers: Vouchers{q}, Webhooks: Webhooks{q},
	}
}

// commit is inTx with one of our errors when the commit itself fails.
func (q *conn) commit(ctx context.Context, f func(tx *Tx) error) error {
	var failed error
	err := q.inTx(ctx, func(tx *Tx) error {
		failed = f(tx)
		return failed
	})
	if failed != nil {
		return failed
	}
	return translate("commit", err)
}

// inTx runs several statements in one transaction: the caller's, if there is one.
func (q *conn) inTx(ctx context.Context, f func(tx *Tx) error) error {
	return q.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		return f((&conn{db: tx, keys: q.keys, figures: q.figures}).tables())
	})
}

// prepared runs the frequent statements with parameters, so that Postgres plans each of them once. The parameters are $1, $2, …,
// unlike bun's question marks. Outside a transaction a statement goes to the driver directly.
type prepared struct {
	pool *sql.DB // nil within a transaction
	conn interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

func (q *conn) prepared() prepared {
	switch db := q.db.(type) {
	case bun.Tx:
		return prepared{conn: db.Tx}
	case *bun.DB:
		return prepared{pool: db.DB, conn: db.DB}
	default:
		return prepared{conn: db}
	}
}

func (p prepared) exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	if p.pool != nil {
		err = pool.Direct(ctx, p.pool, func(conn *pgx.Conn) error {
			tag, err := conn.Exec(ctx, query, withMode(args)...)
			changed = tag.RowsAffected()
			return err
		})
		return changed, err
	}
	result, err := p.conn.ExecContext(ctx, query, withMode(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (p prepared) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.conn.QueryContext(ctx, query, withMode(args)...)
}

func (p prepared) row(ctx context.Context, query string, args ...any) scanner {
	if p.pool != nil {
		return directRow{ctx, p.pool, query, append([]any{formats}, withMode(args)...)}
	}
	return p.conn.QueryRowContext(ctx, query, withMode(args)...)
}

// scanner is an unread row.
type scanner interface{ Scan(fields ...any) error }

// directRow sends its query when it is scanned.
type directRow struct {
	ctx   context.Context //nolint:containedctx // of the one statement, which is sent by Scan
	pool  *sql.DB
	query string
	args  []any
}

// Scan fails with sql.ErrNoRows, too.
func (r directRow) Scan(fields ...any) error {
	return pool.Direct(r.ctx, r.pool, func(conn *pgx.Conn) error {
		return conn.QueryRow(r.ctx, r.query, r.args...).Scan(fields...)
	})
}

// formats lists the columns that arrive in binary; others arrive as text, which database/sql needs for arrays and the like.
var formats = pgx.QueryResultFormatsByOID{
	pgtype.BoolOID: pgx.BinaryFormatCode, pgtype.ByteaOID: pgx.BinaryFormatCode, pgtype.Int4OID: pgx.BinaryFormatCode,
	pgtype.Int8OID: pgx.BinaryFormatCode, pgtype.TimestamptzOID: pgx.BinaryFormatCode,
}

func withMode(args []any) []any {
	return append([]any{pgx.QueryExecModeCacheStatement}, args...)
}
