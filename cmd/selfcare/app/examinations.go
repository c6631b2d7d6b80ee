package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/redis/go-redis/v9"
	"github.com/uptrace/bun"

	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
	"selfcare/migrations"
)

// examinations are in the order of an operator's repairs.
func examinations(cfg config.Config, log *slog.Logger) []examination {
	list := []examination{
		{"encryption keys", func(context.Context) (string, error) { return lookAtKeys(cfg) }},
		{"database", func(ctx context.Context) (string, error) { return lookAtDatabase(ctx, cfg) }},
		{"connections", func(ctx context.Context) (string, error) { return lookAtPool(ctx, cfg) }},
		{"clocks", func(ctx context.Context) (string, error) { return lookAtClocks(ctx, cfg) }},
		{"people", func(ctx context.Context) (string, error) { return lookAtStaff(ctx, cfg) }},
		{"database role", func(ctx context.Context) (string, error) { return lookAtRole(ctx, cfg) }},
		{"audit log", func(ctx context.Context) (string, error) { return lookAtAudit(ctx, cfg) }},
		{"stock", ofOurBooks(cfg, stockOf)},
		{"purchases", ofOurBooks(cfg, purchasesOn)},
		{"bills", ofOurBooks(cfg, billsOf)},
		{"e-invoices", func(ctx context.Context) (string, error) { return lookAtEInvoices(ctx, cfg) }},
		{"settlements", ofOurBooks(cfg, settlementsOf)},
		{"payments at banks", ofOurBooks(cfg, bankPaymentsOf)},
		{"partitions", ofOurBooks(cfg, partitionsAhead)},
		{"rows and workflows", ofOurBooks(cfg, rowsAndWorkflows)},
		{"site content", func(ctx context.Context) (string, error) { return lookAtContent(ctx, cfg) }},
		{"Redis", func(ctx context.Context) (string, error) { return lookAtRedis(ctx, cfg) }},
		{"Temporal", func(ctx context.Context) (string, error) { return lookAtTemporal(ctx, cfg, log) }},
		{"workers", func(ctx context.Context) (string, error) { return lookAtWorkers(ctx, cfg, log) }},
		{"public address", func(ctx context.Context) (string, error) {
			found, err := lookAtPublicURL(ctx, cfg)
			return found, beforeFirstStart(err, func() error { _, err := lookAtWorkers(ctx, cfg, log); return err })
		}},
		{"reports of the SM-DP+", func(context.Context) (string, error) { return lookAtES2Plus(cfg.ES2Plus, time.Now()) }},
		{"reports about letters", func(context.Context) (string, error) { return lookAtBounces(cfg) }},
		{"online chat", func(ctx context.Context) (string, error) { return lookAtChat(ctx, cfg) }},
		{"captcha", func(ctx context.Context) (string, error) { return lookAtCaptcha(ctx, cfg) }},
		{"traces", func(ctx context.Context) (string, error) { return lookAtCollector(ctx, cfg) }},
		{"web app", func(context.Context) (string, error) { return lookAtWeb(cfg) }},
		{"security.txt", func(context.Context) (string, error) { return lookAtSecurityContact(cfg, time.Now()) }},
	}
	for _, place := range partners.Addresses(cfg) {
		list = append(list, examination{place.Name, func(ctx context.Context) (string, error) {
			return lookAtAddress(ctx, place)
		}})
	}
	return list
}

func lookAtKeys(cfg config.Config) (string, error) {
	_, columnErr := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	_, payloadErr := codec.ParseKeys(cfg.PayloadKeys)
	return "columns and payloads", errors.Join(columnErr, payloadErr)
}

func lookAtDatabase(ctx context.Context, cfg config.Config) (string, error) {
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	return readMigrated(ctx, db)
}

// lacksTable tells whether a table is missing. The line of the database reports that for all lines.
func lacksTable(err error) bool {
	var answered *pgconn.PgError
	return errors.As(err, &answered) && answered.Code == "42P01"
}

func readMigrated(ctx context.Context, db *bun.DB) (string, error) {
	pending, err := migrations.CountPending(ctx, db)
	if lacksTable(err) {
		return "", errors.New("the database has no tables yet: run selfcare migrate, with MIGRATE_DATABASE_URL. Until then the doctor leaves out the checks that read tables")
	}
	if err != nil || pending > 0 {
		return "", errors.Join(errors.New("schema is not up to date: run selfcare migrate"), err)
	}
	return "reachable, schema up to date", nil
}

// ofOurBooks examines the present state of our own database.
func ofOurBooks(cfg config.Config, look func(ctx context.Context, s *store.Store, now time.Time) (string, error)) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		keys, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
		if err != nil {
			return "", err
		}
		db, err := pool.Open(ctx, cfg.DatabaseURL)
		if err != nil {
			return "", unreachable("DATABASE_URL", err)
		}
		defer db.Close()
		return look(ctx, store.New(db, keys), time.Now())
	}
}

func lookAtRedis(ctx context.Context, cfg config.Config) (string, error) {
	options, err := redis.ParseURL(cfg.RedisURL)
	if err != nil {
		return "", err
	}
	options.MaxRetries = -1 // one try tells enough
	c := redis.NewClient(options)
	defer c.Close()
	if err := c.Ping(ctx).Err(); err != nil {
		return "", unreachable("REDIS_URL", err)
	}
	return "reachable", nil
}

func lookAtTemporal(ctx context.Context, cfg config.Config, log *slog.Logger) (string, error) {
	keys, err := codec.ParseKeys(cfg.PayloadKeys)
	if err != nil {
		return "", err
	}
	c, err := temporal.Dial(ctx, temporal.Config{Temporal: cfg.Temporal, Keys: keys}, log)
	if err != nil {
		return "", unreachable("TEMPORAL_ADDRESS", err)
	}
	defer c.Close()
	err = temporal.LookAtSearchAttributes(ctx, c, cfg.Temporal.Namespace)
	var lacking *temporal.ElsewhereError
	if errors.As(err, &lacking) {
		return "", errors.New(lacking.Lacks() + ": run selfcare migrate, which adds them or explains how")
	}
	if err != nil {
		return "", err
	}
	kept, err := temporal.Retention(ctx, c, cfg.Temporal.Namespace)
	if err != nil {
		return "reachable, search attributes in place; only the owner of the namespace may read its retention", nil //nolint:nilerr // a cloud may refuse the query
	}
	return "reachable, namespace and search attributes in place, workflows kept " + kept.String(), keptLongEnough(cfg, kept)
}

// keepAtLeast is the least retention of ended workflows: support reads them, and their ids refuse a second start.
const keepAtLeast = 720 * time.Hour

func keptLongEnough(cfg config.Config, kept time.Duration) error {
	if kept >= keepAtLeast || !cfg.IsProduction() {
		return nil
	}
	return fmt.Errorf("namespace %s keeps ended workflows for only %s: temporal operator namespace update --namespace %s --retention 720h",
		cfg.Temporal.Namespace, kept, cfg.Temporal.Namespace)
}

func lookAtWeb(cfg config.Config) (string, error) {
	_, err := os.Stat(cfg.WebDir + "/index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("no index.html in %s: build it with \"make web/dist/index.html\" or set WEB_DIR", cfg.WebDir)
	}
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(cfg.WebDir + madeKey); err == nil && cfg.IsProduction() {
		return "", fmt.Errorf("%s was built without VITE_STORAGE_KEY: its key was made for this build, so the next build signs every customer out. Build it with a key of this site's own", cfg.WebDir)
	}
	return cfg.WebDir, nil
}

// madeKey is the file with the key that the web app's build made because it got none (web/build/storage-key.ts).
const madeKey = "/.vite/made-storage-key"

// lookAtSecurityContact checks the address for security reports.
func lookAtSecurityContact(cfg config.Config, now time.Time) (string, error) {
	switch until, err := time.Parse(time.RFC3339, cfg.SecurityExpires); {
	case cfg.SecurityContact == "" && cfg.IsProduction():
		return "", errors.New("SECURITY_CONTACT is not set: give the address for security reports")
	case cfg.SecurityContact == "":
		return "none", nil
	case err != nil:
		return "", errors.New("SECURITY_EXPIRES is the expiry of SECURITY_CONTACT, for example 2027-06-30T00:00:00Z")
	case !now.Before(until):
		return "", fmt.Errorf("SECURITY_EXPIRES: it expired on %s", cfg.SecurityExpires)
	case until.After(now.AddDate(1, 0, 0)):
		return "", errors.New("SECURITY_EXPIRES must be within a year (RFC 9116)")
	default:
		return cfg.SecurityContact + " until " + cfg.SecurityExpires, nil
	}
}

// lookAtAddress calls the entry page: any answer at all shows that name, route and certificate are right.
func lookAtAddress(ctx context.Context, place partners.Address) (string, error) {
	if place.Ask != nil {
		ctx, cancel := context.WithTimeout(ctx, examineWithin)
		defer cancel()
		if err := place.Ask(ctx); err != nil {
			return "", unreachable(place.Variable, err)
		}
		return place.URL + " answers", nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, place.URL, http.NoBody)
	if err != nil {
		return "", err
	}
	transport, err := place.Connection.Transport()
	if err != nil {
		return "", err
	}
	defer transport.CloseIdleConnections()
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := (&http.Client{Transport: transport, Timeout: examineWithin, CheckRedirect: noRedirect}).Do(request)
	if err != nil {
		return "", unreachable(place.Variable, err)
	}
	if err := errors.Join(clockOf(response), response.Body.Close()); err != nil {
		return "", err
	}
	return place.URL + " answers", certificateLasts(place, time.Now())
}

// certificateLasts warns of a client certificate that ends soon, and refuses one that has ended: a partner may not look at it yet.
func certificateLasts(place partners.Address, now time.Time) error {
	ends, err := place.Connection.CertificateEnds()
	day := ends.UTC().Format(time.DateOnly)
	switch {
	case err != nil, ends.IsZero():
		return err
	case !now.Before(ends):
		return fmt.Errorf("%s answers, but our client certificate %s ended on %s", place.URL, place.Connection.ClientCertFile, day)
	case now.Add(renewWithin).After(ends):
		return warningError{fmt.Errorf("%s answers, but our client certificate %s ends on %s: renew it", place.URL, place.Connection.ClientCertFile, day)}
	default:
		return nil
	}
}
