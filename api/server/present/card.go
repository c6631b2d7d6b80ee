package present

import (
	"time"

	"selfcare/api/gen"
	"selfcare/internal/domain/order"
	"selfcare/internal/store/card"
)

// SavedCard shows a saved card.
func SavedCard(c card.Card, now time.Time) gen.SavedCard {
	return gen.SavedCard{
		Id: c.ID, Brand: gen.SavedCardBrand(c.Brand), Last4: c.Last4, Holder: c.Holder, ExpiryMonth: c.ExpiryMonth, ExpiryYear: c.ExpiryYear,
		Default: c.Default, Expired: order.CardExpired(c.ExpiryMonth, c.ExpiryYear, now),
		ExpiresSoon: order.CardExpiresSoon(c.ExpiryMonth, c.ExpiryYear, now),
	}
}
