package ticket

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store/seal"
)

// Tickets stores the service requests with their messages.
type Tickets struct {
	DB   bun.IDB
	Keys *seal.Keys
}

// Message is one entry of a service request.
type Message struct {
	Seq    int64
	Author string
	Action contract.TicketAction
	Text   string
	At     time.Time
}

// Authors of messages.
const (
	Customer = "customer"
	Support  = "support"
)

func ticketSeal(id string) string { return "service_requests/" + id }

func messageSeal(id string, seq int64) string {
	return fmt.Sprintf("service_request_messages/%s/%d", id, seq)
}

// Open inserts a new service request; false when another one has its reference. A repeated call changes nothing.
func (q Tickets) Open(ctx context.Context, t contract.Ticket, d contract.TicketDetails) (opened bool, err error) {
	state, err := contract.Encode(t)
	if err != nil {
		return false, wrap("open service request", err)
	}
	personal, err := q.Keys.SealJSON(ticketSeal(t.ID), d)
	if err != nil {
		return false, wrap("open service request", err)
	}
	_, err = q.DB.NewRaw(`
		INSERT INTO service_requests (id, reference, kind, topic, stage, user_id, line_id, mobile_hash, personal, due_at, seq, state, created_at)
		VALUES (?, ?, ?, ?, ?, nullif(?, '')::uuid, nullif(?, '')::uuid, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		t.ID, t.Reference, string(t.Kind), t.Topic, string(t.Stage), t.UserID, t.LineID, q.Keys.Hash(d.Contact), personal, t.DueAt, t.Seq,
		string(state), t.ReceivedAt).Exec(ctx)
	if err != nil {
		return false, wrap("open service request", err)
	}
	_, known, err := q.Get(ctx, t.ID)
	return known, err
}

// Save stores the next state of a service request; false for any other state.
func (q Tickets) Save(ctx context.Context, t contract.Ticket) (saved bool, err error) {
	state, err := contract.Encode(t)
	if err != nil {
		return false, wrap("save service request", err)
	}
	changed, err := q.DB.NewRaw(`
		UPDATE service_requests SET stage = ?1, seq = ?2, state = ?3, due_at = ?4, overdue = ?5, updated_at = now() WHERE id = ?0 AND seq = ?2 - 1`,
		t.ID, string(t.Stage), t.Seq, string(state), bun.NullTime{Time: t.DueAt}, t.Overdue).Exec(ctx)
	if err != nil {
		return false, wrap("save service request", err)
	}
	rows, err := changed.RowsAffected()
	return rows == 1, wrap("save service request", err)
}

// Say stores the text of a step; each step has at most one.
func (q Tickets) Say(ctx context.Context, id string, m Message) error {
	_, err := q.DB.NewRaw(`
		INSERT INTO service_request_messages (request_id, seq, author, action, body, at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		id, m.Seq, m.Author, string(m.Action), q.Keys.Seal(messageSeal(id, m.Seq), []byte(m.Text)), m.At).Exec(ctx)
	return wrap("say on service request", err)
}

// Get finds a service request.
func (q Tickets) Get(ctx context.Context, id string) (t contract.Ticket, known bool, err error) {
	return q.find(ctx, "id = ?", id)
}

// Find finds a service request by its reference.
func (q Tickets) Find(ctx context.Context, reference string) (t contract.Ticket, known bool, err error) {
	return q.find(ctx, "reference = ?", reference)
}

// FindOf finds a service request by its reference and its contact number.
func (q Tickets) FindOf(ctx context.Context, reference, mobile string) (t contract.Ticket, known bool, err error) {
	return q.find(ctx, "reference = ? AND mobile_hash = ?", reference, q.Keys.Hash(mobile))
}

func (q Tickets) find(ctx context.Context, condition string, values ...any) (t contract.Ticket, known bool, err error) {
	var state string
	err = q.DB.NewRaw("SELECT state::text FROM service_requests WHERE "+condition, values...).Scan(ctx, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return t, false, nil
	}
	if err == nil {
		err = contract.Decode([]byte(state), &t)
	}
	return t, err == nil, wrap("find service request", err)
}

// listed is the length of an account's list: an account hardly has more.
const listed = 50

// OfUser returns the service requests of an account, the newest first.
func (q Tickets) OfUser(ctx context.Context, userID string) (found []contract.Ticket, err error) {
	var states []string
	err = q.DB.NewRaw("SELECT state::text FROM service_requests WHERE user_id = ? ORDER BY created_at DESC, id LIMIT ?", userID, listed).Scan(ctx, &states)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("list service requests", err)
	}
	for _, state := range states {
		var t contract.Ticket
		if err := contract.Decode([]byte(state), &t); err != nil {
			return nil, wrap("list service requests", err)
		}
		found = append(found, t)
	}
	return found, nil
}

// Details returns the customer's personal data.
func (q Tickets) Details(ctx context.Context, id string) (d contract.TicketDetails, err error) {
	var personal []byte
	if err := q.DB.NewRaw("SELECT personal FROM service_requests WHERE id = ?", id).Scan(ctx, &personal); err != nil {
		return d, wrap("read service request", err)
	}
	return d, wrap("read service request", q.Keys.OpenJSON(ticketSeal(id), personal, &d))
}

// Messages returns the messages, the oldest first.
func (q Tickets) Messages(ctx context.Context, id string) (said []Message, err error) {
	var rows []struct {
		Seq    int64
		Author string
		Action contract.TicketAction
		Body   []byte
		At     time.Time
	}
	err = q.DB.NewRaw("SELECT seq, author, action, body, at FROM service_request_messages WHERE request_id = ? ORDER BY seq", id).Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("read messages of service request", err)
	}
	for _, row := range rows {
		text, err := q.Keys.Open(messageSeal(id, row.Seq), row.Body)
		if err != nil {
			return nil, wrap("read messages of service request", err)
		}
		said = append(said, Message{Seq: row.Seq, Author: row.Author, Action: row.Action, Text: string(text), At: row.At.UTC()})
	}
	return said, nil
}

func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
