package server

import (
	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/esim"
	"selfcare/internal/domain/order"
)

// kind shows what only some kinds of order have.
func (v presenter) kind(view *gen.Order, o contract.Order) {
	if o.Device != nil {
		view.Device = &gen.Device{Eid: filled(o.Device.EID), Model: filled(o.Device.Model)}
	}
	v.profile(view, o)
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

// profile shows the activation code while it can be used: a phone that was interrupted may try again. A profile that was
// promised in an order that ended before is not shown.
func (v presenter) profile(view *gen.Order, o contract.Order) {
	p := o.Profile
	if p == nil || p.State == contract.ProfileOrdered && (o.Stage.Closed() || o.Stage == contract.StageCancelling) {
		return
	}
	shown := allocate(&view.Profile)
	shown.State = gen.OrderProfileState(p.State)
	shown.Iccid = filled(p.ICCID)
	shown.ReissuesLeft = order.ReissuesLeft(o, v.settings.ESIMMaxReissues)
	shown.PromisedBy = moment(p.PromisedBy)
	if p.State == contract.ProfileReleased || p.State == contract.ProfileDownloaded {
		shown.SmdpAddress, shown.MatchingId = filled(p.SMDPAddress), filled(p.MatchingID)
		shown.Lpa, shown.IosLink = filled(esim.LPA(*p)), filled(esim.OneTapLink(*p))
	}
	if p.ErrorCode != "" {
		fault := allocate(&shown.Error)
		fault.Code, fault.Message = string(p.ErrorCode), texts.Text(v.language, p.ErrorCode, nil)
	}
}
