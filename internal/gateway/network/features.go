package network

import (
	"context"
	"errors"
	"net/http"

	"selfcare/internal/gateway/jsonhttp"
)

type featureBody struct {
	Name  string `json:"name"`
	Item  string `json:"item"`
	Value string `json:"value"`
}

type featuresAnswer struct {
	Features []featureBody `json:"features"`
}

// SetFeature sets one setting of a line; an answer with another value leaves the outcome unknown.
func (h *HTTP) SetFeature(ctx context.Context, key, msisdn string, f Feature) error {
	wanted := featureBody(f)
	var said featureBody
	return h.client.Do(ctx, jsonhttp.Call{
		Operation: "set feature", Method: http.MethodPut, Path: featuresPath(msisdn), Key: key, Effect: true,
		Body: wanted, Answer: &said,
		Check: func() error {
			if said != wanted {
				return errors.New("feature answered is not the one asked for")
			}
			return nil
		},
	})
}

// Features returns the settings of a line.
func (h *HTTP) Features(ctx context.Context, msisdn string) ([]Feature, error) {
	var said featuresAnswer
	err := h.client.Do(ctx, jsonhttp.Call{Operation: "features", Method: http.MethodGet, Path: featuresPath(msisdn), Answer: &said})
	all := make([]Feature, len(said.Features))
	for i, f := range said.Features {
		all[i] = Feature(f)
	}
	return all, err
}

func featuresPath(msisdn string) string { return linePath(msisdn) + "/features" }
