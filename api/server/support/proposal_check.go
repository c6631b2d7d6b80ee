package support

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/proposal"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
)

// PreviewProposal previews a proposal, and refuses one that could not be approved.
func (s *ProposalHandlers) PreviewProposal(ctx context.Context, req gen.PreviewProposalRequestObject) (gen.PreviewProposalResponseObject, error) {
	in := req.Body
	value, err := s.valueOf(ctx, in.Kind, in.Key, in.Value)
	if err != nil {
		return nil, err
	}
	c, err := s.validateProposal(ctx, proposal.Proposal{
		Kind: proposal.Kind(in.Kind), Key: in.Key, Value: value, EffectiveAt: s.from(in.EffectiveAt),
	})
	if err != nil {
		return nil, err
	}
	views, err := s.values(ctx, c.Kind)
	if err != nil {
		return nil, err
	}
	answer := gen.PreviewProposal200JSONResponse{Shown: []gen.ProposalShown{}}
	if answer.Before, err = views.of(c.Key, c.Before); err != nil {
		return nil, err
	}
	answer.Setting = views.shown(c.Key, c.Before, c.Value)
	if answer.Value, err = views.of(c.Key, c.Value); err != nil || c.Kind != proposal.Message {
		return answer, err
	}
	answer.Shown, err = asSent(c)
	return answer, err
}

// asSent words a message with the code that sends it.
func asSent(c proposal.Proposal) (shown []gen.ProposalShown, err error) {
	words, err := proposal.ReadWords(c.Value)
	if err != nil {
		return nil, err
	}
	wording := texts.Wording{c.Key: words}
	for _, language := range []string{texts.English, texts.Arabic} {
		params := texts.Examples(language)
		shown = append(shown, gen.ProposalShown{
			Language: gen.ProposalShownLanguage(language), Subject: wording.Subject(language, c.Key, params), Text: wording.Message(language, c.Key, params),
		})
	}
	return shown, nil
}

// validateProposal adds the former value to a proposal, and refuses an impossible one.
func (s *ProposalHandlers) validateProposal(ctx context.Context, c proposal.Proposal) (proposal.Proposal, error) {
	if err := s.checkValue(ctx, c); err != nil {
		return c, err
	}
	before, err := s.Proposals.Value(ctx, c.Kind, c.Key, c.EffectiveAt)
	if err != nil {
		return c, err
	}
	if c.Before = before; c.Kind == proposal.PromoCode {
		terms, err := proposal.ReadPromo(before)
		if err != nil {
			return c, err
		}
		if c.Before, err = json.Marshal(terms); err != nil { // times in our own format
			return c, err
		}
	}
	return c, c.Validate(s.Now())
}

func (s *ProposalHandlers) checkValue(ctx context.Context, c proposal.Proposal) error {
	switch c.Kind {
	case proposal.Setting:
		return s.checkFigure(ctx, c)
	case proposal.PromoCode:
		return s.checkPromo(ctx, c)
	case proposal.Message:
		words, err := proposal.ReadWords(c.Value)
		if err != nil {
			return err
		}
		if words == nil {
			words = texts.Built(c.Key)
		}
		return proposal.ValidateWords(c.Key, words)
	default:
		return contract.Refuse(contract.FailChangeKey)
	}
}

func (s *ProposalHandlers) checkFigure(ctx context.Context, c proposal.Proposal) error {
	rule, err := s.Figures.Try(ctx, c.Key, c.Value, c.EffectiveAt)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return contract.Refuse(contract.FailChangeKey)
	case errors.Is(err, storeerrors.ErrConflict):
		return s.refuseUnclear(ctx, c.Key)
	case err == nil && rule != "":
		return s.refuseOutOfBounds(ctx, rule)
	default:
		return err
	}
}

// refuseUnclear explains the format of a setting's value.
func (s *ProposalHandlers) refuseUnclear(ctx context.Context, key string) error {
	views, err := s.values(ctx, proposal.Setting)
	if err != nil {
		return err
	}
	f := views.figures[key]
	return contract.RefuseWith(contract.FailChangeValue, map[string]string{
		"expected": f.Expected(views.language), "usual": f.Shown(views.language, json.RawMessage(f.Default)),
	})
}

// refuseOutOfBounds words the broken rules, each with the name of its setting.
func (s *ProposalHandlers) refuseOutOfBounds(ctx context.Context, broken string) error {
	views, err := s.values(ctx, proposal.Setting)
	if err != nil {
		return err
	}
	var said []string
	for _, key := range views.keys {
		f := views.figures[key]
		for _, rule := range f.Rules {
			if first, _, _ := strings.Cut(rule, ":"); strings.Contains(broken, rule) && strings.HasPrefix(first, key) {
				bound, _ := f.Bound(views.language, rule)
				said = append(said, f.Name(views.language)+": "+bound)
			}
		}
	}
	return contract.RefuseWith(contract.FailChangeBounds, map[string]string{"rule": strings.Join(said, " ")})
}

func (s *ProposalHandlers) checkPromo(ctx context.Context, c proposal.Proposal) error {
	terms, err := proposal.ReadPromo(c.Value)
	if err != nil || terms == nil {
		return err
	}
	if err := proposal.ValidatePromo(c.Key, *terms); err != nil {
		return err
	}
	known, err := s.Proposals.PlansKnown(ctx, terms.Plans)
	if err == nil && !known {
		return contract.Refuse(contract.FailChangePromoPlan)
	}
	return err
}

// valueOf returns the stored form of a value. A field of another kind is refused.
func (s *ProposalHandlers) valueOf(ctx context.Context, kind gen.ProposalKind, key string, in gen.ProposalValue) (json.RawMessage, error) {
	var mine any
	switch proposal.Kind(kind) {
	case proposal.Setting:
		if in.Setting != nil {
			return s.settingOf(ctx, key, *in.Setting)
		}
	case proposal.PromoCode:
		if in.PromoCode != nil {
			mine = promoOf(*in.PromoCode)
		}
	case proposal.Message:
		if in.Message != nil {
			mine = proposal.Words{texts.English: texts.Words(in.Message.En), texts.Arabic: texts.Words(in.Message.Ar)}
		}
	}
	if mine == nil && in != (gen.ProposalValue{}) {
		return nil, contract.RefuseField("value", contract.FailValidation)
	}
	return json.Marshal(mine)
}

func (s *ProposalHandlers) settingOf(ctx context.Context, key, written string) (json.RawMessage, error) {
	value, err := setting.ReadFigure(key, written)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return nil, contract.Refuse(contract.FailChangeKey)
	case err != nil:
		return nil, s.refuseUnclear(ctx, key)
	default:
		return value, nil
	}
}

func promoOf(in gen.ProposalPromo) proposal.Promo {
	p := proposal.Promo{
		Percent: optional.Value(in.Percent), Amount: contract.Halalas(optional.Value(in.Amount)), Plans: optional.Value(in.Plans),
		StartsAt: in.StartsAt.UTC(), EndsAt: optional.Time(optional.Value(in.EndsAt)), MaxUses: in.MaxUses, MaxUsesPerID: in.MaxUsesPerId,
	}
	for _, kind := range optional.Value(in.Kinds) {
		p.Kinds = append(p.Kinds, string(kind))
	}
	return p
}
