package audit_test

import (
	"testing"
	"time"

	"selfcare/internal/store/audit"
	"selfcare/internal/store/storetest"
)

func TestFind_ManyEntries_UsesIndexes(t *testing.T) {
	db, s := storetest.Measured(t)
	storetest.Fill(t, db, `
		INSERT INTO audit_log (key, actor, action, note, details, area, at)
		SELECT 'k' || n, 'u' || n, 'amend', '', '{}', CASE n % 2 WHEN 0 THEN 'support' ELSE 'account' END, now() - (5000 - n) * interval '1 minute' FROM generate_series(1, 5000) AS n`)
	find := func(f audit.Filter) func() error {
		f.Limit = 50
		return func() error { return storetest.TakeError(s.AuditEntries.Find(ctx, f)) }
	}
	storetest.RequireIndexed(t, db, map[string]func() error{
		"all":              find(audit.Filter{}),
		"area":             find(audit.Filter{Area: "support"}),
		"actor":            find(audit.Filter{Actor: "u777"}),
		"action":           find(audit.Filter{Action: "skip"}),
		"order":            find(audit.Filter{OrderID: storetest.NewID()}),
		"area of an actor": find(audit.Filter{Area: "support", Actor: "unknown"}),
		"from a time":      find(audit.Filter{From: time.Now().Add(time.Hour)}),
		"until a time":     find(audit.Filter{Until: time.Now().AddDate(-1, 0, 0)}),
		"sign-ins":         find(audit.Filter{Area: "account", Action: "signed-in", Actor: "u1"}),
		"settings":         func() error { return storetest.TakeError(s.Audit.SettingChanges(ctx)) },
	})
}
