package order_test

import (
	"testing"

	"selfcare/internal/store/order"
	"selfcare/internal/store/storetest"
)

func TestOrders_ManyOrders_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	her := storetest.OwnerOf(t, s, "0579999999", storetest.HerID)
	storetest.Fill(t, db, `
		INSERT INTO orders (id, number, kind, stage, step, state, personal, seq, created_at, subject, id_hash, iccid, failure_code)
		SELECT gen_random_uuid(), 'SC' || lpad(n::text, 8, '0'), 'sim', 'active', '', '{}', '', 1, now() - n * interval '1 second', CASE n % 2 WHEN 0 THEN n::text ELSE '' END,
		       int4send(n), '89' || lpad(n::text, 17, '0'), CASE n % 250 WHEN 0 THEN 'network_refused' END
		FROM generate_series(1, 5000) AS n`)
	storetest.RequireIndexed(t, db, map[string]func() error{
		"number": func() error {
			return storetest.TakeError(s.Orders.ForSupport(ctx, order.SupportQuery{Number: "SC99999999", Page: 1}))
		},
		"stage": func() error {
			return storetest.TakeError(s.Orders.ForSupport(ctx, order.SupportQuery{Stage: "held", Page: 1}))
		},
		"reason": func() error {
			return storetest.TakeError(s.Orders.ForSupport(ctx, order.SupportQuery{FailureCode: "eid_mistyped", Page: 1}))
		},
		"both": func() error {
			return storetest.TakeError(s.Orders.ForSupport(ctx, order.SupportQuery{Stage: "active", FailureCode: "eid_mistyped", Page: 1}))
		},
		"of user":  func() error { return storetest.TakeLastError(s.Orders.OfUser(ctx, her.ID, 1)) },
		"owns":     func() error { return storetest.TakeError(s.Orders.Owns(ctx, her.ID, storetest.NewID())) },
		"by card":  func() error { return storetest.TakeError(s.Orders.ByCard(ctx, "8900000000000000777", "x")) },
		"under id": func() error { return storetest.TakeError(s.Lines.CountUnderID(ctx, storetest.HerID)) },
		"any id":   func() error { return storetest.TakeError(s.Lines.AnyUnderID(ctx, storetest.HerID)) },
		"links":    func() error { return storetest.TakeError(s.Orders.Links(ctx, order.Reader{}, storetest.NewID())) },
	})
}
