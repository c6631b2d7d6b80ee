package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"

	"selfcare/internal/domain/permission"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store"
)

// ResetSecondFactor forgets the second factor of somebody who works for us, and signs them out.
func ResetSecondFactor(ctx context.Context, cfg config.Config, log *slog.Logger, email string) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.openStore(ctx); err != nil {
		return err
	}
	users, err := p.store.Users.ByEmail(ctx, strings.ToLower(email))
	if err != nil {
		return err
	}
	at := slices.IndexFunc(users, func(u store.User) bool { return permission.WorksForUs(u.Roles) })
	if at < 0 {
		return errors.New("nobody who works for us has this e-mail")
	}
	entry := store.AuditEntry{
		Area: store.AuditAccount, Actor: "operator", Action: "second-factor-reset", Details: map[string]string{"id": users[at].ID},
	}
	err = p.store.Audit.Change(ctx, entry, func(q *store.Tx) error { return q.SecondFactors.Reset(ctx, users[at].ID) })
	if errors.Is(err, store.ErrNotFound) {
		return errors.New("there is no second factor to reset: the next sign-in sets one up")
	}
	return err
}
