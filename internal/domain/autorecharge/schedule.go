package autorecharge

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Days are those at whose hour something may have to be done: a rule is due, or its customer is told that it is tomorrow. A calendar
// cannot say "the last day", so there are a few on which nothing is. One of both is empty.
type Days struct {
	Weekdays []time.Weekday
	Days     []int
}

// shortest is the last day that every month has.
const shortest = 28

// DaysOf are the days of a rule.
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

// Number is what a customer reads out of a purchase, made of its id; where another purchase has it, the next try counts.
func Number(purchaseID string, try int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s#%d", purchaseID, try))
	return fmt.Sprintf("PU%08d", binary.BigEndian.Uint64(sum[:8])%100_000_000)
}
