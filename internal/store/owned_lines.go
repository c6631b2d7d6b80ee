package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
)

// Line is a number in service and who it belongs to.
type Line struct {
	ID     string
	MSISDN string
	Kind   string // LineVoice or LineData
	Type   string // prepaid or postpaid
	PlanID string
	ICCID  string // of the primary SIM, where it is known
	line.Condition
	Person  contract.Person
	Contact contract.Contact // what the owner gave when ordering; may be empty
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
	var found Line
	var guarded sql.NullTime
	var hash, sealed []byte
	err := q.prepared().row(ctx, `
		SELECT l.id, l.msisdn, l.kind, l.subscription_type, l.plan_id,
		       coalesce(s.iccid, ''), l.status, l.guarded_until, o.id_hash, o.personal
		FROM lines AS l JOIN subscribers AS o ON o.id = l.subscriber_id
		LEFT JOIN line_sims AS s ON s.line_id = l.id AND s.is_primary AND s.until IS NULL WHERE `+condition, value).
		Scan(&found.ID, &found.MSISDN, &found.Kind, &found.Type, &found.PlanID,
			&found.ICCID, &found.Status, &guarded, &hash, &sealed)
	found.GuardedUntil = guarded.Time
	if err != nil {
		return found, translate("find line", err)
	}
	owner := personal{Person: &found.Person, Contact: &found.Contact}
	if err := q.keys.openJSON(subscriberPlace(hash), sealed, &owner); err != nil {
		return found, fmt.Errorf("find line: %w", err)
	}
	return found, nil
}

// LineUnder tells whether a number in service belongs to an ID number.
func (q *Queries) LineUnder(ctx context.Context, msisdn, idNumber string) (under bool, err error) {
	err = q.prepared().row(ctx, `
		SELECT EXISTS (SELECT FROM lines AS l JOIN subscribers AS o ON o.id = l.subscriber_id
		               WHERE l.msisdn = $1 AND l.status <> 'ended' AND o.id_hash = $2)`, msisdn, q.keys.Hash(idNumber)).Scan(&under)
	return under, translate("check owner of line", err)
}

// AddLine puts a number in service that was not ordered here. Doing it again changes nothing.
func (q *Queries) AddLine(ctx context.Context, added Line, at time.Time) (id string, err error) {
	err = q.inTx(ctx, func(tx *Queries) error {
		subscriber, err := tx.saveSubscriber(ctx, contract.Order{Person: &added.Person, Contact: &added.Contact})
		if err != nil {
			return err
		}
		return tx.prepared().row(ctx, `
			INSERT INTO lines (subscriber_id, msisdn, kind, plan_id, subscription_type, status, activated_at)
			VALUES ($1, $2, $3, $4, $5, coalesce(nullif($6, ''), 'active'), $7)
			ON CONFLICT (msisdn) WHERE status <> 'ended' DO UPDATE SET msisdn = EXCLUDED.msisdn RETURNING id`,
			subscriber, added.MSISDN, added.Kind, added.PlanID, added.Type, string(added.Status), at).Scan(&id)
	})
	return id, translate("add line", err)
}
