// Package chaosshop plays many customers of a stack with failing parts, and checks afterwards that every record is
// right.
package chaosshop

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"selfcare/dev/customer"
	"selfcare/dev/demo"
	"selfcare/dev/seed"
	"selfcare/dev/simulator"
)

// deathsTake is the extra waiting time while workers die one after the other, beyond the times that living workers
// promise.
const deathsTake = 3 * time.Minute

// Shop is a stack as customers see it.
type Shop struct {
	api        string
	payment    string
	simulators string
	patience   *patience
	support    *customer.Support
	stack      demo.Stack
}

// Open finds the shop of a stack by the variables that it writes for other processes, and signs a support person in.
// Walks with leaps in time need the stack.
func Open(ctx context.Context, variables map[string]string, stack demo.Stack) (*Shop, error) {
	s := &Shop{
		stack:      stack,
		api:        "http://" + variables["HTTP_ADDR"] + "/api",
		payment:    variables["MOYASAR_URL"],
		simulators: strings.TrimSuffix(variables["MOYASAR_URL"], "/payment/v1"),
		patience:   newPatience(),
	}
	var err error
	s.support, err = customer.SignInSupport(ctx, s.client(s.patience), "support@selfcare.example", seed.Password, seed.StaffSecret)
	if err != nil {
		return nil, fmt.Errorf("support signs in: %w", err)
	}
	return s, nil
}

func (s *Shop) client(transport http.RoundTripper) *customer.Client {
	return &customer.Client{Base: s.api, Language: "en", HTTP: &http.Client{Transport: transport}}
}

// Customer is a new customer at a new address.
func (s *Shop) Customer() *customer.Customer {
	client := s.client(atHome{s.patience, anyAddress()})
	c := customer.New(client, &customer.Cards{Base: s.payment, PublishableKey: simulator.Defaults().Keys.MoyasarPublishable, HTTP: client.HTTP}, customer.AnyPerson())
	c.Phone = &customer.Phone{Base: s.simulators, HTTP: client.HTTP}
	return c
}

// atHome sends requests from an address of its own, which the stack trusts: a single address would soon reach its
// limits.
type atHome struct {
	next    http.RoundTripper
	address string
}

// RoundTrip sets the address of the request.
func (h atHome) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Forwarded-For", h.address)
	return h.next.RoundTrip(r)
}

// anyAddress is from the range for network measurements.
func anyAddress() string {
	return fmt.Sprintf("198.%d.%d.%d", 18+rand.IntN(2), rand.IntN(256), rand.IntN(256))
}

// Walk sends a new customer on a walk of dev/demo; its books must agree.
func (s *Shop) Walk(ctx context.Context, kind string) error {
	buyer := s.Customer()
	buyer.Agent = s.support
	walk := demo.Demo{Customer: buyer, Support: s.support, Stack: s.stack, Out: io.Discard, Deaths: deathsTake}
	way, there := walk.Kinds()[kind]
	if !there {
		return fmt.Errorf("there is no walk %q", kind)
	}
	if err := way(ctx); err != nil {
		return fmt.Errorf("%s, order %s: %w", kind, walk.Customer.Order.OrderNumber, err)
	}
	return nil
}

// Answers count the customers' repeats.
type Answers struct {
	Repeated int64 `json:"repeated"`      // all of them
	Claimed  int64 `json:"stillUnderWay"` // the earlier call still ran
	Broken   int64 `json:"serverErrors"`  // 500, 502 or 504
	Untimed  int64 `json:"withoutATime"`  // 503 without a time to come back
}

// Answers returns the counts until now.
func (s *Shop) Answers() Answers {
	return Answers{s.patience.repeated.Load(), s.patience.claimed.Load(), s.patience.broken.Load(), s.patience.unasked.Load()}
}
