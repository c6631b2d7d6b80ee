package support

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/order"
	storeerrors "selfcare/internal/store/errors"
)

// addOrdered shows the goods and the price of an order, so that support need not read them out of steps and payments.
func (s *CaseHandlers) addOrdered(ctx context.Context, shown *gen.CaseDetail, of *subject) error {
	if of.order == nil {
		return nil
	}
	o, v := *of.order, present.In(middleware.RequestOf(ctx).Language)
	ordered := &gen.CaseOrdered{
		OrderedAt: o.CreatedAt.UTC(), NumberSource: gen.CaseOrderedNumberSource(o.NumberSource),
		SimType: optional.Text(gen.CaseOrderedSimType(order.SIMTypeOf(o.Kind, o.SIMType))),
	}
	if number := order.MSISDN(o); number != "" {
		ordered.Msisdn = optional.Text(notice.Masked(number))
	}
	if o.Booking != nil {
		ordered.Category = optional.Text(gen.NumberCategoryKey(o.Booking.Category))
	}
	if o.Port != nil {
		ordered.Operator = optional.Text(v.Localized(o.Port.OperatorAr, o.Port.OperatorEn))
	}
	if o.Device != nil {
		ordered.Device = optional.Text(o.Device.Model)
	}
	if o.Replacement != nil {
		ordered.Replacement = optional.Text(gen.ReplacementReason(o.Replacement.Reason))
	}
	if o.ExtraSIM != nil {
		ordered.MonthlyFee = new(int64(o.ExtraSIM.MonthlyFee))
	}
	if o.Promo != nil {
		ordered.PromoCode = optional.Text(o.Promo.Code)
	}
	addPlanOrdered(v, ordered, o)
	addPriceOrdered(ordered, o.Price)
	shown.Ordered = ordered
	if err := s.addDeliveryOrdered(ctx, v, ordered, o.Delivery); err != nil {
		return err
	}
	if airwayBill := order.AirwayBill(o); airwayBill != "" && ordered.Delivery != nil {
		ordered.Delivery.AirwayBill, ordered.Delivery.Label = &airwayBill, optional.True(s.OffersLabels)
	}
	return nil
}

func addPlanOrdered(v present.Presenter, ordered *gen.CaseOrdered, o contract.Order) {
	if o.Plan == nil {
		return
	}
	plan := optional.Part(&ordered.Plan)
	plan.Name, plan.SubscriptionType = v.Localized(o.Plan.NameAr, o.Plan.NameEn), gen.SubscriptionType(o.Plan.SubscriptionType)
	if order.WaivedFor(o) > 0 {
		plan.CommitmentMonths = new(o.Plan.CommitmentMonths)
	}
}

func addPriceOrdered(ordered *gen.CaseOrdered, p *contract.Price) {
	if p == nil {
		return
	}
	price := optional.Part(&ordered.Price)
	price.Total, price.Vat, price.Pinned = int64(p.Total), int64(p.VAT), !p.PinnedAt.IsZero()
	for _, line := range p.Lines {
		price.Lines = append(price.Lines, struct {
			Amount int64                        `json:"amount"`
			Key    gen.CaseOrderedPriceLinesKey `json:"key"`
		}{int64(line.Amount), gen.CaseOrderedPriceLinesKey(line.Key)})
	}
	price.Lines = optional.OrEmpty(price.Lines)
}

func (s *CaseHandlers) addDeliveryOrdered(ctx context.Context, v present.Presenter, ordered *gen.CaseOrdered, d *contract.Delivery) error {
	if d == nil {
		return nil
	}
	delivery := optional.Part(&ordered.Delivery)
	delivery.Method, delivery.Branch = gen.DeliveryMethod(d.Method), optional.Text(d.Branch)
	key := d.City
	if d.Address != nil {
		key = d.Address.City
	}
	if key == "" {
		return nil
	}
	city, err := s.Cities.City(ctx, key)
	if err != nil && !errors.Is(err, storeerrors.ErrNotFound) {
		return fmt.Errorf("read city of delivery: %w", err)
	}
	delivery.City = optional.Text(cmp.Or(v.Localized(city.NameAr, city.NameEn), key)) // a city that left the list keeps its key
	return nil
}
