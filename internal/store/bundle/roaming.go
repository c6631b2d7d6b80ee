package bundle

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"selfcare/internal/domain/bundle"
)

// Abroad returns the bundles on sale on the site that can be used in a country, or in any country if it is empty; by country, in
// the order of the shop.
func (q Bundles) Abroad(ctx context.Context, country string, at time.Time) (map[string][]bundle.Bundle, error) {
	var pairs []struct{ Country, Bundle string }
	usable := q.DB.NewSelect().Table("bundle_countries").Column("country", "bundle")
	if country != "" {
		usable = usable.Where("country = ?", country)
	}
	err := usable.Scan(ctx, &pairs)
	if err != nil {
		return nil, fmt.Errorf("list bundles by country: %w", err)
	}
	ids := make([]string, len(pairs))
	for i, pair := range pairs {
		ids[i] = pair.Bundle
	}
	slices.Sort(ids)
	known, err := q.ByID(ctx, slices.Compact(ids)...)
	if err != nil {
		return nil, err
	}
	found := map[string][]bundle.Bundle{}
	for _, pair := range pairs {
		if b := known[pair.Bundle]; b.OnSale(at) && b.SoldFrom("web") {
			found[pair.Country] = append(found[pair.Country], b)
		}
	}
	for _, there := range found {
		slices.SortFunc(there, func(a, b bundle.Bundle) int {
			return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
		})
	}
	return found, nil
}
