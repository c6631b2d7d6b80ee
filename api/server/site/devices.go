package site

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
)

// ListDevices shows phones that take an eSIM.
func (s *SiteHandlers) ListDevices(ctx context.Context, req gen.ListDevicesRequestObject) (gen.ListDevicesResponseObject, error) {
	devices, err := s.Catalogue.Devices(ctx, optional.Value(req.Params.Q))
	if err != nil {
		return nil, fmt.Errorf("read devices: %w", err)
	}
	items := make([]gen.DeviceModel, len(devices))
	for i, device := range devices {
		items[i] = gen.DeviceModel{Model: device.Model, Brand: device.Brand, Name: device.Name}
	}
	return gen.ListDevices200JSONResponse{Items: items}, nil
}
