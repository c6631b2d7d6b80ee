package numbersettings

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/numbersetting"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/line"
)

// show returns the settings of the chosen line.
func (s *NumberSettingHandlers) show(ctx context.Context) (answer gen.NumberSettingsAnswer, err error) {
	current := middleware.RequestOf(ctx)
	found, now, err := s.read(ctx)
	if err != nil {
		return answer, err
	}
	shown := &answer.Data
	shown.SubscriptionId, shown.Msisdn, shown.Blocks = current.Line.ID, found.MSISDN, !now.DataLine
	if current.Line.Main {
		shown.SubscriptionId = middleware.MainAccount
	}
	shown.Numbers = gen.BlockCount{Blocked: now.Count(contract.SettingNumber), Most: now.Most.Numbers}
	shown.Countries = gen.BlockCount{Blocked: now.Count(contract.SettingCountry), Most: now.Most.Countries}
	showServices(shown, now)
	showPromotions(shown, now)
	if err := s.showLanguage(ctx, shown, now, found.ID); err != nil {
		return answer, err
	}
	last, err := s.showChange(ctx, shown, found.ID)
	if err != nil {
		return answer, err
	}
	return answer, s.showObstacle(ctx, shown, s.Access.ValidateChange(ctx, found, last))
}

// showObstacle shows why no setting can be changed now. The shown change itself is no obstacle.
func (s *NumberSettingHandlers) showObstacle(ctx context.Context, shown *gen.NumberSettings, err error) error {
	var refused *contract.Refusal
	if !errors.As(err, &refused) {
		return err
	}
	obstacle := optional.Part(&shown.Obstacle)
	obstacle.MessageKey = gen.MessageKey(refused.Code)
	obstacle.Message = texts.Text(middleware.RequestOf(ctx).Language, refused.Code, refused.Params)
	return nil
}

// read returns the chosen line with its settings.
func (s *NumberSettingHandlers) read(ctx context.Context) (found line.Line, now numbersetting.Line, err error) {
	found, err = s.Lines.Get(ctx, middleware.RequestOf(ctx).Line.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return found, now, contract.Refuse(contract.FailNumberAbsent)
	}
	if err != nil {
		return found, now, fmt.Errorf("read line: %w", err)
	}
	figures, err := s.Settings(ctx)
	if err != nil {
		return found, now, err
	}
	set, err := s.Set.OfLine(ctx, found.ID)
	now = numbersetting.Line{MSISDN: found.MSISDN, DataLine: found.Kind == line.Data, Most: figures.Blocking.Most()}
	for _, one := range set {
		now.Set = append(now.Set, one.Set)
	}
	return found, now, err
}

func showServices(shown *gen.NumberSettings, now numbersetting.Line) {
	shown.Services = make([]struct {
		Active bool                 `json:"active"`
		Key    gen.NumberServiceKey `json:"key"`
	}, 0, len(numbersetting.Services(false)))
	for _, key := range numbersetting.Services(now.DataLine) {
		shown.Services = append(shown.Services, struct {
			Active bool                 `json:"active"`
			Key    gen.NumberServiceKey `json:"key"`
		}{now.Value(contract.SettingService, key) == contract.SettingOn, gen.NumberServiceKey(key)})
	}
}

func showPromotions(shown *gen.NumberSettings, now numbersetting.Line) {
	allow, products := numbersetting.Excepted(now.Value(contract.SettingPromotions, ""))
	shown.Promotions.Allow, shown.Promotions.Except.Product = allow, make([]gen.PromotionProduct, len(products))
	for i, product := range products {
		shown.Promotions.Except.Product[i] = gen.PromotionProduct(product)
	}
}

// showLanguage shows the message language of the line: that of its holder if none was set.
func (s *NumberSettingHandlers) showLanguage(ctx context.Context, shown *gen.NumberSettings, now numbersetting.Line, lineID string) (err error) {
	language := now.Value(contract.SettingLanguage, "")
	if language == "" {
		if language, err = s.Lines.Language(ctx, lineID); err != nil {
			return fmt.Errorf("read language: %w", err)
		}
	}
	shown.Language.LanguageId = gen.CommunicationLanguage(language)
	for _, offered := range numbersetting.Languages {
		in := gen.Own
		if texts.Spoken(offered) != offered {
			in = gen.English
		}
		shown.Language.Offered = append(shown.Language.Offered, struct {
			LanguageId gen.CommunicationLanguage              `json:"language_id"`
			Texts      gen.NumberSettingsLanguageOfferedTexts `json:"texts"`
		}{gen.CommunicationLanguage(offered), in})
	}
	return nil
}

// showChange shows the last requested change, and returns its id.
func (s *NumberSettingHandlers) showChange(ctx context.Context, shown *gen.NumberSettings, lineID string) (id string, err error) {
	last, found, err := s.Set.Last(ctx, lineID)
	if err != nil || !found {
		return "", err
	}
	change := optional.Part(&shown.Change)
	change.Id, change.Kind, change.Item, change.Value = last.ID, gen.NumberSettingChangeKind(last.Kind), last.Item, last.Value
	change.Stage, change.RequestedAt = gen.NumberSettingChangeStage(last.Stage), last.RequestedAt
	if last.Refused != "" {
		refusal := optional.Part(&change.Refusal)
		refusal.MessageKey, refusal.Message = gen.MessageKey(last.Refused), texts.Text(middleware.RequestOf(ctx).Language, last.Refused, nil)
	}
	return last.ID, nil
}
