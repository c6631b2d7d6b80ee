package bench

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"selfcare/dev/customer"
	"selfcare/internal/platform/password"
	"selfcare/internal/store"
)

const (
	loginClients   = 32
	loginsPerRound = 320
	loginUsers     = 400 // so many that none reaches the limit of one account
	loginPassword  = "Sahara-2026"
	otherCallEvery = 10 * time.Millisecond // at twice the rate they alone took a tenth of the machine
	argonFor       = 4 * time.Second
)

// logins compares signing in over HTTP with comparing passwords on all cores and nothing else, and what another customer's
// calls take meanwhile with what they take in quiet.
func (b *Bench) logins(ctx context.Context) ([]Figure, error) {
	users, err := b.loginAccounts(ctx)
	if err != nil {
		return nil, err
	}
	other, err := b.shopper(ctx)
	if err != nil {
		return nil, err
	}
	web := *b.web
	web.HTTP = &http.Client{Transport: &manyPlaces{next: b.web.HTTP.Transport}, Timeout: b.web.HTTP.Timeout}
	run := loginRun{web: &web, users: users, look: func() error { return other.Refresh(ctx) }}
	if _, err := run.round(ctx); err != nil { // connections and caches warm
		return nil, err
	}
	rounds, err := perRound(b.Rounds, func(int) (loginRound, error) { return run.round(ctx) })
	if err != nil {
		return nil, err
	}
	return []Figure{loginRateFigure(rounds), otherCallsFigure(rounds)}, nil
}

// loginRound is what one round gave: comparisons and logins per second, and the times of the other calls in milliseconds.
type loginRound struct {
	bare, ours  float64
	quiet, busy []float64
}

func loginRateFigure(rounds []loginRound) Figure {
	var ratios, bare, ours []float64
	for _, r := range rounds {
		ratios, bare, ours = append(ratios, r.ours/r.bare), append(bare, r.bare), append(ours, r.ours)
	}
	f := figure("P10", "password logins per second, 32 clients", "argon2id loop on all cores", atLeast(0.90), ratios)
	f.Absolute = map[string]float64{"oursPerSecond": median(ours), "barePerSecond": median(bare)}
	f.Note = notef("%.1f against %.1f per second", median(ours), median(bare))
	return f
}

func otherCallsFigure(rounds []loginRound) Figure {
	var ratios, quiet, busy []float64
	for _, r := range rounds {
		ratios = append(ratios, percentile(r.busy, 99)/percentile(r.quiet, 99))
		quiet, busy = slices.Concat(quiet, r.quiet), slices.Concat(busy, r.busy)
	}
	f := figure("P10", "p99 of GET /orders/{id} during the logins", "the same calls without logins", atMost(2), ratios)
	f.Absolute = map[string]float64{
		"quietP50": percentile(quiet, 50), "quietP99": percentile(quiet, 99), "busyP50": percentile(busy, 50), "busyP99": percentile(busy, 99),
	}
	f.Note = notef("p50 %.1f ms and p99 %.1f ms against %.1f ms and %.1f ms; one call every %v",
		f.Absolute["busyP50"], f.Absolute["busyP99"], f.Absolute["quietP50"], f.Absolute["quietP99"], otherCallEvery)
	return f
}

// loginAccounts makes users with one hash: making it is as slow as comparing it.
func (b *Bench) loginAccounts(ctx context.Context) ([]string, error) {
	hash := password.Hash(loginPassword)
	logins := make([]string, loginUsers)
	for i := range logins {
		logins[i] = fmt.Sprintf("login-%d@selfcare.example", i)
		if _, err := b.store.Users.Register(ctx, store.User{Email: logins[i], EmailConfirmed: true, PasswordHash: hash}, ""); err != nil {
			return nil, err
		}
	}
	return logins, nil
}

type loginRun struct {
	web   *customer.Client
	users []string
	look  func() error
	sent  atomic.Int64
}

// manyPlaces sends each request from an address of its own, as the stack's trusted proxy would say: 32 people do not sit
// behind one address, which has a limit.
type manyPlaces struct {
	next http.RoundTripper
	sent atomic.Uint32
}

// RoundTrip sends a request.
func (m *manyPlaces) RoundTrip(request *http.Request) (*http.Response, error) {
	n := m.sent.Add(1)
	from := netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
	request.Header.Set("X-Forwarded-For", from.String())
	return m.next.RoundTrip(request)
}

func (l *loginRun) round(ctx context.Context) (r loginRound, err error) {
	if r.bare, err = argonRate(ctx); err != nil {
		return r, err
	}
	resting := func(ctx context.Context) error { return pause(ctx, argonFor) }
	if r.quiet, err = l.during(ctx, resting); err != nil {
		return r, err
	}
	r.busy, err = l.during(ctx, func(ctx context.Context) error {
		begin := time.Now()
		err := l.signIns(ctx)
		r.ours = loginsPerRound / time.Since(begin).Seconds()
		return err
	})
	return r, err
}

// during takes the times of another customer's calls while something goes on.
func (l *loginRun) during(ctx context.Context, work func(context.Context) error) (times []float64, err error) {
	ended := make(chan error, 1)
	go func() { ended <- work(ctx) }()
	tick := time.NewTicker(otherCallEvery)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			return times, err
		case <-tick.C:
			ms, err := took(l.look)
			if err != nil {
				return times, errors.Join(err, <-ended)
			}
			times = append(times, ms)
		}
	}
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// argonRate is how many comparisons all cores make in a second.
func argonRate(ctx context.Context) (float64, error) {
	hash := password.Hash(loginPassword)
	ctx, cancel := context.WithTimeout(ctx, argonFor)
	defer cancel()
	var compared atomic.Int64
	var all errgroup.Group
	begin := time.Now()
	for range runtime.NumCPU() {
		all.Go(func() error {
			for ctx.Err() == nil {
				if matches, err := password.Verify(loginPassword, hash); err != nil || !matches {
					return errors.Join(err, errors.New("the hash does not match its password"))
				}
				compared.Add(1)
			}
			return nil
		})
	}
	err := all.Wait()
	return float64(compared.Load()) / time.Since(begin).Seconds(), err
}

// signIns signs in with 32 clients at once, each time from an address of its own.
func (l *loginRun) signIns(ctx context.Context) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range loginClients {
		group.Go(func() error {
			for next.Add(1) <= loginsPerRound {
				login := l.users[l.sent.Add(1)%int64(len(l.users))]
				if _, err := customer.SignInSupport(ctx, l.web, login, loginPassword); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
