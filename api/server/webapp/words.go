package webapp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"selfcare/api/gen"
)

// Words are the operator's texts: pages by their slug, and questions.
type Words interface {
	ContentPage(ctx context.Context, language, slug string) (page gen.ContentPage, there bool, err error)
	Question(ctx context.Context, language, slug string) (post gen.FaqPost, there bool, err error)
	// Questions returns those of the web, of a topic or all.
	Questions(ctx context.Context, language, topic string) (gen.ListFaqAnswer, error)
	// Addresses lists the public pages and questions below routes, after the language and by it.
	Addresses(ctx context.Context) ([]map[string]string, error)
}

// Templates of the web app for the operator's texts.
const (
	templateOwnPage = "content-page" // by the key of the route
	templateTerms   = "terms"        // by the key of the route
	templatePages   = "pages"        // by the slug below the route
	templateFAQ     = "faq"          // all questions, and each by its slug below the route
)

// Keys of the build for text pages: one key serves all pages of its kind.
const (
	writtenPageOfWords = "content-page"
	writtenQuestion    = "question"
	writtenQuestions   = "faq"
)

// words is the operator's text at a spot.
type words struct {
	key     string         // key of the rendered page
	url     string         // its address in the language
	answers map[string]any // of the API, by the name under which the web app looks for them in the page
	say     func(*said)
}

// wordsAt returns the text at a spot, and whether the spot is missing: it names an unknown page or question.
func (f *firstPage) wordsAt(ctx context.Context, language string, where spot) (page *words, missing bool, err error) {
	below := strings.TrimPrefix(where.below, "/")
	switch where.route.Template {
	case templateOwnPage, templateTerms:
		return f.pageOfWords(ctx, language, where.route.Key)
	case templatePages:
		return f.pageOfWords(ctx, language, below)
	case templateFAQ:
		if below != "" {
			return f.question(ctx, language, below)
		}
		page, err = f.questions(ctx, language, where)
	}
	return page, false, err
}

func (f *firstPage) pageOfWords(ctx context.Context, language, slug string) (page *words, missing bool, err error) {
	found, there, err := f.words.ContentPage(ctx, language, slug)
	if err != nil || !there {
		return nil, err == nil, err
	}
	return &words{
		key: writtenPageOfWords, url: found.Url,
		answers: map[string]any{"page " + slug: found},
		say:     func(s *said) { s.Page = saidInPage(found) },
	}, false, nil
}

func (f *firstPage) question(ctx context.Context, language, slug string) (page *words, missing bool, err error) {
	post, there, err := f.words.Question(ctx, language, slug)
	if err != nil || !there {
		return nil, err == nil, err
	}
	ofTopic, err := f.words.Questions(ctx, language, post.Topic)
	if err != nil {
		return nil, false, err
	}
	return &words{
		key: writtenQuestion, url: post.Url,
		answers: map[string]any{"question " + slug: gen.GetFaqAnswer{Data: post}, "questions " + post.Topic: ofTopic},
		say:     func(s *said) { s.Question = saidInAnswer(post, ofTopic.Data.Items) },
	}, false, nil
}

// questions lists all of them; the web app shows its own text for an empty list.
func (f *firstPage) questions(ctx context.Context, language string, where spot) (*words, error) {
	all, err := f.words.Questions(ctx, language, "")
	if err != nil || len(all.Data.Items) == 0 {
		return nil, err
	}
	return &words{
		key: writtenQuestions, url: pathOf(language, where.route.RewriteUrl),
		answers: map[string]any{"questions ": all},
		say:     func(s *said) { s.Topics = saidByTopic(all) },
	}, nil
}

// withAnswers adds an inert block, like withConfiguration.
func withAnswers(page []byte, language string, w *words) ([]byte, error) {
	if w == nil {
		return page, nil
	}
	written, err := json.Marshal(w.answers) // encodes < as an escape
	if err != nil {
		return page, fmt.Errorf("encode the answers in a page: %w", err)
	}
	block := slices.Concat([]byte(`<script type="application/json" id="answers" lang="`+language+`">`), written, []byte(`</script></head>`))
	return bytes.Replace(page, []byte("</head>"), block, 1), nil
}
