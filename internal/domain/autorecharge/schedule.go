package autorecharge

import (
	"crypto/sha256"
	"fmt"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

// Days are the days on which the schedule wakes: a rule is due, or the customer is told that it is due tomorrow. A calendar
// cannot express "the last day", so the schedule wakes on some days in vain. Either Weekdays or Days is empty.
type Days struct {
	Weekdays []time.Weekday
	Days     []int
}

// shortest is the last day that exists in every month.
const shortest = 28

// DaysOf returns the days of a rule.
func DaysOf(r contract.AutoRecharge) Days {
	if r.Frequency == contract.AutoWeekly {
		return Days{Weekdays: []time.Weekday{(r.Weekday + 6) % 7, r.Weekday}}
	}
	switch {
	case r.Day == 1:
		return Days{Days: append(between(shortest, 31), 1)}
	case r.Day <= shortest:
		return Days{Days: []int{r.Day - 1, r.Day}}
	default:
		return Days{Days: between(shortest-1, r.Day)}
	}
}

func between(first, last int) []int {
	days := make([]int, 0, last-first+1)
	for day := first; day <= last; day++ {
		days = append(days, day)
	}
	return days
}

// Number returns the reference that the customer reads out of a purchase, derived from its id. When another purchase has the
// number, the caller tries the next.
func Number(purchaseID string, try int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s#%d", purchaseID, try))
	return typed.PurchaseNumber.Write(sum[:])
}
