package server

import (
	"time"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// presenter knows how an order is shown: in which language, by which settings, at what time.
type presenter struct {
	language string
	settings store.Settings
	now      time.Time
}

// order is the order as its customer may see it.
func (v presenter) order(o contract.Order) gen.Order {
	view := gen.Order{
		Id:           o.ID,
		OrderNumber:  o.Number,
		Kind:         string(o.Kind),
		NumberSource: string(o.NumberSource),
		Stage:        gen.OrderStage(o.Stage),
		Step:         string(o.Step),
		Seq:          o.Seq,
		ServerTime:   v.now.UTC(),
		CreatedAt:    o.CreatedAt.UTC(),
		CanCancel:    order.CanCancel(o),
	}
	if status := gen.OrderCustomerStatus(order.CustomerStatus(o)); status != "" {
		view.CustomerStatus = &status
	}
	v.steps(&view, o)
	if sim := gen.OrderSimType(order.SIMTypeOf(o.Kind, o.SIMType)); sim != "" {
		view.SimType = &sim
	}
	view.Msisdn = filled(order.MSISDN(o))
	v.answers(&view, o)
	v.kind(&view, o)
	v.payments(&view, o)
	v.fulfilment(&view, o)
	v.outcome(&view, o)
	return view
}

func (v presenter) steps(view *gen.Order, o contract.Order) {
	for _, step := range order.Steps(o) {
		view.Steps = append(view.Steps, struct {
			Done bool             `json:"done"`
			Id   gen.OrderStepsId `json:"id"`
			Open bool             `json:"open"`
		}{step.Done, gen.OrderStepsId(step.Step), step.Open})
	}
}

func (v presenter) answers(view *gen.Order, o contract.Order) {
	v.booking(view, o.Booking)
	v.plan(view, o.Plan)
	v.person(view, o.Person)
	v.identity(view, o.Identity)
	v.contact(view, o.Contact)
	v.delivery(view, o.Delivery)
	v.price(view, o.Price)
}

func (v presenter) booking(view *gen.Order, b *contract.Booking) {
	if b == nil {
		return
	}
	shown := allocate(&view.Booking)
	shown.Msisdn = b.MSISDN
	shown.Category = gen.NumberCategoryKey(b.Category)
	shown.Price = int64(b.Price)
	shown.Expired = b.Expired
	shown.ExtensionsLeft = max(0, v.settings.MaxExtensions-b.Extensions)
	shown.HoldExpiresAt = moment(b.HeldUntil)
}

func (v presenter) plan(view *gen.Order, p *contract.Plan) {
	if p == nil {
		return
	}
	shown := allocate(&view.Plan)
	shown.Id = p.ID
	shown.Name = v.either(p.NameAr, p.NameEn)
	shown.Price = int64(p.Price)
	shown.SubscriptionType = p.SubscriptionType
	shown.FreeNumberCategories, shown.CommitmentMonths = commitment(p.FreeCategories, p.CommitmentMonths)
}

// commitment is shown of plans that have one.
func commitment(free []string, months int) (*[]gen.NumberCategoryKey, *int) {
	if months == 0 {
		return nil, nil
	}
	keys := make([]gen.NumberCategoryKey, len(free))
	for i, category := range free {
		keys[i] = gen.NumberCategoryKey(category)
	}
	return &keys, &months
}

func (v presenter) person(view *gen.Order, p *contract.Person) {
	if p == nil {
		return
	}
	shown := allocate(&view.Person)
	shown.IdNumberMasked = masked(p.IDNumber)
	shown.Nationality = p.Nationality
	shown.BirthDate = p.BirthDate
	shown.FullName = filled(v.either(p.FullNameAr, p.FullNameEn))
}

func (v presenter) identity(view *gen.Order, i *contract.Identity) {
	if i == nil {
		return
	}
	shown := allocate(&view.Identity)
	shown.Status = gen.OrderIdentityStatus(i.Status)
	shown.Random = i.Random
	shown.ExpiresAt = i.ExpiresAt.UTC()
	shown.TriesLeft = max(0, v.settings.IdentityTries-i.Tries)
	shown.Purpose = gen.OrderIdentityPurpose(i.Purpose)
}

func (v presenter) contact(view *gen.Order, c *contract.Contact) {
	if c == nil {
		return
	}
	shown := allocate(&view.Contact)
	shown.FullName, shown.Email, shown.Mobile = c.FullName, c.Email, c.Mobile
}

func (v presenter) delivery(view *gen.Order, d *contract.Delivery) {
	if d == nil {
		return
	}
	shown := allocate(&view.Delivery)
	shown.Method = gen.DeliveryMethod(d.Method)
	shown.Fee = int64(d.Fee)
	shown.BranchId, shown.Branch = filled(d.BranchID), filled(d.Branch)
	if d.Address != nil {
		shown.Address = addressView(*d.Address)
	}
}

func addressView(a contract.Address) *gen.Address {
	return &gen.Address{
		City: a.City, Area: a.Area, Street: a.Street, BuildingNumber: a.BuildingNumber,
		ApartmentNumber: filled(a.ApartmentNumber), Notes: filled(a.Notes), Latitude: a.Latitude, Longitude: a.Longitude,
	}
}

func (v presenter) price(view *gen.Order, p *contract.Price) {
	if p == nil {
		return
	}
	shown := allocate(&view.Price)
	shown.Total, shown.Vat, shown.Pinned = int64(p.Total), int64(p.VAT), !p.PinnedAt.IsZero()
	for _, line := range p.Lines {
		shown.Lines = append(shown.Lines, struct {
			Amount int64                  `json:"amount"`
			Key    gen.OrderPriceLinesKey `json:"key"`
		}{int64(line.Amount), gen.OrderPriceLinesKey(line.Key)})
	}
}

func (v presenter) fulfilment(view *gen.Order, o contract.Order) {
	if o.SIM != nil {
		shown := allocate(&view.Sim)
		shown.Iccid, shown.Puk1 = o.SIM.ICCID, o.SIM.PUK1
	}
	if o.Shipment != nil {
		shown := allocate(&view.Shipment)
		shown.AirwayBill = o.Shipment.AirwayBill
		shown.Status = gen.OrderShipmentStatus(o.Shipment.Status)
		shown.TrackingUrl = filled(o.Shipment.TrackingURL)
		shown.FailedAttempts = o.Shipment.Attempts
	}
}

func (v presenter) outcome(view *gen.Order, o contract.Order) {
	if o.Held != nil {
		shown := allocate(&view.Held)
		shown.FailureCode = string(o.Held.FailureCode)
		shown.Message = texts.Text(v.language, o.Held.FailureCode, nil)
		shown.Since = o.Held.Since.UTC()
		shown.CanSkip = &o.Held.CanSkip
	}
	if o.Ended != nil {
		shown := allocate(&view.Ended)
		shown.Reason = string(o.Ended.Reason)
		shown.Message = texts.Text(v.language, o.Ended.Reason, nil)
		shown.At = o.Ended.At.UTC()
		shown.Refunded = int64(o.Ended.Refunded)
	}
	if o.Refund != nil {
		shown := allocate(&view.Refund)
		shown.Amount, shown.RequestedAt = int64(o.Refund.Amount), o.Refund.RequestedAt.UTC()
		shown.DoneAt, shown.FailureCode = moment(o.Refund.DoneAt), filled(string(o.Refund.FailureCode))
	}
}

func (v presenter) either(arabic, english string) string {
	if v.language == texts.English {
		return english
	}
	return arabic
}

// allocate makes an optional part of a generated answer, whose type has no name, and returns it for filling.
func allocate[T any](part **T) *T {
	*part = new(T)
	return *part
}

func filled(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	at = at.UTC()
	return &at
}

// masked keeps the first digit, which tells citizen from resident, and the last four.
func masked(idNumber string) string {
	if len(idNumber) < 6 {
		return "•••••"
	}
	return idNumber[:1] + "•••••" + idNumber[len(idNumber)-4:]
}
