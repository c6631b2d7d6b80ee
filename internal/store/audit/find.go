package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// Entries reads the audit log for people. It includes failed sign-ins as entries about accounts: one for each account, network
// and hour, with a count.
type Entries struct{ DB bun.IDB }

// Filter selects entries; an empty field selects all.
type Filter struct {
	Area, Actor, Action, OrderID string
	From, Until                  time.Time
	Before                       int64 // older than this entry
	Limit                        int
}

// Entry is one entry of the log.
type Entry struct {
	ID        int64
	Area      string
	OrderID   string
	Actor     string
	ActorKind string
	ActorName string // of staff
	Action    string
	Note      string
	Details   map[string]string
	At        time.Time
}

// Kinds of actors.
const (
	Staff    = "staff"
	Customer = "customer"
	Operator = "operator" // by a command
	System   = "system"   // by a rule
	Unknown  = "unknown"
)

// Find returns one page, newest first.
func (q Entries) Find(ctx context.Context, f Filter) ([]Entry, error) {
	found := []Entry{}
	err := q.selectLogged(f).Scan(ctx, &found)
	if err == nil && f.mayHaveFailed() {
		failures := []Entry{}
		err = q.selectFailed(f).Scan(ctx, &failures)
		found = append(found, failures...)
	}
	if err != nil {
		return nil, fmt.Errorf("read audit log: %w", err)
	}
	slices.SortFunc(found, func(a, b Entry) int { return cmp.Compare(b.ID, a.ID) })
	return found[:min(len(found), f.Limit)], nil
}

func (q Entries) selectLogged(f Filter) *bun.SelectQuery {
	s := withActorName(q.DB.NewSelect().TableExpr("audit_log AS e"), "e.actor").
		ColumnExpr("e.id, e.area, coalesce(e.order_id::text, '') AS order_id, e.actor, e.action, e.note, e.details, e.at")
	for column, wanted := range map[string]string{"area": f.Area, "action": f.Action, "order_id": f.OrderID} {
		if wanted != "" {
			s.Where("e.? = ?", bun.Ident(column), wanted)
		}
	}
	return f.narrow(s, "actor", "at")
}

// selectFailed returns failed sign-ins. They are outside the append-only log, but share its ids.
func (q Entries) selectFailed(f Filter) *bun.SelectQuery {
	s := withActorName(q.DB.NewSelect().TableExpr("failed_sign_ins AS e"), "e.account").
		ColumnExpr("e.id, 'account' AS area, '' AS order_id, e.account AS actor, ? AS action, '' AS note, e.last_at AS at", signInFailed).
		ColumnExpr("jsonb_build_object('provider', provider, 'client', network, 'attempts', attempts::text, 'traceId', trace_id) AS details")
	return f.narrow(s, "account", "last_at")
}

const signInFailed = "sign-in-failed"

func (f Filter) mayHaveFailed() bool {
	return (f.Area == "" || f.Area == "account") && (f.Action == "" || f.Action == signInFailed) && f.OrderID == ""
}

func (f Filter) narrow(s *bun.SelectQuery, actor, at string) *bun.SelectQuery {
	if f.Actor != "" {
		s.Where("e.? = ?", bun.Ident(actor), f.Actor)
	}
	if !f.From.IsZero() {
		s.Where("e.? >= ?", bun.Ident(at), f.From)
	}
	if !f.Until.IsZero() {
		s.Where("e.? < ?", bun.Ident(at), f.Until)
	}
	if f.Before > 0 {
		s.Where("e.id < ?", f.Before)
	}
	return s.OrderExpr("e.id DESC").Limit(int64(f.Limit))
}

// withActorName adds the actor's kind, and the names of staff only: a customer's name is on the customer's card.
func withActorName(s *bun.SelectQuery, actor string) *bun.SelectQuery {
	return s.
		Join("LEFT JOIN users AS u ON u.id = CASE WHEN "+actor+" ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN "+actor+"::uuid END").
		ColumnExpr("CASE WHEN u.roles && '{support,operator}' THEN coalesce(u.email, '') ELSE '' END AS actor_name").
		ColumnExpr("CASE WHEN u.roles && '{support,operator}' THEN ? WHEN u.id IS NOT NULL THEN ? WHEN "+actor+" = 'operator' THEN ?"+
			" WHEN "+actor+" = 'selfcare' THEN ? ELSE ? END AS actor_kind", Staff, Customer, Operator, System, Unknown)
}

// StaffID returns the id of a present or former member of staff by e-mail, or an empty text.
func (q Entries) StaffID(ctx context.Context, email string) (id string, err error) {
	err = q.DB.NewRaw("SELECT coalesce((SELECT id::text FROM users WHERE email = lower(?) AND roles && '{support,operator}' ORDER BY email_confirmed_at, id LIMIT 1), '')", email).Scan(ctx, &id)
	if err != nil {
		return "", fmt.Errorf("find a person by e-mail: %w", err)
	}
	return id, nil
}

// References returns the numbers of orders and other work, and the e-mails of staff, by their ids.
func (q Entries) References(ctx context.Context, ids []string) (numbers, people map[string]string, err error) {
	numbers, people = map[string]string{}, map[string]string{}
	if len(ids) == 0 {
		return numbers, people, nil
	}
	var rows []struct {
		ID, Said string
		Person   bool
	}
	err = q.DB.NewRaw(`
		WITH asked AS (SELECT unnest(?::uuid[]) AS id)
		SELECT o.id::text, o.number AS said, false AS person FROM asked JOIN orders AS o USING (id)
		UNION ALL SELECT p.id::text, p.number, false FROM asked JOIN purchases AS p USING (id)
		UNION ALL SELECT i.id::text, i.number, false FROM asked JOIN invoices AS i USING (id)
		UNION ALL SELECT r.id::text, r.reference, false FROM asked JOIN service_requests AS r USING (id)
		UNION ALL SELECT u.id::text, u.email, true FROM asked JOIN users AS u USING (id) WHERE u.roles && '{support,operator}' AND u.email IS NOT NULL`,
		pgdialect.Array(ids)).Scan(ctx, &rows)
	for _, row := range rows {
		if row.Person {
			people[row.ID] = row.Said
		} else {
			numbers[row.ID] = row.Said
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read what entries are about: %w", err)
	}
	return numbers, people, nil
}
