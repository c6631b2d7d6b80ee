package subscribers

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// Giver is a customer who transfers credit to others: signed in, with a line that has a balance.
type Giver struct {
	customer.Buyer
	LineID, MSISDN string
	code           string
}

// OpenGivers creates n lines with a balance and signs their owners in, each made by open.
func (s Stack) OpenGivers(ctx context.Context, n int, open func() *customer.Customer) ([]*Giver, error) {
	ids, err := s.lines(ctx, n, s.topUp)
	if err != nil {
		return nil, err
	}
	givers := make([]*Giver, n)
	group, opening := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, id := range ids {
		group.Go(func() (err error) {
			givers[i], err = s.giver(opening, id, open())
			return err
		})
	}
	return givers, group.Wait()
}

func (s Stack) giver(ctx context.Context, lineID string, c *customer.Customer) (*Giver, error) {
	line, err := s.Store.Lines.Get(ctx, lineID)
	if err != nil {
		return nil, err
	}
	if _, err := s.signIn(ctx, c, lineID); err != nil {
		return nil, err
	}
	c.Order.Msisdn = &line.MSISDN
	return &Giver{Buyer: customer.Buyer{Customer: c}, LineID: lineID, MSISDN: line.MSISDN}, nil
}

// AskFor has the code of a transfer to another giver sent, and stores it.
func (g *Giver) AskFor(ctx context.Context, to *Giver, amount int64) (err error) {
	g.code, err = g.ReceiveTransferCode(ctx, to.MSISDN, amount)
	return err
}

// Give makes the transfer of the last code, and waits for its arrival and the end of its workflow.
func (s Stack) Give(ctx context.Context, from, to *Giver, amount int64) error {
	given, err := from.TransferCredit(ctx, to.MSISDN, amount, from.code)
	if err != nil {
		return err
	}
	if given.Status != gen.PurchaseStatusCompleted {
		return fmt.Errorf("transfer %s is %s", given.Number, given.Status)
	}
	if err := s.Temporal.GetWorkflow(ctx, contract.PurchaseWorkflowID(given.Number), "").Get(ctx, nil); err != nil {
		return fmt.Errorf("wait for transfer %s: %w", given.Number, err)
	}
	return nil
}

// Astray is the difference between the balances of the givers together and their first balances.
func (s Stack) Astray(ctx context.Context, givers []*Giver) (contract.Halalas, error) {
	ids := make([]string, len(givers))
	for i, g := range givers {
		ids[i] = g.LineID
	}
	var sum contract.Halalas
	err := s.Pool.QueryRow(ctx, "SELECT coalesce(sum(amount), 0)::bigint FROM line_balances WHERE line_id = ANY($1::uuid[])", ids).Scan(&sum)
	if err != nil {
		return 0, fmt.Errorf("sum up the balances: %w", err)
	}
	return sum - balance*contract.Halalas(len(givers)), nil
}
