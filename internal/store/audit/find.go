package audit

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/uptrace/bun"
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
	if f.Area != "" && f.Actor != "" { // the figures of this index show the planner that few actors have entries in both areas
		s.Where("e.area || ' ' || e.actor = ?", f.Area+" "+f.Actor)
	}
	for column, wanted := range map[string]string{"area": f.Area, "action": f.Action, "order_id": f.OrderID} {
		if wanted != "" {
			s.Where("e.? = ?", bun.Ident(column), wanted)
		}
	}
	return f.narrow(f.within(s), "actor", "at")
}

// within limits the ids to those around the times of a filter. Ids grow with time, except that a transaction may write an entry some time
// after its beginning: so the limits stand an hour apart.
func (f Filter) within(s *bun.SelectQuery) *bun.SelectQuery {
	if !f.From.IsZero() {
		s.Where("e.id >= coalesce((SELECT min(id) FROM (SELECT id FROM audit_log WHERE at >= ? ORDER BY at LIMIT ?) AS b), ?)", f.From.Add(-late), someEntries, math.MaxInt64)
	}
	if !f.Until.IsZero() {
		s.Where("e.id <= coalesce((SELECT max(id) FROM (SELECT id FROM audit_log WHERE at < ? ORDER BY at DESC LIMIT ?) AS b), 0)", f.Until.Add(late), someEntries)
	}
	return s
}

const (
	late        = time.Hour
	someEntries = 100
)

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
