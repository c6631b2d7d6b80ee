package subscription

import (
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/store"
)

// cycleRenewal takes a cycle from the balance of its line. Its key is the cycle's: it is taken once.
func cycleRenewal(s contract.PlanSubscription, total contract.Halalas) store.Posting {
	return store.Posting{
		Key: fmt.Sprintf("cycle:%s:%d", s.LineID, s.Cycle), Subject: s.LineID, Kind: "renewal",
		Lines: []store.LedgerLine{{Account: store.LineAccount(s.LineID), Amount: total}, {Account: money.AccountRevenue, Amount: -total}},
	}
}
