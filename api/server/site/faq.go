package site

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/domain/site"
)

type opinionStore interface {
	SayHelpful(ctx context.Context, question int, saidBy []byte, helpful bool) (first bool, err error)
}

type opinionCounter interface {
	Opinion(helpful bool)
}

// WordHandlers show texts of the operator: text pages and frequently asked questions.
type WordHandlers struct {
	*middleware.Core
	Site     *SiteHandlers
	Opinions opinionStore
	Counted  opinionCounter
}

// ListFaq returns the questions by topic.
func (s *WordHandlers) ListFaq(ctx context.Context, req gen.ListFaqRequestObject) (gen.ListFaqResponseObject, error) {
	v, err := s.Site.presenterFor(ctx, req.Params.Language, req.Params.Preview)
	if err != nil {
		return nil, err
	}
	return gen.ListFaq200JSONResponse(v.faq(channelOf(req.Params.Availability), optional.Value(req.Params.Topic))), nil
}

// ListFeaturedFaq returns the most asked questions.
func (s *WordHandlers) ListFeaturedFaq(ctx context.Context, req gen.ListFeaturedFaqRequestObject) (gen.ListFeaturedFaqResponseObject, error) {
	v, err := s.Site.presenterFor(ctx, req.Params.Language, req.Params.Preview)
	if err != nil {
		return nil, err
	}
	items, _ := v.questions(channelOf(req.Params.Availability), func(q site.Question) bool { return q.Featured })
	return gen.ListFeaturedFaq200JSONResponse{Data: items}, nil
}

// GetFaq returns one question, by its id or its slug in either language.
func (s *WordHandlers) GetFaq(ctx context.Context, req gen.GetFaqRequestObject) (gen.GetFaqResponseObject, error) {
	v, err := s.Site.presenterFor(ctx, req.Params.Language, req.Params.Preview)
	if err != nil {
		return nil, err
	}
	question, there := v.FAQ.Question(req.FaqId)
	if !there {
		return nil, contract.Refuse(contract.FailFAQNotFound)
	}
	return gen.GetFaq200JSONResponse{Data: v.question(question)}, nil
}

// SayHelpful counts a rating of an answer, once for each account or device.
func (s *WordHandlers) SayHelpful(ctx context.Context, req gen.SayHelpfulRequestObject) (gen.SayHelpfulResponseObject, error) {
	if err := s.Permit(ctx, ratelimit.Opinions, nil); err != nil {
		return nil, err
	}
	known, err := s.Site.site(ctx)
	if err != nil {
		return nil, err
	}
	question, there := known.FAQ.Question(req.FaqId)
	if !there {
		return nil, contract.Refuse(contract.FailFAQNotFound)
	}
	current := middleware.RequestOf(ctx)
	who := s.Derive.MAC("opinion", cmp.Or(current.User.ID, "device "+current.Session.DeviceID))
	first, err := s.Opinions.SayHelpful(ctx, question.ID, who, req.Body.Helpful)
	if err != nil {
		return nil, fmt.Errorf("write down an opinion: %w", err)
	}
	if first {
		s.Counted.Opinion(req.Body.Helpful)
	}
	return gen.SayHelpful204Response{}, nil
}

func channelOf(asked *gen.Channel) string { return string(optional.Value(asked)) }

// faq returns the questions for a channel, of one topic or all.
func (v sitePresenter) faq(channel, topic string) (answer gen.ListFaqAnswer) {
	items, asked := v.questions(channel, func(q site.Question) bool { return topic == "" || q.Topic == topic })
	answer.Data.Items, answer.Data.Topics = items, optional.OrEmpty(answer.Data.Topics)
	for _, one := range v.FAQ.Topics {
		if asked[one.Key] {
			answer.Data.Topics = append(answer.Data.Topics, gen.FaqTopic{Key: one.Key, Title: one.Title.In(v.language)})
		}
	}
	return answer
}

// questions returns the wanted questions for a channel, in the order of the topics, and their topics.
func (v sitePresenter) questions(channel string, wanted func(site.Question) bool) (items []gen.FaqPost, topics map[string]bool) {
	items, topics = []gen.FaqPost{}, map[string]bool{}
	for _, q := range v.byTopic() {
		if q.ShownOn(channel) && wanted(q) {
			items = append(items, v.question(q))
			topics[q.Topic] = true
		}
	}
	return items, topics
}

func (v sitePresenter) byTopic() []site.Question {
	place := map[string]int{}
	for i, topic := range v.FAQ.Topics {
		place[topic.Key] = i
	}
	return slices.SortedStableFunc(slices.Values(v.FAQ.Posts), func(a, b site.Question) int { return cmp.Compare(place[a.Topic], place[b.Topic]) })
}

func (v sitePresenter) question(q site.Question) gen.FaqPost {
	return gen.FaqPost{
		Id: q.ID, Topic: q.Topic, Title: q.Title.In(v.language), Details: v.Shown(q.Details, v.language),
		Slug: q.SlugIn(v.language), Url: v.QuestionURL(q, v.language), Image: optional.Text(q.Image), VideoUrl: optional.Text(q.Video),
		Feature: q.Featured, ShowInMobile: q.ShownOn(site.OnlyApp), ShowInWeb: q.ShownOn(site.OnlyWeb),
	}
}
