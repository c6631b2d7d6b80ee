package present

import (
	"time"

	"selfcare/api/gen"
	"selfcare/internal/domain/order"
	"selfcare/internal/store/card"
)

// KeptCard shows a saved card.
func KeptCard(c card.Card, now time.Time) gen.KeptCard {
	return gen.KeptCard{
		Id: c.ID, Brand: gen.KeptCardBrand(c.Brand), Last4: c.Last4, Holder: c.Holder, ExpiryMonth: c.ExpiryMonth, ExpiryYear: c.ExpiryYear,
		Default: c.Default, Expired: order.CardExpired(c.ExpiryMonth, c.ExpiryYear, now),
		ExpiresSoon: order.CardExpiresSoon(c.ExpiryMonth, c.ExpiryYear, now),
	}
}
