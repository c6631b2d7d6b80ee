package order

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

// CardExpired tells whether a card has expired: it is valid to the end of its month in Riyadh.
func CardExpired(month, year int, now time.Time) bool {
	return !now.Before(time.Date(year, time.Month(month)+1, 1, 0, 0, 0, 0, calendar.Riyadh))
}

// CardExpiresSoon tells whether a card expires within a month.
func CardExpiresSoon(month, year int, now time.Time) bool {
	return !CardExpired(month, year, now) && CardExpired(month, year, now.AddDate(0, 1, 0))
}

// ValidateCard refuses an expired saved card.
func ValidateCard(month, year int, now time.Time) error {
	if CardExpired(month, year, now) {
		return contract.RefuseField("cardId", contract.FailCardExpired)
	}
	return nil
}
