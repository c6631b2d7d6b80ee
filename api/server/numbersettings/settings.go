// Package numbersettings shows and changes the settings of a line in the network.
package numbersettings

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/numbersetting"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/line"
	numbersettingstore "selfcare/internal/store/numbersetting"
	"selfcare/internal/store/roaming"
)

// NumberSettingHandlers show and change the settings of a line.
type NumberSettingHandlers struct {
	*middleware.Core
	Access    *verification.LineAccess
	Flow      Changer
	Lines     lineReader
	Set       reader
	Countries countryReader
}

// Changer starts changes of settings; it answers once the line is claimed.
type Changer interface {
	ChangeSetting(ctx context.Context, in contract.SettingChange) (contract.SettingChange, error)
}

type lineReader interface {
	Get(ctx context.Context, id string) (line.Line, error)
	Language(ctx context.Context, lineID string) (string, error)
}

type reader interface {
	Last(ctx context.Context, lineID string) (contract.SettingChange, bool, error)
	OfLine(ctx context.Context, lineID string) ([]numbersettingstore.Set, error)
}

type countryReader interface {
	Countries(ctx context.Context) ([]roaming.Country, error)
}

// GetNumberSettings shows the settings of the chosen line, and the progress of the last change.
func (s *NumberSettingHandlers) GetNumberSettings(ctx context.Context, _ gen.GetNumberSettingsRequestObject) (gen.GetNumberSettingsResponseObject, error) {
	shown, err := s.show(ctx)
	return gen.GetNumberSettings200JSONResponse(shown), err
}

// SetNumberLanguage sets the message language of the chosen line.
func (s *NumberSettingHandlers) SetNumberLanguage(ctx context.Context, req gen.SetNumberLanguageRequestObject) (gen.SetNumberLanguageResponseObject, error) {
	answer, err := s.change(ctx, contract.SettingLanguage, "", string(req.Body.LanguageId))
	return gen.SetNumberLanguage200JSONResponse{NumberSettingsNowJSONResponse: answer}, err
}

// SetNumberService switches a service of the chosen line.
func (s *NumberSettingHandlers) SetNumberService(ctx context.Context, req gen.SetNumberServiceRequestObject) (gen.SetNumberServiceResponseObject, error) {
	value := contract.SettingOff
	if req.Body.Operation == gen.Activate {
		value = contract.SettingOn
	}
	answer, err := s.change(ctx, contract.SettingService, string(req.Body.Key), value)
	return gen.SetNumberService200JSONResponse{NumberSettingsNowJSONResponse: answer}, err
}

// BlockPromoCalls allows or blocks promotional calls.
func (s *NumberSettingHandlers) BlockPromoCalls(ctx context.Context, req gen.BlockPromoCallsRequestObject) (gen.BlockPromoCallsResponseObject, error) {
	var products []string
	if req.Body.Except != nil {
		for _, product := range req.Body.Except.Product {
			products = append(products, string(product))
		}
	}
	value, err := numbersetting.Promotions(req.Body.Allow, products)
	if err != nil {
		return nil, err
	}
	answer, err := s.change(ctx, contract.SettingPromotions, "", value)
	return gen.BlockPromoCalls200JSONResponse{NumberSettingsNowJSONResponse: answer}, err
}

// change makes every early check, and starts the change in the network.
func (s *NumberSettingHandlers) change(ctx context.Context, kind contract.SettingKind, item, value string) (shown gen.NumberSettingsNowJSONResponse, err error) {
	current := middleware.RequestOf(ctx)
	found, err := s.Lines.Get(ctx, current.Line.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return shown, contract.Refuse(contract.FailNumberAbsent)
	}
	if err != nil {
		return shown, fmt.Errorf("read line: %w", err)
	}
	wanted := contract.SettingChange{
		ID: s.Derive.ID("setting", current.Subject, current.Key), LineID: found.ID, UserID: current.User.ID, Kind: kind, Item: item, Value: value,
		Trace: contract.Trace{ID: current.TraceID, Client: current.Network()},
	}
	if err := s.Access.ValidateChange(ctx, found, wanted.ID); err != nil {
		return shown, err
	}
	if _, err := s.Flow.ChangeSetting(ctx, wanted); err != nil {
		return shown, err
	}
	answer, err := s.show(ctx)
	return gen.NumberSettingsNowJSONResponse(answer), err
}
