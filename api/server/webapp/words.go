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

// Words are what the operator has written: pages by their slug, and questions.
type Words interface {
	ContentPage(ctx context.Context, language, slug string) (page gen.ContentPage, there bool, err error)
	Question(ctx context.Context, language, slug string) (post gen.FaqPost, there bool, err error)
	// Questions are those of the web, of a topic or all.
	Questions(ctx context.Context, language, topic string) (gen.ListFaqAnswer, error)
	// Addresses are those below routes, of pages and questions that anybody may find, after the language and by it.
	Addresses(ctx context.Context) ([]map[string]string, error)
}

// Templates of the web app for what the operator has written.
const (
	templateOwnPage = "content-page" // by the key of the route
	templateTerms   = "terms"        // likewise
	templatePages   = "pages"        // by the slug below the route
	templateFAQ     = "faq"          // all questions, and each by its slug below the route
)

// Keys under which the build writes pages of words: one stands for all of its kind.
const (
	writtenPageOfWords = "content-page"
	writtenQuestion    = "question"
	writtenQuestions   = "faq"
)

// words is what the operator has written at a spot.
type words struct {
	key     string         // under which the build writes it
	url     string         // where it is in the language
	answers map[string]any // of the API, by the name under which the web app looks for them in the page
	say     func(*said)
}

// wordsAt are those at a spot, and whether the spot is none after all: it names a page or question that there is not.
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

// questions are all of them; where nothing is asked yet the web app says so.
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

// withAnswers adds an inert block, as withConfiguration does.
func withAnswers(page []byte, language string, w *words) ([]byte, error) {
	if w == nil {
		return page, nil
	}
	written, err := json.Marshal(w.answers) // writes < as an escape
	if err != nil {
		return page, fmt.Errorf("encode the answers in a page: %w", err)
	}
	block := slices.Concat([]byte(`<script type="application/json" id="answers" lang="`+language+`">`), written, []byte(`</script></head>`))
	return bytes.Replace(page, []byte("</head>"), block, 1), nil
}
