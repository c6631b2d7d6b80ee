package support

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/figure"
	"selfcare/internal/domain/proposal"
	"selfcare/internal/store/setting"
)

// ListProposalSubjects lists the subjects of a kind.
func (s *ProposalHandlers) ListProposalSubjects(ctx context.Context, req gen.ListProposalSubjectsRequestObject) (gen.ListProposalSubjectsResponseObject, error) {
	kind := cmp.Or(proposal.Kind(optional.Value(req.Params.Kind)), proposal.Setting)
	views, err := s.values(ctx, kind)
	if err != nil {
		return nil, err
	}
	keys := views.keys
	if kind == proposal.PromoCode {
		if keys, err = s.Proposals.PromoCodes(ctx); err != nil {
			return nil, err
		}
	}
	answer := gen.ListProposalSubjects200JSONResponse{Items: make([]gen.ProposalSubject, len(keys))}
	for i, key := range keys {
		if answer.Items[i], err = s.presentSubject(ctx, views, key); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

func (s *ProposalHandlers) presentSubject(ctx context.Context, v valueViews, key string) (shown gen.ProposalSubject, err error) {
	now, counted := v.now[key]
	if !counted {
		if now, err = s.Proposals.Value(ctx, v.kind, key, s.Now()); err != nil {
			return shown, err
		}
	}
	shown.Key = key
	if shown.Value, err = v.of(key, now); err != nil {
		return shown, err
	}
	shown.Setting = v.words(key)
	if shown.Usual, err = v.of(key, []byte(proposal.Nothing)); err != nil || v.kind != proposal.Message {
		return shown, err
	}
	built := texts.Built(key)[texts.English]
	names := slices.Concat(texts.Blanks(built.Text), texts.Blanks(built.Subject))
	slices.Sort(names)
	names = optional.OrEmpty(slices.Compact(names))
	shown.Blanks = &names
	return shown, nil
}

// valueViews show values of one kind: a shipped value is shown as its content.
type valueViews struct {
	kind     proposal.Kind
	language string
	keys     []string
	figures  map[string]setting.Figure
	now      map[string]json.RawMessage
}

func (s *ProposalHandlers) values(ctx context.Context, kind proposal.Kind) (valueViews, error) {
	v := valueViews{
		kind: kind, language: middleware.RequestOf(ctx).Language, figures: map[string]setting.Figure{}, now: map[string]json.RawMessage{},
	}
	switch kind {
	case proposal.Setting:
		all, err := s.Figures.Figures(ctx)
		if err != nil {
			return v, fmt.Errorf("read figures: %w", err)
		}
		for _, f := range all {
			v.figures[f.Key], v.now[f.Key] = f, json.RawMessage(f.InForce)
		}
		for _, group := range figure.Groups {
			v.keys = append(v.keys, group.Keys...)
		}
	case proposal.Message:
		v.keys = texts.Templates()
	case proposal.PromoCode:
	}
	return v, nil
}

func (v valueViews) of(key string, value json.RawMessage) (shown gen.ProposalValue, err error) {
	switch v.kind {
	case proposal.Setting:
		plain := v.figures[key].Type.Plain(v.orUsual(key, value))
		shown.Setting = &plain
	case proposal.PromoCode:
		terms, err := proposal.ReadPromo(value)
		if err != nil || terms == nil {
			return shown, err
		}
		view := promoView(*terms)
		shown.PromoCode = &view
	case proposal.Message:
		words, err := proposal.ReadWords(value)
		if err != nil {
			return shown, err
		}
		if words == nil {
			words = texts.Built(key)
		}
		shown.Message = &gen.ProposalMessage{En: gen.ProposalWords(words[texts.English]), Ar: gen.ProposalWords(words[texts.Arabic])}
	}
	return shown, nil
}

// orUsual returns the default value of a setting that has no value of its own.
func (v valueViews) orUsual(key string, value json.RawMessage) json.RawMessage {
	if string(value) == proposal.Nothing {
		return json.RawMessage(v.figures[key].Default)
	}
	return value
}

// words describe a setting; nil for other kinds.
func (v valueViews) words(key string) *gen.SettingWords {
	f, is := v.figures[key]
	if !is {
		return nil
	}
	group := figure.GroupOf(key)
	words := gen.SettingWords{
		Name: f.Name(v.language), Meaning: f.Meaning(v.language), Group: group, GroupName: texts.Text(v.language, "setting.group."+group, nil),
		Type: gen.SettingType(f.Type), Unit: optional.Text(f.Unit(v.language)),
		Now: f.Shown(v.language, json.RawMessage(f.InForce)), Usual: f.Shown(v.language, json.RawMessage(f.Default)),
	}
	var bounds []string
	for _, rule := range f.Rules {
		if said, is := f.Bound(v.language, rule); is {
			bounds = append(bounds, said)
		}
	}
	words.Bound = optional.Text(strings.Join(bounds, " "))
	return &words
}

// shown puts a proposed setting into words; nil for other kinds.
func (v valueViews) shown(key string, before, after json.RawMessage) *gen.SettingShown {
	f, is := v.figures[key]
	if !is {
		return nil
	}
	return &gen.SettingShown{
		Name: f.Name(v.language), Before: f.Shown(v.language, v.orUsual(key, before)), After: f.Shown(v.language, v.orUsual(key, after)),
	}
}

func promoView(p proposal.Promo) gen.ProposalPromo {
	view := gen.ProposalPromo{
		Percent: optional.Positive(p.Percent), StartsAt: p.StartsAt.UTC(), EndsAt: p.EndsAt, MaxUses: p.MaxUses, MaxUsesPerId: p.MaxUsesPerID,
	}
	if p.Amount > 0 {
		amount := int64(p.Amount)
		view.Amount = &amount
	}
	if len(p.Kinds) > 0 {
		kinds := make([]gen.ProposalPromoKinds, len(p.Kinds))
		for i, kind := range p.Kinds {
			kinds[i] = gen.ProposalPromoKinds(kind)
		}
		view.Kinds = &kinds
	}
	if len(p.Plans) > 0 {
		view.Plans = &p.Plans
	}
	return view
}

// readProposal returns a proposal after an action on it.
func (s *ProposalHandlers) readProposal(ctx context.Context, id string, done error) (gen.Proposal, error) {
	if done != nil {
		return gen.Proposal{}, done
	}
	c, err := s.findProposal(ctx, id)
	if err != nil {
		return gen.Proposal{}, err
	}
	shown, err := s.presentProposals(ctx, []proposal.Proposal{c})
	if err != nil {
		return gen.Proposal{}, err
	}
	return shown[0], nil
}

func (s *ProposalHandlers) presentProposals(ctx context.Context, found []proposal.Proposal) (shown []gen.Proposal, err error) {
	kinds := map[proposal.Kind]valueViews{}
	shown = make([]gen.Proposal, len(found))
	for i, c := range found {
		if _, known := kinds[c.Kind]; !known {
			if kinds[c.Kind], err = s.values(ctx, c.Kind); err != nil {
				return nil, err
			}
		}
		if shown[i], err = kinds[c.Kind].presentProposal(c, middleware.RequestOf(ctx).User.ID); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

func (v valueViews) presentProposal(c proposal.Proposal, reader string) (shown gen.Proposal, err error) {
	shown = gen.Proposal{
		Id: c.ID, Kind: gen.ProposalKind(c.Kind), Key: c.Key, EffectiveAt: c.EffectiveAt.UTC(), Note: c.Note, State: gen.ProposalState(c.State),
		Proposed: *person(c.ProposedBy, c.ProposedName, c.ProposedAt), Approved: person(c.ApprovedBy, c.ApprovedName, c.ApprovedAt),
		Cancelled: person(c.CancelledBy, c.CancelledName, c.CancelledAt), UndoOf: optional.Text(c.UndoOf), Own: c.ProposedBy == reader,
		Setting: v.shown(c.Key, c.Before, c.Value),
	}
	if shown.Value, err = v.of(c.Key, c.Value); err != nil {
		return shown, err
	}
	shown.Before, err = v.of(c.Key, c.Before)
	return shown, err
}

func person(id, name string, at time.Time) *gen.ProposalPerson {
	if id == "" {
		return nil
	}
	return &gen.ProposalPerson{Id: id, Name: cmp.Or(name, id), At: at.UTC()}
}
