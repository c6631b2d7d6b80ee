package ledger_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/domain/renewal"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/usage"
	"selfcare/internal/ledger"
)

var (
	payment = contract.Payment{ID: "pay-1", Amount: 11500}
	placed  = contract.Order{ID: "o-1", Price: &contract.Price{Total: 11500, VAT: 1500}}
	invoice = bill.Invoice{ID: "i-1", LineID: "l-1", Net: 20000, VAT: 3000, Total: 23000}
	banked  = bill.BankPayment{ID: "b-1", Amount: 20726, Taken: 20000, Held: 726}
	item    = renewal.Item{PurchaseID: "p-1", LineID: "l-1", Number: 1, Cycle: 2, Price: 1000, Cost: 700}
	cycle   = contract.PlanSubscription{LineID: "l-1", Cycle: 3}
)

func bought(change func(p *contract.Purchase)) contract.Purchase {
	p := contract.Purchase{ID: "p-1", Kind: contract.PurchaseRecharge, LineID: "l-1", PayerLineID: "l-2", Amount: 10000, Total: 11500, VAT: 1500, Bonus: 500}
	if change != nil {
		change(&p)
	}
	return p
}

// postings are those of each business fact, with what they write.
var postings = map[string]struct {
	posting ledger.Posting
	key     string
	kind    string
	entries []ledger.Entry
}{
	"a charge": {
		ledger.ChargePosting("o-1", payment), "charge:pay-1", "charge",
		[]ledger.Entry{{Account: "payment-provider", Amount: 11500}, {Account: "customer", Amount: -11500}},
	},
	"a refund": {
		ledger.RefundPosting("o-1", "pay-1", 11500), "refund:pay-1", "refund",
		[]ledger.Entry{{Account: "customer", Amount: 11500}, {Account: "payment-provider", Amount: -11500}},
	},
	"a refund by hand": {
		ledger.HandRefundPosting("o-1", "pay-1", 11500), "refund:pay-1", "refund-by-hand",
		[]ledger.Entry{{Account: "customer", Amount: 11500}, {Account: "payment-provider", Amount: -11500}},
	},
	"a completed order": {
		ledger.EarnedPosting(placed), "earned:o-1", "earned",
		[]ledger.Entry{{Account: "customer", Amount: 11500}, {Account: "revenue", Amount: -10000}, {Account: "vat", Amount: -1500}},
	},
	"a refunded order": {
		ledger.UnearnedPosting(placed), "unearned:o-1", "unearned",
		[]ledger.Entry{{Account: "customer", Amount: -11500}, {Account: "revenue", Amount: 10000}, {Account: "vat", Amount: 1500}},
	},
	"a kept delivery": {
		ledger.KeptPosting("o-1", 2500, 326), "kept:o-1", "kept",
		[]ledger.Entry{{Account: "customer", Amount: 2500}, {Account: "revenue", Amount: -2174}, {Account: "vat", Amount: -326}},
	},
	"a kept amount without VAT": {
		ledger.KeptPosting("o-1", 2500, 0), "kept:o-1", "kept",
		[]ledger.Entry{{Account: "customer", Amount: 2500}, {Account: "revenue", Amount: -2500}},
	},
	"a reward": {
		ledger.ReferralPosting("o-1", 2500, []string{"l-1", "l-2"}), "referral:o-1", "referral",
		[]ledger.Entry{{Account: "marketing", Amount: 5000}, {Account: "line/l-1", Amount: -2500}, {Account: "line/l-2", Amount: -2500}},
	},
	"a reward taken back": {
		ledger.ReferralReversalPosting("o-1", 2500, []string{"l-1", "l-2"}, nil), "referral-reversed:o-1", "referral-reversed",
		[]ledger.Entry{{Account: "marketing", Amount: -5000}, {Account: "line/l-1", Amount: 2500}, {Account: "line/l-2", Amount: 2500}},
	},
	"a purchase from the balance": {
		ledger.PayFromBalancePosting(bought(nil)), "pay:p-1", "pay",
		[]ledger.Entry{{Account: "line/l-2", Amount: 11500}, {Account: "customer", Amount: -11500}},
	},
	"a purchase undone": {
		ledger.PayBackPosting(bought(nil), false), "unpay:p-1", "unpay",
		[]ledger.Entry{{Account: "customer", Amount: 11500}, {Account: "line/l-2", Amount: -11500}},
	},
	"a reward taken back from an ended line": {
		ledger.ReferralReversalPosting("o-1", 2500, []string{"l-1", "l-2"}, []string{"l-1"}), "referral-reversed:o-1", "referral-reversed",
		[]ledger.Entry{{Account: "marketing", Amount: -5000}, {Account: "bad-debt", Amount: 2500}, {Account: "line/l-2", Amount: 2500}},
	},
	"a purchase undone for an ended line": {
		ledger.PayBackPosting(bought(nil), true), "unpay:p-1", "unpay",
		[]ledger.Entry{{Account: "customer", Amount: 11500}, {Account: "forfeited", Amount: -11500}},
	},
	"a recharge": {
		ledger.TopUpPosting(bought(nil)), "deliver:p-1", "recharge",
		[]ledger.Entry{{Account: "line/l-1", Amount: -10000}, {Account: "customer", Amount: 11500}, {Account: "vat", Amount: -1500}},
	},
	"a used voucher": {
		ledger.TopUpPosting(bought(func(p *contract.Purchase) {
			p.Kind, p.Way, p.Total, p.VAT = contract.PurchaseVoucher, contract.PayVoucher, 0, 0
		})),
		"deliver:p-1", "voucher",
		[]ledger.Entry{{Account: "line/l-1", Amount: -10000}, {Account: "vouchers", Amount: 10000}},
	},
	"a bonus": {
		ledger.BonusPosting(bought(nil)), "bonus:p-1", "bonus",
		[]ledger.Entry{{Account: "marketing", Amount: 500}, {Account: "line/l-1", Amount: -500}},
	},
	"a sale with a promo code": {
		ledger.SalePosting(bought(func(p *contract.Purchase) { p.Promo = &contract.PromoUsed{Cost: 1000} })), "deliver:p-1", "recharge",
		[]ledger.Entry{
			{Account: "revenue", Amount: -11000},
			{Account: "customer", Amount: 11500},
			{Account: "vat", Amount: -1500},
			{Account: "marketing", Amount: 1000},
		},
	},
	"a transfer": {
		ledger.TransferPosting(bought(func(p *contract.Purchase) { p.Total, p.VAT = 10000, 0 })), "deliver:p-1", "recharge",
		[]ledger.Entry{{Account: "customer", Amount: 10000}, {Account: "line/l-1", Amount: -10000}},
	},
	"a top-up that was taken back": {
		ledger.ReversalPosting(bought(func(p *contract.Purchase) { p.VAT, p.International = 0, &contract.TopUpTransfer{Cost: 11000} })), "undeliver:p-1", "undeliver",
		[]ledger.Entry{{Account: "topup-partner", Amount: 11000}, {Account: "customer", Amount: -11500}, {Account: "revenue", Amount: 500}},
	},
	"a service of a partner": {
		ledger.ResalePosting(bought(func(p *contract.Purchase) { p.Service = &contract.ServiceBought{Cost: 7000} })), "deliver:p-1", "recharge",
		[]ledger.Entry{
			{Account: "content-partner", Amount: -7000},
			{Account: "customer", Amount: 11500},
			{Account: "vat", Amount: -1500},
			{Account: "revenue", Amount: -3000},
		},
	},
	"a bill paid here": {
		ledger.BillPaymentPosting(bought(nil), "l-3"), "deliver:p-1", "recharge",
		[]ledger.Entry{{Account: "customer", Amount: 11500}, {Account: "line/l-3", Amount: -11500}},
	},
	"a cycle of a plan": {
		ledger.CyclePosting(cycle, 5500), "cycle:l-1:3", "renewal",
		[]ledger.Entry{{Account: "line/l-1", Amount: 5500}, {Account: "revenue", Amount: -5500}},
	},
	"a cycle of a service": {
		ledger.ItemPosting(item), "item:p-1:1:3", "item-renewal",
		[]ledger.Entry{{Account: "line/l-1", Amount: 1000}, {Account: "content-partner", Amount: -700}, {Account: "revenue", Amount: -300}},
	},
	"a service on a bill": {
		ledger.ServiceCostPosting(item), "service:p-1:2", "service-cost",
		[]ledger.Entry{{Account: "revenue", Amount: 700}, {Account: "content-partner", Amount: -700}},
	},
	"use beyond the plan": {
		ledger.UsagePosting(usage.Debit{Key: "usage:e-1", LineID: "l-1", Amount: 120}), "usage:e-1", "usage",
		[]ledger.Entry{{Account: "line/l-1", Amount: 120}, {Account: "revenue", Amount: -120}},
	},
	"the rest of an ended line": {
		ledger.ForfeitPosting("l-1", 900), "line-end:l-1", "line-end",
		[]ledger.Entry{{Account: "line/l-1", Amount: 900}, {Account: "forfeited", Amount: -900}},
	},
	"the debt of an ended line": {
		ledger.WriteOffPosting("l-1", 150), "line-end:l-1", "line-end",
		[]ledger.Entry{{Account: "line/l-1", Amount: -150}, {Account: "bad-debt", Amount: 150}},
	},
	"a bill": {
		ledger.BillPosting(invoice), "invoice:i-1", "invoice",
		[]ledger.Entry{{Account: "line/l-1", Amount: 23000}, {Account: "revenue", Amount: -20000}, {Account: "vat", Amount: -3000}},
	},
	"a credit note": {
		ledger.CreditNotePosting("l-1", "n-1", bill.Credit{Net: 1000, VAT: 150, Total: 1150}), "credit-note:n-1", "credit-note",
		[]ledger.Entry{{Account: "line/l-1", Amount: -1150}, {Account: "revenue", Amount: 1000}, {Account: "vat", Amount: 150}},
	},
	"a payment at a bank": {
		ledger.BankPaymentPosting(banked, "l-1"), "sadad:b-1", "sadad",
		[]ledger.Entry{{Account: "sadad", Amount: 20726}, {Account: "line/l-1", Amount: -20000}, {Account: "sadad-held", Amount: -726}},
	},
	"a held payment returned": {
		ledger.BankReturnPosting(banked), "sadad-return:b-1", "sadad-return",
		[]ledger.Entry{{Account: "sadad-held", Amount: 726}, {Account: "bank", Amount: -726}},
	},
	"a settled payment": {
		ledger.SettlementPosting("settlement:d", "f-1", []settlement.Line{settled(settlement.Payment, 17250, 273, 41), settled(settlement.Refund, 10000, 0, 0)}),
		"settlement:d", "settlement",
		[]ledger.Entry{
			{Account: "bank", Amount: 6936},
			{Account: "provider-fees", Amount: 273},
			{Account: "vat", Amount: 41},
			{Account: "payment-provider", Amount: -7250},
		},
	},
	"a void, a chargeback and a fee": {
		ledger.SettlementPosting("settlement:d", "f-1", []settlement.Line{
			settled(settlement.Void, 17250, 0, 0), settled(settlement.Chargeback, 10000, 0, 0), settled(settlement.Fee, 23000, 20000, 3000),
		}), "settlement:d", "settlement",
		[]ledger.Entry{
			{Account: "bank", Amount: -50250},
			{Account: "provider-fees", Amount: 20000},
			{Account: "vat", Amount: 3000},
			{Account: "chargebacks", Amount: 10000},
			{Account: "payment-provider", Amount: 17250},
		},
	},
	"a settled refund": {
		ledger.SettlementPosting("settlement:d", "f-1", []settlement.Line{settled(settlement.Refund, 10000, 0, 0)}), "settlement:d", "settlement",
		[]ledger.Entry{{Account: "bank", Amount: -10000}, {Account: "payment-provider", Amount: 10000}},
	},
}

func settled(t settlement.Type, amount, fee, vat contract.Halalas) settlement.Line {
	return settlement.Line{Ref: settlement.Ref{Type: t}, Amount: amount, Fee: fee, VAT: vat}
}

func sum(entries []ledger.Entry) (total contract.Halalas) {
	for _, e := range entries {
		total += e.Amount
	}
	return total
}

func TestPostings_EachFact_IsBooked(t *testing.T) {
	for name, tt := range postings {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, []string{tt.key, tt.kind}, []string{tt.posting.Key, tt.posting.Kind})
			require.NotEmpty(t, tt.posting.Subject)
			require.Equal(t, tt.entries, tt.posting.Entries)
		})
	}
}

func TestPostings_EachFact_IsBalanced(t *testing.T) {
	for name, tt := range postings {
		t.Run(name, func(t *testing.T) {
			require.GreaterOrEqual(t, len(tt.posting.Entries), 2)
			require.Zero(t, sum(tt.posting.Entries))
			for _, e := range tt.posting.Entries {
				require.NotZero(t, e.Amount, e.Account)
				require.True(t, ledger.IsAccount(e.Account), e.Account)
			}
		})
	}
}

func TestPostings_WithReversal_CancelOut(t *testing.T) {
	for name, pair := range map[string][2]ledger.Posting{
		"a charge and its refund":    {ledger.ChargePosting("o-1", payment), ledger.RefundPosting("o-1", payment.ID, payment.Amount)},
		"an order and its refund":    {ledger.EarnedPosting(placed), ledger.UnearnedPosting(placed)},
		"a reward and its reversal":  {ledger.ReferralPosting("o-1", 2500, []string{"l-1", "l-2"}), ledger.ReferralReversalPosting("o-1", 2500, []string{"l-1", "l-2"}, nil)},
		"a purchase and its failure": {ledger.PayFromBalancePosting(bought(nil)), ledger.PayBackPosting(bought(nil), false)},
		"a bill and its credit note": {ledger.BillPosting(invoice), ledger.CreditNotePosting("l-1", "n-1", bill.Credit{Net: 20000, VAT: 3000, Total: 23000})},
	} {
		t.Run(name, func(t *testing.T) {
			require.NotEqual(t, pair[0].Key, pair[1].Key)
			accounts := map[string]contract.Halalas{}
			for _, p := range pair {
				for _, e := range p.Entries {
					accounts[e.Account] += e.Amount
				}
			}
			for account, left := range accounts {
				require.Zero(t, left, account)
			}
		})
	}
}

func TestOverdraws_DebtsOfLines_GoBelowZero(t *testing.T) {
	require.True(t, postings["a reward taken back"].posting.Overdraws)
	require.True(t, postings["use beyond the plan"].posting.Overdraws)
	require.False(t, postings["a purchase from the balance"].posting.Overdraws)
}

func TestSettlement_NothingMoves_HasNoEntries(t *testing.T) {
	require.Empty(t, ledger.SettlementPosting("settlement:d", "f-1", nil).Entries)
	require.Empty(t, ledger.SettlementPosting("settlement:d", "f-1", []settlement.Line{settled(settlement.Payment, 500, 0, 0), settled(settlement.Refund, 500, 0, 0)}).Entries)
}

func TestPostings_AnyAmounts_Balanced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := func(name string) contract.Halalas { return contract.Halalas(rapid.Int64Range(0, 1e9).Draw(t, name)) }
		p := contract.Purchase{ID: "p", Kind: contract.PurchaseBundle, LineID: "l", Total: amount("total"), VAT: amount("vat")}
		p.Amount = p.Total - p.VAT
		topUp := ledger.TopUpPosting(p)
		p.Promo = &contract.PromoUsed{Cost: amount("promo")}
		sale := ledger.SalePosting(p)
		p.Game = &contract.GameBought{Cost: amount("cost")}
		part := bill.Credit{Net: amount("net"), VAT: amount("note VAT")}
		part.Total = part.Net + part.VAT
		credit := ledger.CreditNotePosting("l", "n", part)
		line := settled(settlement.Payment, amount("settled"), amount("fee"), amount("fee VAT"))
		for _, made := range []ledger.Posting{topUp, sale, ledger.ResalePosting(p), credit, ledger.SettlementPosting("s", "f", []settlement.Line{line})} {
			if left := sum(made.Entries); left != 0 {
				t.Fatalf("%s is off by %d", made.Kind, left)
			}
			for _, e := range made.Entries {
				if e.Amount == 0 {
					t.Fatalf("%s moves nothing in %s", made.Kind, e.Account)
				}
			}
		}
	})
}

func TestIsAccount_Unknown_IsNone(t *testing.T) {
	require.True(t, ledger.IsAccount(ledger.LineAccount("l-1")))
	for _, name := range []string{"", "line/", "suspense"} {
		require.False(t, ledger.IsAccount(name), name)
	}
}
