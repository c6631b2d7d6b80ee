package present

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/esim"
	"selfcare/internal/domain/order"
)

// kind shows fields that only some kinds of order have.
func (v Presenter) kind(view *gen.Order, o contract.Order) {
	if o.Device != nil {
		view.Device = &gen.Device{Eid: optional.Text(o.Device.EID), Model: optional.Text(o.Device.Model)}
	}
	v.profile(view, o)
	if o.Replacement != nil {
		shown := optional.Part(&view.Replacement)
		shown.Reason, shown.Fee = gen.ReplacementReason(o.Replacement.Reason), int64(o.Replacement.Fee)
		shown.OldSimSuspended = order.OldSIMSuspended(o)
	}
	if o.Port != nil {
		v.port(view, *o.Port)
	}
	if o.ExtraSIM != nil {
		shown := optional.Part(&view.ExtraSim)
		shown.Name = o.ExtraSIM.Name
		shown.SetupFee, shown.MonthlyFee = int64(o.ExtraSIM.SetupFee), int64(o.ExtraSIM.MonthlyFee)
	}
	if o.Promo != nil {
		shown := optional.Part(&view.Promo)
		shown.Code, shown.Discount = o.Promo.Code, int64(o.Promo.Discount)
	}
}

// profile shows the activation code while it can be used: an interrupted phone may try again. A cancelled order
// promises none, and its profile has no line.
func (v Presenter) profile(view *gen.Order, o contract.Order) {
	p, over := o.Profile, order.CalledOff(o)
	if p == nil || over && p.State == contract.ProfileOrdered {
		return
	}
	shown := optional.Part(&view.Profile)
	shown.State = gen.OrderProfileState(p.State)
	shown.Iccid = optional.Text(p.ICCID)
	shown.ReissuesLeft = order.ReissuesLeft(o, v.settings.ESIMMaxReissues)
	if over {
		return
	}
	shown.PromisedBy = optional.Time(p.PromisedBy)
	if p.State == contract.ProfileReleased || p.State == contract.ProfileDownloaded {
		shown.SmdpAddress, shown.MatchingId = optional.Text(p.SMDPAddress), optional.Text(p.MatchingID)
		ios, android := esim.OneTapLinks(*p)
		shown.Lpa, shown.IosLink, shown.AndroidLink = optional.Text(esim.LPA(*p)), optional.Text(ios), optional.Text(android)
	}
	if p.ErrorCode != "" {
		fault := optional.Part(&shown.Error)
		fault.Code, fault.Message = string(p.ErrorCode), texts.Text(v.language, p.ErrorCode, nil)
	}
}
