package subscription

import (
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/ledger"
)

// cycleRenewal takes a cycle from the balance of its line. Its key is the cycle's: it is taken once.
func cycleRenewal(s contract.PlanSubscription, total contract.Halalas) ledger.Posting {
	return ledger.Posting{
		Key: fmt.Sprintf("cycle:%s:%d", s.LineID, s.Cycle), Subject: s.LineID, Kind: "renewal",
		Entries: []ledger.Entry{{Account: ledger.LineAccount(s.LineID), Amount: total}, {Account: money.AccountRevenue, Amount: -total}},
	}
}
