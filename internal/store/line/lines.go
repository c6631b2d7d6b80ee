package line

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/identity"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/order"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/numbersetting"
	"selfcare/internal/store/tx"
	"selfcare/internal/store/user"
)

// Lines stores the lines in service and their owners.
type Lines struct{ *tx.Conn }

type subscriberRow struct {
	bun.BaseModel `bun:"table:subscribers,alias:o"`

	ID       string `bun:",pk,nullzero"`
	IDHash   []byte
	Personal []byte // owner, encrypted
}

type lineRow struct {
	bun.BaseModel `bun:"table:lines,alias:l"`

	ID               string `bun:",pk,nullzero"`
	SubscriberID     string
	MSISDN           string `bun:"msisdn"`
	Kind             string
	PlanID           string
	SubscriptionType string
	Status           contract.LineStatus
	ActivatedAt      time.Time
}

type claimRow struct {
	bun.BaseModel `bun:"table:line_changes,alias:c"`

	LineID      string `bun:",pk"`
	Holder      string
	OrderNumber string
	Until       time.Time
	ExpiresAt   time.Time `bun:",nullzero"`
}

// Create puts an order's number in service: subscriber, line and card. A repeated call changes nothing.
func (q Lines) Create(ctx context.Context, o contract.Order, at time.Time) error {
	if o.Person == nil || order.MSISDN(o) == "" || order.ICCID(o) == "" {
		return fmt.Errorf("create line: %w: order has no person, number or card", storeerrors.ErrConflict)
	}
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := Lines{conn}
		subscriber, err := q.saveSubscriber(ctx, o)
		if err != nil {
			return err
		}
		return q.save(ctx, o, subscriber, at)
	})
	return storeerrors.Translate("create line", err)
}

func (q Lines) saveSubscriber(ctx context.Context, o contract.Order) (id string, err error) {
	hash := q.Keys.Hash(identity.Normal(o.Person.IDNumber))
	sealed, err := q.Keys.SealJSON(subscriberSealContext(hash), owner{Person: o.Person, Contact: o.Contact})
	if err != nil {
		return "", err
	}
	subscriber := subscriberRow{IDHash: hash, Personal: sealed}
	_, err = q.DB.NewInsert().Model(&subscriber).On("CONFLICT (id_hash) DO UPDATE").Set("personal = EXCLUDED.personal").Returning("id").Exec(ctx)
	return subscriber.ID, err
}

// owner is the encrypted part of a subscriber.
type owner struct {
	contract.Unknown
	Person  *contract.Person  `json:"person,omitempty"`
	Contact *contract.Contact `json:"contact,omitempty"`
}

func subscriberSealContext(hash []byte) string { return fmt.Sprintf("subscribers/%x", hash) }

// OfOrder returns the line of an order.
func (q Lines) OfOrder(ctx context.Context, orderID string) (id string, err error) {
	err = q.DB.NewSelect().Model((*lineRow)(nil)).Column("id").Where("order_id = ?", orderID).Scan(ctx, &id)
	return id, storeerrors.Translate("find line of order", err)
}

// IsIDBlocked tells whether an ID is blocked from ordering.
func (q Lines) IsIDBlocked(ctx context.Context, idNumber string) (blocked bool, err error) {
	blocked, err = q.DB.NewSelect().Table("blocked_ids").Where("id_hash = ?", q.Keys.Hash(idNumber)).Exists(ctx)
	return blocked, storeerrors.Translate("check block list", err)
}

// Line is a number in service with its owner.
type Line struct {
	ID     string
	MSISDN string
	Kind   string // Voice or Data
	Type   string // prepaid or postpaid
	PlanID string
	ICCID  string // of the primary SIM, if known
	line.Condition
	Person  contract.Person
	Contact contract.Contact // given with the order; may be empty
}

// ByNumber finds a number in service.
func (q Lines) ByNumber(ctx context.Context, msisdn string) (Line, error) {
	return q.find(ctx, q.selectOwned().Where("l.msisdn = ?", msisdn).Where("l.status <> 'ended'"))
}

// Get finds a line in service by its id.
func (q Lines) Get(ctx context.Context, id string) (Line, error) {
	var found Row
	if err := hot.Line.Row(ctx, q.Conn, id).Scan(found.Fields()...); err != nil {
		return found.line, storeerrors.Translate("find line", err)
	}
	return q.Read(found)
}

// GetEnded finds a line that has ended, by its id.
func (q Lines) GetEnded(ctx context.Context, id string) (Line, error) {
	return q.find(ctx, q.selectOwned().Where("l.id = ?", id).Where("l.status = 'ended'"))
}

// Keep is Get for a line that must not end during the transaction: its end waits, and Keep waits for an end in progress.
func (q Lines) Keep(ctx context.Context, id string) (Line, error) {
	return q.find(ctx, q.selectOwned().Where("l.id = ?", id).Where("l.status <> 'ended'").For("KEY SHARE OF l"))
}

// Row receives hot.LineColumns.
type Row struct {
	line               Line
	guarded, suspended sql.NullTime
	hash, sealed       []byte
}

// Fields receive the columns of a line.
func (r *Row) Fields() []any {
	l := &r.line
	return []any{&l.ID, &l.MSISDN, &l.Kind, &l.Type, &l.PlanID, &l.ICCID, &l.Status, &r.guarded, &r.suspended, &r.hash, &r.sealed}
}

// Read decrypts a row of hot.LineColumns.
func (q Lines) Read(r Row) (Line, error) {
	found := r.line
	found.GuardedUntil, found.SuspendedSince = r.guarded.Time, r.suspended.Time
	known := owner{Person: &found.Person, Contact: &found.Contact}
	if err := q.Keys.OpenJSON(subscriberSealContext(r.hash), r.sealed, &known); err != nil {
		return found, fmt.Errorf("find line: %w", err)
	}
	return found, nil
}

// selectOwned selects lines with their owners and primary SIMs.
func (q Lines) selectOwned() *bun.SelectQuery {
	return q.DB.NewSelect().ColumnExpr(hot.LineColumns).TableExpr(hot.LineTables)
}

func (q Lines) find(ctx context.Context, owned *bun.SelectQuery) (Line, error) {
	var found Row
	if err := owned.Scan(ctx, found.Fields()...); err != nil {
		return found.line, storeerrors.Translate("find line", err)
	}
	return q.Read(found)
}

// ReadWithEmails returns a line in service with the confirmed e-mails of its accounts, the main ones first. The line is read by itself: to
// plan both in one statement takes three times as long.
func (q Lines) ReadWithEmails(ctx context.Context, id string) (found Line, emails []string, err error) {
	if found, err = q.Get(ctx, id); err != nil {
		return found, nil, err
	}
	err = q.confirmedEmails().Where("s.line_id = ?", id).Scan(ctx, &emails)
	return found, emails, storeerrors.Translate("find how a line is reached", err)
}

// WithEmails is a line with the confirmed e-mails of its accounts.
type WithEmails struct {
	Line
	Emails []string
}

// ListWithEmails is ReadWithEmails for several lines. A line that is not in service is left out.
func (q Lines) ListWithEmails(ctx context.Context, ids []string) (all []WithEmails, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := q.selectOwned().Where("l.id IN (?)", bun.List(ids)).Where("l.status <> 'ended'").Rows(ctx)
	if err != nil {
		return nil, storeerrors.Translate("find lines", err)
	}
	defer func() { _ = rows.Close() }()
	places := map[string]int{}
	for rows.Next() {
		var row Row
		if err := rows.Scan(row.Fields()...); err != nil {
			return nil, storeerrors.Translate("find lines", err)
		}
		found, err := q.Read(row)
		if err != nil {
			return nil, err
		}
		places[found.ID], all = len(all), append(all, WithEmails{Line: found})
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, storeerrors.Translate("find lines", err)
	}
	var emails []struct{ LineID, Email string }
	err = q.confirmedEmails().Column("s.line_id").Where("s.line_id IN (?)", bun.List(ids)).Scan(ctx, &emails)
	for _, e := range emails {
		if place, inService := places[e.LineID]; inService {
			all[place].Emails = append(all[place].Emails, e.Email)
		}
	}
	return all, storeerrors.Translate("find how lines are reached", err)
}

// confirmedEmails selects the confirmed e-mails of the accounts of lines, the main ones first.
func (q Lines) confirmedEmails() *bun.SelectQuery {
	return q.DB.NewSelect().TableExpr("subscriptions AS s").Join("JOIN users AS u ON u.id = s.user_id").Column("u.email").
		Where("s.ended_at IS NULL").Where("u.email_confirmed_at IS NOT NULL").Where("u.email <> ''").Order("s.is_main DESC", "s.created_at")
}

// MSISDN returns the number of a line, also of an ended one.
func (q Lines) MSISDN(ctx context.Context, id string) (msisdn string, err error) {
	err = q.DB.NewSelect().Model((*lineRow)(nil)).Column("msisdn").Where("id = ?", id).Scan(ctx, &msisdn)
	return msisdn, storeerrors.Translate("find number of line", err)
}

// InServiceSince returns when a line came into service, also for an ended one.
func (q Lines) InServiceSince(ctx context.Context, id string) (since time.Time, err error) {
	err = q.DB.NewSelect().Model((*lineRow)(nil)).Column("activated_at").Where("id = ?", id).Scan(ctx, &since)
	return since, storeerrors.Translate("find when a line came into service", err)
}

// Language returns the language of messages to a line: the one set for the line, otherwise its holder's, otherwise Arabic.
func (q Lines) Language(ctx context.Context, lineID string) (string, error) {
	settings := numbersetting.Settings{DB: q.DB, Keys: q.Keys}
	set, err := settings.Language(ctx, lineID)
	if err != nil || set != "" {
		return texts.Spoken(set), err
	}
	holders, err := q.Holders(ctx, lineID)
	if err != nil || len(holders) == 0 {
		return texts.Arabic, err
	}
	chosen, err := user.Users(q).Preferences(ctx, holders[0].ID)
	if err != nil || chosen.Language == "" {
		return texts.Arabic, err
	}
	return texts.Spoken(chosen.Language), nil
}

// Under tells whether a number in service belongs to an ID or passport number.
func (q Lines) Under(ctx context.Context, msisdn, idNumber string) (under bool, err error) {
	under, err = q.DB.NewSelect().Model((*lineRow)(nil)).Join("JOIN subscribers AS o ON o.id = l.subscriber_id").
		Where("l.msisdn = ?", msisdn).Where("l.status <> 'ended'").Where("o.id_hash = ?", q.Keys.Hash(identity.Normal(idNumber))).Exists(ctx)
	return under, storeerrors.Translate("check owner of line", err)
}

// Add puts a number in service without an order. A repeated call changes nothing.
func (q Lines) Add(ctx context.Context, added Line, at time.Time) (id string, err error) {
	err = q.InTx(ctx, func(conn *tx.Conn) error {
		q := Lines{conn}
		subscriber, err := q.saveSubscriber(ctx, contract.Order{Person: &added.Person, Contact: &added.Contact})
		if err != nil {
			return err
		}
		row := lineRow{
			SubscriberID: subscriber, MSISDN: added.MSISDN, Kind: added.Kind, PlanID: added.PlanID, SubscriptionType: added.Type,
			Status: cmp.Or(added.Status, contract.LineActive), ActivatedAt: at,
		}
		_, err = q.DB.NewInsert().Model(&row).On("CONFLICT (msisdn) WHERE status <> 'ended' DO UPDATE").Set("msisdn = EXCLUDED.msisdn").
			Returning("id").Exec(ctx)
		id = row.ID
		return err
	})
	return id, storeerrors.Translate("add line", err)
}

// Usage is the balance of a line and its allowances.
type Usage struct {
	Balance    contract.Halalas // prepaid: the balance; postpaid: the open amount of its bills
	ValidUntil *time.Time
	Allowances []Allowance
}

// Allowance is one bucket, of the plan or bought, with its usage.
type Allowance struct {
	Type       string
	Unit       string
	Total      *int64 // nil is unlimited
	Used       int64
	ValidUntil *time.Time

	position int // in the plan; a type has the position of its first bucket
	bucket   allowance.Bucket
}

// Concerns reads the facts about a line that may need the holder's attention.
func (q Lines) Concerns(ctx context.Context, lineID string, now time.Time) (c line.Concerns, err error) {
	var suspended, leavesAt, keepUntil, dueAt sql.NullTime
	err = hot.LineConcerns.Row(ctx, q.Conn, lineID, now).
		Scan(&c.Status, &suspended, &c.PortOut, &leavesAt, &c.Ending, &keepUntil, (*int64)(&c.Overdue), &dueAt)
	c.SuspendedSince, c.LeavesAt, c.KeepUntil, c.DueAt = suspended.Time, leavesAt.Time, keepUntil.Time, dueAt.Time
	return c, storeerrors.Translate("read the concerns of a line", err)
}

// Usage reads the balance of a line and its allowances in force, types in the order of the plan, buckets of a type in the order
// of their use. A line without any charge has a zero balance.
func (q Lines) Usage(ctx context.Context, lineID string) (usage Usage, err error) {
	rows, err := hot.LineUsage.Query(ctx, q.Conn, lineID)
	if err != nil {
		return usage, storeerrors.Translate("read usage", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var a Allowance
		b := &a.bucket
		err := rows.Scan((*int64)(&usage.Balance), &usage.ValidUntil, &a.position, &a.Type, &a.Unit, &a.Total, &a.Used, &a.ValidUntil,
			&b.From, &b.Bought, &b.ID)
		if err != nil {
			return usage, storeerrors.Translate("read usage", err)
		}
		b.Until = a.ValidUntil
		if a.Type != "" {
			usage.Allowances = append(usage.Allowances, a)
		}
	}
	first := map[string]int{}
	for _, a := range usage.Allowances {
		if at, ok := first[a.Type]; !ok || a.position < at {
			first[a.Type] = a.position
		}
	}
	slices.SortFunc(usage.Allowances, func(a, b Allowance) int {
		return cmp.Or(cmp.Compare(first[a.Type], first[b.Type]), cmp.Compare(a.Type, b.Type), allowance.Compare(a.bucket, b.bucket))
	})
	return usage, storeerrors.Translate("read usage", rows.Err())
}

// Claim is one change of a line: its holder and its end.
type Claim struct {
	LineID      string
	Holder      string // the order or the request that changes the line
	OrderNumber string // empty without an order
	Until       time.Time
	ExpiresAt   time.Time // end of a draft's claim; zero lasts until the release
}

// Change converts the claim for the rules.
func (c Claim) Change() line.Claim {
	return line.Claim{Holder: c.Holder, OrderNumber: c.OrderNumber, Until: c.Until}
}

// BusyError means that another change of the line runs.
type BusyError struct{ By Claim }

func (e *BusyError) Error() string { return "line is being changed by " + e.By.Holder }

// Claim claims a line for one change; a repeated claim moves its times. Another running change is a BusyError.
func (q Lines) Claim(ctx context.Context, c Claim) error {
	claimed := claimRow{LineID: c.LineID, Holder: c.Holder, OrderNumber: c.OrderNumber, Until: c.Until, ExpiresAt: c.ExpiresAt}
	changed, err := tx.Changed(q.DB.NewInsert().Model(&claimed).On("CONFLICT (line_id) DO UPDATE").
		Set("holder = EXCLUDED.holder").Set("order_number = EXCLUDED.order_number").Set("until = EXCLUDED.until").Set("expires_at = EXCLUDED.expires_at").
		Where("c.holder = EXCLUDED.holder OR c.expires_at <= now()").Returning("NULL").Exec(ctx))
	if err != nil || changed == 1 {
		return storeerrors.Translate("claim line", err)
	}
	by, err := q.ClaimOf(ctx, c.LineID)
	if err != nil {
		return err
	}
	return &BusyError{by}
}

// ClaimOf returns the running change of a line; ErrNotFound without one.
func (q Lines) ClaimOf(ctx context.Context, lineID string) (Claim, error) {
	var found claimRow
	err := q.DB.NewSelect().Model(&found).Where("line_id = ?", lineID).Where("expires_at IS NULL OR expires_at > now()").Scan(ctx)
	claim := Claim{LineID: lineID, Holder: found.Holder, OrderNumber: found.OrderNumber, Until: found.Until, ExpiresAt: found.ExpiresAt}
	return claim, storeerrors.Translate("read claim on line", err)
}

// Release ends every claim of a holder.
func (q Lines) Release(ctx context.Context, holder string) error {
	_, err := q.DB.NewDelete().Model((*claimRow)(nil)).Where("holder = ?", holder).Exec(ctx)
	return storeerrors.Translate("release line", err)
}

// Suspend takes a line out of service while its SIM is replaced. A blocked line stays blocked.
func (q Lines) Suspend(ctx context.Context, lineID string) error {
	return q.move(ctx, "suspend line", lineID, "active", "suspended")
}

// Resume ends a suspension by Suspend.
func (q Lines) Resume(ctx context.Context, lineID string) error {
	return q.move(ctx, "resume line", lineID, "suspended", "active")
}

func (q Lines) move(ctx context.Context, operation, lineID, from, to string) error {
	_, err := q.DB.NewUpdate().Model((*lineRow)(nil)).Set("status = ?", to).Where("id = ?", lineID).Where("status = ?", from).Exec(ctx)
	return storeerrors.Translate(operation, err)
}

// Guard refuses risky changes of a line until a time; an earlier time does not shorten it.
func (q Lines) Guard(ctx context.Context, lineID string, until time.Time) error {
	_, err := q.DB.NewUpdate().Model((*lineRow)(nil)).Set("guarded_until = greatest(guarded_until, ?)", until).Where("id = ?", lineID).Exec(ctx)
	return storeerrors.Translate("guard line", err)
}

// Holders returns the users with a line in their account, the main one first.
func (q Lines) Holders(ctx context.Context, lineID string) ([]user.User, error) {
	return user.Users(q).OfLine(ctx, lineID)
}

// AnyUnderID tells whether a person is a customer already.
func (q Lines) AnyUnderID(ctx context.Context, idNumber string) (has bool, err error) {
	has, err = q.DB.NewSelect().Model((*lineRow)(nil)).Join("JOIN subscribers AS o ON o.id = l.subscriber_id").
		Where("o.id_hash = ?", q.Keys.Hash(idNumber)).Exists(ctx)
	return has, storeerrors.Translate("find customer", err)
}

// Kinds of lines.
const (
	Voice = "voice"
	Data  = "data"
)
