package imports

import "errors"

// Goods of partners have the partner's code, a price and a cost.
var (
	partnerCode = Column{Name: "partner_code", Read: code}
	price       = Column{Name: "price", Read: riyals}
	cost        = Column{Name: "cost", Read: riyals}
	sells       = Column{Name: "on_sale", Optional: true, Read: yesNo, Empty: true}
	renews      = Column{Name: "renews", Optional: true, Read: yesNo, Empty: false} // from the balance, until the customer turns renewal off
)

var serviceCategories = Kind{
	Name: "service-categories", Key: "key",
	Columns: append(namedColumns(Column{Name: "key", Read: slug}, Column{Name: "page", Read: oneOf("entertainment", "special_services")}), position),
}

var services = Kind{
	Name: "services", Key: "id",
	Columns: append(namedColumns(Column{Name: "id", Read: slug}, Column{Name: "category", Read: slug}),
		Column{Name: "description_en", Read: words(300)}, Column{Name: "description_ar", Read: words(300)}, partnerCode, price, cost,
		Column{Name: "cycle_days", Read: whole(1, 366)},
		Column{Name: "availability", Read: list(`^(web|app)$`, "must be some of web, app with a space between")}, sells, renews, position),
	Row: worthItsCost,
}

var gameBrands = Kind{
	Name: "game-brands", Key: "id",
	Columns: append(namedColumns(Column{Name: "id", Read: slug}),
		Column{Name: "redeem_en", Read: words(300)}, Column{Name: "redeem_ar", Read: words(300)}, Column{Name: "refundable", Read: yesNo}, position),
}

var games = Kind{
	Name: "games", Key: "id",
	Columns: append(namedColumns(Column{Name: "id", Read: slug}, Column{Name: "brand", Read: slug}), partnerCode, price, cost, sells, position),
	Row:     worthItsCost,
}

var country = matching(`^[A-Z]{2}$`, "must be two capital letters of ISO 3166, like EG")

var countries = Kind{
	Name: "countries", Key: "code",
	Columns: append(namedColumns(Column{Name: "code", Read: country}),
		Column{Name: "dial_code", Read: telephone(`^\+[1-9][0-9]{0,5}$`, "must be + and digits, like +20")},
		Column{Name: "minute", Read: riyals}, Column{Name: "sms", Read: riyals}),
}

var roamingOperators = Kind{
	Name: "roaming-operators", Key: "id", Whole: true,
	Columns: []Column{
		{Name: "id", Read: slug},
		{Name: "country", Read: country},
		{Name: "name", Read: words(100)},
		{Name: "preferred", Optional: true, Read: yesNo, Empty: false},
		{Name: "local", Read: riyals},
		{Name: "home", Read: riyals},
		{Name: "taken", Read: riyals},
		{Name: "sms", Read: riyals},
		{Name: "megabyte", Read: riyals},
	},
}

// worthItsCost refuses a free item, and a price below its cost.
func worthItsCost(r Row) error {
	price, _ := r["price"].(int64)
	cost, _ := r["cost"].(int64)
	switch {
	case price <= 0:
		return errors.New("price must be more than zero")
	case cost > price:
		return errors.New("cost must not be more than the price")
	default:
		return nil
	}
}
