package present

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
)

func (v Presenter) answers(view *gen.Order, o contract.Order) {
	v.booking(view, o.Booking)
	v.plan(view, o.Plan)
	v.person(view, o)
	v.identity(view, o.Identity)
	v.contact(view, o.Contact)
	v.delivery(view, o.Delivery)
	v.price(view, o)
}

func (v Presenter) booking(view *gen.Order, b *contract.Booking) {
	if b == nil {
		return
	}
	shown := optional.Part(&view.Booking)
	shown.Msisdn = b.MSISDN
	shown.Category = gen.NumberCategoryKey(b.Category)
	shown.Price = int64(b.Price)
	shown.Expired = b.Expired
	shown.ExtensionsLeft = max(0, v.settings.MaxExtensions-b.Extensions)
	shown.HoldExpiresAt = optional.Time(b.HeldUntil)
}

// person shows only the typed data until the customer has proven to be that person.
func (v Presenter) person(view *gen.Order, o contract.Order) {
	p := o.Person
	if p == nil {
		return
	}
	shown := optional.Part(&view.Person)
	shown.IdNumberMasked = MaskedID(p.IDNumber)
	shown.Nationality = p.Nationality
	shown.BirthDate = p.BirthDate
	shown.BirthDateHijri = optional.Text(p.BirthDateHijri)
	if !order.IdentityProven(o, contract.PurposeOrder) {
		return
	}
	shown.FullName = optional.Text(v.Localized(p.FullNameAr, p.FullNameEn))
	if code := order.Barred(o); code != "" {
		refusal := optional.Part(&shown.Refusal)
		refusal.Code, refusal.Message = string(code), texts.Text(v.language, code, nil)
	}
}

func (v Presenter) identity(view *gen.Order, i *contract.Identity) {
	if i == nil {
		return
	}
	shown := optional.Part(&view.Identity)
	shown.Status = gen.OrderIdentityStatus(i.Status)
	shown.Random = i.Random
	shown.ExpiresAt = i.ExpiresAt.UTC()
	shown.TriesLeft = max(0, v.settings.IdentityTries-i.Tries)
	shown.Purpose = gen.OrderIdentityPurpose(i.Purpose)
}

func (v Presenter) contact(view *gen.Order, c *contract.Contact) {
	if c == nil {
		return
	}
	shown := optional.Part(&view.Contact)
	shown.FullName, shown.Email, shown.Mobile = c.FullName, c.Email, c.Mobile
	shown.Verified = make([]gen.ContactChannel, len(c.Verified))
	for i, channel := range c.Verified {
		shown.Verified[i] = gen.ContactChannel(channel)
	}
}

func (v Presenter) delivery(view *gen.Order, d *contract.Delivery) {
	if d == nil {
		return
	}
	shown := optional.Part(&view.Delivery)
	shown.Method = gen.DeliveryMethod(d.Method)
	shown.Fee = int64(d.Fee)
	shown.BranchId, shown.Branch = optional.Text(d.BranchID), optional.Text(d.Branch)
	if d.Address != nil {
		shown.Address = addressView(*d.Address)
	}
}

func (v Presenter) price(view *gen.Order, o contract.Order) {
	p := o.Price
	if p == nil {
		return
	}
	shown := optional.Part(&view.Price)
	shown.Recurring = recurring(o)
	shown.Total, shown.Vat, shown.Pinned = int64(p.Total), int64(p.VAT), !p.PinnedAt.IsZero()
	for _, line := range p.Lines {
		shown.Lines = append(shown.Lines, struct {
			Amount int64                  `json:"amount"`
			Key    gen.OrderPriceLinesKey `json:"key"`
		}{int64(line.Amount), gen.OrderPriceLinesKey(line.Key)})
	}
}

// recurring shows the price of each further cycle, or nil.
func recurring(o contract.Order) *gen.RecurringPrice {
	r := order.RecurringOf(o)
	if r == nil {
		return nil
	}
	return &gen.RecurringPrice{Amount: int64(r.Amount), ValidityDays: r.Days, CycleMonths: optional.Positive(r.Months)}
}

// MaskedID keeps the first character, which tells a citizen's ID from a resident's, and the last four. It also masks
// passport numbers.
func MaskedID(idNumber string) string {
	if len(idNumber) < 6 {
		return "•••••"
	}
	return idNumber[:1] + "•••••" + idNumber[len(idNumber)-4:]
}
