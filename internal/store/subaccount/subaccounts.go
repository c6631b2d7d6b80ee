// Package subaccount stores the lines in the accounts of users.
package subaccount

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/tx"
)

// Subscriptions stores the lines of users.
type Subscriptions struct{ *tx.Conn }

// Subscription is a line of a user: the main one or a sub-account.
type Subscription struct {
	ID       string
	LineID   string
	MSISDN   string
	Kind     string // LineVoice or LineData
	Type     string // prepaid or postpaid
	PlanID   string
	Main     bool
	MultiSIM bool // has further SIMs
	Nickname string
	Email    string    // given with a sub-account
	Access   []string  // permission keys; nil allows everything
	Since    time.Time // the line's history is shown from then on
}

type row struct {
	bun.BaseModel `bun:"table:subscriptions,alias:s"`

	ID         string `bun:",pk"`
	UserID     string
	LineID     string
	IsMain     bool
	Personal   []byte   // subscriptionNames, encrypted
	AccessList []string `bun:",array"`
}

// subscriptionNames is the encrypted part of a subscription.
type subscriptionNames struct {
	Nickname string `json:"nickname"`
	Email    string `json:"email,omitempty"`
}

func subscriptionSealContext(id string) string { return "subscriptions/" + id }

// Row is a row of a user's line; without an id there is none.
type Row struct {
	line      Subscription
	unlimited bool
	sealed    []byte
	since     sql.NullTime
}

// Fields receive the columns of a user's line.
func (r *Row) Fields() []any {
	s := &r.line
	return []any{
		&s.ID, &s.LineID, &s.MSISDN, &s.Kind, &s.Type, &s.PlanID, &s.Main, &s.MultiSIM,
		&r.unlimited, pgdialect.Array(&s.Access), &r.sealed, &r.since,
	}
}

// Append adds the line of a row to others; a row without a line adds none.
func (q Subscriptions) Append(all []Subscription, r Row) ([]Subscription, error) {
	if r.line.ID == "" {
		return all, nil
	}
	r.line.Since = r.since.Time
	if r.unlimited {
		r.line.Access = nil
	} else if r.line.Access == nil {
		r.line.Access = []string{}
	}
	err := q.open(&r.line, r.sealed)
	return append(all, r.line), err
}

// Standings returns the standing of each of a user's lines in service, by the line's id.
func (q Subscriptions) Standings(ctx context.Context, userID string) (map[string]line.Standing, error) {
	rows, err := hot.UserStandings.Query(ctx, q.Conn, userID)
	if err != nil {
		return nil, storeerrors.Translate("read how lines stand", err)
	}
	defer func() { _ = rows.Close() }()
	all := map[string]line.Standing{}
	for rows.Next() {
		var id string
		var stands line.Standing
		var suspended sql.NullTime
		if err := rows.Scan(&id, &stands.Status, &suspended, &stands.Plan, &stands.Moving, &stands.Leaving); err != nil {
			return nil, storeerrors.Translate("read how lines stand", err)
		}
		stands.SuspendedSince = suspended.Time
		all[id] = stands
	}
	return all, storeerrors.Translate("read how lines stand", rows.Err())
}

// Of returns a user's lines in service, the main one first.
func (q Subscriptions) Of(ctx context.Context, userID string) (all []Subscription, err error) {
	rows, err := hot.UserLines.Query(ctx, q.Conn, userID)
	if err != nil {
		return nil, storeerrors.Translate("read subscriptions", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one Row
		if err := rows.Scan(one.Fields()...); err != nil {
			return nil, storeerrors.Translate("read subscriptions", err)
		}
		if all, err = q.Append(all, one); err != nil {
			return nil, err
		}
	}
	return all, storeerrors.Translate("read subscriptions", rows.Err())
}

// LineSummary is the short state of a line, and its next event.
type LineSummary struct {
	line.Standing
	PlanNameEn string // both are empty without a catalogue plan
	PlanNameAr string
	Balance    contract.Halalas // prepaid: the balance; postpaid: the open amount of its bills
	Followed   contract.PlanSubscription
	Used       []UsedOfType
}

// UsedOfType sums up the buckets of a type in force; types with an unlimited bucket are left out.
type UsedOfType struct {
	Type  string `json:"type"`
	Unit  string `json:"unit"`
	Total int64  `json:"total"`
	Used  int64  `json:"used"`
}

func (q Subscriptions) open(s *Subscription, sealed []byte) error {
	if sealed == nil {
		return nil
	}
	var names subscriptionNames
	if err := q.Keys.OpenJSON(subscriptionSealContext(s.ID), sealed, &names); err != nil {
		return fmt.Errorf("read subscription: %w", err)
	}
	s.Nickname, s.Email = names.Nickname, names.Email
	return nil
}

// AddSubAccount adds a line to a user's account, up to max in addition to the main one. A line of the account is ErrConflict.
func (q Subscriptions) AddSubAccount(ctx context.Context, userID string, s Subscription, max int) (added Subscription, err error) {
	err = q.InTx(ctx, func(conn *tx.Conn) error {
		q := Subscriptions{conn}
		// a lock on the user's row makes two concurrent additions count each other
		if _, err := q.DB.NewSelect().Table("users").ColumnExpr("1").Where("id = ?", userID).For("UPDATE").Exec(ctx); err != nil {
			return err
		}
		count, err := q.DB.NewSelect().Model((*row)(nil)).Where("user_id = ?", userID).Where("NOT is_main").Where("ended_at IS NULL").Count(ctx)
		if err != nil {
			return err
		}
		if int(count) >= max {
			return storeerrors.ErrTooMany
		}
		added, err = q.Insert(ctx, userID, s)
		return err
	})
	return added, storeerrors.Translate("add sub-account", err)
}

// Rename changes the nickname of a user's sub-account.
func (q Subscriptions) Rename(ctx context.Context, userID, id, nickname string) error {
	return q.InTx(ctx, func(conn *tx.Conn) error {
		q := Subscriptions{conn}
		var sealed []byte
		err := q.DB.NewSelect().Model((*row)(nil)).Column("personal").Where("id = ?", id).Where("user_id = ?", userID).
			Where("NOT is_main").Where("ended_at IS NULL").For("UPDATE").Scan(ctx, &sealed)
		if err != nil {
			return storeerrors.Translate("rename subscription", err)
		}
		s := Subscription{ID: id}
		if err := q.open(&s, sealed); err != nil {
			return err
		}
		sealed, err = q.Keys.SealJSON(subscriptionSealContext(id), subscriptionNames{nickname, s.Email})
		if err != nil {
			return err
		}
		_, err = q.DB.NewUpdate().Model((*row)(nil)).Set("personal = ?", sealed).Where("id = ?", id).Exec(ctx)
		return storeerrors.Translate("rename subscription", err)
	})
}

// SetAccess sets the access list of a sub-account, both accounts named by their numbers: nil allows everything, an empty list
// nothing with a permission. It returns the sub-account's id.
func (q Subscriptions) SetAccess(ctx context.Context, account, number string, keys []string) (id string, err error) {
	err = q.DB.NewUpdate().Model((*row)(nil)).Set("access_list = ?", pgdialect.Array(keys)).TableExpr("users AS u, lines AS l").
		Where("u.id = s.user_id").Where("l.id = s.line_id").Where("u.mobile = ?", account).Where("l.msisdn = ?", number).
		Where("NOT s.is_main").Where("s.ended_at IS NULL").Returning("s.id").Scan(ctx, &id)
	return id, storeerrors.Translate("set access", err)
}

// End removes a sub-account from its user; the line stays in service. The main line cannot be removed.
func (q Subscriptions) End(ctx context.Context, userID, id string) error {
	result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("ended_at = now()").Where("id = ?", id).Where("user_id = ?", userID).
		Where("NOT is_main").Where("ended_at IS NULL").Exec(ctx)
	return tx.RequireChange("end subscription", storeerrors.ErrNotFound, result, err)
}

// Insert is Subscribe as a part of another operation, which names itself in the error.
func (q Subscriptions) Insert(ctx context.Context, userID string, s Subscription) (Subscription, error) {
	s.ID = uuid.NewString()
	sealed, err := q.Keys.SealJSON(subscriptionSealContext(s.ID), subscriptionNames{s.Nickname, s.Email})
	if err != nil {
		return s, err
	}
	added := row{ID: s.ID, UserID: userID, LineID: s.LineID, IsMain: s.Main, Personal: sealed, AccessList: s.Access}
	_, err = q.DB.NewInsert().Model(&added).Exec(ctx)
	return s, err
}

// Subscribe adds a sub-account. A line of the account is ErrConflict.
func (q Subscriptions) Subscribe(ctx context.Context, userID string, s Subscription) (Subscription, error) {
	s, err := q.Insert(ctx, userID, s)
	return s, storeerrors.Translate("subscribe", err)
}
