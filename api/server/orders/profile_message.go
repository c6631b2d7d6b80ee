package orders

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/ratelimit"
)

// profileMessageFor is how long a resent activation code is useful.
const profileMessageFor = 10 * time.Minute

// SendProfile sends the activation code again to the contact of the order.
func (s *OrderHandlers) SendProfile(ctx context.Context, req gen.SendProfileRequestObject) (gen.SendProfileResponseObject, error) {
	current := middleware.RequestOf(ctx)
	o := current.Order.Order
	if err := order.ValidateInstallation(o); err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, ratelimit.ProfileMessage, nil); err != nil {
		return nil, err
	}
	notice := profileMessage(o, string(optional.Value(req.Body.Channel)))
	notice.OrderID, notice.Language = s.Derive.ID("notice", o.ID, current.Key), current.Language
	notice.Opens, notice.CausedAt = o.ID, s.Now()
	if err := s.Notices.Send(ctx, notice, profileMessageFor); err != nil {
		return nil, fmt.Errorf("send activation code: %w", err)
	}
	return gen.SendProfile204Response{}, nil
}

// profileMessage goes out on both channels unless one is chosen.
func profileMessage(o contract.Order, channel string) contract.Notice {
	notice := contract.Notice{
		Key: "esim", Template: order.CodeMessage(o), Mobile: o.Contact.Mobile, Email: o.Contact.Email,
		Name: order.GreetedName(o), Invoice: order.Receipted(o) != nil,
		Params: map[string]string{"order": o.Number, "smdpAddress": o.Profile.SMDPAddress, "activationCode": o.Profile.MatchingID, "msisdn": order.MSISDN(o)},
	}
	switch channel {
	case "sms":
		notice.Email = ""
	case "email":
		notice.Mobile = ""
	}
	return notice
}
