package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"selfcare/dev/customer"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/flow"
	linestore "selfcare/internal/store/line"
	userstore "selfcare/internal/store/user"
)

const (
	rechargesARound = 200
	rechargeAmount  = 5000 // halalas
)

// rechargeBench measures purchases, driven without HTTP.
type rechargeBench struct{ *Bench }

// payer is a line with an account and a saved card.
type payer struct{ userID, lineID, cardID string }

// recharges compares whole recharges by a saved card with a bare workflow of one activity, both ten at once, and
// counts the events of a recharge.
func (b rechargeBench) recharges(ctx context.Context) ([]Figure, error) {
	easy, err := b.buyers(ctx, customer.CardApproved)
	if err != nil {
		return nil, err
	}
	asked, err := b.buyers(ctx, customer.CardChallenge)
	if err != nil {
		return nil, err
	}
	rate, err := b.rate(ctx, easy)
	if err != nil {
		return nil, err
	}
	quick, err := b.events(ctx, "history events of a recharge by saved card", 22, easy)
	if err != nil {
		return nil, err
	}
	challenged, err := b.events(ctx, "history events of a recharge by saved card with 3-D Secure", 32, asked)
	return []Figure{rate, quick, challenged}, err
}

func (b rechargeBench) rate(ctx context.Context, buyers []payer) (Figure, error) {
	type rates struct{ ours, bare float64 }
	round := func(int) (r rates, err error) {
		recharge := func(ctx context.Context, n int) error { _, err := b.recharge(ctx, buyers[n%len(buyers)]); return err }
		if r.ours, err = atOnce(ctx, rechargesARound, recharge); err != nil {
			return r, err
		}
		r.bare, err = atOnce(ctx, bareRuns, func(ctx context.Context, _ int) error { return b.runBare(ctx, OneActivity) })
		return r, err
	}
	if _, err := round(0); err != nil { // plans statements, fills connections and caches
		return Figure{}, err
	}
	rounds, err := perRound(b.Rounds, round)
	if err != nil {
		return Figure{}, err
	}
	var ratios, ours, bare []float64
	for _, r := range rounds {
		ratios, ours, bare = append(ratios, r.ours/r.bare), append(ours, r.ours), append(bare, r.bare)
	}
	f := figure("M1", "recharges per second by saved card, 10 at once", "bare workflow of one activity", atLeast(0.4), ratios)
	f.Absolute = map[string]float64{"rechargesPerSecond": median(ours), "barePerSecond": median(bare)}
	f.Note = notef("%.1f recharges against %.1f bare workflows per second; %d a round, without HTTP", median(ours), median(bare), rechargesARound)
	return f, nil
}

func (b rechargeBench) events(ctx context.Context, what string, most float64, buyers []payer) (Figure, error) {
	counts, err := perRound(b.Rounds, func(n int) (history, error) {
		bought, err := b.recharge(ctx, buyers[n%len(buyers)])
		if err != nil {
			return history{}, err
		}
		return historyBench(b).historyOf(ctx, contract.PurchaseWorkflowID(bought.Number))
	})
	if err != nil {
		return Figure{}, err
	}
	return eventsFigure(what, most, counts), nil
}

// buyers are ten customers, each with a card of their own.
func (b rechargeBench) buyers(ctx context.Context, card string) ([]payer, error) {
	buyers := make([]payer, buyersAtOnce)
	for i := range buyers {
		made, err := b.buyer(ctx, card)
		if err != nil {
			return nil, err
		}
		buyers[i] = made
	}
	return buyers, nil
}

func (b rechargeBench) buyer(ctx context.Context, card string) (payer, error) {
	line, err := b.store.Lines.Add(ctx, linestore.Line{
		MSISDN: "0579" + fmt.Sprintf("%06d", b.lines.Add(1)), Kind: linestore.Voice, Type: "prepaid", PlanID: plans[0],
		Person: contract.Person{IDNumber: uuid.NewString()},
	}, time.Now())
	if err != nil {
		return payer{}, err
	}
	user, err := b.store.Users.Register(ctx, userstore.User{Email: uuid.NewString() + "@selfcare.example", EmailConfirmed: true, PasswordHash: "none"}, line)
	if err != nil {
		return payer{}, err
	}
	made := payer{userID: user.ID, lineID: line}
	token, err := b.cards.Token(ctx, card)
	if err != nil {
		return made, err
	}
	kept := &contract.SavedCard{UserID: user.ID, Keep: true}
	if _, err := b.buy(ctx, made, contract.PurchaseCard, contract.PayCard, contract.OpenPurchase{CardToken: token, Kept: kept}); err != nil {
		return made, err
	}
	cards, err := b.store.Cards.Of(ctx, user.ID)
	if err == nil && len(cards) == 0 {
		err = fmt.Errorf("the card of user %s was not kept", user.ID)
	}
	if err == nil {
		made.cardID = cards[0].ID
	}
	return made, err
}

func (b rechargeBench) recharge(ctx context.Context, of payer) (contract.Purchase, error) {
	kept := &contract.SavedCard{UserID: of.userID, CardID: of.cardID}
	return b.buy(ctx, of, contract.PurchaseRecharge, contract.PaySavedCard, contract.OpenPurchase{Kept: kept})
}

// buy takes one purchase to the end of its workflow.
func (b rechargeBench) buy(
	ctx context.Context, of payer, kind contract.PurchaseKind, way contract.PaymentMethod, pay contract.OpenPurchase,
) (contract.Purchase, error) {
	p := contract.Purchase{
		ID: uuid.NewString(), Kind: kind, Way: way, Language: "en", UserID: of.userID, PayerLineID: of.lineID, LineID: of.lineID,
		Amount: rechargeAmount, CreatedAt: time.Now().UTC(),
	}
	p = purchase.Priced(p, rechargeAmount, purchase.Figures{VATPercent: 15, CardCheck: 100})
	p.Payment = &contract.Payment{ID: uuid.NewString(), Status: contract.PaymentProcessing, Amount: p.Total, At: p.CreatedAt}
	pay.ReturnURL = b.cfg.PublicURL
	number := func(int) string { return "PU-" + p.ID }
	opened, err := flow.NewPurchases(b.temporal).Start(ctx, contract.PurchaseInput{Purchase: p, PaymentTTL: time.Hour}, number, p.ID, pay)
	if err != nil {
		return opened, err
	}
	if opened.Payment.Status == contract.PaymentChallenge {
		if err := b.cards.PassChallenge(ctx, opened.Payment.ChallengeURL); err != nil {
			return opened, err
		}
	}
	if err := b.temporal.GetWorkflow(ctx, contract.PurchaseWorkflowID(opened.Number), "").Get(ctx, nil); err != nil {
		return opened, fmt.Errorf("wait for purchase %s: %w", opened.Number, err)
	}
	done, err := b.store.Purchases.Get(ctx, opened.ID)
	if err == nil && done.Stage != contract.PurchaseCompleted {
		err = fmt.Errorf("purchase %s is %s", done.Number, done.Stage)
	}
	return done, err
}
