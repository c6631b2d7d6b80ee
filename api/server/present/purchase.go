package present

import (
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/purchase"
)

// Purchase is a purchase as its buyer, or support, may see it.
func (v Presenter) Purchase(p contract.Purchase, msisdn string, now time.Time) gen.Purchase {
	shown := gen.Purchase{
		Id: p.ID, Number: p.Number, Kind: gen.PurchaseKind(p.Kind), Status: gen.PurchaseStatus(purchase.Status(p)), Way: gen.PaymentMethod(p.Way),
		Amount: int64(p.Amount), Total: int64(p.Total), Vat: int64(p.VAT), ForFriend: p.Friend(), Msisdn: msisdn,
		CreatedAt: p.CreatedAt.UTC(), CompletedAt: optional.Time(p.CompletedAt), RefundedAt: optional.Time(p.RefundedAt), ServerTime: now.UTC(),
	}
	if p.Bonus > 0 {
		bonus := int64(p.Bonus)
		shown.Bonus = &bonus
	}
	if p.Promo != nil {
		promo := optional.Part(&shown.Promo)
		promo.Code, promo.Discount = p.Promo.Code, int64(p.Promo.Discount)
	}
	if p.Data != nil {
		shown.Data = &gen.DataBought{Megabytes: p.Data.Megabytes, ValidUntil: optional.Time(p.Data.ValidUntil), Free: freeData(p.Data.Free)}
	}
	if p.Bill != nil {
		left := int64(p.Bill.Left)
		shown.Bill = &gen.BillPaid{InvoiceId: p.Bill.InvoiceID, Number: p.Bill.Number, Left: &left}
	}
	shown.Bundles, shown.EffectiveAt = bundlesBought(v, p.Bundles), optional.Time(p.EffectiveAt)
	shown.International = topUpSent(p.International)
	if p.Service != nil {
		shown.Service = &gen.VasBought{
			Id: p.Service.ServiceID, Name: p.Service.Name, CycleDays: p.Service.CycleDays, Renews: optional.True(p.Service.Renews),
			Until: optional.Time(p.Service.Until),
		}
	}
	shown.Game = gameBought(p.Game)
	v.purchaseFailure(&shown, p)
	v.purchasePayment(&shown, p.Payment)
	return shown
}

func (v Presenter) purchaseFailure(shown *gen.Purchase, p contract.Purchase) {
	code := p.FailureCode
	if p.Held != nil { // the customer gets the reason in words
		code = contract.FailDelivery
		if p.Held.Work == contract.WorkRefund {
			code = contract.FailRefundRefused
		}
	}
	if code == "" {
		return
	}
	failure := optional.Part(&shown.Failure)
	failure.Code, failure.Message = string(code), texts.Text(v.language, string(code), nil)
}

func (v Presenter) purchasePayment(shown *gen.Purchase, paid *contract.Payment) {
	if paid == nil {
		return
	}
	payment := optional.Part(&shown.Payment)
	payment.Id = paid.ID
	payment.Status, payment.Brand, payment.Last4 = gen.PurchasePaymentStatus(paid.Status), optional.Text(paid.Brand), optional.Text(paid.Last4)
	if paid.Status == contract.PaymentChallenge { // a page cannot be opened again after leaving it
		payment.ChallengeUrl = optional.Text(paid.ChallengeURL)
	}
	if paid.DeclineCode != "" {
		payment.DeclineCode, payment.DeclineMessage = &paid.DeclineCode, optional.Text(v.decline(paid.DeclineCode))
	}
}

// gameBought shows a game code partly: only the messages have all of it.
func gameBought(g *contract.GameBought) *gen.GameBought {
	if g == nil {
		return nil
	}
	shown := &gen.GameBought{Brand: g.BrandID, Name: g.Name, Email: notice.Masked(g.Email), Mobile: notice.Masked(g.Mobile), Refundable: g.Refundable}
	if g.Code != "" {
		shown.Code = optional.Text("••••" + g.Code[max(0, len(g.Code)-4):])
	}
	return shown
}

// topUpSent shows a top-up abroad with enough of the number to compare it.
func topUpSent(i *contract.TopUpTransfer) *gen.TopUpSent {
	if i == nil {
		return nil
	}
	shown := &gen.TopUpSent{
		ToMobile: notice.Masked(i.Mobile), Country: i.Country, Operator: i.Operator, Gets: gen.ForeignAmount(i.Gets), Rate: i.Rate,
		Cost: int64(i.Cost), Fee: int64(i.Fee),
	}
	if i.Reference != "" {
		shown.RecipientTold = &i.Told
	}
	return shown
}

func freeData(f *contract.FreeData) *gen.FreeData {
	if f == nil {
		return nil
	}
	return &gen.FreeData{Megabytes: f.Megabytes, ValidityDays: f.ValidityDays, ValidUntil: optional.Time(f.ValidUntil)}
}
