package site

import (
	"cmp"
	"slices"
	"strings"

	"selfcare/internal/domain/permission"
)

// Find is a page, or something else with an address, that can be searched for.
type Find struct {
	Title string
	Texts []string
	URL   string
	Key   permission.Key // needed to open it; none where everybody may
}

// Finds are the pages of the site in a language: what a route says about itself, what menus call it, and what the first
// page says of it.
func (s Site) Finds(language string) []Find {
	c := &collection{site: s, language: language, at: map[string]int{}}
	for _, route := range s.Routes {
		if route.About != nil {
			c.add(route.About.Title, Target{Route: route.Key}, "", route.About.Text)
		}
	}
	for _, slug := range []string{MainMenu, FooterMenu, FooterLast} {
		c.addItems(s.Menus[slug])
	}
	for _, slide := range s.Sliders[HomeSlider] {
		c.add(slide.Title, slide.Target, "", slide.Title, slide.Text)
	}
	for _, section := range s.Sections {
		c.add(section.Title, section.Target, "", section.Title, section.Text)
	}
	return c.finds
}

// collection keeps one find for each address, under the name it was met first.
type collection struct {
	site     Site
	language string
	finds    []Find
	at       map[string]int
}

func (c *collection) addItems(items []Item) {
	for _, item := range items {
		c.add(item.Title, item.Target, cmp.Or(permission.Key(item.Permission), permission.OfMenu(item.Slug)))
		c.addItems(item.Children)
	}
}

func (c *collection) add(title Text, to Target, key permission.Key, texts ...Text) {
	address := c.site.Link(to, c.language)
	if address == "" {
		return
	}
	at, met := c.at[address]
	if !met {
		at = len(c.finds)
		c.at[address] = at
		c.finds = append(c.finds, Find{Title: title.In(c.language), URL: address, Key: c.site.keyOf(to.Route)})
	}
	find := &c.finds[at]
	find.Key = cmp.Or(find.Key, key)
	for _, text := range texts {
		if said := text.In(c.language); said != find.Title && !slices.Contains(find.Texts, said) {
			find.Texts = append(find.Texts, said)
		}
	}
}

// keyOf is the key that the page of a route needs.
func (s Site) keyOf(route string) permission.Key {
	at := slices.IndexFunc(s.Routes, func(r Route) bool { return r.Key == route })
	if at < 0 {
		return ""
	}
	return cmp.Or(permission.Key(s.Routes[at].Permission), permission.OfRoute(route))
}

// Search keeps what has all words of a query, best first: the query as it is in the title, all its words in the title,
// all of them anywhere.
func Search(query string, finds []Find) []Find {
	words := wordsOf(query)
	if len(words) == 0 {
		return nil
	}
	whole := strings.Join(words, " ")
	var ranked [3][]Find
	for _, find := range finds {
		title := folded(find.Title)
		switch {
		case strings.Contains(title, whole):
			ranked[0] = append(ranked[0], find)
		case hasAll(title, words):
			ranked[1] = append(ranked[1], find)
		case hasAll(title+" "+folded(strings.Join(find.Texts, " ")), words):
			ranked[2] = append(ranked[2], find)
		}
	}
	return slices.Concat(ranked[:]...)
}

const longestExcerpt = 160

// Excerpt is what a find says of itself: the text that has most to do with the query, cut between words.
func (f Find) Excerpt(query string) string {
	if len(f.Texts) == 0 {
		return ""
	}
	words := wordsOf(query)
	chosen := slices.MaxFunc(f.Texts, func(a, b string) int { return cmp.Compare(met(a, words), met(b, words)) })
	letters := []rune(chosen)
	if len(letters) <= longestExcerpt {
		return chosen
	}
	start := string(letters[:longestExcerpt])
	if space := strings.LastIndex(start, " "); space > 0 {
		start = start[:space]
	}
	return start + "…"
}

// met counts the words that a text has.
func met(text string, words []string) (count int) {
	text = folded(text)
	for _, word := range words {
		if strings.Contains(text, word) {
			count++
		}
	}
	return count
}
