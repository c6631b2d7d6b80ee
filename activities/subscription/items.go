package subscription

import (
	"context"
	"fmt"
	"time"

	"selfcare/activities/internal/bill"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/calendar"
	rules "selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
	"selfcare/internal/spending"
)

// itemMessages tell the holders of a line the outcome of an item whose cycle is over. An item that they turned off ends without a message.
var itemMessages = map[renewal.Outcome]string{
	renewal.Renewed:   "item-renewed",
	renewal.Short:     "item-short",
	renewal.Planless:  "item-without-plan",
	renewal.Withdrawn: "item-withdrawn",
}

// onBill is added to the template if a bill pays.
const onBill = "-on-bill"

// RenewItems charges the next cycle of each item beside the plan that is due, or lets it end.
func (t turn) RenewItems(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	due, err := t.q.Renewals.Due(ctx, s.LineID, t.now)
	if err != nil {
		return s, err
	}
	for _, item := range due {
		if err := t.renewOrEnd(ctx, s, item); err != nil {
			return s, err
		}
	}
	if s.ItemsDue, err = t.q.Renewals.Next(ctx, s.LineID); err != nil || s.Type == subscription.Prepaid {
		return s, err
	}
	return spending.Follow(ctx, t.q, s, t.now)
}

func (t turn) renewOrEnd(ctx context.Context, s contract.PlanSubscription, i renewal.Item) error {
	from, until := renewal.Next(i, t.now)
	standing, err := t.readStanding(ctx, s, i, from, until)
	if err != nil {
		return err
	}
	outcome := renewal.Decide(i, standing)
	if outcome == renewal.Renewed {
		err = t.renewItem(ctx, s, i, from, until)
	} else {
		err = t.q.Renewals.End(ctx, i.ID, t.now)
	}
	if err != nil {
		return err
	}
	return t.tellOfItem(ctx, s, i, outcome, map[string]string{
		"amount": money.Riyals(i.Price), "missing": money.Riyals(i.Price - standing.Balance),
		"until": until.In(calendar.Riyadh).Format(contract.MomentLayout),
	})
}

// readStanding reads the line and the catalogue under locks, so that both stay as they are until the commit.
func (t turn) readStanding(ctx context.Context, s contract.PlanSubscription, i renewal.Item, from, until time.Time) (renewal.Standing, error) {
	held, sold, err := t.q.Renewals.Standing(ctx, i, from, until, t.now)
	if err != nil {
		return renewal.Standing{}, err
	}
	balance, err := t.readCover(ctx, s)
	return renewal.Standing{
		Held: held, Sold: sold, Billed: s.Type != subscription.Prepaid, Planned: s.Stage == contract.SubscriptionActive, Balance: balance,
	}, err
}

// readCover reads the balance of a prepaid line, or the rest of a postpaid line's credit limit.
func (t turn) readCover(ctx context.Context, s contract.PlanSubscription) (contract.Halalas, error) {
	if s.Type == subscription.Prepaid {
		return t.q.PlanSubscriptions.LockBalance(ctx, s.LineID)
	}
	standing, err := spending.Look(ctx, t.q, s, t.now)
	return rules.Room(standing.Limits), err
}

// renewItem takes the price of a cycle from the balance or puts it onto the bill, gives the line the buckets, and moves the end of the item.
func (t turn) renewItem(ctx context.Context, s contract.PlanSubscription, i renewal.Item, from, until time.Time) error {
	if err := t.chargeItem(ctx, s, i, from, until); err != nil {
		return err
	}
	for _, b := range i.Gives {
		err := t.q.Recharges.AddBucket(ctx, i.LineID, i.PurchaseID, purchase.GrantedBucket{
			Item: i.Number, Type: allowance.Type(b.Type), Unit: allowance.Unit(b.Unit), Amount: b.Amount, Days: i.Days, Renewal: i.Cycle,
		}, from)
		if err != nil {
			return err
		}
	}
	return t.q.Renewals.Renew(ctx, i, until)
}

func (t turn) chargeItem(ctx context.Context, s contract.PlanSubscription, i renewal.Item, from, until time.Time) error {
	if !i.Billed {
		return t.q.Ledger.Post(ctx, ledger.ItemPosting(i))
	}
	i.Cycle++
	return bill.AddService(ctx, t.q, s, i, from, until, t.now)
}

func (t turn) tellOfItem(ctx context.Context, s contract.PlanSubscription, i renewal.Item, o renewal.Outcome, params map[string]string) error {
	template, told := itemMessages[o]
	if !told {
		return nil
	}
	if i.Billed {
		template += onBill
	}
	params["item"] = i.NameAr
	if s.Language != texts.Arabic { // names are in two languages
		params["item"] = i.NameEn
	}
	notices, err := t.addressHolders(ctx, contract.Notice{
		OrderID: s.LineID, Key: fmt.Sprintf("%s-%s-%d", template, i.ID, i.Cycle), Template: template, Language: s.Language, Params: params,
	})
	if err != nil {
		return err
	}
	return t.queue(ctx, notices)
}
