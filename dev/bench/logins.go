package bench

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"selfcare/dev/customer"
	"selfcare/internal/platform/password"
	"selfcare/internal/store/user"
)

const (
	loginsAlone    = 40
	loginClients   = 32
	loginsPerRound = 320
	crowd          = 500 // at once: far more than the product finishes within its longest wait
	loginPassword  = "Sahara-2026"
	otherCallEvery = 10 * time.Millisecond // at twice the rate they alone took a tenth of the machine
	othersMargin   = 5                     // milliseconds that another call may take beyond one hash
)

// logins compares a sign-in with one hash, and another customer's calls during a crowd of sign-ins with the same hash.
// A too large crowd gets a time to come back.
func (b *Bench) logins(ctx context.Context) ([]Figure, error) {
	users, err := b.loginAccounts(ctx)
	if err != nil {
		return nil, err
	}
	other, err := b.shopper(ctx)
	if err != nil {
		return nil, err
	}
	run := loginRun{web: b.web, users: users, hash: password.Hash(loginPassword), look: func() error { return other.Refresh(ctx) }}
	if _, err := run.round(ctx); err != nil { // warms connections and caches
		return nil, err
	}
	rounds, err := perRound(b.Rounds, func(int) (loginRound, error) { return run.round(ctx) })
	if err != nil {
		return nil, err
	}
	return []Figure{loginFigure(rounds), otherCallsFigure(rounds), crowdFigure(rounds)}, nil
}

// loginRound is the result of one round: milliseconds of one hash, of a login alone and of other calls during the
// logins, logins per second, and the answers to a crowd.
type loginRound struct {
	hash, login, busy []float64
	perSecond         float64
	refused, wrong    int64
}

func loginFigure(rounds []loginRound) Figure {
	var ratios, hashes, logins, rates []float64
	for _, r := range rounds {
		ratios = append(ratios, median(r.login)/median(r.hash))
		hashes, logins, rates = slices.Concat(hashes, r.hash), slices.Concat(logins, r.login), append(rates, r.perSecond)
	}
	f := figure("P10", "password login, one at a time", "one argon2id hash", atMost(1.5), ratios)
	f.Absolute = map[string]float64{"login": median(logins), "hash": median(hashes), "perSecondOf32": median(rates)}
	f.Note = notef("%.1f ms against %.1f ms, medians; 32 clients get %.1f logins per second", median(logins), median(hashes), median(rates))
	return f
}

func otherCallsFigure(rounds []loginRound) Figure {
	var ratios, hashes, busy []float64
	for _, r := range rounds {
		ratios = append(ratios, percentile(r.busy, 99)/(median(r.hash)+othersMargin))
		hashes, busy = slices.Concat(hashes, r.hash), slices.Concat(busy, r.busy)
	}
	f := figure("P10", "p99 of GET /orders/{id} while 32 clients sign in", "one argon2id hash and 5 ms", atMost(1), ratios)
	f.Absolute = map[string]float64{"hash": median(hashes), "busyP50": percentile(busy, 50), "busyP99": percentile(busy, 99)}
	f.Note = notef("p50 %.1f ms and p99 %.1f ms; one hash takes %.1f ms; one call every %v",
		f.Absolute["busyP50"], f.Absolute["busyP99"], f.Absolute["hash"], otherCallEvery)
	return f
}

func crowdFigure(rounds []loginRound) Figure {
	var wrong, refused []float64
	for _, r := range rounds {
		wrong, refused = append(wrong, float64(r.wrong)), append(refused, float64(r.refused))
	}
	f := figure("P10", "500 logins at once: neither signed in nor 429 with a time", "count", exactly(0), wrong)
	f.Absolute = map[string]float64{"refused": median(refused)}
	f.Note = notef("%.0f of %d were told to come back later", median(refused), crowd)
	return f
}

type loginRun struct {
	web   *customer.Client
	users []string
	hash  string
	look  func() error
	sent  atomic.Int64
}

func (l *loginRun) round(ctx context.Context) (r loginRound, err error) {
	lists, err := inTurn(loginsAlone, l.compare, func() error { return l.signIn(ctx) })
	if err != nil {
		return r, err
	}
	r.hash, r.login = lists[0], lists[1]
	r.busy, err = l.during(ctx, func(ctx context.Context) error {
		begin := time.Now()
		err := l.signIns(ctx)
		r.perSecond = loginsPerRound / time.Since(begin).Seconds()
		return err
	})
	if err != nil {
		return r, err
	}
	r.refused, r.wrong, err = l.crowd(ctx)
	return r, err
}

func (l *loginRun) compare() error {
	matches, err := password.Verify(loginPassword, l.hash)
	if err == nil && !matches {
		return errors.New("the hash does not match its password")
	}
	return err
}

// signIn signs in as the next user.
func (l *loginRun) signIn(ctx context.Context) error {
	_, err := customer.SignIn(ctx, l.web, l.users[l.sent.Add(1)%int64(len(l.users))], loginPassword)
	return err
}

// signInAtLast signs in, and comes back later when told to.
func (l *loginRun) signInAtLast(ctx context.Context) error {
	for {
		err := l.signIn(ctx)
		var told *customer.Refused
		if !errors.As(err, &told) || told.RetryAfter == 0 {
			return err
		}
		if err := pause(ctx, time.Duration(told.RetryAfter)*time.Second); err != nil {
			return err
		}
	}
}

// during times another customer's calls while work runs.
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

// signIns signs in with 32 clients at once, each time from another address.
func (l *loginRun) signIns(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(loginClients)
	for range loginsPerRound {
		group.Go(func() error { return l.signInAtLast(ctx) })
	}
	return group.Wait()
}

// crowd signs all in at once and counts those who are told to come back later, and wrong answers.
func (l *loginRun) crowd(ctx context.Context) (refused, wrong int64, err error) {
	var later, other atomic.Int64
	var all errgroup.Group
	for range crowd {
		all.Go(func() error {
			err := l.signIn(ctx)
			var told *customer.Refused
			switch {
			case errors.As(err, &told) && told.Status == http.StatusTooManyRequests && told.RetryAfter > 0:
				later.Add(1)
			case err != nil:
				other.Add(1)
			}
			return nil
		})
	}
	err = all.Wait()
	if err == nil && later.Load() == 0 {
		err = errors.New("the crowd was not too large: every sign-in was accepted")
	}
	return later.Load(), other.Load(), err
}

const loginUsers = 1000 // enough that none reaches the limit of one account

// loginAccounts makes users with one hash: making a hash is as slow as comparing it.
func (b *Bench) loginAccounts(ctx context.Context) ([]string, error) {
	hash := password.Hash(loginPassword)
	logins := make([]string, loginUsers)
	for i := range logins {
		logins[i] = fmt.Sprintf("login-%d@selfcare.example", i)
		if _, err := b.store.Users.Register(ctx, user.User{Email: logins[i], EmailConfirmed: true, PasswordHash: hash}, ""); err != nil {
			return nil, err
		}
	}
	return logins, nil
}

// manyPlaces sends each request from another address, in the name of the stack's trusted proxy: one address with so
// many people would reach its limits.
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
