package imports

import (
	"slices"

	"selfcare/internal/domain/imports"
)

// table is the target of the lists of a kind; there is a row for each kind. In its conditions s is a line of the list and t its
// row.
type table struct {
	name string
	// wrong conditions refuse the list as a whole.
	wrong []condition
	// refused conditions leave lines out; their rows stay as they are.
	refused []condition
	// derived columns are computed by the database from the others.
	derived []string
	// busy rows of the table are not written, even if they became busy after the check.
	busy string
	// sealed is an encrypted column.
	sealed string
}

// condition is SQL over s, or over s and t if the row must exist; column is its subject. detail is SQL for a text that adds to
// the reason.
type condition struct {
	column, says string
	there, where string
	detail       string
}

const (
	othersOurs = `s.ours AND EXISTS (SELECT FROM staged AS o WHERE o.ours AND o.key <> s.key
		UNION ALL SELECT FROM operators AS o WHERE o.ours AND o.key NOT IN (SELECT key FROM staged))`
	unknownCity = "NOT EXISTS (SELECT FROM cities AS c WHERE c.key = s.city)"
	departed    = "FROM departed_numbers AS d WHERE d.msisdn = s.msisdn"
	inService   = "NOT EXISTS (SELECT FROM numbers AS n WHERE n.msisdn = s.msisdn) AND EXISTS (SELECT FROM lines AS l WHERE l.msisdn = s.msisdn AND l.status <> 'ended')"
)

var unknownPlan = condition{column: "plans", says: "names a plan that there is not", where: "EXISTS (SELECT FROM unnest(s.plans) AS id WHERE NOT EXISTS (SELECT FROM plans AS p WHERE p.id = id))"}

var cityKnown = condition{column: "city", says: "is no city we know: import it first", where: unknownCity}

// nearCity limits the distance from the city over the globe in km: a greater one is a typing error, or lies in the sea. A city
// without a position has no limit.
var nearCity = condition{column: "latitude", says: "lies more than 60 km from the middle of its city", where: `EXISTS (
	SELECT FROM cities AS c WHERE c.key = s.city AND 60 < 12742 * asin(sqrt(sin(radians(c.latitude - s.latitude) / 2) ^ 2
		+ cos(radians(c.latitude)) * cos(radians(s.latitude)) * sin(radians(c.longitude - s.longitude) / 2) ^ 2)))`}

var tables = map[string]table{
	"number-classes": {name: "number_categories"},
	"numbers": {
		name:  "numbers",
		wrong: []condition{{column: "category", says: "is no class we know: import number-classes first", where: "NOT EXISTS (SELECT FROM number_categories AS c WHERE c.key = s.category)"}},
		refused: []condition{
			{
				says: "has left to another operator", where: "EXISTS (SELECT " + departed + ")",
				detail: "(SELECT 'left to ' || d.operator || ' on ' || to_char(d.left_at AT TIME ZONE 'Asia/Riyadh', 'YYYY-MM-DD') " + departed + ")",
			},
			{
				says: "is in quarantine", there: "t.status = 'quarantine'", where: "t.held_until > now()",
				detail: "'in quarantine until ' || to_char(t.held_until AT TIME ZONE 'Asia/Riyadh', 'YYYY-MM-DD')",
			},
			{says: "is a customer's", there: "t.status = 'sold'", where: "true"},
			{says: "is in service as a line already", where: inService},
			{says: "is held and keeps its class", there: "t.status <> 'free'", where: "t.category <> s.category"},
		},
		busy: "t.status <> 'free'", derived: []string{"price"},
	},
	"sim-cards": {
		name: "sims", sealed: "puk1", busy: "t.status <> 'stock'",
		refused: []condition{{says: "is assigned to an order or a line and keeps its PUK", there: "t.status <> 'stock'", where: "true"}},
	},
	"devices":            {name: "devices"},
	"data-packs":         {name: "data_packs"},
	"cities":             {name: "cities"},
	"branches":           {name: "branches", wrong: []condition{cityKnown}},
	"stores":             {name: "stores", wrong: []condition{cityKnown, nearCity}},
	"operators":          {name: "operators", wrong: []condition{{column: "ours", says: "would make two operators ourselves", where: othersOurs}}},
	"holidays":           {name: "holidays"},
	"service-categories": {name: "service_categories"},
	"countries":          {name: "countries"},
	"roaming-operators": {
		name:  "roaming_operators",
		wrong: []condition{{column: "country", says: "is no country we know: import countries first", where: "NOT EXISTS (SELECT FROM countries AS c WHERE c.code = s.country)"}},
	},
	"game-brands": {name: "game_brands"},
	"games": {
		name:  "games",
		wrong: []condition{{column: "brand", says: "is no brand we know: import game-brands first", where: "NOT EXISTS (SELECT FROM game_brands AS b WHERE b.id = s.brand)"}},
	},
	"services": {
		name: "services",
		wrong: []condition{
			{column: "category", says: "is no category we know: import service-categories first", where: "NOT EXISTS (SELECT FROM service_categories AS c WHERE c.key = s.category)"},
		},
	},
	"promo-codes": {
		name: "promo_codes",
		wrong: []condition{
			unknownPlan,
			{column: "max_uses", says: "is less than the times the code was used already", there: "true", where: "s.max_uses < t.used"},
		},
	},
	"bundles": {
		name: "bundles",
		wrong: []condition{
			unknownPlan,
			{column: "stock", says: "is less than were sold already", there: "true", where: "s.stock < t.sold"},
		},
	},
	"bundle-countries": {
		name: "bundle_countries",
		wrong: []condition{
			{column: "bundle", says: "gives nothing abroad: it needs roaming_mb or roaming_minutes", where: "NOT EXISTS (SELECT FROM bundles AS b WHERE b.id = s.bundle AND b.roaming_mb + b.roaming_minutes > 0)"},
			{column: "country", says: "is no country we know: import countries first", where: "NOT EXISTS (SELECT FROM countries AS c WHERE c.code = s.country)"},
			{column: "country", says: "stands twice for the bundle", where: "EXISTS (SELECT FROM staged AS o WHERE o.bundle = s.bundle AND o.country = s.country AND o.id <> s.id)"},
		},
	},
	"bundle-steps": {
		name: "bundle_steps",
		wrong: []condition{{column: "amount", says: "costs less than a smaller one", where: `EXISTS (
			SELECT FROM staged AS o WHERE o.type = s.type AND o.amount < s.amount AND (o.price > s.price OR o.percent > s.percent))`}},
	},
	"offers": {
		name: "offers",
		wrong: []condition{
			{column: "bundle", says: "is no bundle we know: import it first", where: "NOT EXISTS (SELECT FROM bundles AS b WHERE b.id = s.bundle) AND s.bundle IS NOT NULL"},
			{column: "plan", says: "is no plan we know: import it first", where: "NOT EXISTS (SELECT FROM plans AS p WHERE p.id = s.plan) AND s.plan IS NOT NULL"},
		},
	},
}

func at(kind imports.Kind, column string) int { return slices.Index(kind.Names(), column) }
