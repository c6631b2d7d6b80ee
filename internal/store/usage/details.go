package usage

import (
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/usage"
)

// Details reads the usage of lines for customers.
type Details struct{ DB DB }

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

// condition returns the SQL condition of the request. The time of a position also limits the months that are read.
func (a Asked) condition() (where string, args []any) {
	from, until := a.Period.From, a.Period.Until
	where, args = "line_id = $1 AND kind = $2 AND used_at >= $3 AND used_at < $4", []any{a.LineID, string(a.Kind), nil, nil}
	beside := func(sign string, p *Position) {
		where += fmt.Sprintf(" AND (used_at, event_id) %s ($%d, $%d)", sign, len(args)+1, len(args)+2)
		args = append(args, p.At, p.ID)
	}
	if a.Before != nil {
		beside("<", a.Before)
		until = earliest(until, a.Before.At.Add(time.Microsecond))
	}
	if a.After != nil {
		beside(">", a.After)
		from = latest(from, a.After.At)
	}
	if a.Place != "" {
		args = append(args, usage.TypesOf(a.Kind, a.Place))
		where += fmt.Sprintf(" AND type = ANY($%d)", len(args))
	}
	args[2], args[3] = from, until
	return where, args
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

const detailColumns = "SELECT event_id, type, amount, charged, coalesce(party, ''), used_at FROM usage_details WHERE "

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
	where, args := a.condition()
	order := " ORDER BY used_at DESC, event_id DESC"
	if a.After != nil {
		order = " ORDER BY used_at, event_id"
	}
	args = append(args, a.Size+1, (max(1, a.Page)-1)*a.Size)
	found, err = q.details(ctx, fmt.Sprintf("%s%s%s LIMIT $%d OFFSET $%d", detailColumns, where, order, len(args)-1, len(args)), args)
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
	where, args := a.condition()
	args = append(args, most)
	found, err := q.details(ctx, fmt.Sprintf("%s%s ORDER BY used_at DESC, event_id DESC LIMIT $%d", detailColumns, where, len(args)), args)
	return found, wrap("list usage", err)
}

// Costliest returns the most expensive details of a period.
func (q Details) Costliest(ctx context.Context, a Asked, most int) ([]Detail, error) {
	where, args := a.condition()
	args = append(args, most)
	found, err := q.details(ctx, fmt.Sprintf("%s%s AND charged > 0 ORDER BY charged DESC, used_at DESC, event_id LIMIT $%d", detailColumns, where, len(args)), args)
	return found, wrap("find what cost most", err)
}

func (q Details) details(ctx context.Context, query string, args []any) (found []Detail, err error) {
	err = readRows(ctx, q.DB, func(rows *sql.Rows) error {
		var d Detail
		err := rows.Scan(&d.ID, &d.Type, &d.Amount, (*int64)(&d.Charged), &d.Party, &d.At)
		found = append(found, d)
		return err
	}, query, args...)
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
	where, args := a.condition()
	found, err := q.sums(ctx, `
		SELECT to_char(used_at AT TIME ZONE 'Asia/Riyadh', 'YYYY-MM-DD') AS day, count(*), sum(amount)::bigint, sum(charged)::bigint
		FROM usage_details WHERE `+where+` GROUP BY day ORDER BY day`, args)
	return found, wrap("sum usage by day", err)
}

// Parties returns the numbers with the most usage in a period.
func (q Details) Parties(ctx context.Context, a Asked, most int) ([]Sum, error) {
	where, args := a.condition()
	args = append(args, most)
	found, err := q.sums(ctx, fmt.Sprintf(`
		SELECT party, count(*), sum(amount)::bigint AS used, sum(charged)::bigint FROM usage_details
		WHERE %s AND party IS NOT NULL GROUP BY party ORDER BY used DESC, party LIMIT $%d`, where, len(args)), args)
	return found, wrap("sum usage by number", err)
}

func (q Details) sums(ctx context.Context, query string, args []any) (found []Sum, err error) {
	err = readRows(ctx, q.DB, func(rows *sql.Rows) error {
		var s Sum
		err := rows.Scan(&s.Of, &s.Count, &s.Amount, (*int64)(&s.Charged))
		found = append(found, s)
		return err
	}, query, args...)
	return found, err
}

// Purge drops the months that ended before a time, creates the next ones, and returns the number of dropped rows.
func (q Details) Purge(ctx context.Context, before time.Time) (int, error) {
	var count int
	err := readRows(ctx, q.DB, func(rows *sql.Rows) error { return rows.Scan(&count) },
		"SELECT keep_usage_months($1::timestamptz, $2::timestamptz)", time.Now().Add(-usage.Oldest), before)
	return count, wrap("keep months of usage", err)
}

// Months returns how many months exist ahead of a moment, and how many rows lack a month.
func (q Details) Months(ctx context.Context, at time.Time) (ahead, without int, err error) {
	var last string
	err = readRows(ctx, q.DB, func(rows *sql.Rows) error { return rows.Scan(&last, &without) }, `
		SELECT coalesce(max(right(c.relname, 6)), ''), (SELECT count(*) FROM usage_details_rest)
		FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
		WHERE i.inhparent = 'usage_details'::regclass AND c.relname ~ '_[0-9]{6}$'`)
	if err != nil || last == "" {
		return 0, without, wrap("count months of usage", err)
	}
	month, err := time.Parse("200601", last)
	ahead = (month.Year()-at.Year())*12 + int(month.Month()) - int(at.Month())
	return max(0, ahead), without, wrap("count months of usage", err)
}
