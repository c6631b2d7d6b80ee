package ledger

import (
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/domain/usage"
)

// KindUsage is the kind of the postings that take use beyond the plan from prepaid balances. The database checks them.
const KindUsage = "usage"

// CyclePosting takes a cycle of the plan from the balance of its line, once per cycle.
func CyclePosting(s contract.PlanSubscription, total contract.Halalas) Posting {
	return Posting{
		Key: fmt.Sprintf("cycle:%s:%d", s.LineID, s.Cycle), Subject: s.LineID, Kind: "renewal",
		Entries: debitCredit(LineAccount(s.LineID), Revenue, total),
	}
}

// ItemPosting takes the next cycle of a bundle or a service from the balance of its line, once per cycle. We owe a partner its cost.
func ItemPosting(i renewal.Item) Posting {
	entries := withoutZeros(Entry{LineAccount(i.LineID), i.Price}, Entry{Content, -i.Cost}, Entry{Revenue, i.Cost - i.Price})
	key := fmt.Sprintf("item:%s:%d:%d", i.PurchaseID, i.Number, i.Cycle+1)
	return Posting{Key: key, Subject: i.LineID, Kind: "item-renewal", Entries: entries}
}

// ServiceCostPosting books what we owe a partner for a cycle that stands on a bill: the bill books the whole price as revenue.
func ServiceCostPosting(i renewal.Item) Posting {
	return Posting{
		Key: fmt.Sprintf("service:%s:%d", i.PurchaseID, i.Cycle), Subject: i.LineID, Kind: "service-cost",
		Entries: debitCredit(Revenue, Content, i.Cost),
	}
}

// UsagePosting takes use beyond the plan from the balance of a prepaid line. Use cannot be refused afterwards, so the balance may fall
// below zero. VAT was paid when the balance was bought (ADR 42): all of it is revenue.
func UsagePosting(d usage.Debit) Posting {
	return Posting{
		Key: d.Key, Subject: d.LineID, Kind: KindUsage, Overdraws: true, Entries: debitCredit(LineAccount(d.LineID), Revenue, d.Amount),
	}
}

// ForfeitPosting takes the rest of a prepaid balance when its line ends, once.
func ForfeitPosting(lineID string, left contract.Halalas) Posting {
	return Posting{Key: "line-end:" + lineID, Subject: lineID, Kind: "line-end", Entries: debitCredit(LineAccount(lineID), Forfeited, left)}
}

// WriteOffPosting closes the account of a prepaid line that ends overdrawn: no bill asks for it. It has the key of ForfeitPosting, because
// a line ends once.
func WriteOffPosting(lineID string, owed contract.Halalas) Posting {
	return Posting{Key: "line-end:" + lineID, Subject: lineID, Kind: "line-end", Entries: []Entry{{LineAccount(lineID), -owed}, {BadDebt, owed}}}
}
