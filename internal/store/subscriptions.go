package store

import (
	"context"
	"fmt"

	"github.com/uptrace/bun/dialect/pgdialect"
)

// Kinds of lines.
const (
	LineVoice = "voice"
	LineData  = "data"
)

// Subscription is a line of a user: the main one or a sub-account.
type Subscription struct {
	ID       string
	LineID   string
	MSISDN   string
	Kind     string // LineVoice or LineData
	Type     string // prepaid or postpaid
	PlanID   string
	Main     bool
	MultiSIM bool // the line has further SIMs
	Nickname string
	Email    string   // given with a sub-account
	Access   []string // permission keys; nil allows everything
}

// subscriptionNames is the encrypted part of a subscription.
type subscriptionNames struct {
	Nickname string `json:"nickname"`
	Email    string `json:"email,omitempty"`
}

func subscriptionPlace(id string) string { return "subscriptions/" + id }

const liveSubscriptions = `
SELECT s.id, l.id, l.msisdn, l.kind, l.subscription_type, l.plan_id, s.is_main,
       EXISTS (SELECT FROM line_sims AS further WHERE further.line_id = l.id AND NOT further.is_primary AND further.state = 'active'),
       s.access_list IS NULL, coalesce(s.access_list, '{}'), s.personal
FROM subscriptions AS s JOIN lines AS l ON l.id = s.line_id
WHERE s.user_id = $1 AND s.ended_at IS NULL AND l.status <> 'ended'
ORDER BY s.is_main DESC, s.created_at, s.id`

// Subscriptions are a user's lines in service, the main one first.
func (q *Queries) Subscriptions(ctx context.Context, userID string) (all []Subscription, err error) {
	rows, err := q.prepared().query(ctx, liveSubscriptions, userID)
	if err != nil {
		return nil, translate("read subscriptions", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var s Subscription
		var unlimited bool
		var sealed []byte
		err := rows.Scan(&s.ID, &s.LineID, &s.MSISDN, &s.Kind, &s.Type, &s.PlanID, &s.Main, &s.MultiSIM,
			&unlimited, pgdialect.Array(&s.Access), &sealed)
		if err != nil {
			return nil, translate("read subscriptions", err)
		}
		if unlimited {
			s.Access = nil
		} else if s.Access == nil {
			s.Access = []string{}
		}
		if err := q.openSubscription(&s, sealed); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, translate("read subscriptions", rows.Err())
}

func (q *Queries) openSubscription(s *Subscription, sealed []byte) error {
	if sealed == nil {
		return nil
	}
	var names subscriptionNames
	if err := q.keys.openJSON(subscriptionPlace(s.ID), sealed, &names); err != nil {
		return fmt.Errorf("read subscription: %w", err)
	}
	s.Nickname, s.Email = names.Nickname, names.Email
	return nil
}
