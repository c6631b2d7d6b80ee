package imports

import (
	"errors"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/number"
	"selfcare/internal/domain/shop"
	"selfcare/internal/domain/typed"
)

var numberClasses = Kind{
	Name: "number-classes", Key: "key",
	Columns: []Column{
		{Name: "key", Read: oneOf(texts(number.Categories)...)},
		{Name: "price", Read: riyals},
		{Name: "position", Optional: true, Read: whole(0, 1000), From: classPosition},
	},
}

// classPosition returns the position of a class: the cheapest is first.
func classPosition(r Row) any {
	for i, class := range number.Categories {
		if r["key"] == string(class) {
			return int64(i)
		}
	}
	return nil
}

var numbers = Kind{
	Name: "numbers", Key: "msisdn",
	Columns: []Column{
		{Name: "msisdn", Read: ownNumber},
		{Name: "category", Optional: true, Read: oneOf(texts(number.Categories)...), From: classOf},
	},
}

func ownNumber(text string) (any, error) {
	msisdn, err := number.Parse(typed.Cell(text))
	if err != nil || !number.IsOurs(msisdn) {
		return nil, errors.New("must be a number of our range, like " + number.Prefix + "1234567")
	}
	return msisdn, nil
}

func classOf(r Row) any { return string(number.Classify(r["msisdn"].(string))) } //nolint:forcetypeassert // ownNumber read it

var simCards = Kind{
	Name: "sim-cards", Key: "iccid",
	Columns: []Column{{Name: "iccid", Read: iccid}, {Name: "puk1", Read: matching(`^[0-9]{8}$`, "must be 8 digits")}},
}

// devices are phone models with eSIM. Orders for a model that is removed from the list are refused.
var devices = Kind{
	Name: "devices", Key: "model", Whole: true,
	Columns: []Column{
		{Name: "model", Read: matching(`^[a-z0-9-]{2,60}$`, "must be 2 to 60 small letters, digits and -")},
		{Name: "brand", Read: words(50)},
		{Name: "name", Read: words(100)},
		position,
	},
}

var dataPacks = Kind{
	Name: "data-packs", Key: "id",
	Columns: append(namedColumns(Column{Name: "id", Read: slug}), Column{Name: "megabytes", Read: whole(1, 100_000_000)},
		Column{Name: "free_megabytes", Optional: true, Read: whole(0, 100_000_000), Empty: int64(0)},
		Column{Name: "validity_days", Read: whole(1, 366)}, price, sells, position),
	Row: packRow,
}

func packRow(r Row) error {
	if r["price"] == int64(0) {
		return errors.New("must have a price")
	}
	return nil
}

var cities = Kind{
	Name: "cities", Key: "key",
	Columns: append(namedColumns(Column{Name: "key", Read: matching(`^[a-z-]{2,40}$`, "must be small letters and -")}), position, optional(latitude), optional(longitude)),
	Row:     cityRow,
}

// cityRow refuses a position with only one of its coordinates.
func cityRow(r Row) error {
	if (r["latitude"] == nil) != (r["longitude"] == nil) {
		return errors.New("must have both latitude and longitude, or neither")
	}
	return nil
}

func optional(c Column) Column {
	c.Optional = true
	return c
}

var branches = Kind{
	Name: "branches", Key: "id", Whole: true,
	Columns: append(append(namedColumns(Column{Name: "id", Read: code}, Column{Name: "city", Read: word}), addresses...),
		Column{Name: "hours_en", Read: words(200)}, Column{Name: "hours_ar", Read: words(200)}, latitude, longitude),
}

var stores = Kind{
	Name: "stores", Key: "id", Whole: true,
	Columns: append(append(namedColumns(Column{Name: "id", Read: code}, Column{Name: "city", Read: word}), addresses...),
		Column{Name: "phone", Read: telephone(`^(\+966[0-9]{8,9}|0[0-9]{8,9}|9200[0-9]{5}|800[0-9]{7})$`, "must be a telephone number of the Kingdom, like 0112345678 or 920012345")},
		Column{Name: "hours", Read: hours}, Column{Name: "ramadan_hours", Read: hours}, latitude, longitude,
		Column{Name: "services", Optional: true, Read: someOf(shop.Services...), Empty: []string{}}),
}

var operators = Kind{
	Name: "operators", Key: "key",
	Columns: append(namedColumns(Column{Name: "key", Read: matching(`^[a-z0-9-]{2,20}$`, "must be 2 to 20 small letters, digits and -")}),
		Column{Name: "ours", Optional: true, Read: yesNo, Empty: false}, position),
}

var holidays = Kind{Name: "holidays", Key: "day", Whole: true, Columns: namedColumns(Column{Name: "day", Read: day})}

var promoCodes = Kind{
	Name: "promo-codes", Key: "code",
	Columns: []Column{
		{Name: "code", Read: promoCode},
		{Name: "percent", Optional: true, Read: whole(1, 99), Empty: int64(0)},
		{Name: "amount", Optional: true, Read: riyals, Empty: int64(0)},
		{Name: "kinds", Optional: true, Read: kindsOfOrder},
		{Name: "plans", Optional: true, Read: list(`^[a-z0-9-]{2,40}$`, "must be ids of plans with spaces between")},
		{Name: "starts_at", Read: moment(0)},
		{Name: "ends_at", Optional: true, Read: moment(24 * time.Hour)},
		{Name: "max_uses", Optional: true, Read: whole(1, 1_000_000_000)},
		{Name: "max_uses_per_id", Optional: true, Read: whole(1, 1_000_000)},
	},
	Row: promoTerms,
}

func promoTerms(r Row) error {
	if (r["percent"] != int64(0)) == (r["amount"] != int64(0)) {
		return errors.New("must have either percent or amount")
	}
	return inOrder(r)
}

// promoKinds lists the uses of a promo code: every kind of order, and the purchases of balance or data.
var promoKinds = append(
	texts([]contract.Kind{contract.KindSIM, contract.KindESIM, contract.KindSIMReplacement, contract.KindESIMReplacement, contract.KindMultiSIM}),
	texts([]contract.PurchaseKind{contract.PurchaseRecharge, contract.PurchaseData})...)

var bundles = Kind{
	Name: "bundles", Key: "id",
	Columns: append(shopColumns(Column{Name: "id", Read: slug}, Column{Name: "category", Read: oneOf(bundle.Categories...)}),
		Column{Name: "tags", Optional: true, Read: someOf(bundle.Tags...), Empty: []string{}},
		amountColumn("data_mb"), amountColumn("local_minutes"), amountColumn("sms"), amountColumn("abroad_minutes"), amountColumn("roaming_mb"), amountColumn("roaming_minutes"),
		Column{Name: "validity_days", Read: whole(1, 366)}, Column{Name: "price", Read: riyals},
		Column{Name: "subscriptions", Read: someOf(bundle.Subscriptions...)},
		Column{Name: "plans", Optional: true, Read: list(`^[a-z0-9-]{2,40}$`, "must be ids of plans with spaces between"), Empty: []string{}},
		Column{Name: "single", Optional: true, Read: yesNo, Empty: false}, renews,
		Column{Name: "stock", Optional: true, Read: whole(0, 1_000_000_000)}),
	Row: bundleRow,
}

func onlyPrepaid(r Row) bool {
	lines, _ := r["subscriptions"].([]string)
	return slices.Equal(lines, []string{"prepaid"})
}

// bundleCountries has a line for each country in which a bundle can be used.
var bundleCountries = Kind{
	Name: "bundle-countries", Key: "id", Whole: true,
	Columns: []Column{{Name: "id", Read: slug}, {Name: "bundle", Read: slug}, {Name: "country", Read: country}},
}

func bundleRow(r Row) error {
	sum := int64(0)
	for _, column := range []string{"data_mb", "local_minutes", "sms", "abroad_minutes", "roaming_mb", "roaming_minutes"} {
		amount, _ := r[column].(int64)
		sum += amount
	}
	if sum == 0 {
		return errors.New("must contain data, minutes or SMS")
	}
	if r["price"] == int64(0) {
		return errors.New("must have a price")
	}
	if r["renews"] == true && (!onlyPrepaid(r) || r["stock"] != nil) {
		return errors.New("renews from a balance: it must be for prepaid lines alone, and have no stock")
	}
	return inOrder(r)
}

var offers = Kind{
	Name: "offers", Key: "id", Whole: true,
	Columns: append(shopColumns(Column{Name: "id", Read: slug}),
		Column{Name: "featured", Optional: true, Read: yesNo, Empty: false},
		Column{Name: "bundle", Optional: true, Read: slug}, Column{Name: "plan", Optional: true, Read: slug}),
	Row: offerRow,
}

var bundleSteps = Kind{
	Name: "bundle-steps", Key: "key", Whole: true,
	Columns: []Column{
		{Name: "key", Read: slug},
		{Name: "type", Read: oneOf("data", "local_min", "sms", typeDays)},
		{Name: "amount", Read: whole(1, 10_000_000)},
		{Name: "price", Optional: true, Read: riyals, Empty: int64(0)},
		{Name: "percent", Optional: true, Read: whole(1, 10_000), Empty: int64(0)},
	},
	Row: stepRow,
}

// typeDays is the step type for the validity.
const typeDays = "days"

func stepRow(r Row) error {
	ofDays := r["type"] == typeDays
	if ofDays != (r["percent"] != int64(0)) || ofDays != (r["price"] == int64(0)) {
		return errors.New("must have percent for days, and a price for other types")
	}
	return nil
}

func offerRow(r Row) error {
	if (r["bundle"] == nil) == (r["plan"] == nil) {
		return errors.New("must have either bundle or plan")
	}
	return inOrder(r)
}

func inOrder(r Row) error {
	starts, _ := r["starts_at"].(time.Time)
	if ends, ending := r["ends_at"].(time.Time); ending && !ends.After(starts) {
		return errors.New("ends_at must come after starts_at")
	}
	return nil
}

// amountColumn is the optional amount of one type in a bundle; zero when it is empty.
func amountColumn(name string) Column {
	return Column{Name: name, Optional: true, Read: whole(1, 10_000_000), Empty: int64(0)}
}

// shopColumns adds the columns of everything that the shop sells: names and descriptions, channels, time of sale, and position.
func shopColumns(first ...Column) []Column {
	return append(namedColumns(first...), Column{Name: "description_en", Read: words(500)}, Column{Name: "description_ar", Read: words(500)},
		Column{Name: "availability", Optional: true, Read: someOf(bundle.Channels...), Empty: bundle.Channels},
		Column{Name: "starts_at", Read: moment(0)}, Column{Name: "ends_at", Optional: true, Read: moment(24 * time.Hour)}, position)
}

// Columns that several kinds share.
var (
	slug      = matching(`^[a-z0-9-]{2,40}$`, "must be 2 to 40 small letters, digits and -")
	position  = Column{Name: "position", Read: whole(0, 1_000_000)}
	addresses = []Column{{Name: "address_en", Read: words(300)}, {Name: "address_ar", Read: words(300)}}
	latitude  = Column{Name: "latitude", Read: degrees(16, 32.5)}
	longitude = Column{Name: "longitude", Read: degrees(34.4, 55.7)}
)

// namedColumns adds the names in both languages.
func namedColumns(first ...Column) []Column {
	return append(first, Column{Name: "name_en", Read: words(100)}, Column{Name: "name_ar", Read: words(100)})
}

func texts[T ~string](all []T) []string {
	plain := make([]string, len(all))
	for i, t := range all {
		plain[i] = string(t)
	}
	return plain
}
