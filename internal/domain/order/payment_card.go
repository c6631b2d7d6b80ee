package order

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
)

// CardExpired tells whether a card can pay no more: it does to the end of its month, in the kingdom.
func CardExpired(month, year int, now time.Time) bool {
	return !now.Before(time.Date(year, time.Month(month)+1, 1, 0, 0, 0, 0, calendar.Riyadh))
}

// CardExpiresSoon tells whether a card pays for no more than another month.
func CardExpiresSoon(month, year int, now time.Time) bool {
	return !CardExpired(month, year, now) && CardExpired(month, year, now.AddDate(0, 1, 0))
}

// ValidateCard refuses a kept card that can pay no more.
func ValidateCard(month, year int, now time.Time) error {
	if CardExpired(month, year, now) {
		return contract.RefuseField("cardId", contract.FailCardExpired)
	}
	return nil
}
