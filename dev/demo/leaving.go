package demo

import "context"

// PortOut orders a SIM, whose number another operator then asks for: it is answered, and leaves at its cut-over.
func (d *Demo) PortOut(ctx context.Context) error {
	if err := d.SIM(ctx); err != nil {
		return err
	}
	c, msisdn := d.Customer, *d.Customer.Order.Msisdn
	var reference string
	return d.do(ctx, []act{
		{"asks STC to take the number over", func(ctx context.Context) (err error) {
			reference, err = c.AsksForNumber(ctx, msisdn, "stc")
			return err
		}},
		{"sees it agreed to by itself", func(ctx context.Context) error { return c.AwaitNumber(ctx, msisdn, "ACCEPTED") }},
		{"has it moved now", func(ctx context.Context) error { return c.MoveNumber(ctx, reference, "CUT_OVER") }},
		{"is served by STC", func(ctx context.Context) error { return c.AwaitNumber(ctx, msisdn, "COMPLETED") }},
	})
}
