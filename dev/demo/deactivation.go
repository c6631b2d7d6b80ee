package demo

import (
	"context"
	"fmt"
	"time"

	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// longestWait is for a line to end; a stack with the default figures keeps it for a day.
const longestWait = 2 * time.Minute

// Deactivation orders an eSIM, registers its number, gives it up, keeps it, and gives it up for good.
func (d *Demo) Deactivation(ctx context.Context) error {
	if err := d.member(ctx); err != nil {
		return err
	}
	c, msisdn := customer.Leaver{Customer: d.Customer}, *d.Customer.Order.Msisdn
	giveUp := func(ctx context.Context) error {
		if err := c.Prove(ctx, msisdn); err != nil {
			return err
		}
		begun, err := c.Deactivate(ctx, msisdn, "other")
		if err == nil && begun.Stage != "waiting" {
			err = fmt.Errorf("the deactivation is %s, not waiting", begun.Stage)
		}
		return err
	}
	return d.do(ctx, []act{
		{"sees what giving the line up comes to", func(ctx context.Context) error { return nothingInTheWay(ctx, c) }},
		{"shows code and ID, and gives it up with a second code", giveUp},
		{"keeps it after all", func(ctx context.Context) error {
			kept, err := c.Keep(ctx)
			if err == nil && kept.Stage != "undone" {
				err = fmt.Errorf("the deactivation is %s, not undone", kept.Stage)
			}
			return err
		}},
		{"gives it up for good", giveUp},
		{"waits for the end of the line", func(ctx context.Context) error { return d.awaitsEnd(ctx, c) }},
	})
}

func nothingInTheWay(ctx context.Context, c customer.Leaver) error {
	line, err := c.Line(ctx)
	if err == nil && len(line.Obstacles) > 0 {
		err = fmt.Errorf("the line cannot end: %s", line.Obstacles[0].Key)
	}
	return err
}

// awaitsEnd waits until the session is over, which ends with the line; if that takes a day it only reports it.
func (d *Demo) awaitsEnd(ctx context.Context, c customer.Leaver) error {
	line, err := c.Line(ctx)
	if err != nil {
		return err
	}
	wait := time.Duration(line.UndoSeconds) * time.Second
	if wait > longestWait {
		d.say("   it ends in %s; with `devstack set deactivationUndo=20s` it does so here", wait)
		return nil
	}
	for end := time.Now().Add(wait + longestWait); time.Now().Before(end); {
		if _, err := c.Line(ctx); err != nil {
			return refusedWith(err, contract.FailUnauthenticated)
		}
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	return fmt.Errorf("the line has not ended after %s", wait+longestWait)
}

func pause(ctx context.Context, how time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(how):
		return nil
	}
}
