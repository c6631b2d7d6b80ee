package site

import (
	"fmt"
	"slices"
	"strings"

	"selfcare/internal/domain/bundle"
)

// ShopKind is the content of a section of the shop.
type ShopKind string

// Kinds of sections.
const (
	ShopOffers  ShopKind = "offers"
	ShopBundles ShopKind = "bundles"
	ShopPlans   ShopKind = "plans"
	ShopLinks   ShopKind = "links"
)

// ShopSection is one part of the shop. A category, a tag or the featured flag narrows its content; Target is the page with all of
// it. Links are keys of routes with descriptions.
type ShopSection struct {
	Section  `yaml:",inline"`
	Kind     ShopKind `yaml:"kind"`
	Category string   `yaml:"category"`
	Tag      string   `yaml:"tag"`
	Featured bool     `yaml:"featured"`
	Most     int      `yaml:"most"`
	Links    []string `yaml:"links"`
}

const mostInSection = 12

func (e *examination) examineShop() {
	seen := map[string]bool{}
	for i, section := range e.site.Shop {
		here := fmt.Sprintf("shop[%d]", i)
		e.unique(here+".key", section.Key, seen)
		e.notice(here, Notice{section.Title, section.Text})
		e.target(here, section.Target, false)
		e.expect(section.Most >= 0 && section.Most <= mostInSection, here+".most", fmt.Sprintf("must be between 0 and %d", mostInSection))
		e.examineHolding(here, section)
	}
}

// examineHolding refuses a filter that the kind of the section does not know.
func (e *examination) examineHolding(here string, s ShopSection) {
	e.expect(s.Tag == "" || s.Kind == ShopBundles, here+".tag", "is only allowed for bundles")
	e.expect(!s.Featured || s.Kind == ShopOffers, here+".featured", "is only allowed for offers")
	e.expect((len(s.Links) > 0) == (s.Kind == ShopLinks), here+".links", "are required in a section of links, and not allowed elsewhere")
	switch s.Kind {
	case ShopBundles:
		e.among(here+".category", s.Category, bundle.Categories)
		e.among(here+".tag", s.Tag, bundle.Tags)
	case ShopPlans:
		e.expect(name.MatchString(s.Category), here+".category", "must be the family of the plans")
	case ShopOffers, ShopLinks:
		e.expect(s.Category == "", here+".category", "is only allowed for bundles and plans")
	default:
		e.expect(false, here+".kind", "must be offers, bundles, plans or links")
	}
	for _, key := range s.Links {
		_, about := e.site.About(key)
		e.expect(about, here+".links", "the route has no description: "+key)
	}
}

func (e *examination) among(where, word string, known []string) {
	e.expect(word == "" || slices.Contains(known, word), where, "must be one of "+strings.Join(known, ", "))
}

// About returns the description of a route; false without one.
func (s Site) About(key string) (About, bool) {
	for _, route := range s.Routes {
		if route.Key == key && route.About != nil {
			return *route.About, true
		}
	}
	return About{}, false
}
