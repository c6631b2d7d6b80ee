// Package shop plays many customers of a stack whose parts fail, and finds out afterwards whether all is as it should be.
package shop

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"selfcare/dev/customer"
	"selfcare/dev/demo"
	"selfcare/dev/seed"
)

// Shop is a stack as customers see it.
type Shop struct {
	api        string
	payment    string
	simulators string
	patience   *patience
	support    *customer.Support
	stack      demo.Stack
}

// Open finds the shop of a stack by the variables that it leaves for other processes, and has somebody of support sign in. Ways on which
// months pass need somebody who lets them.
func Open(ctx context.Context, variables map[string]string, stack demo.Stack) (*Shop, error) {
	s := &Shop{
		stack:      stack,
		api:        "http://" + variables["HTTP_ADDR"] + "/api",
		payment:    variables["PAYMENT_URL"],
		simulators: strings.TrimSuffix(variables["PAYMENT_URL"], "/payment"),
		patience:   newPatience(),
	}
	var err error
	s.support, err = customer.SignInSupport(ctx, s.client(), "support@selfcare.example", seed.Password, seed.StaffSecret)
	if err != nil {
		return nil, fmt.Errorf("support signs in: %w", err)
	}
	return s, nil
}

func (s *Shop) client() *customer.Client {
	return &customer.Client{Base: s.api, Language: "en", HTTP: &http.Client{Transport: s.patience}}
}

// Customer is somebody new.
func (s *Shop) Customer() *customer.Customer {
	client := s.client()
	c := customer.New(client, &customer.Cards{Base: s.payment, PublishableKey: "pk_sim_selfcare", HTTP: client.HTTP}, customer.AnyPerson())
	c.Phone = &customer.Phone{Base: s.simulators, HTTP: client.HTTP}
	return c
}

// Walk has somebody new go one of the ways of dev/demo to its end, whose books then agree.
func (s *Shop) Walk(ctx context.Context, kind string) error {
	walk := demo.Demo{Customer: s.Customer(), Support: s.support, Stack: s.stack, Out: io.Discard}
	way, there := walk.Kinds()[kind]
	if !there {
		return fmt.Errorf("nobody goes the way %q", kind)
	}
	if err := way(ctx); err != nil {
		return fmt.Errorf("%s, order %s: %w", kind, walk.Customer.Order.OrderNumber, err)
	}
	return nil
}

// Answers count what customers had to ask again.
type Answers struct {
	Repeated int64 `json:"repeated"`      // all of them
	Claimed  int64 `json:"stillUnderWay"` // the call before was taken for under way
	Broken   int64 `json:"serverErrors"`  // 500, 502 or 504
	Untimed  int64 `json:"withoutATime"`  // 503 that says no time to come back at
}

// Answers are those until now.
func (s *Shop) Answers() Answers {
	return Answers{s.patience.repeated.Load(), s.patience.claimed.Load(), s.patience.broken.Load(), s.patience.unasked.Load()}
}
