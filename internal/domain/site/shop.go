package site

import (
	"fmt"
	"slices"
	"strings"

	"selfcare/internal/domain/bundle"
)

// ShopKind is what a section of the shop holds.
type ShopKind string

// Kinds of sections.
const (
	ShopOffers  ShopKind = "offers"
	ShopBundles ShopKind = "bundles"
	ShopPlans   ShopKind = "plans"
	ShopLinks   ShopKind = "links"
)

// ShopSection is one part of the shop. What it holds is narrowed by a category or a tag, or by being featured; Target is where all of it
// is. Links are keys of routes, each with what it says about itself.
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

// examineHolding: each kind is narrowed by what it knows, and by nothing else.
func (e *examination) examineHolding(here string, s ShopSection) {
	e.expect(s.Tag == "" || s.Kind == ShopBundles, here+".tag", "is of bundles alone")
	e.expect(!s.Featured || s.Kind == ShopOffers, here+".featured", "is of offers alone")
	e.expect((len(s.Links) > 0) == (s.Kind == ShopLinks), here+".links", "belong to a section of links, which has some")
	switch s.Kind {
	case ShopBundles:
		e.among(here+".category", s.Category, bundle.Categories)
		e.among(here+".tag", s.Tag, bundle.Tags)
	case ShopPlans:
		e.expect(name.MatchString(s.Category), here+".category", "must be the family of the plans")
	case ShopOffers, ShopLinks:
		e.expect(s.Category == "", here+".category", "is of bundles and plans alone")
	default:
		e.expect(false, here+".kind", "must be offers, bundles, plans or links")
	}
	for _, key := range s.Links {
		_, about := e.site.About(key)
		e.expect(about, here+".links", "no route says about itself what it is: "+key)
	}
}

func (e *examination) among(where, word string, known []string) {
	e.expect(word == "" || slices.Contains(known, word), where, "must be one of "+strings.Join(known, ", "))
}

// About is what a route says about itself; false where it says nothing.
func (s Site) About(key string) (About, bool) {
	for _, route := range s.Routes {
		if route.Key == key && route.About != nil {
			return *route.About, true
		}
	}
	return About{}, false
}
