package tx

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"
)

// Place is a position in a list: the next page begins after it.
type Place struct {
	At time.Time
	ID string
}

// ErrPlace means that a text is not a place.
var ErrPlace = errors.New("not a place in the list")

// String formats a place for callers.
func (p Place) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(p.At.UnixMicro(), 10) + " " + p.ID))
}

// PlaceOf parses a place.
func PlaceOf(text string) (Place, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	micros, id, found := strings.Cut(string(raw), " ")
	at, parsed := strconv.ParseInt(micros, 10, 64)
	if errors.Join(err, parsed) != nil || !found || uuid.Validate(id) != nil {
		return Place{}, ErrPlace
	}
	return Place{At: time.UnixMicro(at).UTC(), ID: id}, nil
}

// List is the order of a list: by a moment, then by id. The newest row is first, unless said otherwise. An index has both columns.
type List struct {
	At, ID      string // columns
	OldestFirst bool
}

// PageAfter selects one page of a list: after a place, or else by its number.
func PageAfter(s *bun.SelectQuery, list List, after *Place, page, perPage int) *bun.SelectQuery {
	order, beyond := "DESC", "<"
	if list.OldestFirst {
		order, beyond = "ASC", ">"
	}
	s = s.OrderExpr("? ?, ? ?", bun.Ident(list.At), bun.Safe(order), bun.Ident(list.ID), bun.Safe(order)).Limit(int64(perPage))
	if after != nil {
		return s.Where("(?, ?) ? (?, ?)", bun.Ident(list.At), bun.Ident(list.ID), bun.Safe(beyond), after.At, after.ID)
	}
	return s.Offset(Offset(page, perPage))
}
