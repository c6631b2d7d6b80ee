package server

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/cache"
	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
	"selfcare/internal/domain/order"
)

// Limits of sending an activation code again.
var (
	profileMessagesNow = cache.Limit{Max: 1, Window: time.Minute}
	profileMessages    = cache.Limit{Max: 5, Window: time.Hour}
)

// profileMessageFor is how long an activation code that was asked for again is of use.
const profileMessageFor = 10 * time.Minute

// ListDevices shows which phones take an eSIM.
func (s *siteHandlers) ListDevices(ctx context.Context, req gen.ListDevicesRequestObject) (gen.ListDevicesResponseObject, error) {
	devices, err := s.catalogue.Devices(ctx, valueOf(req.Params.Q))
	if err != nil {
		return nil, fmt.Errorf("read devices: %w", err)
	}
	items := make([]gen.DeviceModel, len(devices))
	for i, device := range devices {
		items[i] = gen.DeviceModel{Model: device.Model, Brand: device.Brand, Name: device.Name}
	}
	return gen.ListDevices200JSONResponse{Items: items}, nil
}

// checkDevice refuses at once a phone that takes no eSIM. The order's own check is the one that counts.
func (s *wizardHandlers) checkDevice(ctx context.Context, device *contract.Device) error {
	if device == nil {
		return nil
	}
	if err := esim.CheckDevice(*device); err != nil || device.EID != "" {
		return err
	}
	takes, err := s.devices.TakesESIM(ctx, device.Model)
	if err != nil {
		return fmt.Errorf("find device: %w", err)
	}
	if !takes {
		return contract.RefuseField("device.model", contract.FailDeviceUnknown)
	}
	return nil
}

func deviceOf(in *gen.Device) *contract.Device {
	if in == nil {
		return nil
	}
	return &contract.Device{EID: valueOf(in.Eid), Model: valueOf(in.Model)}
}

// ChooseDevice says which phone the eSIM is for.
func (s *wizardHandlers) ChooseDevice(ctx context.Context, req gen.ChooseDeviceRequestObject) (gen.ChooseDeviceResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateChooseDevice, contract.DeviceChoice{Device: *deviceOf(req.Body)})
	return gen.ChooseDevice200JSONResponse{OrderJSONResponse: answer}, err
}

// ReissueProfile has another profile made for a customer whose first one does not install.
func (s *orderHandlers) ReissueProfile(ctx context.Context, req gen.ReissueProfileRequestObject) (gen.ReissueProfileResponseObject, error) {
	answer, err := s.updates.apply(ctx, contract.UpdateReissueProfile, contract.ReissueRequest{Device: deviceOf(req.Body.Device)})
	return gen.ReissueProfile200JSONResponse{OrderJSONResponse: answer}, err
}

// SendProfile sends the activation code again to where the order's customer is reached.
func (s *orderHandlers) SendProfile(ctx context.Context, req gen.SendProfileRequestObject) (gen.SendProfileResponseObject, error) {
	current := requestOf(ctx)
	o := current.order.Order
	if err := order.MayInstall(o); err != nil {
		return nil, err
	}
	if err := s.permit(ctx, "esim-message-now:"+o.ID, profileMessagesNow); err != nil {
		return nil, err
	}
	if err := s.permit(ctx, "esim-message:"+o.ID, profileMessages); err != nil {
		return nil, err
	}
	notice := profileMessage(o, string(valueOf(req.Body.Channel)))
	notice.OrderID, notice.Language = s.derive.id("notice", o.ID, current.key), current.language
	if err := s.notices.Send(ctx, notice, profileMessageFor); err != nil {
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
