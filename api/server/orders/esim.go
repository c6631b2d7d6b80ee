package orders

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
)

// checkDevice refuses early a phone that takes no eSIM. The order's own check decides.
func (s *WizardHandlers) checkDevice(ctx context.Context, device *contract.Device) error {
	if device == nil {
		return nil
	}
	if err := esim.ValidateDevice(*device); err != nil || device.EID != "" {
		return err
	}
	takes, err := s.Devices.TakesESIM(ctx, device.Model)
	if err != nil {
		return fmt.Errorf("find device: %w", err)
	}
	if !takes {
		return contract.RefuseField("device.model", contract.FailDeviceUnknown)
	}
	return nil
}

// ChooseDevice sets the phone for the eSIM.
func (s *WizardHandlers) ChooseDevice(ctx context.Context, req gen.ChooseDeviceRequestObject) (gen.ChooseDeviceResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateChooseDevice, contract.DeviceChoice{Device: *inputs.Device(req.Body)})
	return gen.ChooseDevice200JSONResponse{OrderJSONResponse: answer}, err
}
