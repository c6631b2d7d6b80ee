package demo

import (
	"context"
	"errors"
	"time"

	"selfcare/dev/customer"
)

// portOuts is a number that another operator asks for.
type portOuts struct{ *Demo }

// portOut orders a SIM, whose number another operator then asks for: it is answered, and leaves at its cut-over.
func (d portOuts) portOut(ctx context.Context) error {
	if err := d.SIM(ctx); err != nil {
		return err
	}
	c, msisdn := d.Customer, *d.Customer.Order.Msisdn
	var reference string
	return d.do(ctx, []act{
		{"asks STC to take the number over, and sees it agreed to by itself", func(ctx context.Context) (err error) {
			reference, err = d.asksUntilAgreed(ctx, msisdn)
			return err
		}},
		{"has it moved now", func(ctx context.Context) error { return c.MoveNumber(ctx, reference, "CUT_OVER") }},
		{"is served by STC", func(ctx context.Context) error { return c.AwaitNumber(ctx, msisdn, "COMPLETED") }},
	})
}

// asksUntilAgreed asks again if no worker answered in time: the clearing house then keeps the number with us.
func (d portOuts) asksUntilAgreed(ctx context.Context, msisdn string) (reference string, err error) {
	for end := time.Now().Add(d.Deaths); ; {
		if reference, err = d.Customer.AsksForNumber(ctx, msisdn, "stc"); err != nil {
			return "", err
		}
		err = d.Customer.AwaitNumber(ctx, msisdn, "ACCEPTED")
		if !errors.Is(err, customer.ErrNumberStays) || time.Now().After(end) {
			return reference, err
		}
	}
}
