package site

import (
	"slices"

	"selfcare/internal/domain/markdown"
)

// Templates of the web app for the operator's texts. For a page with its own route, the key of the route is the slug.
const (
	templatePage  = "content-page"
	templateTerms = "terms"
	templatePages = "pages"
	templateFAQ   = "faq"
)

// Page is a text page: terms, about us and the like. Bodies are Markdown. Choices are alternatives, such as the steps for each
// phone: the reader sees one of them.
type Page struct {
	Slug    string   `yaml:"slug"`
	SlugAr  string   `yaml:"slugAr"`
	Title   Text     `yaml:"title"`
	Lead    Text     `yaml:"lead"`
	Body    Text     `yaml:"body"`
	Choices []Choice `yaml:"choices"`
	Also    []string `yaml:"also"`
}

// Choice is one of several alternatives of a page.
type Choice struct {
	Key   string `yaml:"key"`
	Title Text   `yaml:"title"`
	Body  Text   `yaml:"body"`
}

// SlugIn returns the slug of the page in a language.
func (p Page) SlugIn(language string) string { return slugIn(p.Slug, p.SlugAr, language) }

func slugIn(slug, arabic, language string) string {
	if language == "en" || arabic == "" {
		return slug
	}
	return arabic
}

// Page finds a page by its slug in any language.
func (s Site) Page(slug string) (Page, bool) {
	at := slices.IndexFunc(s.Pages, func(p Page) bool { return p.Slug == slug || p.SlugAr == slug })
	if slug == "" || at < 0 {
		return Page{}, false
	}
	return s.Pages[at], true
}

// PageURL returns the address of a page: its own route, otherwise below the route of all pages; empty without either.
func (s Site) PageURL(page Page, language string) string {
	if s.HasRoute(page) {
		return s.Link(Target{Route: page.Slug}, language)
	}
	return s.below(templatePages, page.SlugIn(language), language)
}

// HasRoute tells whether a page has its own route.
func (s Site) HasRoute(page Page) bool {
	return slices.ContainsFunc(s.Routes, func(r Route) bool { return r.Key == page.Slug && showsPage(r.Template) })
}

func showsPage(template string) bool { return template == templatePage || template == templateTerms }

// below returns the address of a slug below the route of a template.
func (s Site) below(template, slug, language string) string {
	for _, route := range s.Routes {
		if route.Template == template {
			return "/" + language + "/" + route.PathIn(language) + "/" + slug
		}
	}
	return ""
}

// Shown renders a text of the operator in a language, as HTML without active content.
func (s Site) Shown(text Text, language string) string {
	return markdown.HTML(text.In(language), func(route string) string { return s.Link(Target{Route: route}, language) })
}
