package usage

import (
	"context"
	"encoding/base64"
	"errors"
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
type Details struct{ DB bun.IDB }

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

type detailRow struct {
	bun.BaseModel `bun:"table:usage_details,alias:d"`
}

// asked selects the details of a request. The time of a position also limits the months that are read.
func (q Details) asked(a Asked) *bun.SelectQuery {
	from, until := a.Period.From, a.Period.Until
	found := q.DB.NewSelect().Model((*detailRow)(nil)).Where("line_id = ?", a.LineID).Where("kind = ?", string(a.Kind))
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

// narrow narrows a request to the months around its start: a busy line fills its page from them, so that no other month is read.
func (a Asked) narrow() (narrower Asked, is bool) {
	switch {
	case a.Page > 1:
		return a, false
	case a.After != nil:
		end := latest(a.Period.From, a.After.At).Add(nearby)
		narrower, is = a, end.Before(a.Period.Until)
		narrower.Period.Until = end
	default:
		end := a.Period.Until
		if a.Before != nil {
			end = earliest(end, a.Before.At)
		}
		narrower, is = a, a.Period.From.Before(end.Add(-nearby))
		narrower.Period.From = end.Add(-nearby)
	}
	return narrower, is
}

// nearby is short enough for two months, three at most.
const nearby = 31 * 24 * time.Hour

// Page returns one page of a list, the newest first, and whether there is more in the direction of paging.
func (q Details) Page(ctx context.Context, a Asked) (found []Detail, more bool, err error) {
	if narrower, is := a.narrow(); is {
		found, more, err = q.page(ctx, narrower)
		if err != nil || more {
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

func (q Details) details(ctx context.Context, asked *bun.SelectQuery) (found []Detail, err error) {
	err = asked.ColumnExpr("event_id AS id").Column("type", "amount", "charged").ColumnExpr("coalesce(party, '') AS party").
		ColumnExpr("used_at AS at").Scan(ctx, &found)
	return found, err
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
	found, err := q.sums(ctx, q.asked(a).ColumnExpr("to_char(used_at AT TIME ZONE 'Asia/Riyadh', 'YYYY-MM-DD') AS of").Order("of"))
	return found, wrap("sum usage by day", err)
}

// Parties returns the numbers with the most usage in a period.
func (q Details) Parties(ctx context.Context, a Asked, most int) ([]Sum, error) {
	found, err := q.sums(ctx, q.asked(a).ColumnExpr("party AS of").Where("party IS NOT NULL").OrderExpr("2 DESC, 1").Limit(int64(most)))
	return found, wrap("sum usage by number", err)
}

// sums adds the details up for each value of the first column; the second one is the amount.
func (q Details) sums(ctx context.Context, asked *bun.SelectQuery) (found []Sum, err error) {
	err = asked.ColumnExpr("sum(amount)::bigint AS amount").ColumnExpr("sum(charged)::bigint AS charged").ColumnExpr("count(*) AS count").
		GroupExpr("1").Scan(ctx, &found)
	return found, err
}

// Purge drops the months that ended before a time, creates the next ones, and returns the number of dropped rows.
func (q Details) Purge(ctx context.Context, before time.Time) (int, error) {
	var count int
	err := q.DB.NewSelect().ColumnExpr("keep_usage_months(?::timestamptz, ?::timestamptz)", time.Now().Add(-usage.Oldest), before).Scan(ctx, &count)
	return count, wrap("keep months of usage", err)
}

// Months returns how many months exist ahead of a moment, and how many rows lack a month.
func (q Details) Months(ctx context.Context, at time.Time) (ahead, without int, err error) {
	var last string
	rest := q.DB.NewSelect().Table("usage_details_rest").ColumnExpr("count(*)")
	err = q.DB.NewSelect().TableExpr("pg_inherits AS i").Join("JOIN pg_class AS c ON c.oid = i.inhrelid").
		ColumnExpr("coalesce(max(right(c.relname, 6)), '')").ColumnExpr("(?)", rest).
		Where("i.inhparent = 'usage_details'::regclass").Where("c.relname ~ '_[0-9]{6}$'").Scan(ctx, &last, &without)
	if err != nil || last == "" {
		return 0, without, wrap("count months of usage", err)
	}
	month, err := time.Parse("200601", last)
	ahead = (month.Year()-at.Year())*12 + int(month.Month()) - int(at.Month())
	return max(0, ahead), without, wrap("count months of usage", err)
}
