package server

import (
	"context"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// mayOrderMultiSIM refuses a further SIM for anything but the main line of whoever is signed in.
func (s *wizardHandlers) mayOrderMultiSIM(ctx context.Context, kind contract.Kind, subAccount string) error {
	if kind != contract.KindMultiSIM {
		return nil
	}
	if subAccount != "" && subAccount != mainAccount {
		return contract.Refuse(contract.FailMainLineOnly)
	}
	_, err := s.mainVoiceLine(ctx)
	return err
}

// mainVoiceLine is the line further SIMs belong to; a data SIM has no number to share.
func (s *wizardHandlers) mainVoiceLine(ctx context.Context) (store.Subscription, error) {
	chosen, err := s.access.accountLine(ctx, mainAccount)
	if err == nil && chosen.Kind == store.LineData {
		return chosen, contract.Refuse(contract.FailKindNotOffered)
	}
	return chosen, err
}

// DescribeExtraSim names the further SIM. Another account than the one that started the order cannot go on with it.
func (s *wizardHandlers) DescribeExtraSim(ctx context.Context, req gen.DescribeExtraSimRequestObject) (gen.DescribeExtraSimResponseObject, error) {
	current := requestOf(ctx)
	if current.user.ID == "" {
		return nil, contract.Refuse(contract.FailNotSignedIn)
	}
	if current.user.ID != current.order.Subject {
		return nil, contract.Refuse(contract.FailOrderNotYours)
	}
	if err := order.MayTake(current.order.Order, contract.StepPurchaseType); err != nil {
		return nil, err
	}
	chosen, err := s.mainVoiceLine(ctx)
	if err != nil {
		return nil, err
	}
	device := deviceOf(req.Body.Device)
	if err := s.checkDevice(ctx, device); err != nil {
		return nil, err
	}
	answer, err := s.updates.apply(ctx, contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{
		LineID: chosen.LineID, Name: req.Body.Name, Device: device,
	})
	return gen.DescribeExtraSim200JSONResponse{OrderJSONResponse: answer}, err
}

// GetMultisimSettings says how many further SIMs a line may have and what they cost.
func (s *lineHandlers) GetMultisimSettings(ctx context.Context, _ gen.GetMultisimSettingsRequestObject) (gen.GetMultisimSettingsResponseObject, error) {
	settings, err := s.settings(ctx)
	if err != nil {
		return nil, err
	}
	shown := gen.MultisimSettings{
		MaxAllowedMultisim: settings.MaxMultiSIMs, MonthlyFee: int64(settings.MultiSIMMonthlyFee), SetupFee: int64(settings.MultiSIMSetupFee),
		Types: []gen.MultisimSettingsTypes{gen.MultisimSettingsTypes(contract.SIMPhysical), gen.MultisimSettingsTypes(contract.SIMEmbedded)},
	}
	shown.DeliveryFees.HomeDelivery, shown.DeliveryFees.PickupSMSA = int64(settings.DeliveryFeeHome), int64(settings.DeliveryFeePickup)
	return gen.GetMultisimSettings200JSONResponse{Data: shown}, nil
}
