package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/audit"
	"selfcare/internal/domain/figure"
	"selfcare/internal/domain/lateorder"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/sweep"
	auditstore "selfcare/internal/store/audit"
	"selfcare/internal/store/bill"
	"selfcare/internal/store/einvoice"
	stored "selfcare/internal/store/lateorder"
	sweepstore "selfcare/internal/store/sweep"
	"selfcare/internal/store/usage"
)

// Areas of the audit log.
const (
	AuditSupport = "support" // what people of ours did
	AuditAccount = "account" // what happened to accounts
)

// AuditEntry is one thing that must be traceable later, without personal data. A repeated Key is written once.
type AuditEntry struct {
	Area    string // AuditSupport where not said
	ID      int64  // given by the store
	Key     string
	OrderID string
	Actor   string
	Action  string
	Note    string
	Details map[string]string
	At      time.Time // given by the store
}

// Audit is the log of what must be traceable later.
type Audit struct{ *conn }

// Write writes one entry that nobody can change. An entry whose Key is known already is not written again.
func (q Audit) Write(ctx context.Context, e AuditEntry) error {
	if !audit.Known(e.Action) {
		return fmt.Errorf("audit: %q is no action of the contract (AuditAction)", e.Action)
	}
	details, err := json.Marshal(e.Details)
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	_, err = q.prepared().exec(ctx, `
		INSERT INTO audit_log (key, order_id, actor, action, note, details, area)
		VALUES ($1, $2, $3, $4, $5, coalesce(nullif($6::jsonb, 'null'), '{}'), coalesce($7, 'support'))
		ON CONFLICT (key) DO NOTHING`,
		orNull(e.Key), orNull(e.OrderID), e.Actor, e.Action, e.Note, string(details), orNull(e.Area))
	return translate("audit", err)
}

// WriteReads writes down that somebody of ours read orders: once for each of them, reader and hour.
func (q Audit) WriteReads(ctx context.Context, actor string, orderIDs []string) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO audit_log (key, order_id, actor, action, note)
		SELECT concat_ws('/', 'read', $1::text, id, date_trunc('hour', now())), id, $1, $3, '' FROM unnest($2::uuid[]) AS id
		ON CONFLICT (key) DO NOTHING`, actor, orderIDs, audit.OrderRead)
	return translate("audit reads", err)
}

// WriteRead writes down that somebody of ours is about to see personal data, and by what: once for each of those and each hour.
func (q Audit) WriteRead(ctx context.Context, actor string, details map[string]string) error {
	said, err := json.Marshal(details)
	if err != nil {
		return fmt.Errorf("audit read: %w", err)
	}
	_, err = q.prepared().exec(ctx, `
		INSERT INTO audit_log (key, actor, action, note, details)
		VALUES (concat_ws('/', 'read', $1::text, encode(sha256(convert_to($2::text, 'UTF8')), 'hex'), date_trunc('hour', now())), $1, $3, '', $2::jsonb)
		ON CONFLICT (key) DO NOTHING`, actor, string(said), audit.DataRead)
	return translate("audit read", err)
}

// Change makes a change and writes that it happened: both or, when either fails, neither.
func (q Audit) Change(ctx context.Context, e AuditEntry, change func(tx *Tx) error) error {
	return q.commit(ctx, func(tx *Tx) error {
		if err := change(tx); err != nil {
			return err
		}
		return tx.Audit.Write(ctx, e)
	})
}

// SignIns are the last sign-ins of a user and those that failed, newest first.
func (q Audit) SignIns(ctx context.Context, userID string, limit int) ([]AuditEntry, error) {
	return q.log(ctx, auditEntries+`
		WHERE actor = $1 AND action = 'signed-in' UNION ALL`+failedEntries+`
		WHERE account = $1 ORDER BY at DESC LIMIT $2`, userID, limit)
}

// SettingChanged is the action of an entry about one business figure; Details name its key.
const SettingChanged = "setting-changed"

// SettingChanges are the entries about business figures, oldest first.
func (q Audit) SettingChanges(ctx context.Context) ([]AuditEntry, error) {
	return q.log(ctx, auditEntries+" WHERE action = $1 ORDER BY id", SettingChanged)
}

const (
	auditEntries = `
		SELECT id, coalesce(key, ''), coalesce(order_id::text, ''), actor, action, note, details, area, at FROM audit_log`
	failedEntries = `
		SELECT id, '', '', account, 'sign-in-failed', '', jsonb_build_object('provider', provider, 'client', network,
			'attempts', attempts::text, 'traceId', trace_id), 'account', last_at FROM failed_sign_ins`
)

func (q Audit) log(ctx context.Context, statement string, args ...any) ([]AuditEntry, error) {
	rows, err := q.prepared().query(ctx, statement, args...)
	if err != nil {
		return nil, translate("read audit log", err)
	}
	defer func() { _ = rows.Close() }()
	var entries []AuditEntry
	for rows.Next() {
		var e AuditEntry
		var details []byte
		if err := rows.Scan(&e.ID, &e.Key, &e.OrderID, &e.Actor, &e.Action, &e.Note, &details, &e.Area, &e.At); err != nil {
			return nil, translate("read audit log", err)
		}
		if err := json.Unmarshal(details, &e.Details); err != nil {
			return nil, fmt.Errorf("read audit log: %w", err)
		}
		entries = append(entries, e)
	}
	return entries, translate("read audit log", rows.Err())
}

// FailedSignIn is a sign-in that did not succeed. Who is nobody we know has the account "unknown": a row for each name that
// somebody makes up would let them fill the table.
type FailedSignIn struct {
	Account  string
	Provider string
	Network  string // of the client, truncated
	TraceID  string
}

// FailedSignIns counts them: a row for each account, way to sign in, network and hour.
type FailedSignIns struct{ *conn }

// Count adds one.
func (q FailedSignIns) Count(ctx context.Context, f FailedSignIn) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO failed_sign_ins AS f (account, provider, network, trace_id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (account, provider, network, hour)
		DO UPDATE SET attempts = f.attempts + 1, trace_id = EXCLUDED.trace_id, last_at = now()`,
		f.Account, f.Provider, f.Network, f.TraceID)
	return translate("count failed sign-in", err)
}

// Purge deletes those that ended before a time and answers with how many rows that were.
func (q FailedSignIns) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	changed, err := q.prepared().exec(ctx, "DELETE FROM failed_sign_ins WHERE last_at < $1", before)
	return int(changed), translate("purge failed sign-ins", err)
}

// Figures are counts for the people who operate the product.
type Figures struct{ *conn }

// CountHeldOrders counts the orders that wait for us, by failure code.
func (q Figures) CountHeldOrders(ctx context.Context) (map[contract.Code]int, error) {
	var rows []struct {
		FailureCode contract.Code
		Count       int
	}
	err := q.db.NewRaw("SELECT failure_code, count(*) AS count FROM orders WHERE stage = 'held' GROUP BY failure_code").Scan(ctx, &rows)
	held := make(map[contract.Code]int, len(rows))
	for _, row := range rows {
		held[row.FailureCode] = row.Count
	}
	return held, translate("count held orders", err)
}

// CountHeldPurchases counts the purchases that wait for us, by kind.
func (q Figures) CountHeldPurchases(ctx context.Context) (map[contract.PurchaseKind]int, error) {
	var rows []struct {
		Kind  contract.PurchaseKind
		Count int
	}
	err := q.db.NewRaw("SELECT kind, count(*) AS count FROM purchases WHERE stage = 'held' GROUP BY kind").Scan(ctx, &rows)
	held := make(map[contract.PurchaseKind]int, len(rows))
	for _, row := range rows {
		held[row.Kind] = row.Count
	}
	return held, translate("count held purchases", err)
}

// EInvoiceTrouble counts the electronic invoices that need a person, or will.
func (q Figures) EInvoiceTrouble(ctx context.Context) (held, rejected, late int, err error) {
	t, err := einvoice.Invoices{DB: q.db}.Trouble(ctx)
	return t.Held, t.Rejected, t.Late, err
}

// CountHeldSettlements counts the differences with the payment provider's files that wait for us, by kind.
func (q Figures) CountHeldSettlements(ctx context.Context) (map[settlement.Kind]int, error) {
	var rows []struct {
		Kind  settlement.Kind
		Count int
	}
	err := q.db.NewRaw("SELECT kind, count(*) AS count FROM settlement_items WHERE state = 'held' GROUP BY kind").Scan(ctx, &rows)
	held := make(map[settlement.Kind]int, len(rows))
	for _, row := range rows {
		held[row.Kind] = row.Count
	}
	return held, translate("count differences of settlements", err)
}

// CountHeldBankPayments counts the payments at banks of which something waits to be sent back.
func (q Figures) CountHeldBankPayments(ctx context.Context) (held int, err error) {
	held, _, err = bill.BankPayments{DB: q.db}.CountWaiting(ctx, time.Now())
	return held, err
}

// BillPeriodsOverdue counts the periods of bill days that should have been billed by now.
func (q Figures) BillPeriodsOverdue(ctx context.Context, now time.Time) (count int, err error) {
	count, _, err = bill.Invoices{DB: q.db}.PeriodsOverdue(ctx, now)
	return count, err
}

// PutAside counts the rows that batches of work could not deal with and went on without, by what they are of.
func (q Figures) PutAside(ctx context.Context) (map[string]int, error) {
	invoices := bill.Invoices{DB: q.db}
	bills, err := invoices.CountPutAside(ctx)
	if err != nil {
		return nil, err
	}
	steps, err := invoices.CountFailing(ctx)
	if err != nil {
		return nil, err
	}
	var messages, calls int
	err = q.prepared().row(ctx, `
		SELECT (SELECT count(*) FROM outbox WHERE failure = 'unreadable'), (SELECT count(*) FROM subscription_calls WHERE failed_at IS NOT NULL)`).
		Scan(&messages, &calls)
	return map[string]int{"bill": bills, "dunning-step": steps, "message": messages, "subscription-call": calls}, translate("count rows put aside", err)
}

// AuditUnsealed is how long the oldest entry of the audit log waits for its seal; zero where none does.
func (q Figures) AuditUnsealed(ctx context.Context) (time.Duration, error) {
	standing, err := auditstore.Seals{DB: q.db}.Standing(ctx)
	if err != nil || standing.Oldest.IsZero() {
		return 0, translate("look at the audit log", err)
	}
	return max(0, time.Since(standing.Oldest)), nil
}

// AuditVerified is how long ago the audit log was looked through, or since the first seal where it never was, and how many faults
// were found.
func (q Figures) AuditVerified(ctx context.Context) (since time.Duration, faults int, err error) {
	last, err := auditstore.Seals{DB: q.db}.LastVerification(ctx)
	if err != nil || last.At.IsZero() {
		return 0, last.Faults, translate("look at the audit log", err)
	}
	return max(0, time.Since(last.At)), last.Faults, nil
}

// UsageMonths are how many months of usage are made ahead of a moment, and how many rows there is no month for.
func (q Figures) UsageMonths(ctx context.Context, now time.Time) (ahead, without int, err error) {
	return usage.Details{DB: statements{q.prepared()}}.Months(ctx, now)
}

// SettlementsBehind is the oldest day whose settlement file is still to be read, empty where there is none, and the newest that was. A
// broken file that a person has decided about is waited for no longer.
func (q Figures) SettlementsBehind(ctx context.Context) (due, read string, err error) {
	err = q.prepared().row(ctx, `
		SELECT coalesce((SELECT min(day)::text FROM settlement_files AS f WHERE state = 'due' OR state = 'broken' AND EXISTS (
		           SELECT FROM settlement_items AS i WHERE i.day = f.day AND i.kind = 'broken-file' AND i.state = 'held')), ''),
		       coalesce((SELECT max(day)::text FROM settlement_files WHERE state = 'read'), '')`).Scan(&due, &read)
	return due, read, translate("find settlement files", err)
}

// InStock says of each thing that an order or a purchase takes from our tables whether there is any.
type InStock struct{ Plans, DataPacks, Devices, Numbers, SIMCards bool }

// InStock looks for a first row of each, not for all of them.
func (q Figures) InStock(ctx context.Context) (in InStock, err error) {
	err = q.prepared().row(ctx, `
		SELECT EXISTS (SELECT FROM plans WHERE on_sale), EXISTS (SELECT FROM data_packs WHERE on_sale), EXISTS (SELECT FROM devices),
		       EXISTS (SELECT FROM numbers WHERE order_id IS NULL AND status = 'free'), EXISTS (SELECT FROM sims WHERE status = 'stock')`).
		Scan(&in.Plans, &in.DataPacks, &in.Devices, &in.Numbers, &in.SIMCards)
	return in, translate("look at the stock", err)
}

// OnSale counts what purchases need to be there: data packs and plans that are on sale, vouchers that can be used.
func (q Figures) OnSale(ctx context.Context) (packs, vouchers, plans int, err error) {
	err = q.prepared().row(ctx, `
		SELECT (SELECT count(*) FROM data_packs WHERE on_sale),
		       (SELECT count(*) FROM vouchers WHERE purchase_id IS NULL AND NOT blocked AND expires_at > now()),
		       (SELECT count(*) FROM plans WHERE on_sale)`).Scan(&packs, &vouchers, &plans)
	return packs, vouchers, plans, translate("count what is on sale", err)
}

// OldestUnknownPayment is how long ago the oldest payment began whose outcome nobody knows; zero when there is none.
func (q Figures) OldestUnknownPayment(ctx context.Context) (time.Duration, error) {
	var seconds float64
	err := q.prepared().row(ctx, `
		SELECT coalesce(extract(epoch FROM now() - min(at)), 0)::float8 FROM payments WHERE status = 'pending'`).Scan(&seconds)
	return time.Duration(seconds * float64(time.Second)), translate("find oldest unknown payment", err)
}

// CountHeldDeactivations counts the ends of lines that wait for us: deactivations, and numbers that did not go back to the operator of their range.
func (q Figures) CountHeldDeactivations(ctx context.Context) (held int, err error) {
	err = q.prepared().row(ctx, `
		SELECT (SELECT count(*) FROM line_deactivations WHERE stage = 'held') + (SELECT count(*) FROM number_returns WHERE state = 'held')`).Scan(&held)
	return held, translate("count held deactivations", err)
}

// mostReturns is how many owed numbers are counted at most.
const mostReturns = 10_000

// CountNumberReturns counts the numbers that are owed to the operators of their ranges, and says how long the oldest of them has been;
// zero where there is none. What support has to decide about is owed, too.
func (q Figures) CountNumberReturns(ctx context.Context) (owed int, oldest time.Duration, err error) {
	var seconds float64
	err = q.prepared().row(ctx, countNumberReturns, mostReturns).Scan(&owed, &seconds)
	return owed, time.Duration(seconds * float64(time.Second)), translate("count numbers to return", err)
}

const countNumberReturns = `
	SELECT count(*), coalesce(extract(epoch FROM now() - min(owed_at)), 0)::float8
	FROM (SELECT owed_at FROM number_returns WHERE state IN ('owed', 'held') ORDER BY owed_at LIMIT $1) AS r`

// CountHeldPortOuts counts the numbers on their way to another operator that wait for us.
func (q Figures) CountHeldPortOuts(ctx context.Context) (held int, err error) {
	err = q.prepared().row(ctx, "SELECT count(*) FROM port_outs WHERE held").Scan(&held)
	return held, translate("count held port-outs", err)
}

// LateOrders counts the orders that wait for longer than is usual, by kind and stage.
func (q Figures) LateOrders(ctx context.Context) ([]lateorder.Count, error) {
	return stored.Runs{DB: q.db}.Counts(ctx)
}

// OldestQueuedMessage is how long ago the oldest message was written that is still to be sent; zero when there is none.
func (q Figures) OldestQueuedMessage(ctx context.Context) (time.Duration, error) {
	var seconds float64
	err := q.prepared().row(ctx, `
		SELECT coalesce(extract(epoch FROM now() - min(queued_at)), 0)::float8 FROM outbox WHERE state = 'queued'`).Scan(&seconds)
	return time.Duration(seconds * float64(time.Second)), translate("find oldest queued message", err)
}

// Sweep counts, for each process, what the comparison of rows with workflows found, and is how long ago that was.
func (q Figures) Sweep(ctx context.Context) (found []sweep.Count, since time.Duration, err error) {
	sweeps := sweepstore.Sweeps{DB: q.db}
	if found, err = sweeps.Counts(ctx); err != nil {
		return nil, 0, err
	}
	since, err = sweeps.Since(ctx)
	return found, since, err
}

// RenewalsDue counts the renewals of plans, and of what renews beside them, that are due in each hour of the next day.
func (q Figures) RenewalsDue(ctx context.Context, now time.Time) (hours [24]int, err error) {
	var rows []struct{ Hour, Count int }
	err = q.db.NewRaw(`
		SELECT floor(extract(epoch FROM due_at - ?) / 3600)::int AS hour, count(*) AS count FROM plan_subscriptions
		WHERE step IN ('renew', 'items') AND due_at >= ? AND due_at < ? GROUP BY 1`, now, now, now.Add(day)).Scan(ctx, &rows)
	for _, row := range rows {
		hours[row.Hour] = row.Count
	}
	return hours, translate("count renewals", err)
}

// Figure is a setting as it stands, in the words of the table.
type Figure struct {
	figure.Setting

	Default, InForce string   // JSON, as the table has them
	Rules            []string // that name it
}

// Figures are all settings by their names.
func (q SettingsTable) Figures(ctx context.Context) (all []Figure, err error) {
	inForce, err := q.fetch(ctx)
	if err != nil {
		return nil, err
	}
	usual := DefaultSettings()
	fields, now := usual.fields(), inForce.fields()
	rules := slices.Sorted(maps.Keys(usual.rules()))
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		f := Figure{Setting: figure.Setting{Key: key, Type: figure.TypeOf(key, fields[key])}}
		for _, rule := range rules {
			if f.Names(rule) {
				f.Rules = append(f.Rules, rule)
			}
		}
		if f.Default, err = figureText(fields[key]); err != nil {
			return nil, err
		}
		if f.InForce, err = figureText(now[key]); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// Try says which rule of the figures a value of one of them would break, at a time, beside what is decided for then; "" where it breaks none.
// A value that cannot be meant at all is ErrConflict, a key there is none of ErrNotFound.
func (q SettingsTable) Try(ctx context.Context, key string, value json.RawMessage, at time.Time) (rule string, err error) {
	usual := DefaultSettings()
	field, known := usual.fields()[key]
	if !known {
		return "", fmt.Errorf("setting %s: %w", key, ErrNotFound)
	}
	if string(value) != "null" {
		if err := assign(field, value); err != nil {
			return "", fmt.Errorf("setting %s: %w", key, ErrConflict)
		}
	}
	changed, err := q.readWritten(ctx, sql.NullTime{Time: at, Valid: true})
	if err != nil {
		return "", err
	}
	delete(changed, key)
	if string(value) != "null" {
		changed[key] = value
	}
	return broken(changed)
}

// FindBroken says which rule the figures break, now or when what was approved of them comes to count; "" where they break none.
func (q SettingsTable) FindBroken(ctx context.Context) (rule string, err error) {
	var times []time.Time
	err = q.db.NewRaw(`
		SELECT effective_at FROM changes WHERE kind = 'setting' AND state = 'approved' AND effective_at > now() ORDER BY 1`).Scan(ctx, &times)
	if err != nil {
		return "", translate("read changes", err)
	}
	for _, at := range append(times, time.Time{}) {
		changed, err := q.readWritten(ctx, sql.NullTime{Time: at, Valid: !at.IsZero()})
		if err != nil {
			return "", err
		}
		if rule, err := broken(changed); err != nil || rule != "" {
			return rule, err
		}
	}
	return "", nil
}

func broken(changed map[string]json.RawMessage) (rule string, err error) {
	_, err = parseSettings(changed)
	if errors.Is(err, errSetting) {
		return strings.TrimPrefix(err.Error(), errSetting.Error()+": "), nil
	}
	return "", err
}

// ReadFigure takes a value of a setting as people write it, and returns it as the table has it. A key there is none of is ErrNotFound, what is
// no value of its type ErrConflict.
func ReadFigure(key, text string) (json.RawMessage, error) {
	usual := DefaultSettings()
	field, known := usual.fields()[key]
	if !known {
		return nil, fmt.Errorf("setting %s: %w", key, ErrNotFound)
	}
	value, is := figure.TypeOf(key, field).Read(text)
	if !is {
		return nil, fmt.Errorf("setting %s: %w", key, ErrConflict)
	}
	return value, nil
}

// figureText is a field as the table has it.
func figureText(field any) (string, error) {
	if d, is := field.(*time.Duration); is {
		text := strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String())
		field = text
	}
	written, err := json.Marshal(field)
	return string(written), err
}
