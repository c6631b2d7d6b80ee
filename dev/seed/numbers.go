package seed

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/number"
	"selfcare/internal/store/seal"
)

// pool has the number of free numbers of each class. Precious ones are more frequent than in the whole range, because
// a shop keeps them for show.
var pool = map[number.Category]int{
	number.Bronze: 16_000, number.Silver: 4_000, number.Gold: 1_000, number.Platinum: 240,
}

func seedNumbers(ctx context.Context, db bun.IDB, _ *seal.Keys) error {
	wanted := 0
	for _, size := range pool {
		wanted += size
	}
	if have, err := count(ctx, db, "numbers"); err != nil || have >= wanted {
		return err
	}
	msisdns, classes := chosen()
	_, err := db.NewRaw(`
		INSERT INTO numbers (msisdn, category) SELECT * FROM unnest(?::text[], ?::text[]) AS pool (msisdn, category)
		WHERE NOT EXISTS (SELECT FROM departed_numbers AS d WHERE d.msisdn = pool.msisdn)
		  AND NOT EXISTS (SELECT FROM lines AS l WHERE l.msisdn = pool.msisdn AND l.status <> 'ended')
		ON CONFLICT DO NOTHING`,
		pgdialect.Array(msisdns), pgdialect.Array(classes)).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = db.NewRaw("ANALYZE numbers").Exec(ctx) // good plans from the first search on
	return err
}

const (
	rangeSize = 10_000_000
	reserved  = 1_000     // 0570000000 to 0570000999 belong to test accounts
	stride    = 6_180_339 // shares no factor with rangeSize, so the walk meets every number once
)

// chosen caches the choice: tests seed many databases in one process.
var chosen = sync.OnceValues(choose)

// choose walks the range in an order that looks random but is always the same, until each class has its share.
func choose() (msisdns, classes []string) {
	missing := map[number.Category]int{}
	open := 0
	for category, size := range pool {
		missing[category] = size
		open += size
	}
	for n, steps := 0, 0; open > 0 && steps < rangeSize; n, steps = (n+stride)%rangeSize, steps+1 {
		msisdn := number.Prefix + strconv.Itoa(rangeSize + n)[1:] // with leading zeros
		category := number.Classify(msisdn)
		if n < reserved || missing[category] == 0 {
			continue
		}
		missing[category]--
		open--
		msisdns = append(msisdns, msisdn)
	}
	slices.Sort(msisdns) // neighbours end up on the same database page
	for _, msisdn := range msisdns {
		classes = append(classes, string(number.Classify(msisdn)))
	}
	return msisdns, classes
}
