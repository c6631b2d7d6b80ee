package chaosshop

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
)

// outside answers like the simulators.
func outside(t *testing.T, charges, messages string) *Shop {
	t.Helper()
	mux := http.NewServeMux()
	answer := func(items string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprintf(w, `{"items":[%s]}`, items) }
	}
	mux.HandleFunc("GET /control/payment/charges", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("reference") { // charges that are not among the newest
			answer("")(w, r)
			return
		}
		answer(charges)(w, r)
	})
	mux.HandleFunc("GET /control/messages/outbox", answer(messages))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return &Shop{simulators: server.URL, patience: newPatience()}
}

func TestWrong_EmptyShop_HasNoFindings(t *testing.T) {
	found, err := outside(t, "", "").Wrong(t.Context(), testkit.Postgres(t))
	require.NoError(t, err)
	require.Empty(t, found)
}

// Constraints, workflows or partners prevent each of these faults; this test plants them.
func TestWrong_EachFault_IsFound(t *testing.T) {
	db := testkit.Postgres(t)
	plant(t, db, `
		INSERT INTO ledger_operations (key, subject, kind) VALUES ('odd', '00000000-0000-0000-0000-00000000000e', 'sale');
		INSERT INTO ledger_lines (operation, n, account, amount) VALUES ('odd', 1, 'cash', 5);
		INSERT INTO orders (id, number, kind, stage, step, session, state, personal, seq, created_at) SELECT
			('00000000-0000-0000-0000-00000000000' || n)::uuid, 'SC' || n, 'esim', stage, 'x', '', jsonb_build_object('stage', said), '', 1, now()
			FROM (VALUES (1, 'processing', 'processing'), (2, 'cancelled', 'abandoned'), (3, 'active', 'active'), (4, 'cancelled', 'cancelled')) AS o (n, stage, said);
		INSERT INTO numbers (msisdn, category, price, status, order_id, held_until) VALUES
			('0570000001', 'x', 0, 'held', '00000000-0000-0000-0000-000000000001', now() + interval '1 hour'),
			('0570000002', 'x', 0, 'sold', '00000000-0000-0000-0000-000000000004', NULL);
		INSERT INTO sims (iccid, puk1, status, order_id) VALUES ('8996600000000000001', '', 'allocated', '00000000-0000-0000-0000-000000000004');
		INSERT INTO payments (id, subject, status, amount, at) VALUES
			('kept', '00000000-0000-0000-0000-000000000004', 'paid', 100, now()),
			('open', '00000000-0000-0000-0000-000000000003', 'processing', 100, now()),
			('gone', '00000000-0000-0000-0000-000000000003', 'paid', 100, now()),
			('back', '00000000-0000-0000-0000-00000000000b', 'paid', 100, now());
		INSERT INTO purchases (id, number, kind, stage, user_id, payer_line, line_id, total, seq, state, created_at) SELECT
			('00000000-0000-0000-0000-00000000010' || n)::uuid, 'R' || n, 'recharge', stage, l, l, l, 0, 1, '{}', now()
			FROM (VALUES (1, 'paying'), (2, 'failed'), (3, 'completed')) AS p (n, stage), (SELECT '00000000-0000-0000-0000-00000000020a'::uuid AS l) AS line;
		INSERT INTO payments (id, subject, status, amount, at) VALUES ('lost', '00000000-0000-0000-0000-000000000102', 'paid', 7, now());
		INSERT INTO ledger_operations (key, subject, kind) VALUES ('one', '00000000-0000-0000-0000-000000000103', 'recharge'),
			('two', '00000000-0000-0000-0000-000000000103', 'recharge');
		INSERT INTO ledger_lines (operation, n, account, amount) VALUES ('one', 1, 'line/00000000-0000-0000-0000-00000000020a', -50), ('one', 2, 'cash', 50);
		INSERT INTO lines (id, order_id, subscriber_id, msisdn, activated_at)
			SELECT l, l, l, '0570000003', now() FROM (SELECT '00000000-0000-0000-0000-00000000020a'::uuid AS l) AS line;
		INSERT INTO line_balances (line_id, amount) VALUES ('00000000-0000-0000-0000-00000000020a', 60);
		INSERT INTO lines (id, order_id, subscriber_id, msisdn, activated_at, status, ended_at)
			SELECT l, l, l, '0570000004', now(), 'ended', now() FROM (SELECT '00000000-0000-0000-0000-00000000020b'::uuid AS l) AS line;
		INSERT INTO line_balances (line_id, amount) VALUES ('00000000-0000-0000-0000-00000000020b', 9);
		INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at, taken_by)
			SELECT id, '00000000-0000-0000-0000-00000000020a', 'sms', 'sms', 1, 30, now(), taken_by
			FROM (VALUES ('cdr-free', NULL), ('cdr-half', 'usage:cdr-half')) AS e (id, taken_by);
		INSERT INTO ledger_operations (key, subject, kind) VALUES ('usage:cdr-half', '00000000-0000-0000-0000-00000000020a', 'usage');
		INSERT INTO ledger_lines (operation, n, account, amount) VALUES ('usage:cdr-half', 1, 'cash', 15), ('usage:cdr-half', 2, 'revenue', -15);
		INSERT INTO outbox (key, subject_id, template, notice, state, due_at) VALUES
			('a', '00000000-0000-0000-0000-000000000003', 'order-placed', '', 'sent', now()), ('b', '00000000-0000-0000-0000-000000000003', 'order-placed', '', 'sent', now()),
			('late', 'x', 'code', '', 'queued', now() - interval '1 hour');`)
	charges := `{"reference":"lost","charged":7,"refunded":0,"ledger":[{"kind":"charge"}]},{"reference":"kept","charged":100,"refunded":0,"ledger":[{"kind":"charge"},{"kind":"charge"}]},` +
		`{"reference":"back","charged":100,"refunded":100,"ledger":[{"kind":"charge"},{"kind":"refund"}]}`
	message := `{"channel":"sms","to":"0500000001","text":"Hello"}`
	found, err := outside(t, charges, message+","+message).Wrong(t.Context(), db)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{
		"ledger operation odd is off by 5", "the ledger is off by 5",
		"order SC1 stays in processing", "order SC2 is cancelled and abandoned", "order SC3 has 0 lines",
		"number 0570000001 is held by order 00000000-0000-0000-0000-000000000001",
		"number 0570000002 is sold to an order that has it not: 00000000-0000-0000-0000-000000000004",
		"SIM card 8996600000000000001 is allocated for order 00000000-0000-0000-0000-000000000004",
		"purchase R1 stays paying", "purchase R3 was posted twice as recharge", "purchase R2 has kept 7",
		"line 00000000-0000-0000-0000-00000000020a has 60, and by its account 50",
		"line 00000000-0000-0000-0000-00000000020b has ended with 9",
		"usage cdr-free of 30 is taken from no balance", "usage posting usage:cdr-half took 15, and its events cost 30",
		"order SC4 has kept 100", "payment open stays processing",
		"order SC3 was told order-placed 2 times", "message late is still queued",
		"payment kept was charged 2 times", "payment back: the provider kept 0, we have 100", "payment gone: the provider does not know 100",
		"0500000001 got a message twice by sms: Hello",
	}, found)
}

// plant writes rows that no constraint or trigger would allow.
func plant(t *testing.T, db *bun.DB, statements string) {
	t.Helper()
	require.NoError(t, db.RunInTx(t.Context(), nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.ExecContext(ctx, "SET LOCAL session_replication_role = replica;"+statements)
		return err
	}))
}
