package customer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"time"

	"selfcare/api/gen"
)

// Customer is one person with one order.
type Customer struct {
	*Client
	Order gen.Order
	Phone *Phone         // reads messages; nil if the shop asks for no code
	Agent *Support       // retries a held purchase of this customer; nil: a held purchase waits
	wants map[string]any // fields of the start of an order, without its number
	who   Person
	cards *Cards
}

// Person has the data that a customer types.
type Person struct {
	IDNumber    string
	Nationality string
	BirthDate   string
	FullName    string
	Email       string
	Mobile      string
}

// New is a customer before the first click.
func New(c *Client, cards *Cards, who Person) *Customer {
	own := *c
	return &Customer{Client: &own, cards: cards, who: who, wants: map[string]any{"kind": "sim", "numberSource": "new"}}
}

// FreeNumbers lists free numbers.
func (c *Customer) FreeNumbers(ctx context.Context, category string, page int) ([]gen.FreeNumber, error) {
	var found struct {
		Items []gen.FreeNumber `json:"items"`
	}
	err := c.Call(ctx, http.MethodGet, fmt.Sprintf("/number-booking/numbers?category=%s&per_page=50&page=%d", category, page), nil, &found)
	return found.Items, err
}

// Start begins an order, with a number if one is given.
func (c *Customer) Start(ctx context.Context, msisdn string) error {
	var started struct {
		OrderSessionID string    `json:"orderSessionId"`
		Order          gen.Order `json:"order"`
	}
	if c.Token == "" {
		if err := c.OpenDevice(ctx); err != nil {
			return err
		}
	}
	in := maps.Clone(c.wants)
	if msisdn != "" {
		in["msisdn"] = msisdn
	}
	if err := c.Call(ctx, http.MethodPost, "/orders", in, &started); err != nil {
		return err
	}
	c.Session, c.Order = started.OrderSessionID, started.Order
	return nil
}

// StartWithAny begins an order with a free number of a class; if another order takes it first, it tries the next one.
func (c *Customer) StartWithAny(ctx context.Context, category string) error {
	free, err := c.FreeNumbers(ctx, category, 1+rand.IntN(10))
	if err != nil {
		return err
	}
	for _, i := range rand.Perm(len(free)) {
		err = c.Start(ctx, free[i].Msisdn)
		var refused *Refused
		if !errors.As(err, &refused) || refused.Problem.MessageKey != "number_taken" {
			return err
		}
	}
	return errors.Join(errors.New("no free number"), err)
}

// step sends one wizard step and stores the answered order.
func (c *Customer) step(ctx context.Context, method, what string, in any) error {
	var after gen.Order
	if err := c.Call(ctx, method, "/orders/"+c.Order.Id+"/"+what, in, &after); err != nil {
		return err
	}
	c.Order = after
	return nil
}

// ChoosePlan answers the plan step.
func (c *Customer) ChoosePlan(ctx context.Context, planID string) error {
	return c.step(ctx, http.MethodPut, "plan", map[string]string{"planId": planID})
}

// ShowEligibility answers the eligibility step.
func (c *Customer) ShowEligibility(ctx context.Context) error {
	return c.step(ctx, http.MethodPut, "eligibility", map[string]string{
		"idNumber": c.who.IDNumber, "nationality": c.who.Nationality, "birthDate": c.who.BirthDate,
	})
}

// ProveIdentity requests a push and waits for its answer.
func (c *Customer) ProveIdentity(ctx context.Context) error {
	if err := c.AskForIdentity(ctx); err != nil {
		return err
	}
	return c.AwaitIdentity(ctx)
}

// AskForIdentity requests a push, whose digits then are on the screen.
func (c *Customer) AskForIdentity(ctx context.Context) error {
	return c.step(ctx, http.MethodPost, "identity", nil)
}

// AwaitIdentity waits for the answer to the push.
func (c *Customer) AwaitIdentity(ctx context.Context) error {
	return c.Await(ctx, func(o gen.Order) bool { return o.Identity != nil && o.Identity.Status != "waiting" })
}

// GiveContact answers the personal information step, with the code for the mobile if the shop asks for one.
func (c *Customer) GiveContact(ctx context.Context) error {
	contact := map[string]any{
		"fullName": c.who.FullName, "email": c.who.Email, "mobile": c.who.Mobile, "mobileConfirmation": c.who.Mobile,
	}
	err := c.step(ctx, http.MethodPut, "personal-information", contact)
	var refused *Refused
	if c.Phone == nil || !errors.As(err, &refused) || refused.Problem.MessageKey != "contact_not_verified" {
		return err
	}
	code, err := c.Phone.next(ctx, c.who.Mobile, func() error {
		in := map[string]string{"channel": "mobile", "mobile": c.who.Mobile}
		return c.Call(ctx, http.MethodPost, "/orders/"+c.Order.Id+"/contact-code", in, nil)
	})
	if err != nil {
		return err
	}
	contact["proof"] = map[string]string{"channel": "mobile", "otp": code}
	return c.step(ctx, http.MethodPut, "personal-information", contact)
}

// ChooseHomeDelivery answers the delivery step.
func (c *Customer) ChooseHomeDelivery(ctx context.Context) error {
	return c.step(ctx, http.MethodPut, "delivery", map[string]any{
		"method":  "homeDelivery",
		"address": map[string]string{"city": "riyadh", "area": "Al Olaya", "street": "King Fahd Road", "buildingNumber": "7421"},
	})
}

// Confirm accepts the terms and the price in view.
func (c *Customer) Confirm(ctx context.Context) error {
	return c.step(ctx, http.MethodPost, "confirmation", map[string]any{"acceptTerms": true, "total": c.Order.Price.Total})
}

// Pay pays with a card and waits for the outcome, passing 3-D Secure if the bank asks.
func (c *Customer) Pay(ctx context.Context, card string) error {
	token, err := c.cards.Token(ctx, card)
	if err != nil {
		return err
	}
	if err := c.step(ctx, http.MethodPost, "payments", map[string]string{"cardToken": token}); err != nil {
		return err
	}
	last := c.Order.Payments[len(c.Order.Payments)-1]
	if last.Status == "challenge" && last.ChallengeUrl != nil {
		if err := c.cards.PassChallenge(ctx, *last.ChallengeUrl); err != nil {
			return err
		}
	}
	return c.Await(ctx, func(o gen.Order) bool {
		status := o.Payments[len(o.Payments)-1].Status
		return status != "processing" && status != "challenge" && status != "pending"
	})
}

// Activate activates the delivered SIM.
func (c *Customer) Activate(ctx context.Context) error {
	if c.Order.Sim == nil {
		return errors.New("the order has no card to activate")
	}
	return c.step(ctx, http.MethodPost, "activation", map[string]string{"iccid": c.Order.Sim.Iccid, "puk1": c.Order.Sim.Puk1})
}

// Cancel cancels the order.
func (c *Customer) Cancel(ctx context.Context) error {
	return c.step(ctx, http.MethodPost, "cancellation", map[string]string{"reason": "changed-mind"})
}

// Refresh reads the order.
func (c *Customer) Refresh(ctx context.Context) error {
	return c.Call(ctx, http.MethodGet, "/orders/"+c.Order.Id, nil, &c.Order)
}

// Timeline reads the events of the order.
func (c *Customer) Timeline(ctx context.Context) ([]gen.TimelineEvent, error) {
	var found struct {
		Items []gen.TimelineEvent `json:"items"`
	}
	err := c.Call(ctx, http.MethodGet, "/orders/"+c.Order.Id+"/timeline", nil, &found)
	return found.Items, err
}

// Await reads the order again until it is as expected or ctx ends.
func (c *Customer) Await(ctx context.Context, until func(gen.Order) bool) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		var fresh gen.Order
		err := c.Call(ctx, http.MethodGet, "/orders/"+c.Order.Id, nil, &fresh)
		var refused *Refused
		switch {
		case err == nil:
			c.Order = fresh
			if until(fresh) {
				return nil
			}
		case errors.As(err, &refused) && refused.Status < http.StatusInternalServerError:
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("order %s stays in %s/%s: %w", c.Order.OrderNumber, c.Order.Stage, c.Order.Step, ctx.Err())
		case <-tick.C:
		}
	}
}
