package number

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// mostRead is the greatest number of rows that any search reads.
const mostRead = 500

// prefix is the beginning of each number. Searches look at the digits after it.
const (
	prefix    = "057"
	allDigits = 7
)

// part is a range of an index of free numbers. The index numbers_free_from_2 has each number from its third digit on, with the first two
// behind: 12345 is 34512 there. So each pattern is the beginning of some range.
type part struct {
	class     string // empty: any
	from      int    // number of digits that stand behind
	low, high string // both ends belong to the range
	down      bool   // the greatest first
}

// whole is the range of all numbers.
func whole(class string) part {
	return part{class: class, low: strings.Repeat("0", allDigits), high: strings.Repeat("9", allDigits)}
}

// startingWith is the range of the numbers with a pattern from a digit on.
func startingWith(class string, from int, pattern string) part {
	rest := allDigits - len(pattern)
	return part{class: class, from: from, low: pattern + strings.Repeat("0", rest), high: pattern + strings.Repeat("9", rest)}
}

// turn puts the first digits of a number behind the others.
func (p part) turn(digits string) string { return digits[p.from:] + digits[:p.from] }

// key is the expression of the index, word for word.
func (p part) key() string {
	switch {
	case p.from > 0:
		return fmt.Sprintf("substr(msisdn, %d) || substr(msisdn, %d, %d)", len(prefix)+p.from+1, len(prefix)+1, p.from)
	case p.class == "":
		return fmt.Sprintf("substr(msisdn, %d)", len(prefix)+1)
	default:
		return "msisdn"
	}
}

// value is a place in the index.
func (p part) value(turned string) string {
	if p.from == 0 && p.class != "" {
		return prefix + turned
	}
	return turned
}

// Found is a page of numbers.
type Found struct {
	Items []Free
	More  bool   // there is a next page
	Next  string // its place; empty for neighbours, of which there are few
}

// Search returns one page of free numbers: the first ones by Page, any further ones by After. It reads at most mostRead rows, so a page
// of a rare combination of patterns may have few numbers, or none, while there is a next one.
func (q Numbers) Search(ctx context.Context, query Query) (Found, error) {
	query.Contains, query.EndsWith = onlyDigits(query.Contains), onlyDigits(query.EndsWith)
	classes, prices, err := q.classesFor(ctx, query)
	if err != nil || len(classes) == 0 {
		return Found{}, err
	}
	parts := query.parts(classes)
	selection := q.read(query, parts)
	if selection == nil {
		return Found{}, nil
	}
	var candidates []candidate
	if err := selection.Scan(ctx, &candidates); err != nil {
		return Found{}, storeerrors.Translate("search numbers", err)
	}
	for n := range candidates {
		candidates[n].Price = prices[candidates[n].Category]
	}
	if query.SimilarTo != "" {
		return query.nearest(candidates), nil
	}
	return query.page(parts, candidates), nil
}

// classesFor lists the classes of a search, the cheapest first, with their prices.
func (q Numbers) classesFor(ctx context.Context, query Query) (classes []string, prices map[string]contract.Halalas, err error) {
	categories, err := q.Categories(ctx)
	prices = map[string]contract.Halalas{}
	for _, c := range categories {
		if (query.Category == "" || query.Category == c.Key) && (query.MaxPrice == nil || c.Price <= *query.MaxPrice) {
			classes = append(classes, c.Key)
			prices[c.Key] = c.Price
		}
	}
	return classes, prices, err
}

// parts lists the ranges of a search in their order.
func (query Query) parts(classes []string) (all []part) {
	first := classes
	if query.Category == "" && query.MaxPrice == nil {
		first = []string{""}
	}
	switch digits := strings.TrimPrefix(query.SimilarTo, prefix); {
	case query.SimilarTo != "":
		for _, class := range first {
			all = append(all, part{class: class, low: digits, high: "9999999"}, part{class: class, low: "0000000", high: digits, down: true})
		}
		for _, class := range classes {
			turned := part{class: class, from: 3, low: "0000000", high: "9999999"}
			above, below := turned, turned
			above.low, below.high, below.down = turned.turn(digits), turned.turn(digits), true
			all = append(all, above, below)
		}
	case query.endsFirst():
		for _, class := range classes {
			all = append(all, startingWith(class, allDigits-len(query.EndsWith), query.EndsWith))
		}
	case query.Contains != "":
		for _, class := range first {
			all = append(all, startingWith(class, 0, query.Contains))
		}
		for from := 1; from+len(query.Contains) <= allDigits; from++ {
			for _, class := range classes {
				all = append(all, startingWith(class, from, query.Contains))
			}
		}
	default:
		for _, class := range first {
			all = append(all, whole(class))
		}
	}
	return all
}

// endsFirst tells that the end of a number is the longer pattern.
func (query Query) endsFirst() bool {
	return query.EndsWith != "" && len(query.EndsWith) >= len(query.Contains)
}

type candidate struct {
	Free `bun:",extend"`
	Part int
}

// read selects the first rows of the ranges, one range after the other; nil without a range after a place.
func (q Numbers) read(query Query, parts []part) *bun.SelectQuery {
	most := query.most(len(parts))
	after, place := query.place()
	var all *bun.SelectQuery
	for n, p := range parts {
		if n < after {
			continue
		}
		key := bun.Safe(p.key())
		one := q.DB.NewSelect().Table("numbers").Column("msisdn", "category").ColumnExpr("? AS part", n).Where("order_id IS NULL").
			Where("? BETWEEN ? AND ?", key, p.value(p.low), p.value(p.high)).Limit(int64(most))
		if p.class != "" {
			one = one.Where("category = ?", p.class)
		}
		if n == after && place != "" {
			one = one.Where("? > ?", key, p.value(p.turn(place)))
		}
		if p.down {
			one = one.OrderExpr("? DESC", key)
		} else {
			one = one.OrderExpr("?", key)
		}
		if all == nil {
			all = one
		} else {
			all = all.UnionAll(one)
		}
	}
	if all == nil {
		return nil
	}
	if query.SimilarTo != "" {
		most = mostRead
	}
	return q.DB.NewSelect().TableExpr("(?) AS c", all).Column("msisdn", "category", "part").Limit(int64(most))
}

// most is the number of rows to read of one range. Neighbours come from all ranges, others from the first ones that have enough.
func (query Query) most(parts int) int {
	if query.SimilarTo != "" {
		return mostRead / parts
	}
	if query.Contains == "" {
		return min(mostRead, int(tx.Offset(query.Page, query.PerPage))+query.PerPage+1)
	}
	return mostRead
}

// place reads the place after which a page begins.
func (query Query) place() (part int, digits string) {
	_, err := fmt.Sscanf(query.After, "%d-"+prefix+"%7s", &part, &digits)
	if err != nil || len(digits) != allDigits {
		return 0, ""
	}
	return part, digits
}

func placeOf(c candidate) string { return fmt.Sprintf("%d-%s", c.Part, c.MSISDN) }

// matches tells whether a candidate has all patterns. A number that has a pattern twice counts where it has the first one.
func (query Query) matches(p part, c candidate) bool {
	digits := strings.TrimPrefix(c.MSISDN, prefix)
	if !strings.HasSuffix(digits, query.EndsWith) {
		return false
	}
	if query.endsFirst() {
		return strings.Contains(digits, query.Contains)
	}
	return query.Contains == "" || strings.Index(digits, query.Contains) == p.from
}

// page returns the matching candidates of a page.
func (query Query) page(parts []part, candidates []candidate) (found Found) {
	skip := int(tx.Offset(query.Page, query.PerPage))
	if query.After != "" {
		skip = 0
	}
	for n, c := range candidates {
		if !query.matches(parts[c.Part], c) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		if len(found.Items) == query.PerPage {
			found.More, found.Next = true, placeOf(candidates[n-1])
			return found
		}
		found.Items = append(found.Items, c.Free)
	}
	if len(candidates) == mostRead {
		found.More, found.Next = true, placeOf(candidates[mostRead-1])
	}
	return found
}

// nearest returns a page of the candidates with the most equal digits.
func (query Query) nearest(candidates []candidate) (found Found) {
	equal := func(c candidate) (count int) {
		for n := range c.MSISDN {
			if c.MSISDN[n] == query.SimilarTo[n] {
				count++
			}
		}
		return count
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(equal(b), equal(a)), cmp.Compare(a.MSISDN, b.MSISDN))
	})
	candidates = slices.CompactFunc(candidates, func(a, b candidate) bool { return a.MSISDN == b.MSISDN })
	candidates = slices.DeleteFunc(candidates, func(c candidate) bool {
		digits := strings.TrimPrefix(c.MSISDN, prefix)
		return !strings.HasSuffix(digits, query.EndsWith) || !strings.Contains(digits, query.Contains)
	})
	from := min(int(tx.Offset(query.Page, query.PerPage)), len(candidates))
	until := min(from+query.PerPage, len(candidates))
	for _, c := range candidates[from:until] {
		found.Items = append(found.Items, c.Free)
	}
	found.More = until < len(candidates)
	return found
}

// onlyDigits removes wildcards from patterns.
func onlyDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
