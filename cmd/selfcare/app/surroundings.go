package app

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/uptrace/bun"

	"selfcare/internal/domain/permission"
	"selfcare/internal/platform/captcha"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/rollout"
	"selfcare/internal/platform/tracing"
	"selfcare/internal/store/pool"
	"selfcare/migrations"
)

const (
	clocksApart     = 2 * time.Second     // between our machines: holds, codes and sessions depend on several of them
	partnersApart   = 2 * time.Minute     // call-backs with a time five minutes off are refused
	renewWithin     = 14 * 24 * time.Hour // an earlier end of a certificate is a fault
	processesAtOnce = 3                   // an API, a worker, and during a rollout the next one
)

// warningError is a fault of the near future.
type warningError struct{ error }

// notYetError is a lack that the first start repairs, and no fault.
type notYetError struct{ error }

// Unwrap returns the sentence itself.
func (e notYetError) Unwrap() error { return e.error }

// Unwrap returns the fault.
func (e warningError) Unwrap() error { return e.error }

func notYet(text string) error { return notYetError{errors.New(text)} }

// skew returns the difference of another clock, read between two moments, to ours.
func skew(theirs, before, after time.Time) time.Duration {
	return theirs.Sub(before.Add(after.Sub(before) / 2)).Round(10 * time.Millisecond)
}

func tooFar(what string, apart, allowed time.Duration) error {
	if apart.Abs() <= allowed {
		return nil
	}
	return fmt.Errorf("%s differs by %s from the clock of this machine: set both by NTP", what, apart)
}

// lookAtClocks compares the clocks of the database and of Redis with this one.
func lookAtClocks(ctx context.Context, cfg config.Config) (string, error) {
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	var theirs time.Time
	before := time.Now()
	if err := db.NewRaw("SELECT clock_timestamp()").Scan(ctx, &theirs); err != nil {
		return "", err
	}
	ofDatabase := skew(theirs, before, time.Now())
	options, err := redis.ParseURL(cfg.RedisURL)
	if err != nil {
		return "", err
	}
	options.MaxRetries = -1
	c := redis.NewClient(options)
	defer c.Close()
	before = time.Now()
	theirs, err = c.Time(ctx).Result()
	if err != nil {
		return "", unreachable("REDIS_URL", err)
	}
	ofRedis := skew(theirs, before, time.Now())
	return fmt.Sprintf("database differs by %s, Redis by %s", ofDatabase, ofRedis),
		errors.Join(tooFar("the clock of the database", ofDatabase, clocksApart), tooFar("the clock of Redis", ofRedis, clocksApart))
}

// lookAtPool compares the connections that processes may open with the limit of the database.
func lookAtPool(ctx context.Context, cfg config.Config) (string, error) {
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	return poolOf(ctx, db, pool.Size(cfg.DatabaseURL))
}

func poolOf(ctx context.Context, db *bun.DB, size int) (string, error) {
	var most int
	err := db.NewRaw("SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int").Scan(ctx, &most)
	if err != nil {
		return "", err
	}
	if size*processesAtOnce > most {
		return "", fmt.Errorf("a process opens up to %d connections and Postgres takes %d: raise max_connections to %d for each process during a rollout (%d at least), or lower pool_max_conns in DATABASE_URL",
			size, most, size, processesAtOnce)
	}
	return fmt.Sprintf("up to %d connections per process, %d in all: enough for %d processes", size, most, most/size), nil
}

// lookAtStaff checks for people who can resolve held work.
func lookAtStaff(ctx context.Context, cfg config.Config) (string, error) {
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	return staffOf(ctx, db)
}

func staffOf(ctx context.Context, db *bun.DB) (string, error) {
	var support, operators int
	err := db.NewRaw("SELECT count(*) FILTER (WHERE ? = ANY (roles)), count(*) FILTER (WHERE ? = ANY (roles)) FROM users WHERE disabled_at IS NULL",
		permission.RoleSupport, permission.RoleOperator).Scan(ctx, &support, &operators)
	if err != nil {
		return "", err
	}
	if support == 0 || operators == 0 {
		return "", notYet(fmt.Sprintf("%d staff with role support, %d with role operator. Both are needed to resolve held work and to read payloads: add staff with "+
			"selfcare staff add <e-mail> --role support, or --role operator", support, operators))
	}
	return fmt.Sprintf("%d with role support, %d with role operator", support, operators), nil
}

// lookAtWorkers checks that workers poll for the build in force.
func lookAtWorkers(ctx context.Context, cfg config.Config, log *slog.Logger) (string, error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	if err := p.dialTemporal(ctx); err != nil {
		return "", err
	}
	versions, err := p.deployment().Status(ctx)
	if err := errors.Join(err, p.close(ctx, nil)); err != nil {
		return "", err
	}
	return workersOf(versions)
}

func workersOf(versions []rollout.Version) (string, error) {
	for _, v := range versions {
		if v.State != rollout.Current {
			continue
		}
		if len(v.Missing) > 0 {
			return "", fmt.Errorf("no worker of build %s, which takes the work, polls %v: start one", v.BuildID, v.Missing)
		}
		return fmt.Sprintf("%d of build %s", v.Workers, v.BuildID), nil
	}
	return "", notYet("no build of the workers takes the work: start a worker, see selfcare rollout status")
}

// lookAtCollector checks that the collector accepts traces, if any are sent.
func lookAtCollector(ctx context.Context, cfg config.Config) (string, error) {
	if cfg.Traces.Endpoint == "" {
		return "not set: nothing is traced", nil
	}
	if err := tracing.Ask(ctx, cfg.Traces.Endpoint); err != nil {
		return "", unreachable("OTEL_EXPORTER_OTLP_ENDPOINT", err)
	}
	return cfg.Traces.Endpoint + " takes traces", nil
}

// lookAtChat checks that the page of online chat exists, if one is set, and lets our site frame it.
func lookAtChat(ctx context.Context, cfg config.Config) (string, error) {
	if cfg.ChatURL == "" {
		return "not set: its page names the phone of support", nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, cfg.ChatURL, http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := (&http.Client{Timeout: examineWithin}).Do(request)
	if err != nil {
		return "", unreachable("CHAT_URL", err)
	}
	if response.StatusCode != http.StatusOK {
		err = fmt.Errorf("CHAT_URL: %s answers %d", cfg.ChatURL, response.StatusCode)
	} else if refused := response.Header.Get("X-Frame-Options"); refused != "" {
		err = fmt.Errorf("CHAT_URL: %s may not be framed by our page (X-Frame-Options: %s)", cfg.ChatURL, refused)
	}
	return cfg.ChatURL + " answers", errors.Join(err, response.Body.Close())
}

// lookAtCaptcha checks that the provider of the captcha, if one is set, knows our secret, and that its script exists.
func lookAtCaptcha(ctx context.Context, cfg config.Config) (string, error) {
	own := cfg.Recaptcha
	if own.SiteKey == "" {
		return "none is set: near a limit browsers do a proof of work", nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, own.ScriptURL, http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := (&http.Client{Timeout: examineWithin}).Do(request)
	if err != nil {
		return "", unreachable("RECAPTCHA_SCRIPT_URL", err)
	}
	if response.StatusCode != http.StatusOK {
		err = fmt.Errorf("RECAPTCHA_SCRIPT_URL: %s answers %d", own.ScriptURL, response.StatusCode)
	}
	err = errors.Join(err, response.Body.Close())
	provider := captcha.Provider{URL: own.VerifyURL, Secret: own.Secret, Score: own.Score}
	switch known, asked := provider.KnowsSecret(ctx); {
	case asked != nil:
		err = errors.Join(err, unreachable("RECAPTCHA_VERIFY_URL", asked))
	case !known:
		err = errors.Join(err, fmt.Errorf("RECAPTCHA_SECRET: %s does not know it", own.VerifyURL))
	}
	return own.VerifyURL + " knows our secret", err
}

// lookAtPublicURL calls the site as a customer does.
func lookAtPublicURL(ctx context.Context, cfg config.Config) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(cfg.PublicURL, "/")+"/livez", http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := (&http.Client{Timeout: examineWithin}).Do(request)
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return "", fmt.Errorf("PUBLIC_URL: customers' browsers refuse its certificate: %w", certificate.Err)
	case err != nil:
		return "", notYetError{unreachable("PUBLIC_URL", err)}
	}
	if err := response.Body.Close(); err != nil {
		return "", err
	}
	if slices.Contains(nothingBehind, response.StatusCode) {
		return "", gatewayError{fmt.Errorf("PUBLIC_URL: the proxy at %s answers %d: no API answers behind it", cfg.PublicURL, response.StatusCode)}
	}
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("PUBLIC_URL: %s/livez answers %d, not from our API", cfg.PublicURL, response.StatusCode)
	}
	if response.TLS == nil {
		return cfg.PublicURL + " reaches our API", nil
	}
	ends := endOf(response.TLS.PeerCertificates)
	if time.Until(ends) < renewWithin {
		return "", fmt.Errorf("PUBLIC_URL: its certificate ends on %s: renew it", ends.Format(time.DateOnly))
	}
	return fmt.Sprintf("%s reaches our API, its certificate is valid until %s", cfg.PublicURL, ends.Format(time.DateOnly)), nil
}

// nothingBehind lists a proxy's answers without a process behind it.
var nothingBehind = []int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// gatewayError means that only the proxy answered.
type gatewayError struct{ error }

// Unwrap returns the sentence itself.
func (e gatewayError) Unwrap() error { return e.error }

// beforeFirstStart reports a proxy without an API as NOT YET if no build of the workers has ever taken work.
func beforeFirstStart(err error, workers func() error) error {
	if errors.As(err, new(gatewayError)) && errors.As(workers(), new(notYetError)) {
		return notYetError{err}
	}
	return err
}

func endOf(chain []*x509.Certificate) (first time.Time) {
	for _, c := range chain {
		if first.IsZero() || c.NotAfter.Before(first) {
			first = c.NotAfter
		}
	}
	return first
}

// clockOf compares the clock of an answering server with ours; many servers report it to the second.
func clockOf(response *http.Response) error {
	theirs, err := http.ParseTime(response.Header.Get("Date"))
	if err != nil {
		return nil //nolint:nilerr // no time given
	}
	return tooFar("its clock", time.Until(theirs).Round(time.Second), partnersApart)
}

// lookAtRole checks our role in the database. An owner of the tables, or a stronger role, can remove the rules that
// protect the audit log and the ledger: production must use a weaker role.
func lookAtRole(ctx context.Context, cfg config.Config) (string, error) {
	db, err := pool.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return "", unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	role, err := migrations.ReadRole(ctx, db)
	if err != nil {
		return "", err
	}
	powers, err := migrations.ListOverreach(ctx, db)
	if err != nil {
		return "", err
	}
	if len(powers) == 0 {
		return role + ", which owns no tables and cannot change append-only tables", nil
	}
	said := role + " " + strings.Join(powers, ", ")
	if cfg.IsProduction() {
		return "", fmt.Errorf("%s: name a role in DATABASE_URL that has only the rights that migrate grants (docs/operations/install.md, roles of the database)", said)
	}
	return said + ": production refuses that", nil
}
