package chaosshop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"
)

// findings must be empty at the end of all walks: each statement lists faults, in words.
var findings = []string{
	// The ledger.
	`SELECT 'ledger operation ' || operation || ' is off by ' || sum(amount) FROM ledger_lines GROUP BY operation HAVING sum(amount) <> 0`,
	`SELECT 'the ledger is off by ' || sum(amount) FROM ledger_lines HAVING sum(amount) <> 0`,
	// Orders: each has ended, with a matching state, and one line if active.
	`SELECT 'order ' || number || ' stays in ' || stage FROM orders WHERE stage NOT IN ('active', 'cancelled', 'abandoned')`,
	`SELECT 'order ' || number || ' is ' || stage || ' and ' || (state ->> 'stage') FROM orders WHERE stage <> state ->> 'stage'`,
	`SELECT 'order ' || o.number || ' has ' || count(l.id) || ' lines' FROM orders AS o LEFT JOIN line_sims AS s ON s.order_id = o.id AND s.state <> 'pending'
		LEFT JOIN lines AS l ON l.id = s.line_id WHERE o.stage = 'active' GROUP BY o.number HAVING count(l.id) <> 1`,
	// Numbers: not held, and sold to the right line.
	`SELECT 'number ' || msisdn || ' is held by order ' || order_id FROM numbers WHERE status = 'held' AND held_until > now()`,
	`SELECT 'number ' || n.msisdn || ' is sold to an order that has it not: ' || n.order_id FROM numbers AS n LEFT JOIN orders AS o ON o.id = n.order_id
		WHERE n.status = 'sold' AND (o.id IS NULL OR o.stage <> 'active' OR o.msisdn IS DISTINCT FROM n.msisdn)`,
	`SELECT 'order ' || o.number || ' has a number that is not its own' FROM orders AS o JOIN numbers AS n ON n.msisdn = o.msisdn
		WHERE o.stage = 'active' AND o.kind IN ('sim', 'esim') AND n.order_id IS DISTINCT FROM o.id AND n.status <> 'quarantine'`,
	// A customer keeps the card of an order that was cancelled after its dispatch.
	`SELECT 'SIM card ' || c.iccid || ' is ' || c.status || ' for order ' || c.order_id FROM sims AS c JOIN orders AS o ON o.id = c.order_id
		WHERE o.stage <> 'active' AND coalesce(o.state -> 'shipment' ->> 'status', 'booked') IN ('booked', 'returned', 'cancelled')`,
	// Money: each payment is for something, and is returned otherwise.
	`SELECT 'order ' || o.number || ' has kept ' || sum(p.amount) FROM orders AS o JOIN payments AS p ON p.subject = o.id
		WHERE o.stage <> 'active' AND p.status = 'paid' GROUP BY o.number`,
	`SELECT 'payment ' || id || ' stays ' || status FROM payments WHERE status IN ('processing', 'pending')`,
	// Purchases: at their end, paid once, delivered once.
	`SELECT 'purchase ' || number || ' stays ' || stage FROM purchases WHERE stage NOT IN ('completed', 'failed')`,
	`SELECT 'purchase ' || p.number || ' was posted twice as ' || o.kind FROM purchases AS p JOIN ledger_operations AS o ON o.subject = p.id
		GROUP BY p.number, o.kind HAVING count(*) > 1`,
	`SELECT 'purchase ' || p.number || ' has kept ' || sum(m.amount) FROM purchases AS p JOIN payments AS m ON m.subject = p.id
		WHERE p.stage = 'failed' AND m.status = 'paid' GROUP BY p.number`,
	`SELECT 'line ' || l.line_id || ' has ' || l.amount || ', and by its account ' || b.amount FROM line_balances AS l
		JOIN (SELECT substr(account, 6) AS line, -sum(amount) AS amount FROM ledger_lines WHERE account LIKE 'line/%' GROUP BY account) AS b ON b.line = l.line_id::text
		JOIN lines AS i ON i.id = l.line_id WHERE l.amount <> CASE i.subscription_type WHEN 'postpaid' THEN -b.amount ELSE b.amount END`,
	`SELECT 'line ' || l.id || ' has ended with ' || b.amount FROM lines AS l JOIN line_balances AS b ON b.line_id = l.id
		WHERE l.status = 'ended' AND l.subscription_type = 'prepaid' AND b.amount <> 0`,
	// Usage: a posting takes the price of its events, and each charge of a prepaid line has one, unless the line had
	// ended before.
	`SELECT 'usage ' || e.event_id || ' of ' || e.charged || ' is taken from no balance' FROM usage_charges AS e JOIN lines AS l ON l.id = e.line_id
		WHERE l.subscription_type = 'prepaid' AND e.taken_by IS NULL AND (l.ended_at IS NULL OR e.received_at < l.ended_at)`,
	`SELECT 'usage posting ' || o.key || ' took ' || coalesce(-sum(l.amount), 0) || ', and its events cost ' ||
			coalesce((SELECT sum(e.charged) FROM usage_charges AS e WHERE e.taken_by = o.key), 0)
		FROM ledger_operations AS o LEFT JOIN ledger_lines AS l ON l.operation = o.key AND l.account = 'revenue' WHERE o.kind = 'usage' GROUP BY o.key
		HAVING coalesce(-sum(l.amount), 0) <> coalesce((SELECT sum(e.charged) FROM usage_charges AS e WHERE e.taken_by = o.key), 0)`,
	`SELECT 'usage ' || event_id || ' was taken from a balance and stands on a bill' FROM usage_charges WHERE taken_by IS NOT NULL AND invoice_id IS NOT NULL`,
	// A bucket has given at least as much as its events took from it.
	`SELECT 'bucket ' || a.id || ' has given ' || a.used || ', and by its events ' || e.amount FROM line_allowances AS a
		JOIN (SELECT bucket, sum(amount) AS amount FROM (SELECT bucket, amount FROM usage_events WHERE bucket IS NOT NULL
			UNION ALL SELECT p.key::uuid, p.value::bigint FROM usage_events, jsonb_each_text(parts) AS p) AS given GROUP BY bucket) AS e ON e.bucket = a.id
		WHERE a.used < e.amount`,
	// Messages: each change of an order is told once, and so is each station that an order reaches once.
	`SELECT 'order ' || o.number || ' was told ' || m.template || ' ' || count(*) || ' times' FROM outbox AS m JOIN orders AS o ON o.id::text = m.subject_id
		WHERE m.template IN ('order-placed', 'order-dispatched', 'order-delivered', 'order-delivered-port', 'order-cancelled', 'order-cancelled-port',
			'order-cancelled-unpaid', 'order-abandoned', 'extra-sim-active', 'new-sim-active') GROUP BY o.number, m.template HAVING count(*) > 1`,
	`SELECT 'message ' || key || ' is still ' || state FROM outbox WHERE state = 'queued' AND due_at < now() - interval '1 minute'`,
}

// settlesWithin is the time of open work to settle at the end of all walks.
const settlesWithin = time.Minute

// Settles waits until there is no fault, which may take a moment, and returns the remaining ones.
func (s *Shop) Settles(ctx context.Context, db *bun.DB) error {
	ctx, cancel := context.WithTimeout(ctx, settlesWithin)
	defer cancel()
	var last []string
	for {
		wrong, err := s.Wrong(ctx, db)
		if err == nil && len(wrong) == 0 {
			return nil
		}
		if err == nil {
			last = wrong
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("faults in the books: %w\n%s", errors.Join(ctx.Err(), err), strings.Join(last, "\n"))
		case <-time.After(time.Second):
		}
	}
}

// Wrong lists the faults in our books, and between them and those of the payment provider. A test expects none.
func (s *Shop) Wrong(ctx context.Context, db *bun.DB) ([]string, error) {
	var all []string
	for _, statement := range findings {
		var found []string
		if err := db.NewRaw(statement).Scan(ctx, &found); err != nil {
			return nil, fmt.Errorf("look for faults: %w: %s", err, statement)
		}
		all = append(all, found...)
	}
	found, err := s.besideProvider(ctx, db)
	if err != nil {
		return nil, err
	}
	told, err := s.toldTwice(ctx)
	return slices.Concat(all, found, told), err
}

// charge is a charge at the provider.
type charge struct {
	Reference         string
	Charged, Refunded int64
	Ledger            []struct{ Kind string }
}

// wrong lists the faults of a charge, compared with the amount that we kept.
func (c charge) wrong(ours int64) (found []string) {
	moved := map[string]int{}
	for _, entry := range c.Ledger {
		moved[entry.Kind]++
	}
	if moved["charge"] > 1 {
		found = append(found, fmt.Sprintf("payment %s was charged %d times", c.Reference, moved["charge"]))
	}
	if kept := c.Charged - c.Refunded; kept != ours {
		found = append(found, fmt.Sprintf("payment %s: the provider kept %d, we have %d", c.Reference, kept, ours))
	}
	return found
}

// besideProvider compares the provider's own list with our payments: money moved once, and the provider kept the
// amount that we call paid. Its list has the newest; older ones are queried one by one.
func (s *Shop) besideProvider(ctx context.Context, db *bun.DB) (found []string, err error) {
	var rows []struct {
		ID   string
		Kept int64
	}
	if err := db.NewRaw(`SELECT id, CASE status WHEN 'paid' THEN amount ELSE 0 END AS kept FROM payments`).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read payments: %w", err)
	}
	ours := map[string]int64{}
	for _, p := range rows {
		ours[p.ID] = p.Kept
	}
	newest, err := listed[charge](ctx, s, "/control/payment/charges")
	if err != nil {
		return nil, err
	}
	for _, c := range newest {
		found = append(found, c.wrong(ours[c.Reference])...)
		delete(ours, c.Reference)
	}
	for id, kept := range ours {
		known, err := listed[charge](ctx, s, "/control/payment/charges?reference="+url.QueryEscape(id))
		if err != nil {
			return nil, err
		}
		if len(known) == 0 && kept != 0 {
			found = append(found, fmt.Sprintf("payment %s: the provider does not know %d", id, kept))
		}
		for _, c := range known {
			found = append(found, c.wrong(kept)...)
		}
	}
	return found, nil
}

// toldTwice lists messages that a customer got twice, under any key. It reads the newest: older ones were checked as
// rows of the outbox.
func (s *Shop) toldTwice(ctx context.Context) (found []string, err error) {
	type message struct{ Channel, To, Text string }
	sent, err := listed[message](ctx, s, "/control/messages/outbox")
	times := map[message]int{}
	for _, m := range sent {
		if times[m]++; times[m] == 2 {
			found = append(found, fmt.Sprintf("%s got a message twice by %s: %s", m.To, m.Channel, m.Text))
		}
	}
	return found, err
}

// listed reads a list of the simulators.
func listed[T any](ctx context.Context, s *Shop, path string) ([]T, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.simulators+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	answer, err := (&http.Client{Transport: s.patience}).Do(request)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var list struct{ Items []T }
	err = json.NewDecoder(answer.Body).Decode(&list)
	return list.Items, errors.Join(err, answer.Body.Close())
}
