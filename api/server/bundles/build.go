package bundles

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/domain/bundle"
	"selfcare/internal/domain/purchase"
)

// GetBundleSteps shows the parts of a custom bundle.
func (s *BundleHandlers) GetBundleSteps(ctx context.Context, _ gen.GetBundleStepsRequestObject) (gen.GetBundleStepsResponseObject, error) {
	steps, err := s.Bundles.Builder(ctx)
	if err != nil {
		return nil, err
	}
	var answer gen.GetBundleSteps200JSONResponse
	answer.Data.Data, answer.Data.Minutes, answer.Data.Sms = stepsOf(steps.Data), stepsOf(steps.Minutes), stepsOf(steps.Messages)
	answer.Data.Days = optional.OrEmpty(answer.Data.Days)
	for _, step := range steps.Days {
		answer.Data.Days = append(answer.Data.Days, struct {
			Days    int `json:"days"`
			Percent int `json:"percent"`
		}{int(step.Amount), step.Percent})
	}
	return answer, nil
}

func stepsOf(steps []bundle.Step) []gen.BundleStep {
	shown := make([]gen.BundleStep, len(steps))
	for i, step := range steps {
		shown[i] = gen.BundleStep{Amount: step.Amount, Price: int64(step.Price)}
	}
	return shown
}

// PriceBundle prices a custom bundle.
func (s *BundleHandlers) PriceBundle(ctx context.Context, req gen.PriceBundleRequestObject) (gen.PriceBundleResponseObject, error) {
	in := req.Params
	steps, err := s.Bundles.Builder(ctx)
	if err != nil {
		return nil, err
	}
	built, err := steps.Build(bundle.Choice{
		DataMB: optional.Value(in.Data), Minutes: optional.Value(in.Minutes), Messages: optional.Value(in.Sms), Days: in.Days,
	})
	if err != nil {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	var answer gen.PriceBundle200JSONResponse
	answer.Data.Items, answer.Data.ValidityDays = present.BundleItems(built.Items()), built.ValidityDays
	answer.Data.Price, answer.Data.Total = int64(built.Price), int64(purchase.WithVAT(built.Price, settings.VATPercent))
	return answer, nil
}
