package webapp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"selfcare/api/gen"
)

// Words are what the operator has written: pages by their slug, and questions.
type Words interface {
	ContentPage(ctx context.Context, language, slug string) (page gen.ContentPage, there bool, err error)
	IsQuestion(ctx context.Context, slug string) (bool, error)
	// Addresses are those below routes, of pages and questions that anybody may find, after the language and by it.
	Addresses(ctx context.Context) ([]map[string]string, error)
}

// Templates of the web app for what the operator has written.
const (
	templateOwnPage = "content-page" // by the key of the route; also the key under which the build writes it
	templateTerms   = "terms"        // likewise
	templatePages   = "pages"        // by the slug below the route
	templateFAQ     = "faq"
)

// words is a page of words as it is asked for.
type words struct {
	gen.ContentPage
	asked string // the slug
}

// slugOf is the slug of the page of words at a spot; none where it is another page.
func slugOf(where spot) string {
	switch where.route.Template {
	case templateOwnPage, templateTerms:
		return where.route.Key
	case templatePages:
		return strings.TrimPrefix(where.below, "/")
	default:
		return ""
	}
}

// wordsAt is the page of words at a spot, and whether the spot is none after all: it names a page or question that there is not.
func (f *firstPage) wordsAt(ctx context.Context, language string, where spot) (page *words, missing bool, err error) {
	if slug := slugOf(where); slug != "" {
		found, there, err := f.words.ContentPage(ctx, language, slug)
		if err != nil || !there {
			return nil, err == nil, err
		}
		return &words{found, slug}, false, nil
	}
	if question := strings.TrimPrefix(where.below, "/"); where.route.Template == templateFAQ && question != "" {
		there, err := f.words.IsQuestion(ctx, question)
		return nil, err == nil && !there, err
	}
	return nil, false, nil
}

// saidPage is a page of words in the form in which the written page asks for it. What is HTML has been sanitised by
// internal/domain/markdown, which is the only one that makes it.
type saidPage struct {
	Title, Lead string
	Body        template.HTML
	Choices     []saidChoice
}

type saidChoice struct {
	Key, Title string
	Body       template.HTML
}

func (w *words) said() *saidPage {
	if w == nil {
		return nil
	}
	page := &saidPage{Title: w.Title, Lead: w.Lead, Body: template.HTML(w.Body)} //nolint:gosec // sanitised
	for _, choice := range w.Choices {
		page.Choices = append(page.Choices, saidChoice{choice.Key, choice.Title, template.HTML(choice.Body)}) //nolint:gosec // sanitised
	}
	return page
}

// withWords adds an inert block, as withConfiguration does.
func withWords(page []byte, language string, w *words) ([]byte, error) {
	if w == nil {
		return page, nil
	}
	written, err := json.Marshal(w.ContentPage) // writes < as an escape
	if err != nil {
		return page, fmt.Errorf("encode a page of words: %w", err)
	}
	slug := template.HTMLEscapeString(w.asked)
	block := slices.Concat(
		[]byte(`<script type="application/json" id="content-page" lang="`+language+`" data-slug="`+slug+`">`), written, []byte(`</script></head>`))
	return bytes.Replace(page, []byte("</head>"), block, 1), nil
}
