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
	"selfcare/internal/store/tx"
)

// Tickets stores the service requests with their messages.
type Tickets struct {
	DB   bun.IDB
	Keys *seal.Keys
}

type row struct {
	bun.BaseModel `bun:"table:service_requests,alias:s"`

	ID         string `bun:",pk"`
	Reference  string
	Kind       contract.TicketKind
	Topic      string
	Stage      contract.TicketStage
	UserID     string `bun:",nullzero"`
	LineID     string `bun:",nullzero"`
	MobileHash []byte
	Personal   []byte // encrypted
	DueAt      time.Time
	Seq        int64
	State      string
	CreatedAt  time.Time
}

type messageRow struct {
	bun.BaseModel `bun:"table:service_request_messages,alias:m"`

	RequestID string
	Seq       int64
	Author    string
	Action    contract.TicketAction
	Body      []byte // encrypted
	At        time.Time
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
	_, err = q.DB.NewInsert().Model(&row{
		ID: t.ID, Reference: t.Reference, Kind: t.Kind, Topic: t.Topic, Stage: t.Stage, UserID: t.UserID, LineID: t.LineID,
		MobileHash: q.Keys.Hash(d.Contact), Personal: personal, DueAt: t.DueAt, Seq: t.Seq, State: string(state), CreatedAt: t.ReceivedAt,
	}).On("CONFLICT DO NOTHING").Returning("NULL").Exec(ctx)
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
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*row)(nil)).Set("stage = ?", t.Stage).Set("seq = ?", t.Seq).Set("state = ?", string(state)).
		Set("due_at = ?", bun.NullTime{Time: t.DueAt}).Set("overdue = ?", t.Overdue).Set("updated_at = now()").
		Where("id = ?", t.ID).Where("seq = ?", t.Seq-1).Exec(ctx))
	return changed == 1, wrap("save service request", err)
}

// Say stores the text of a step; each step has at most one.
func (q Tickets) Say(ctx context.Context, id string, m Message) error {
	_, err := q.DB.NewInsert().Model(&messageRow{
		RequestID: id, Seq: m.Seq, Author: m.Author, Action: m.Action, Body: q.Keys.Seal(messageSeal(id, m.Seq), []byte(m.Text)), At: m.At,
	}).On("CONFLICT DO NOTHING").Exec(ctx)
	return wrap("say on service request", err)
}

// Get finds a service request.
func (q Tickets) Get(ctx context.Context, id string) (t contract.Ticket, known bool, err error) {
	return find(ctx, q.DB.NewSelect().Model((*row)(nil)).Where("id = ?", id))
}

// Find finds a service request by its reference.
func (q Tickets) Find(ctx context.Context, reference string) (t contract.Ticket, known bool, err error) {
	return find(ctx, q.DB.NewSelect().Model((*row)(nil)).Where("reference = ?", reference))
}

// FindOf finds a service request by its reference and its contact number.
func (q Tickets) FindOf(ctx context.Context, reference, mobile string) (t contract.Ticket, known bool, err error) {
	return find(ctx, q.DB.NewSelect().Model((*row)(nil)).Where("reference = ?", reference).Where("mobile_hash = ?", q.Keys.Hash(mobile)))
}

func find(ctx context.Context, one *bun.SelectQuery) (t contract.Ticket, known bool, err error) {
	var state string
	err = one.Column("state").Scan(ctx, &state)
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
	err = q.DB.NewSelect().Model((*row)(nil)).Column("state").Where("user_id = ?", userID).Order("created_at DESC", "id").Limit(listed).Scan(ctx, &states)
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
	if err := q.DB.NewSelect().Model((*row)(nil)).Column("personal").Where("id = ?", id).Scan(ctx, &personal); err != nil {
		return d, wrap("read service request", err)
	}
	return d, wrap("read service request", q.Keys.OpenJSON(ticketSeal(id), personal, &d))
}

// Messages returns the messages, the oldest first.
func (q Tickets) Messages(ctx context.Context, id string) (said []Message, err error) {
	var rows []messageRow
	err = q.DB.NewSelect().Model(&rows).Where("request_id = ?", id).Order("seq").Scan(ctx)
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
