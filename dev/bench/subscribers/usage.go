package subscribers

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"

	"selfcare/dev/bench/reads"
	"selfcare/dev/customer"
	"selfcare/internal/domain/usage"
	"selfcare/internal/platform/password"
	usagestore "selfcare/internal/store/usage"
	userstore "selfcare/internal/store/user"
)

const (
	callerUser  = "caller-of-two-years@selfcare.example"
	callsADay   = 200
	daysOfCalls = 730
	pageOfCalls = 50
)

// BusyLine is a line with two hundred calls a day for two years: in the product's tables, and in a single table with
// the index of the list.
type BusyLine struct {
	Stack
	LineID string
	now    time.Time
}

// OpenBusyLine creates the calls of the line, and those of nine others with a tenth of them each.
func (s Stack) OpenBusyLine(ctx context.Context) (BusyLine, error) {
	ids, err := s.lines(ctx, 10, s.topUp)
	if err != nil {
		return BusyLine{}, err
	}
	b := BusyLine{s, ids[0], time.Now()}
	for _, statement := range []struct {
		text string
		args []any
	}{
		{"UPDATE lines SET activated_at = now() - interval '3 years' WHERE id = $1", []any{b.LineID}},
		{
			`INSERT INTO usage_events (line_id, kind, used_at, event_id, type, amount)
		  SELECT l.id::uuid, 'calls', $2::timestamptz - n * interval '1 day' / $3::int, 'bench-' || l.id || '-' || n, 'local_min', 1 + n % 9
		  FROM unnest($1::text[]) WITH ORDINALITY AS l (id, place), generate_series(1, $3::int * $4::int) AS n WHERE l.place = 1 OR n % 10 = 0`,
			[]any{ids, b.now, callsADay, daysOfCalls},
		},
		{"SELECT keep_partitions('usage_events')", nil},
		{"CREATE TABLE bare_usage AS SELECT line_id, 'calls' AS kind, used_at, event_id, type, amount, coalesce(charged, 0) AS charged, NULL::text AS party FROM usage_events", nil},
		{"CREATE INDEX ON bare_usage (line_id, kind, used_at, event_id)", nil},
		{"VACUUM ANALYZE bare_usage", nil},
		{"VACUUM ANALYZE usage_events", nil},
	} {
		if _, err := s.Pool.Exec(ctx, statement.text, statement.args...); err != nil {
			return b, fmt.Errorf("%.40s: %w", statement.text, err)
		}
	}
	return b, nil
}

// Page is one page of the product's list, daysBack days ago.
func (b BusyLine) Page(ctx context.Context, daysBack int) error {
	asked := usagestore.Asked{
		LineID: b.LineID, Kind: usage.Calls, Size: pageOfCalls,
		Period: usage.Period{From: b.now.AddDate(-3, 0, 0), Until: b.now.AddDate(0, 0, 1)},
	}
	if daysBack > 0 {
		asked.Before = &usagestore.Position{At: b.now.AddDate(0, 0, -daysBack), ID: "z"}
	}
	found, _, err := b.Store.UsageDetails.Page(ctx, asked)
	return full(len(found), err)
}

// BarePage is the same page from the index alone.
func (b BusyLine) BarePage(ctx context.Context, daysBack int) error {
	found, err := b.barePage(ctx, daysBack)
	return full(len(found), err)
}

func full(rows int, err error) error {
	if err == nil && rows != pageOfCalls {
		err = fmt.Errorf("a page of %d calls", rows)
	}
	return err
}

type bareCall struct {
	EventID, Type   string
	Amount, Charged int64
	Party           *string
	UsedAt          time.Time
}

func (b BusyLine) barePage(ctx context.Context, daysBack int) ([]bareCall, error) {
	rows, err := b.Pool.Query(ctx, `
		SELECT event_id, type, amount, charged, party, used_at FROM bare_usage
		WHERE line_id = $1 AND kind = 'calls' AND (used_at, event_id) < ($2, 'z') ORDER BY used_at DESC, event_id DESC LIMIT 50`,
		b.LineID, b.now.AddDate(0, 0, -daysBack))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[bareCall])
}

// Answers are the product's first page of a signed-in customer, and a bare handler that reads the session and the index.
func (b BusyLine) Answers(ctx context.Context, web *customer.Client) (*reads.Pair, error) {
	user, err := b.Store.Users.Register(ctx, userstore.User{
		Email: callerUser, EmailConfirmed: true, PasswordHash: password.Hash(dashboardPassword),
	}, b.LineID)
	if err != nil {
		return nil, err
	}
	signedIn, err := customer.SignIn(ctx, web, callerUser, dashboardPassword)
	if err != nil {
		return nil, fmt.Errorf("sign in: %w", err)
	}
	var session []byte
	if err := b.Pool.QueryRow(ctx, "SELECT token_hash FROM sessions WHERE user_id = $1", user.ID).Scan(&session); err != nil {
		return nil, fmt.Errorf("find the session: %w", err)
	}
	header := http.Header{}
	header.Set("Authorization", "Bearer "+signedIn.Token)
	return reads.Open(web.HTTP, web.Base+"/users/current/usage/history/calls", header, func(c fiber.Ctx) error {
		var line string
		err := b.Pool.QueryRow(c.Context(), `
			SELECT o.line_id FROM sessions AS s JOIN subscriptions AS o ON o.user_id = s.user_id AND o.ended_at IS NULL
			WHERE s.token_hash = $1 AND s.idle_expires_at > now() AND s.absolute_expires_at > now()`, session).Scan(&line)
		if err != nil {
			return err
		}
		found, err := b.barePage(c.Context(), 0)
		if err != nil {
			return err
		}
		return c.JSON(found)
	})
}
