package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
)

// prefixLength is the length of 057: searches look at the seven digits after it.
const prefixLength = 3

// SearchNumbers answers with one page of free numbers and whether there are more.
func (q *Queries) SearchNumbers(ctx context.Context, query NumberQuery) (items []FreeNumber, hasMore bool, err error) {
	statement, args := numberSearch(query)
	rows, err := q.prepared().query(ctx, statement, args...)
	if err != nil {
		return nil, false, translate("search numbers", err)
	}
	defer func() { _ = rows.Close() }()
	items = make([]FreeNumber, 0, query.PerPage+1)
	for rows.Next() {
		var n FreeNumber
		if err := rows.Scan(&n.MSISDN, &n.Category, &n.Price); err != nil {
			return nil, false, translate("search numbers", err)
		}
		items = append(items, n)
	}
	if err := rows.Err(); err != nil {
		return nil, false, translate("search numbers", err)
	}
	if len(items) > query.PerPage {
		return items[:query.PerPage], true, nil
	}
	return items, false, nil
}

// numberSearch builds one of a few statements, so that each is planned once; what the visitor typed is always a parameter.
func numberSearch(query NumberQuery) (statement string, args []any) {
	bind := func(value any) string {
		args = append(args, value)
		return fmt.Sprintf("$%d", len(args))
	}
	conditions := []string{takeable}
	if query.Category != "" {
		conditions = append(conditions, "s.category = "+bind(query.Category))
	}
	if query.Contains != "" {
		conditions = append(conditions, "s.digits LIKE "+bind("%"+onlyDigits(query.Contains)+"%"))
	}
	if query.EndsWith != "" {
		conditions = append(conditions, "reverse(s.digits) LIKE reverse("+bind(onlyDigits(query.EndsWith))+") || '%'")
	}
	order := "s.msisdn"
	if query.SimilarTo != "" {
		order = fmt.Sprintf("s.digits <-> substr(%s, %d), s.msisdn", bind(query.SimilarTo), prefixLength+1)
	}
	page := fmt.Sprintf("LIMIT %s OFFSET %s", bind(query.PerPage+1), bind((query.Page-1)*query.PerPage))
	return `
SELECT s.msisdn, s.category, c.price
FROM number_search AS s JOIN numbers AS n USING (msisdn) JOIN number_categories AS c ON c.key = s.category
WHERE ` + strings.Join(conditions, " AND ") + ` ORDER BY ` + order + ` ` + page, args
}

// onlyDigits keeps wildcards out of patterns.
func onlyDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

func randomStart() string {
	return fmt.Sprintf("057%07d", rand.IntN(10_000_000))
}
