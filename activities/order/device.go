package order

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/esim"
	"selfcare/internal/store"
)

// ChooseDevice takes the phone that an eSIM is for, if it supports eSIMs.
func (a *Wizard) ChooseDevice(ctx context.Context, o contract.Order, in contract.DeviceChosen) (contract.Order, error) {
	return a.changeAlone(ctx, "choose device", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := validateESIMPhone(ctx, q, in.Device); err != nil {
			return o, nil, err
		}
		o.Device = &in.Device
		return o, happened("device.chosen"), nil
	})
}

// validateESIMPhone refuses a phone that is not in our list. A phone with an EID supports eSIMs by definition.
func validateESIMPhone(ctx context.Context, q *store.Tx, d contract.Device) error {
	if err := esim.ValidateDevice(d); err != nil || d.EID != "" {
		return err
	}
	listed, err := q.Catalogue.TakesESIM(ctx, d.Model)
	if err == nil && !listed {
		err = contract.RefuseField("model", contract.FailDeviceUnknown)
	}
	return err
}
