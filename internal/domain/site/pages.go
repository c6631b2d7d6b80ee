package site

import (
	"slices"

	"selfcare/internal/domain/markdown"
)

// Templates of the web app that show what the operator wrote. Of a page with a route of its own the key of the route is the slug.
const (
	templatePage  = "content-page"
	templateTerms = "terms"
	templatePages = "pages"
	templateFAQ   = "faq"
)

// Page is a page of words: terms, about us and the like. Bodies are Markdown. Choices are for a page that depends on something
// the reader has, as steps depend on a phone: one of them is shown.
type Page struct {
	Slug    string   `yaml:"slug"`
	SlugAr  string   `yaml:"slugAr"`
	Title   Text     `yaml:"title"`
	Lead    Text     `yaml:"lead"`
	Body    Text     `yaml:"body"`
	Choices []Choice `yaml:"choices"`
	Also    []string `yaml:"also"`
}

// Choice is what a page says to those who have one thing of several.
type Choice struct {
	Key   string `yaml:"key"`
	Title Text   `yaml:"title"`
	Body  Text   `yaml:"body"`
}

// SlugIn is what names the page in an address.
func (p Page) SlugIn(language string) string { return slugIn(p.Slug, p.SlugAr, language) }

func slugIn(slug, arabic, language string) string {
	if language == "en" || arabic == "" {
		return slug
	}
	return arabic
}

// Page is the page of a slug, in whichever language the slug is.
func (s Site) Page(slug string) (Page, bool) {
	at := slices.IndexFunc(s.Pages, func(p Page) bool { return p.Slug == slug || p.SlugAr == slug })
	if slug == "" || at < 0 {
		return Page{}, false
	}
	return s.Pages[at], true
}

// PageURL is where a page is: at a route of its own, or else below that of all pages. Empty where the site has neither.
func (s Site) PageURL(page Page, language string) string {
	if s.HasRoute(page) {
		return s.Link(Target{Route: page.Slug}, language)
	}
	return s.below(templatePages, page.SlugIn(language), language)
}

// HasRoute says whether a page has a route of its own.
func (s Site) HasRoute(page Page) bool {
	return slices.ContainsFunc(s.Routes, func(r Route) bool { return r.Key == page.Slug && showsPage(r.Template) })
}

func showsPage(template string) bool { return template == templatePage || template == templateTerms }

// below is the address of something below the route of a template.
func (s Site) below(template, slug, language string) string {
	for _, route := range s.Routes {
		if route.Template == template {
			return "/" + language + "/" + route.PathIn(language) + "/" + slug
		}
	}
	return ""
}

// Shown is a text of the operator as a page shows it in a language: as HTML in which nothing runs.
func (s Site) Shown(text Text, language string) string {
	return markdown.HTML(text.In(language), func(route string) string { return s.Link(Target{Route: route}, language) })
}
