package scale

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	proposals "selfcare/internal/domain/proposal"
	"selfcare/internal/domain/supportcase"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	"selfcare/internal/store/number"
	"selfcare/internal/store/order"
	"selfcare/internal/store/proposal"
	"selfcare/internal/store/purchase"
	supportcasestore "selfcare/internal/store/supportcase"
	"selfcare/internal/store/sweep"
	"selfcare/internal/store/tx"
	usagestore "selfcare/internal/store/usage"
)

// byHand are the methods whose statement depends on their arguments: searches calls them with many.
var byHand = map[string]bool{
	"Numbers.Search": true, "Orders.ForSupport": true, "Purchases.ForSupport": true, "AuditEntries.Find": true, "Cases.List": true, "Cases.Search": true,
	"Cases.Matching": true, "Proposals.Find": true, "UsageDetails.Page": true, "UsageDetails.All": true, "UsageDetails.Costliest": true, "UsageDetails.Days": true,
	"UsageDetails.Parties": true, "Sweeps.Open": true, "Sweeps.Late": true, "Sweeps.Wake": true, "Sweeps.StillOpen": true, "Sweeps.StillLate": true, "Sweeps.ListKnown": true,
	"Sessions.Purge": true, "MessageLinks.Purge": true, "Idempotency.Purge": true, "FailedSignIns.Purge": true, "Files.PurgeFiles": true, "Tickets.PurgeTickets": true,
	"UsageDetails.Purge": true, "Requests.Purge": true, "Identities.FindOpen": true, "MessageLinks.Find": true,
}

// variants collects calls of one method.
type variants struct{ all []call }

func (v *variants) add(method, with string, make func(ctx context.Context, tx *store.Tx) error) {
	v.all = append(v.all, call{method + " " + with, make})
}

func onlyError[T any](_ T, err error) error             { return err }
func onlyLastError[A, B any](_ A, _ B, err error) error { return err }

// searches lists the calls whose statement depends on their arguments.
func searches(a arguments) []call {
	v := &variants{}
	v.addNumbers()
	v.addConsole(a)
	v.addCases(a)
	v.addUsage(a)
	v.addSweeps()
	v.addPurges(a)
	v.addPushes(a)
	v.addLinks()
	return v.all
}

func (v *variants) addNumbers() {
	dear := contract.Halalas(20_000)
	for _, class := range []string{"", "bronze", "silver", "gold", "platinum"} {
		for _, q := range []number.Query{
			{},
			{Contains: "7"},
			{Contains: "123"},
			{Contains: "4567"},
			{Contains: "1234567"},
			{EndsWith: "7"},
			{EndsWith: "77"},
			{EndsWith: "4321"},
			{SimilarTo: "0571234567"},
			{Contains: "99", EndsWith: "9"},
			{MaxPrice: &dear},
			{Contains: "12", MaxPrice: &dear},
			{SimilarTo: "0571234567", Contains: "5"},
		} {
			for _, page := range []int{1, 50} {
				q.Category, q.Page, q.PerPage = class, page, 20
				with := fmt.Sprintf("class=%s contains=%s ends=%s similar=%s price=%t page=%d", class, q.Contains, q.EndsWith, q.SimilarTo, q.MaxPrice != nil, page)
				v.add("Numbers.Search", with, func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.Numbers.Search(ctx, q)) })
			}
		}
	}
}

func (v *variants) addLinks() {
	code := messagelink.NewSigner([]byte("a secret of the scale bench")).Code("order", "a message")
	v.add("MessageLinks.Find", "a code", func(ctx context.Context, tx *store.Tx) error {
		return onlyError(tx.MessageLinks.Find(ctx, string(code)))
	})
}

func (v *variants) addPushes(a arguments) {
	for subject, by := range map[string]contract.IdentityRequest{
		"order": {OrderID: a.texts["orderid"], Purpose: contract.PurposeOrder},
		"line":  {LineID: a.texts["lineid"], Purpose: contract.ChangeSuspend},
	} {
		v.add("Identities.FindOpen", subject, func(ctx context.Context, tx *store.Tx) error {
			return onlyError(tx.Identities.FindOpen(ctx, by, a.now))
		})
	}
}

func (v *variants) addConsole(a arguments) {
	year := &tx.Place{At: a.now.AddDate(-1, 0, 0), ID: anyID}
	for _, q := range []order.SupportQuery{
		{},
		{Page: 50},
		{Stage: "held"},
		{Stage: "active", Page: 50},
		{FailureCode: "hold_expired"},
		{FailureCode: "unknown_code"},
		{Number: "SC00000011"},
		{Stage: "held", FailureCode: "sim_card_out_of_stock"},
		{Stage: "active", FailureCode: "hold_expired"},
		{After: year},
		{Stage: "active", After: year},
	} {
		v.add("Orders.ForSupport", fmt.Sprintf("%+v", q), func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.Orders.ForSupport(ctx, q)) })
	}
	for _, q := range []purchase.Filter{
		{},
		{Page: 50},
		{Stage: contract.PurchaseHeld},
		{Stage: contract.PurchaseCompleted, Page: 50},
		{FailureCode: "card_declined"},
		{FailureCode: "unknown_code"},
		{Number: "PU00000011"},
		{Stage: contract.PurchaseHeld, FailureCode: "card_declined"},
		{Stage: contract.PurchaseCompleted, FailureCode: "card_declined"},
		{After: year},
		{Stage: contract.PurchaseCompleted, After: year},
	} {
		v.add("Purchases.ForSupport", fmt.Sprintf("%+v", q), func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.Purchases.ForSupport(ctx, q)) })
	}
	agent := a.texts["by"]
	for _, f := range []audit.Filter{
		{},
		{Area: "support"},
		{Actor: agent},
		{Actor: "unknown"},
		{Action: "signed-in"},
		{Action: "setting-changed"},
		{OrderID: a.texts["orderid"]},
		{Area: "account", Actor: agent},
		{Area: "account", Action: "order-read"},
		{Until: a.now.AddDate(-1, 0, 0)},
		{From: a.now},
		{From: a.now.AddDate(-2, 0, 0), Until: a.now.AddDate(-1, 0, 0), Action: "data-read"},
	} {
		f.Limit = 50
		v.add("AuditEntries.Find", fmt.Sprintf("%+v", f), func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.AuditEntries.Find(ctx, f)) })
	}
	for _, f := range []proposal.Filter{{}, {Kind: proposals.Setting}, {State: "pending"}} {
		f.Limit = 50
		v.add("Proposals.Find", fmt.Sprintf("%+v", f), func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.Proposals.Find(ctx, f)) })
	}
}

func (v *variants) addCases(a arguments) {
	for _, f := range []supportcasestore.Filter{
		{},
		{Kind: "order"},
		{Code: "sim_card_out_of_stock"},
		{State: "late"},
		{Claimed: "me", By: a.texts["by"]},
		{Newest: true},
		{LineIDs: []string{a.texts["lineid"]}},
		{After: supportcasestore.Place{Since: a.now.AddDate(-1, 0, 0), Kind: "order", ID: a.texts["orderid"]}},
	} {
		f.Most = 50
		v.add("Cases.List", fmt.Sprintf("%+v", f), func(ctx context.Context, tx *store.Tx) error { return onlyLastError(tx.Cases.List(ctx, f)) })
	}
	for _, by := range []supportcase.By{
		supportcase.ByOrder, supportcase.ByPurchase, supportcase.ByMobile, supportcase.ByID, supportcase.ByCard, supportcase.ByParcel, supportcase.ByEmail,
		supportcase.ByBill, supportcase.ByReference, supportcase.ByTicket,
	} {
		terms := map[supportcase.By]string{by: map[supportcase.By]string{
			supportcase.ByOrder: "SC00000011", supportcase.ByPurchase: "PU00000011", supportcase.ByMobile: heavy, supportcase.ByID: "1077000030", supportcase.ByCard: "8996610000000000010",
			supportcase.ByParcel: "AWB1", supportcase.ByEmail: "user10@example.sa", supportcase.ByBill: "INV2025-00000028", supportcase.ByReference: "PO-31", supportcase.ByTicket: "CT00000010",
		}[by]}
		v.add("Cases.Search", string(by), func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.Cases.Search(ctx, terms)) })
	}
	v.add("Cases.Matching", "code", func(ctx context.Context, tx *store.Tx) error {
		return onlyError(tx.Cases.Matching(ctx, contract.BulkFilter{Code: "sim_card_out_of_stock", From: a.now.AddDate(-3, 0, 0), Until: a.now}))
	})
}

func (v *variants) addUsage(a arguments) {
	for _, kind := range []usage.Kind{usage.Calls, usage.DataUsed} {
		q := usagestore.Asked{LineID: a.texts["lineid"], Kind: kind, Period: usage.Period{From: a.now.AddDate(0, 0, -83), Until: a.now}, Size: 20, Page: 1}
		for name, make := range map[string]func(ctx context.Context, tx *store.Tx) error{
			"Page":      func(ctx context.Context, tx *store.Tx) error { return onlyLastError(tx.UsageDetails.Page(ctx, q)) },
			"All":       func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.UsageDetails.All(ctx, q, 5000)) },
			"Costliest": func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.UsageDetails.Costliest(ctx, q, 5)) },
			"Days":      func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.UsageDetails.Days(ctx, q)) },
			"Parties":   func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.UsageDetails.Parties(ctx, q, 5)) },
		} {
			v.add("UsageDetails."+name, string(kind), make)
		}
	}
}

func (v *variants) addSweeps() {
	for _, p := range sweep.Processes {
		workflows := []string{p.Prefix + "00000001-0000-7000-8000-00000000000a", p.Prefix + "SC00000011", p.Prefix + "00000001-0000-7000-8000-00000000000a/2026-11-01"}
		for name, make := range map[string]func(ctx context.Context, tx *store.Tx) error{
			"Open": func(ctx context.Context, tx *store.Tx) error { return onlyLastError(tx.Sweeps.Open(ctx, p, "", 100)) },
			"Open on": func(ctx context.Context, tx *store.Tx) error {
				return onlyLastError(tx.Sweeps.Open(ctx, p, "00000001-0000-7000-8000-00000000000a", 100))
			},
			"Late":      func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.Sweeps.Late(ctx, p, 100)) },
			"ListAside": func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.Sweeps.ListAside(ctx, p, 100)) },
			"Wake":      func(ctx context.Context, tx *store.Tx) error { return tx.Sweeps.Wake(ctx, p, workflows) },
			"StillOpen": func(ctx context.Context, tx *store.Tx) error {
				return onlyError(tx.Sweeps.StillOpen(ctx, p, workflows))
			},
			"StillLate": func(ctx context.Context, tx *store.Tx) error {
				return onlyError(tx.Sweeps.StillLate(ctx, p, workflows))
			},
			"ListKnown": func(ctx context.Context, tx *store.Tx) error {
				return onlyError(tx.Sweeps.ListKnown(ctx, p, workflows))
			},
		} {
			v.add("Sweeps."+name, p.Name, make)
		}
	}
}

// addPurges adds the nightly jobs with the periods for which the product keeps rows.
func (v *variants) addPurges(a arguments) {
	for name, purge := range map[string]func(ctx context.Context, tx *store.Tx, before time.Time) (int, error){
		"Sessions": func(ctx context.Context, tx *store.Tx, before time.Time) (int, error) {
			return tx.Sessions.Purge(ctx, before)
		},
		"Requests": func(ctx context.Context, tx *store.Tx, before time.Time) (int, error) {
			return tx.Requests.Purge(ctx, before)
		},
		"FailedSignIns": func(ctx context.Context, tx *store.Tx, before time.Time) (int, error) {
			return tx.FailedSignIns.Purge(ctx, before)
		},
		"MessageLinks": func(ctx context.Context, tx *store.Tx, before time.Time) (int, error) {
			return tx.MessageLinks.Purge(ctx, before)
		},
		"Files": func(ctx context.Context, tx *store.Tx, before time.Time) (int, error) {
			return tx.Files.PurgeFiles(ctx, before)
		},
		"Tickets": func(ctx context.Context, tx *store.Tx, before time.Time) (int, error) {
			return tx.Tickets.PurgeTickets(ctx, before)
		},
	} {
		before := map[string]time.Time{"Sessions": a.now.AddDate(0, 0, -29), "Tickets": a.now.AddDate(-2, -11, 0)}[name]
		if before.IsZero() {
			before = a.now.Add(-23 * time.Hour)
		}
		v.add(name+".Purge", "", func(ctx context.Context, tx *store.Tx) error { return onlyError(purge(ctx, tx, before)) })
	}
	v.add("Partitions.Keep", "", func(ctx context.Context, tx *store.Tx) error { return onlyError(tx.Partitions.Keep(ctx)) })
}
