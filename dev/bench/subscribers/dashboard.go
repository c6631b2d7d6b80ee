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
	"selfcare/internal/contract"
	"selfcare/internal/platform/password"
	userstore "selfcare/internal/store/user"
)

const (
	dashboardUser     = "dashboard@selfcare.example"
	dashboardPassword = "Sahara-2026"
)

// OpenDashboards signs in a customer with a line, a balance and a plan: the product's dashboard, and a bare handler
// that reads the same rows.
func (s Stack) OpenDashboards(ctx context.Context, web *customer.Client) (*reads.Pair, error) {
	ids, err := s.lines(ctx, 1, s.topUp)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	err = s.Store.PlanSubscriptions.GrantCycle(ctx, contract.PlanSubscription{LineID: ids[0], Cycle: 1, From: now.Add(-time.Hour), Until: now.AddDate(0, 1, 0)}, planID)
	if err != nil {
		return nil, err
	}
	user, err := s.Store.Users.Register(ctx, userstore.User{
		Email: dashboardUser, EmailConfirmed: true, PasswordHash: password.Hash(dashboardPassword),
	}, ids[0])
	if err != nil {
		return nil, err
	}
	signedIn, err := customer.SignIn(ctx, web, dashboardUser, dashboardPassword)
	if err != nil {
		return nil, fmt.Errorf("sign in: %w", err)
	}
	var session []byte
	if err := s.Pool.QueryRow(ctx, "SELECT token_hash FROM sessions WHERE user_id = $1", user.ID).Scan(&session); err != nil {
		return nil, fmt.Errorf("find the session: %w", err)
	}
	header := http.Header{}
	header.Set("Authorization", "Bearer "+signedIn.Token)
	return reads.Open(web.HTTP, web.Base+"/dashboard", header, func(c fiber.Ctx) error {
		rows, err := s.readRows(c.Context(), session)
		if err != nil {
			return err
		}
		return c.JSON(rows)
	})
}

// bareDashboard is the same answer, made of the plain rows.
type bareDashboard struct {
	MSISDN, Type, Kind string
	Amount             int64
	Consumption        []bareBucket
}

type bareBucket struct {
	Type, Unit string
	Total      *int64
	Used       int64
	ValidUntil *time.Time
}

// readRows reads the session with its user, the user's lines, the line's balance and its buckets: four statements, as the product does.
func (s Stack) readRows(ctx context.Context, session []byte) (d bareDashboard, err error) {
	var user, line string
	var personal []byte
	err = s.Pool.QueryRow(ctx, `
		SELECT u.id, u.personal FROM sessions AS s JOIN users AS u ON u.id = s.user_id
		WHERE s.token_hash = $1 AND s.idle_expires_at > now() AND s.absolute_expires_at > now()`, session).Scan(&user, &personal)
	if err != nil {
		return d, err
	}
	err = s.Pool.QueryRow(ctx, `
		SELECT l.id, l.msisdn, l.subscription_type, l.kind, s.personal FROM subscriptions AS s JOIN lines AS l ON l.id = s.line_id
		WHERE s.user_id = $1 AND s.ended_at IS NULL AND l.status <> 'ended' ORDER BY s.is_main DESC`, user).
		Scan(&line, &d.MSISDN, &d.Type, &d.Kind, &personal)
	if err != nil {
		return d, err
	}
	if err := s.Pool.QueryRow(ctx, "SELECT amount FROM line_balances WHERE line_id = $1", line).Scan(&d.Amount); err != nil {
		return d, err
	}
	rows, err := s.Pool.Query(ctx, `
		SELECT type, unit, total, used, valid_until FROM line_allowances
		WHERE line_id = $1 AND valid_from <= now() AND (valid_until IS NULL OR valid_until > now()) ORDER BY position`, line)
	if err != nil {
		return d, err
	}
	d.Consumption, err = pgx.CollectRows(rows, pgx.RowToStructByPos[bareBucket])
	return d, err
}
