package usage

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store/tx"
)

// Details reads the usage of lines for customers.
type Details struct{ *tx.Conn }

// Detail is one call, message, or data session.
type Detail struct {
	ID      string // the network's
	Type    allowance.Type
	Amount  int64
	Charged contract.Halalas
	Party   string // empty if the network did not report it
	At      time.Time
}

// Position is a place in the list, between a newer and an older detail.
type Position struct {
	At time.Time
	ID string
}

// ErrPosition means that a text is not a position.
var ErrPosition = errors.New("not a position in the list")

// Position returns the position of a detail.
func (d Detail) Position() Position { return Position{At: d.At, ID: d.ID} }

// String formats a position for callers.
func (p Position) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(p.At.UnixMicro(), 10) + " " + p.ID))
}

// PositionOf parses a position.
func PositionOf(text string) (Position, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	micros, id, found := strings.Cut(string(raw), " ")
	at, parsed := strconv.ParseInt(micros, 10, 64)
	p := Position{At: time.UnixMicro(at).UTC(), ID: id}
	if err := errors.Join(err, parsed); err != nil || !found || id == "" || p.At.Year() < 2000 || p.At.Year() > 2999 || strings.ContainsRune(id, 0) {
		return Position{}, ErrPosition
	}
	return p, nil
}

// Asked selects details of a line's usage.
type Asked struct {
	LineID string
	Kind   usage.Kind
	Place  usage.Place // empty: any
	Period usage.Period
	Size   int
	Page   int       // counted from one; only without a position
	Before *Position // only older details
	After  *Position // or only newer ones
}

// asked selects the details of a request. The time of a position also limits the days that are read.
func (q Details) asked(a Asked) *bun.SelectQuery {
	from, until := a.Period.From, a.Period.Until
	found := q.DB.NewSelect().Model((*eventRow)(nil)).Where("line_id = ?", a.LineID).Where("kind = ?", string(a.Kind))
	if a.Before != nil {
		found = found.Where("(used_at, event_id) < (?, ?)", a.Before.At, a.Before.ID)
		until = earliest(until, a.Before.At.Add(time.Microsecond))
	}
	if a.After != nil {
		found = found.Where("(used_at, event_id) > (?, ?)", a.After.At, a.After.ID)
		from = latest(from, a.After.At)
	}
	if a.Place != "" {
		found = found.Where("type = ANY (?)", pgdialect.Array(usage.TypesOf(a.Kind, a.Place)))
	}
	return found.Where("used_at >= ?", from).Where("used_at < ?", until)
}

func earliest(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// narrow narrows a request to the days around its start: a busy line fills its page from them, so that no other day is read.
func (a Asked) narrow(days time.Duration) (narrower Asked, is bool) {
	narrower = a
	if a.After != nil {
		narrower.Period.Until = latest(a.Period.From, a.After.At).Add(days)
		return narrower, narrower.Period.Until.Before(a.Period.Until)
	}
	end := a.Period.Until
	if a.Before != nil {
		end = earliest(end, a.Before.At)
	}
	narrower.Period.From = end.Add(-days)
	return narrower, a.Period.From.Before(narrower.Period.From)
}

// A page is read from the last month first. Each further time is three times as long, up to that for which usage is kept.
const (
	nearby = 31 * 24 * time.Hour
	all    = 732 * 24 * time.Hour
)

// Page returns one page of a list, the newest first, and whether there is more in the direction of paging.
func (q Details) Page(ctx context.Context, a Asked) (found []Detail, more bool, err error) {
	for days := nearby; days < all; days *= 3 {
		narrower, is := a.narrow(days)
		if !is {
			break
		}
		if found, more, err = q.page(ctx, narrower); err != nil || more {
			return found, more, err
		}
	}
	return q.page(ctx, a)
}

func (q Details) page(ctx context.Context, a Asked) (found []Detail, more bool, err error) {
	order := []string{"used_at DESC", "event_id DESC"}
	if a.After != nil {
		order = []string{"used_at", "event_id"}
	}
	found, err = q.details(ctx, q.asked(a).Order(order...).Limit(int64(a.Size+1)).Offset(tx.Offset(a.Page, a.Size)))
	if len(found) > a.Size {
		found, more = found[:a.Size], true
	}
	if a.After != nil {
		slices.Reverse(found)
	}
	return found, more, wrap("list usage", err)
}

// All returns a whole period, the newest first, up to a number of details.
func (q Details) All(ctx context.Context, a Asked, most int) ([]Detail, error) {
	found, err := q.details(ctx, q.asked(a).Order("used_at DESC", "event_id DESC").Limit(int64(most)))
	return found, wrap("list usage", err)
}

// Costliest returns the most expensive details of a period.
func (q Details) Costliest(ctx context.Context, a Asked, most int) ([]Detail, error) {
	found, err := q.details(ctx, q.asked(a).Where("charged > 0").Order("charged DESC", "used_at DESC", "event_id").Limit(int64(most)))
	return found, wrap("find what cost most", err)
}

func (q Details) details(ctx context.Context, asked *bun.SelectQuery) ([]Detail, error) {
	var rows []eventRow
	err := asked.Column("line_id", "event_id", "type", "amount", "party", "used_at").ColumnExpr("coalesce(charged, 0) AS charged").Scan(ctx, &rows)
	if err != nil {
		return nil, err
	}
	found := make([]Detail, len(rows))
	for i, r := range rows {
		found[i] = Detail{ID: r.EventID, Type: r.Type, Amount: r.Amount, Charged: contract.Halalas(r.Charged), At: r.UsedAt}
		if found[i].Party, err = q.openParty(r); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// openParty returns the number of the other party; empty without one. A number from before numbers were sealed begins with a zero
// byte.
func (q Details) openParty(r eventRow) (string, error) {
	switch {
	case len(r.Party) == 0:
		return "", nil
	case r.Party[0] == 0:
		return string(r.Party[1:]), nil
	default:
		plain, err := q.Keys.Open(partyContext(r.LineID, r.EventID), r.Party)
		return string(plain), err
	}
}

// Sum is the sum of a day, or of a number.
type Sum struct {
	Of      string // the day, YYYY-MM-DD, or the number
	Count   int
	Amount  int64
	Charged contract.Halalas
}

// Days returns the days of a period with usage, the first one first.
func (q Details) Days(ctx context.Context, a Asked) ([]Sum, error) {
	var found []Sum
	err := q.asked(a).ColumnExpr("to_char(used_at AT TIME ZONE 'Asia/Riyadh', 'YYYY-MM-DD') AS of").ColumnExpr("count(*) AS count").
		ColumnExpr("sum(amount)::bigint AS amount").ColumnExpr("coalesce(sum(charged), 0)::bigint AS charged").
		GroupExpr("1").Order("of").Scan(ctx, &found)
	return found, wrap("sum usage by day", err)
}

// ByType returns the usage of a line within some days up to a moment, in the units of its types.
func ByType(ctx context.Context, db bun.IDB, lineID string, at time.Time, days int) (map[allowance.Type]int64, error) {
	var sums []struct {
		Type   allowance.Type
		Amount int64
	}
	err := db.NewSelect().Table("usage_events").Column("type").ColumnExpr("sum(amount)::bigint AS amount").
		Where("line_id = ?", lineID).Where("used_at > ?", at.AddDate(0, 0, -days)).Where("used_at <= ?", at).
		Group("type").Scan(ctx, &sums)
	used := make(map[allowance.Type]int64, len(sums))
	for _, sum := range sums {
		used[sum.Type] = sum.Amount
	}
	return used, wrap("sum usage by type", err)
}

// ByType returns the usage of a line within some days up to a moment, in the units of its types.
func (q Details) ByType(ctx context.Context, lineID string, at time.Time, days int) (map[allowance.Type]int64, error) {
	return ByType(ctx, q.DB, lineID, at, days)
}

// mostParties bounds the events that Parties reads.
const mostParties = 50_000

// Parties returns the numbers with the most usage in a period. The numbers are sealed, so they are summed up here.
func (q Details) Parties(ctx context.Context, a Asked, most int) ([]Sum, error) {
	all, err := q.details(ctx, q.asked(a).Where("party IS NOT NULL").Order("used_at DESC").Limit(mostParties))
	if err != nil {
		return nil, wrap("sum usage by number", err)
	}
	byNumber := map[string]Sum{}
	for _, d := range all {
		s := byNumber[d.Party]
		byNumber[d.Party] = Sum{Of: d.Party, Count: s.Count + 1, Amount: s.Amount + d.Amount, Charged: s.Charged + d.Charged}
	}
	sums := slices.SortedFunc(maps.Values(byNumber), func(a, b Sum) int {
		return cmp.Or(cmp.Compare(b.Amount, a.Amount), cmp.Compare(a.Of, b.Of))
	})
	return sums[:min(most, len(sums))], nil
}
