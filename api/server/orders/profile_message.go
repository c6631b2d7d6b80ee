package orders

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Limits of sending an activation code again.
var (
	profileMessagesNow = cache.Limit{Max: 1, Window: time.Minute}
	profileMessages    = cache.Limit{Max: 5, Window: time.Hour}
)

// profileMessageFor is how long an activation code that was asked for again is of use.
const profileMessageFor = 10 * time.Minute

// SendProfile sends the activation code again to where the order's customer is reached.
func (s *OrderHandlers) SendProfile(ctx context.Context, req gen.SendProfileRequestObject) (gen.SendProfileResponseObject, error) {
	current := middleware.RequestOf(ctx)
	o := current.Order.Order
	if err := order.MayInstall(o); err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, "esim-message-now:"+o.ID, profileMessagesNow); err != nil {
		return nil, err
	}
	if err := s.Permit(ctx, "esim-message:"+o.ID, profileMessages); err != nil {
		return nil, err
	}
	notice := profileMessage(o, string(optional.Value(req.Body.Channel)))
	notice.OrderID, notice.Language = s.Derive.ID("notice", o.ID, current.Key), current.Language
	if err := s.Notices.Send(ctx, notice, profileMessageFor); err != nil {
		return nil, fmt.Errorf("send activation code: %w", err)
	}
	return gen.SendProfile204Response{}, nil
}

// profileMessage goes out on both channels where none is chosen.
func profileMessage(o contract.Order, channel string) contract.Notice {
	notice := contract.Notice{
		Key: "esim", Template: "esim-ready", Mobile: o.Contact.Mobile, Email: o.Contact.Email,
		Params: map[string]string{"order": o.Number, "smdpAddress": o.Profile.SMDPAddress, "activationCode": o.Profile.MatchingID},
	}
	switch channel {
	case "sms":
		notice.Email = ""
	case "email":
		notice.Mobile = ""
	}
	return notice
}
