package site

import (
	"context"
	"strings"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/site"
)

// GetContentPage returns a text page by its slug in either language.
func (s *WordHandlers) GetContentPage(ctx context.Context, req gen.GetContentPageRequestObject) (gen.GetContentPageResponseObject, error) {
	v, err := s.Site.presenterFor(ctx, req.Params.Language, req.Params.Preview)
	if err != nil {
		return nil, err
	}
	page, there := v.Page(req.PageSlug)
	if !there {
		return nil, contract.Refuse(contract.FailPageNotFound)
	}
	return gen.GetContentPage200JSONResponse{Data: v.page(page)}, nil
}

func (v sitePresenter) page(page site.Page) gen.ContentPage {
	shown := gen.ContentPage{
		Slug: page.SlugIn(v.language), Title: page.Title.In(v.language), Lead: page.Lead.In(v.language),
		Body: v.Shown(page.Body, v.language), Url: v.PageURL(page, v.language), Choices: make([]gen.ContentChoice, len(page.Choices)),
	}
	for i, choice := range page.Choices {
		shown.Choices[i] = gen.ContentChoice{Key: choice.Key, Title: choice.Title.In(v.language), Body: v.Shown(choice.Body, v.language)}
	}
	return shown
}

// ContentPage returns a text page in force, for the HTML of its address.
func (s *WordHandlers) ContentPage(ctx context.Context, language, slug string) (page gen.ContentPage, there bool, err error) {
	known, err := s.Site.site(ctx)
	if err != nil {
		return gen.ContentPage{}, false, err
	}
	found, there := known.Page(slug)
	if !there {
		return gen.ContentPage{}, false, nil
	}
	return sitePresenter{known.Site, language}.page(found), true, nil
}

// Question returns a question in force by its slug, for the HTML of its address.
func (s *WordHandlers) Question(ctx context.Context, language, slug string) (post gen.FaqPost, there bool, err error) {
	known, err := s.Site.site(ctx)
	if err != nil {
		return gen.FaqPost{}, false, err
	}
	found, there := known.FAQ.Question(slug)
	if !there {
		return gen.FaqPost{}, false, nil
	}
	return sitePresenter{known.Site, language}.question(found), true, nil
}

// Questions returns the questions in force for the web, of one topic or all, for the HTML of their address.
func (s *WordHandlers) Questions(ctx context.Context, language, topic string) (answer gen.ListFaqAnswer, err error) {
	known, err := s.Site.site(ctx)
	if err != nil {
		return gen.ListFaqAnswer{}, err
	}
	return sitePresenter{known.Site, language}.faq(site.OnlyWeb, topic), nil
}

// Addresses lists the public pages and questions below routes, after the language and by it.
func (s *WordHandlers) Addresses(ctx context.Context) (listed []map[string]string, err error) {
	known, err := s.Site.site(ctx)
	if err != nil {
		return nil, err
	}
	add := func(in func(language string) string) {
		english, arabic := strings.TrimPrefix(in(texts.English), "/en/"), strings.TrimPrefix(in(texts.Arabic), "/ar/")
		if english != "" {
			listed = append(listed, map[string]string{texts.English: english, texts.Arabic: arabic})
		}
	}
	for _, page := range known.Pages {
		if !known.HasRoute(page) {
			add(func(language string) string { return known.PageURL(page, language) })
		}
	}
	for _, question := range known.FAQ.Posts {
		if question.ShownOn(site.OnlyWeb) {
			add(func(language string) string { return known.QuestionURL(question, language) })
		}
	}
	return listed, nil
}
