package supportcase

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/ending"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/port"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/ledger"
)

// OfPurchase previews a decision about a held purchase.
func OfPurchase(p contract.Purchase, r contract.Resolution) (does Preview, err error) {
	if err := purchase.ValidateResolution(p, r); err != nil {
		return does, err
	}
	refunding := p.Held.Work == contract.WorkRefund
	switch {
	case Action(r.Action) == Skip:
		does.add("counts-as-done", "work", string(p.Held.Work))
		does.add("refunded-by-hand")
		does.add("ends-purchase")
		does.addMessages(toldOf(givenBack(p))...)
	case Action(r.Action) == Cancel || refunding:
		does.addWork("gives-back", contract.WorkRefund)
		does.addPayment(moneyOfPurchase(p))
		does.add("ends-purchase")
		does.addMessages(toldOf(givenBack(p))...)
	default:
		does.addWork("tries-again", contract.WorkDeliver)
		does.add("no-money")
		does.addMessages(toldOf(purchase.Delivered(p, p.CreatedAt))...)
	}
	return does, nil
}

func givenBack(p contract.Purchase) contract.Purchase { return purchase.Refunded(p, p.CreatedAt) }

// toldOf lists our messages about a purchase; none when the delivering process sends them.
func toldOf(p contract.Purchase) (templates []string) {
	if p.Stage != contract.PurchaseFailed && purchase.SendsOwnMessage(p.Kind) {
		return nil
	}
	for _, told := range purchase.Messages(p) {
		templates = append(templates, told.Template)
	}
	return templates
}

func moneyOfPurchase(p contract.Purchase) Money {
	back := Money{Amount: p.Total, To: purchase.TakenBack[p.Way]}
	if p.Payment != nil {
		back.Brand, back.Last4 = p.Payment.Brand, p.Payment.Last4
	}
	if back.To == purchase.ToNone {
		back.Amount = 0
	}
	return back
}

// OfSubscription previews a decision about a plan whose network state is outdated.
func OfSubscription(s contract.PlanSubscription, r contract.Resolution) (does Preview, err error) {
	if err := subscription.ValidateResolution(s, r); err != nil {
		return does, err
	}
	does.addWork("tries-again", WorkTell)
	does.add("no-money")
	does.addMessages()
	return does, nil
}

// OfPortOut previews a decision about a held port-out.
func OfPortOut(p contract.PortOut, r contract.Resolution) (does Preview, err error) {
	if err := port.ValidateResolution(p, r); err != nil {
		return does, err
	}
	does.addStep(r, p.Held.Work)
	return does, nil
}

// OfDeactivation previews a decision about a held deactivation.
func OfDeactivation(d contract.Deactivation, r contract.Resolution) (does Preview, err error) {
	if err := ending.ValidateResolution(d, r); err != nil {
		return does, err
	}
	does.addStep(r, d.Held.Work)
	if d.Held.Work == contract.WorkSwitchOff {
		does.addWork("follows", contract.WorkEndLine)
	}
	does.add("ends-line")
	return does, nil
}

// addStep previews a step of a process without compensations.
func (p *Preview) addStep(r contract.Resolution, work contract.Work) {
	if Action(r.Action) == Skip {
		p.add("counts-as-done", "work", string(work))
	} else {
		p.addWork("tries-again", work)
	}
	p.add("no-money")
}

// OfSettlement previews the postings of a decision about a difference.
func OfSettlement(i settlement.Item, a Action) (does Preview, err error) {
	if i.State != settlement.Held {
		return does, contract.Refuse(contract.FailSettlementResolved)
	}
	if err := Settlement.ValidateAction(a); err != nil {
		return does, err
	}
	entries := ledger.SettlementPosting("", i.ID, i.LinesToBook(settlement.Action(a))).Entries
	for _, entry := range entries {
		key := "books-in"
		if entry.Amount < 0 {
			key, entry.Amount = "books-out", -entry.Amount
		}
		does.add(key, "account", entry.Account, "amount", money.Riyals(entry.Amount))
	}
	if len(entries) == 0 {
		does.add("books-nothing")
	}
	does.addMessages()
	return does, nil
}

// OfBankPayment previews the return of held money to its payer.
func OfBankPayment(p bill.BankPayment) (does Preview, err error) {
	if p.State != bill.BankHeld {
		return does, contract.Refuse(contract.FailSADADReturned)
	}
	does.add("returns-first")
	does.addPayment(Money{Amount: p.Held, To: purchase.ToBank})
	does.addMessages()
	return does, nil
}

// OfNumberReturn previews a decision about a number that should have gone back to the operator of its range.
func OfNumberReturn(n contract.NumberReturn, r contract.Resolution) (does Preview, err error) {
	if err := ending.ValidateReturnDecision(n, r.Action); err != nil {
		return does, err
	}
	does.addStep(r, contract.WorkReturnNumber)
	does.addMessages()
	return does, nil
}
