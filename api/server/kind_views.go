package server

import (
	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// kind shows what only some kinds of order have.
func (v viewer) kind(view *gen.Order, o contract.Order) {
	if o.Device != nil {
		view.Device = &gen.Device{Eid: filled(o.Device.EID), Model: filled(o.Device.Model)}
	}
	if o.Replacement != nil {
		shown := allocate(&view.Replacement)
		shown.Reason, shown.Fee = gen.ReplacementReason(o.Replacement.Reason), int64(o.Replacement.Fee)
	}
	if o.Port != nil {
		v.port(view, *o.Port)
	}
	if o.ExtraSIM != nil {
		shown := allocate(&view.ExtraSim)
		shown.Name = o.ExtraSIM.Name
		shown.SetupFee, shown.MonthlyFee = int64(o.ExtraSIM.SetupFee), int64(o.ExtraSIM.MonthlyFee)
	}
	if o.Promo != nil {
		shown := allocate(&view.Promo)
		shown.Code, shown.Discount = o.Promo.Code, int64(o.Promo.Discount)
	}
}
