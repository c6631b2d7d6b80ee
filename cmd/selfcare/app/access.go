package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"selfcare/internal/domain/permission"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
)

// SetAccess sets the permissions of a sub-account: nil allows everything, an empty list nothing that needs a
// permission. The sub-account's next call obeys it.
func SetAccess(ctx context.Context, cfg config.Config, log *slog.Logger, account, number string, keys []string) (err error) {
	for _, key := range keys {
		if _, known := permission.Features[permission.Key(key)]; !known {
			return fmt.Errorf("%s is not a permission key", key)
		}
	}
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.openStore(ctx); err != nil {
		return err
	}
	err = p.store.InTx(ctx, func(q *store.Tx) error {
		id, err := q.Subscriptions.SetAccess(ctx, account, number, keys)
		if err != nil {
			return err
		}
		return q.Audit.Write(ctx, audit.Record{
			Area: audit.Account, Actor: "operator", Action: "access-changed",
			Details: map[string]string{"id": id, "access": accessWords(keys)},
		})
	})
	if errors.Is(err, storeerrors.ErrNotFound) {
		return errors.New("there is no such account, or it has no such sub-account")
	}
	if err == nil {
		log.InfoContext(ctx, "access changed: it counts from the next call of the sub-account", "access", accessWords(keys))
	}
	return err
}

func accessWords(keys []string) string {
	switch {
	case keys == nil:
		return "everything"
	case len(keys) == 0:
		return "nothing"
	default:
		return strings.Join(keys, " ")
	}
}
