// Package store keeps all persistent data in Postgres: it puts the packages of the nouns below it together. Every write can be repeated.
package store

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"selfcare/internal/store/allowance"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/autorecharge"
	"selfcare/internal/store/bill"
	"selfcare/internal/store/bundle"
	"selfcare/internal/store/card"
	"selfcare/internal/store/catalogue"
	"selfcare/internal/store/creditlimit"
	"selfcare/internal/store/einvoice"
	"selfcare/internal/store/ending"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/esimprofile"
	"selfcare/internal/store/figure"
	"selfcare/internal/store/game"
	"selfcare/internal/store/idempotency"
	"selfcare/internal/store/identity"
	"selfcare/internal/store/imports"
	"selfcare/internal/store/lateorder"
	"selfcare/internal/store/ledger"
	"selfcare/internal/store/line"
	"selfcare/internal/store/linesim"
	"selfcare/internal/store/messagelink"
	"selfcare/internal/store/number"
	"selfcare/internal/store/numbersetting"
	"selfcare/internal/store/order"
	"selfcare/internal/store/outage"
	"selfcare/internal/store/outbox"
	"selfcare/internal/store/partition"
	"selfcare/internal/store/passkey"
	"selfcare/internal/store/payment"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/portin"
	"selfcare/internal/store/portout"
	"selfcare/internal/store/promo"
	"selfcare/internal/store/proposal"
	"selfcare/internal/store/purchase"
	"selfcare/internal/store/recharge"
	"selfcare/internal/store/referral"
	"selfcare/internal/store/refund"
	"selfcare/internal/store/renewal"
	"selfcare/internal/store/roaming"
	"selfcare/internal/store/seal"
	"selfcare/internal/store/secondfactor"
	"selfcare/internal/store/session"
	"selfcare/internal/store/setting"
	"selfcare/internal/store/settlement"
	"selfcare/internal/store/shipment"
	"selfcare/internal/store/shop"
	"selfcare/internal/store/signin"
	"selfcare/internal/store/sim"
	"selfcare/internal/store/site"
	"selfcare/internal/store/staff"
	"selfcare/internal/store/subaccount"
	"selfcare/internal/store/subscription"
	"selfcare/internal/store/supportcase"
	"selfcare/internal/store/sweep"
	"selfcare/internal/store/ticket"
	"selfcare/internal/store/transfer"
	"selfcare/internal/store/tx"
	"selfcare/internal/store/usage"
	"selfcare/internal/store/user"
	"selfcare/internal/store/vas"
	"selfcare/internal/store/voucher"
	"selfcare/internal/store/webhook"
)

// Store is the whole database. Its embedded tables run outside a transaction: each statement is its own.
type Store struct{ *Tx }

// Tx gives access to all tables, grouped in structs, within one transaction.
type Tx struct {
	conn     *tx.Conn
	settings *setting.Cache

	Allowances        allowance.Allowances
	Audit             Audit
	AuditEntries      audit.Entries
	AutoRecharges     autorecharge.Rules
	AutoRuns          autorecharge.Runs
	BankPayments      bill.BankPayments
	Bulks             supportcase.Bulks
	Bundles           bundle.Bundles
	Cards             card.Cards
	Cases             supportcase.Cases
	Catalogue         catalogue.Catalogue
	Proposals         proposal.Proposals
	Deactivations     ending.Deactivations
	EInvoiceDevices   einvoice.Devices
	EInvoices         einvoice.Invoices
	Endings           ending.Endings
	NumberReturns     ending.Returns
	FailedSignIns     signin.FailedSignIns
	Files             ticket.Files
	Figures           figure.Figures
	Identities        identity.Identities
	Games             game.Games
	Incidents         lateorder.Incidents
	Invoices          bill.Invoices
	Ledger            ledger.Ledger
	Limits            creditlimit.Limits
	Lines             line.Lines
	NumberSettings    numbersetting.Settings
	LineSIMs          linesim.SIMs
	MessageLinks      messagelink.Links
	Numbers           number.Numbers
	Orders            order.Orders
	Outages           outage.Outages
	Outbox            outbox.Outbox
	Partitions        partition.Partitions
	Passkeys          passkey.Passkeys
	Payments          payment.Payments
	PlanSubscriptions subscription.Subscriptions
	Ports             portin.Ports
	PortOuts          portout.PortOuts
	Purchases         purchase.Purchases
	Rates             roaming.Rates
	Recharges         recharge.Recharges
	Profiles          esimprofile.Profiles
	Promos            promo.Promos
	Referrals         referral.Referrals
	PaymentStatements payment.Statements
	RefundRequests    refund.Requests
	Renewals          renewal.Renewals
	Requests          idempotency.Requests
	Seals             audit.Seals
	SecondFactors     secondfactor.Factors
	Tickets           ticket.Tickets
	Services          vas.Services
	Sessions          session.Sessions
	Settings          setting.Table
	Settlements       settlement.Settlements
	Shipments         shipment.Shipments
	SIMs              sim.SIMs
	Site              site.Site
	StageRuns         lateorder.Runs
	Stores            shop.Stores
	Sweeps            sweep.Sweeps
	Staff             staff.Staff
	Subscriptions     subaccount.Subscriptions
	Transfers         transfer.Transfers
	UsageDetails      usage.Details
	Users             user.Users
	Vouchers          voucher.Vouchers
	Webhooks          webhook.Webhooks
}

// New takes an open database and the keys of its encrypted columns.
func New(db *bun.DB, keys *seal.Keys) *Store {
	return &Store{tables(&tx.Conn{DB: db, Keys: keys}, &setting.Cache{})}
}

// InTx runs f in one transaction, and rolls it back when f fails. A constraint that fails at the commit is ErrConflict, too.
func (s *Store) InTx(ctx context.Context, f func(tx *Tx) error) error {
	return s.conn.Commit(ctx, func(conn *tx.Conn) error { return f(tables(conn, s.settings)) })
}

// Import is InTx with the means to write long lists.
func (s *Store) Import(ctx context.Context, f func(tx *Tx, lists imports.Imports) error) error {
	db, whole := s.conn.DB.(*bun.DB)
	if !whole {
		return errors.New("an import needs its own transaction")
	}
	one, err := db.Conn(ctx)
	if err != nil {
		return storeerrors.Translate("connect", err)
	}
	defer func() { _ = one.Close() }()
	alone := &tx.Conn{DB: one, Keys: s.conn.Keys}
	return alone.Commit(ctx, func(conn *tx.Conn) error {
		return f(tables(conn, s.settings), imports.Imports{DB: conn.DB, Copy: pool.Copier(one.Conn), Seal: sealPUK(conn), Open: openPUK(conn)})
	})
}

func sealPUK(conn *tx.Conn) func(iccid string, puk []byte) []byte {
	return func(iccid string, puk []byte) []byte { return conn.Keys.Seal(sim.SealContext(iccid), puk) }
}

func openPUK(conn *tx.Conn) func(iccid string, sealed []byte) ([]byte, error) {
	return func(iccid string, sealed []byte) ([]byte, error) {
		return conn.Keys.Open(sim.SealContext(iccid), sealed)
	}
}

// Audit is the audit log, and the changes that are written in it.
type Audit struct {
	audit.Log
	settings *setting.Cache
}

// Change makes a change and writes its audit entry: both, or neither when one fails.
func (q Audit) Change(ctx context.Context, e audit.Record, change func(tx *Tx) error) error {
	return q.Commit(ctx, func(conn *tx.Conn) error {
		within := tables(conn, q.settings)
		if err := change(within); err != nil {
			return err
		}
		return within.Audit.Write(ctx, e)
	})
}

// tables puts every table on this connection.
func tables(c *tx.Conn, settings *setting.Cache) *Tx {
	t := &Tx{
		conn: c, settings: settings,

		Allowances:        allowance.Allowances{Conn: c},
		Audit:             Audit{audit.Log{Conn: c}, settings},
		Cards:             card.Cards{Conn: c},
		Catalogue:         catalogue.Catalogue{Conn: c},
		FailedSignIns:     signin.FailedSignIns{Conn: c},
		Figures:           figure.Figures{Conn: c},
		Identities:        identity.Identities{Conn: c},
		Ledger:            ledger.Ledger{Conn: c},
		Lines:             line.Lines{Conn: c},
		LineSIMs:          linesim.SIMs{Conn: c},
		Numbers:           number.Numbers{Conn: c},
		Orders:            order.Orders{Conn: c},
		Outbox:            outbox.Outbox{Conn: c},
		Passkeys:          passkey.Passkeys{Conn: c},
		Payments:          payment.Payments{Conn: c},
		PaymentStatements: payment.Statements{Conn: c},
		PlanSubscriptions: subscription.Subscriptions{Conn: c},
		PortOuts:          portout.PortOuts{Conn: c},
		Ports:             portin.Ports{Conn: c},
		Profiles:          esimprofile.Profiles{Conn: c},
		Promos:            promo.Promos{Conn: c},
		Purchases:         purchase.Purchases{Conn: c},
		Recharges:         recharge.Recharges{Conn: c},
		Referrals:         referral.Referrals{Conn: c},
		RefundRequests:    refund.Requests{Conn: c},
		Requests:          idempotency.Requests{Conn: c},
		SecondFactors:     secondfactor.Factors{Conn: c},
		Sessions:          session.Sessions{Conn: c},
		Settings:          setting.Table{Conn: c, Cache: settings},
		Shipments:         shipment.Shipments{Conn: c},
		SIMs:              sim.SIMs{Conn: c},
		Site:              site.Site{Conn: c},
		Subscriptions:     subaccount.Subscriptions{Conn: c},
		UsageDetails:      usage.Details{Conn: c},
		Users:             user.Users{Conn: c},
		Vouchers:          voucher.Vouchers{Conn: c},
		Webhooks:          webhook.Webhooks{Conn: c},
	}
	t.useDB(c)
	return t
}

// useDB puts the tables on this connection that use only its database and its keys.
func (t *Tx) useDB(c *tx.Conn) {
	t.AuditEntries = audit.Entries{DB: c.DB}
	t.AutoRecharges = autorecharge.Rules{DB: c.DB}
	t.AutoRuns = autorecharge.Runs{DB: c.DB}
	t.BankPayments = bill.BankPayments{DB: c.DB}
	t.Bulks = supportcase.Bulks{DB: c.DB}
	t.Bundles = bundle.Bundles{DB: c.DB}
	t.Cases = supportcase.Cases{DB: c.DB, Keys: c.Keys}
	t.Proposals = proposal.Proposals{DB: c.DB}
	t.Deactivations = ending.Deactivations{DB: c.DB}
	t.EInvoiceDevices = einvoice.Devices{DB: c.DB, Keys: c.Keys}
	t.EInvoices = einvoice.Invoices{DB: c.DB, Keys: c.Keys}
	t.Endings = ending.Endings{DB: c.DB}
	t.Files = ticket.Files{DB: c.DB, Keys: c.Keys}
	t.Games = game.Games{DB: c.DB}
	t.Incidents = lateorder.Incidents{DB: c.DB}
	t.Invoices = bill.Invoices{DB: c.DB}
	t.Limits = creditlimit.Limits{DB: c.DB}
	t.MessageLinks = messagelink.Links{DB: c.DB, Keys: c.Keys}
	t.NumberSettings = numbersetting.Settings{DB: c.DB, Keys: c.Keys}
	t.NumberReturns = ending.Returns{DB: c.DB}
	t.Outages = outage.Outages{DB: c.DB}
	t.Partitions = partition.Partitions{DB: c.DB}
	t.Rates = roaming.Rates{DB: c.DB}
	t.Renewals = renewal.Renewals{DB: c.DB}
	t.Seals = audit.Seals{DB: c.DB}
	t.Tickets = ticket.Tickets{DB: c.DB, Keys: c.Keys}
	t.Services = vas.Services{DB: c.DB}
	t.Settlements = settlement.Settlements{DB: c.DB}
	t.Staff = staff.Staff{DB: c.DB}
	t.StageRuns = lateorder.Runs{DB: c.DB}
	t.Stores = shop.Stores{DB: c.DB}
	t.Sweeps = sweep.Sweeps{DB: c.DB}
	t.Transfers = transfer.Transfers{DB: c.DB}
}
