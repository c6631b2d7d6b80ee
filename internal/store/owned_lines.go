package store

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Line is a number in service and who it belongs to.
type Line struct {
	ID        string
	MSISDN    string
	Kind      string // LineVoice or LineData
	Type      string // prepaid or postpaid
	PlanID    string
	PrimaryID string // set on the further SIMs of a line
	Person    contract.Person
	Contact   contract.Contact // what the owner gave when ordering; may be empty
}

// Line finds a number in service.
func (q *Queries) Line(ctx context.Context, msisdn string) (Line, error) {
	return q.line(ctx, "l.msisdn = $1 AND l.status <> 'ended'", msisdn)
}

// LineByID finds a line in service by its id.
func (q *Queries) LineByID(ctx context.Context, id string) (Line, error) {
	return q.line(ctx, "l.id = $1 AND l.status <> 'ended'", id)
}

func (q *Queries) line(ctx context.Context, condition, value string) (Line, error) {
	var line Line
	var hash, sealed []byte
	err := q.prepared().row(ctx, `
		SELECT l.id, l.msisdn, l.kind, l.subscription_type, l.plan_id, coalesce(l.primary_line_id::text, ''), o.id_hash, o.personal
		FROM lines AS l JOIN subscribers AS o ON o.id = l.subscriber_id WHERE `+condition, value).
		Scan(&line.ID, &line.MSISDN, &line.Kind, &line.Type, &line.PlanID, &line.PrimaryID, &hash, &sealed)
	if err != nil {
		return line, translate("find line", err)
	}
	owner := personal{Person: &line.Person, Contact: &line.Contact}
	if err := q.keys.openJSON(subscriberPlace(hash), sealed, &owner); err != nil {
		return line, fmt.Errorf("find line: %w", err)
	}
	return line, nil
}

// LineUnder tells whether a number in service belongs to an ID number.
func (q *Queries) LineUnder(ctx context.Context, msisdn, idNumber string) (under bool, err error) {
	err = q.prepared().row(ctx, `
		SELECT EXISTS (SELECT FROM lines AS l JOIN subscribers AS o ON o.id = l.subscriber_id
		               WHERE l.msisdn = $1 AND l.status <> 'ended' AND o.id_hash = $2)`, msisdn, q.keys.Hash(idNumber)).Scan(&under)
	return under, translate("check owner of line", err)
}

// AddLine puts a number in service that was not ordered here. Doing it again changes nothing.
func (q *Queries) AddLine(ctx context.Context, line Line, at time.Time) (id string, err error) {
	err = q.inTx(ctx, func(tx *Queries) error {
		subscriber, err := tx.saveSubscriber(ctx, contract.Order{Person: &line.Person, Contact: &line.Contact})
		if err != nil {
			return err
		}
		return tx.prepared().row(ctx, `
			INSERT INTO lines (subscriber_id, msisdn, kind, plan_id, subscription_type, primary_line_id, activated_at)
			VALUES ($1, $2, $3, $4, $5, nullif($6, '')::uuid, $7)
			ON CONFLICT (msisdn) WHERE status <> 'ended' DO UPDATE SET msisdn = EXCLUDED.msisdn RETURNING id`,
			subscriber, line.MSISDN, line.Kind, line.PlanID, line.Type, line.PrimaryID, at).Scan(&id)
	})
	return id, translate("add line", err)
}
