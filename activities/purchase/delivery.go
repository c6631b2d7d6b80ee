package purchase

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	einvoicestore "selfcare/internal/store/einvoice"
	"selfcare/internal/store/recharge"
	"selfcare/internal/store/transfer"
)

// deliveries hand over each kind of purchase, in the transaction that completes it.
var deliveries = map[purchase.Delivery]func(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error){
	purchase.Credit: credit,
	purchase.Bucket: addBuckets,
	purchase.Switch: recordSwitch,
	purchase.Bill:   payBill,
	purchase.TopUp:  postTopUp,
	purchase.Begin:  beginService,
	purchase.Code:   deliverGame,
	purchase.Keep: func(_ context.Context, _ *store.Tx, p contract.Purchase, _ time.Time) (contract.Purchase, error) {
		return p, nil
	},
	purchase.CreditTransfer: transferCredit,
	purchase.DataTransfer:   transferData,
}

// DeliverPurchase hands a paid purchase over, once. A purchase that a partner has delivered is only written down, even if the line has ended
// since.
func (a *Activities) DeliverPurchase(ctx context.Context, p contract.Purchase, in contract.PurchaseHandedOver) (contract.Purchase, error) {
	if !p.CompletedAt.IsZero() {
		return p, nil
	}
	return a.change(ctx, "deliver purchase", p, func(q *store.Tx) (contract.Purchase, error) {
		deliver := deliveries[purchase.Definitions[p.Kind].Delivers]
		if purchase.SendsOwnMessage(p.Kind) {
			next, err := deliver(ctx, q, p, in.Now)
			if err != nil {
				return p, err
			}
			return purchase.Delivered(next, in.Now), oweInvoice(ctx, q, next, in.Now)
		}
		if err := lockRecipient(ctx, q, p); err != nil {
			return p, err
		}
		p = purchase.Sent(p, in)
		p, err := deliver(ctx, q, p, in.Now)
		if err != nil {
			return p, err
		}
		if err := oweInvoice(ctx, q, p, in.Now); err != nil {
			return p, err
		}
		return purchase.Delivered(p, in.Now), tell(ctx, q, p)
	})
}

// oweInvoice notes that a sale with VAT needs an electronic invoice. A sale from a balance or by voucher needs none.
func oweInvoice(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	if !owesInvoice(p) {
		return nil
	}
	return q.EInvoices.Owe(ctx, einvoicestore.Receipt{Subject: einvoicestore.Purchase, SubjectID: p.ID, Kind: einvoice.Invoice, IssuedAt: now})
}

// owesInvoice tells whether a sale has VAT that was not paid before.
func owesInvoice(p contract.Purchase) bool { return p.VAT != 0 && purchase.Charges(p.Way) }

// lockRecipient refuses a line that cannot receive what our books deliver. A partner has delivered already, so its purchase is not refused.
// The line does not end until the purchase is written.
func lockRecipient(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	if purchase.ByPartner(p.Kind) {
		return nil
	}
	l, err := q.Lines.Keep(ctx, p.LineID)
	return validateLine(p, l, err)
}

// credit adds the recharge and its bonus to the balance of the line. The posting locks the balance, so that simultaneous recharges count
// one after the other.
func credit(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error) {
	if err := q.Ledger.Post(ctx, ledger.TopUpPosting(p)); err != nil {
		return p, err
	}
	rules, err := bonusRules(ctx, q)
	if err != nil {
		return p, err
	}
	before, planPercent, err := q.Recharges.Meter(ctx, p.LineID)
	if err != nil {
		return p, err
	}
	rules.PlanPercent = planPercent
	bonus, _ := rules.Bonus(before, p.Amount)
	p.Bonus = bonus
	if bonus > 0 {
		if err := q.Ledger.Post(ctx, ledger.BonusPosting(p)); err != nil {
			return p, err
		}
	}
	return p, q.Recharges.Add(ctx, recharge.Recharge{
		ID: p.ID, LineID: p.LineID, Number: p.Number, Kind: recharge.Balance, Type: purchase.Definitions[p.Kind].Type, Amount: p.Amount,
		Bonus: bonus, EndsMeter: bonus > 0 && planPercent == 0, Buyer: p.UserID, ByFriend: p.Friend(), At: now,
	})
}

func bonusRules(ctx context.Context, q *store.Tx) (purchase.BonusRules, error) {
	settings, err := q.Settings.Get(ctx)
	return purchase.BonusRules{Recharges: settings.Site.RechargesForBonus, Percent: settings.Purchase.BonusPercent}, err
}

// addBuckets gives the line the bought buckets, each from now on for its validity.
func addBuckets(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error) {
	if len(renewing(p)) > 0 { // usage locks the plan before the line as well
		if err := q.PlanSubscriptions.Lock(ctx, p.LineID); err != nil {
			return p, err
		}
	}
	for _, given := range purchase.Buckets(p) {
		if err := q.Recharges.AddBucket(ctx, p.LineID, p.ID, given, now); err != nil {
			return p, err
		}
	}
	p = withEnds(p, now)
	if err := q.Ledger.Post(ctx, ledger.SalePosting(p)); err != nil {
		return p, err
	}
	if p.Data == nil {
		return p, scheduleRenewals(ctx, q, p)
	}
	data := *p.Data
	return p, q.Recharges.Add(ctx, recharge.Recharge{
		ID: p.ID, LineID: p.LineID, Number: p.Number, Kind: recharge.Data, Type: purchase.Definitions[p.Kind].Type, Amount: p.Total,
		Megabytes: data.Megabytes, ValidUntil: data.ValidUntil, Buyer: p.UserID, ByFriend: p.Friend(), At: now,
	})
}

// recordSwitch writes down a switch that has been made: the first cycle of the plan and its price. The line may have ended since.
func recordSwitch(ctx context.Context, q *store.Tx, p contract.Purchase, _ time.Time) (contract.Purchase, error) {
	from, until, err := q.PlanSubscriptions.FindSwitchCycle(ctx, p.ID)
	if err != nil {
		return p, err
	}
	done := *p.Switch
	done.From, done.Until = from, until
	p.Switch = &done
	if p.Way == contract.PayInvoice {
		return p, nil
	}
	return p, q.Ledger.Post(ctx, ledger.SalePosting(p))
}

// postTopUp books what we owe the partner that has added the top-up, and our own part of the price.
func postTopUp(ctx context.Context, q *store.Tx, p contract.Purchase, _ time.Time) (contract.Purchase, error) {
	if err := q.Ledger.Post(ctx, ledger.ResalePosting(p)); err != nil {
		return p, err
	}
	return p, q.Transfers.End(ctx, p.ID, transfer.Done)
}
