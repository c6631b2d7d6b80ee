package site

import (
	"cmp"
	"slices"

	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/search"
)

// Find is a page, or something else with an address, that can be searched for. It is found in either language, and shown
// in one.
type Find struct {
	Title Text
	Texts []Text
	Also  []string // what people call it otherwise
	URL   Text
	Key   permission.Key // needed to open it; none where everybody may
}

// Finds are the pages of the site: what a route says about itself, what menus call it, and what the first page says of it.
func (s Site) Finds() []Find {
	c := &collection{site: s, at: map[string]int{}}
	for _, route := range s.Routes {
		if about := route.About; about != nil {
			c.add(about.Title, Target{Route: route.Key}, "", about.Text).Also = about.Also
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
	site  Site
	finds []Find
	at    map[string]int
}

func (c *collection) addItems(items []Item) {
	for _, item := range items {
		c.add(item.Title, item.Target, cmp.Or(permission.Key(item.Permission), permission.OfMenu(item.Slug)), item.Title)
		c.addItems(item.Children)
	}
}

func (c *collection) add(title Text, to Target, key permission.Key, texts ...Text) *Find {
	address := Text{En: c.site.Link(to, "en"), Ar: c.site.Link(to, "ar")}
	if address.En == "" {
		return &Find{}
	}
	at, met := c.at[address.En]
	if !met {
		at = len(c.finds)
		c.at[address.En] = at
		c.finds = append(c.finds, Find{Title: title, URL: address, Key: c.site.keyOf(to.Route)})
	}
	find := &c.finds[at]
	find.Key = cmp.Or(find.Key, key)
	for _, text := range texts {
		if text != find.Title && !slices.Contains(find.Texts, text) {
			find.Texts = append(find.Texts, text)
		}
	}
	return find
}

// keyOf is the key that the page of a route needs.
func (s Site) keyOf(route string) permission.Key {
	at := slices.IndexFunc(s.Routes, func(r Route) bool { return r.Key == route })
	if at < 0 {
		return ""
	}
	return cmp.Or(permission.Key(s.Routes[at].Permission), permission.OfRoute(route))
}

// Searchable is what can be found, and where each word of it is.
type Searchable struct {
	finds []Find
	index *search.Index
}

// Searchable takes in the pages of the site, and more that has an address.
func (s Site) Searchable(more ...Find) Searchable {
	finds := append(s.Finds(), more...)
	entries := make([]search.Entry, len(finds))
	for i, find := range finds {
		entries[i] = search.Entry{Titles: find.Title.both(), Also: find.Also}
		for _, text := range find.Texts {
			entries[i].Texts = append(entries[i].Texts, text.both()...)
		}
	}
	return Searchable{finds, search.NewIndex(entries, s.Synonyms)}
}

func (t Text) both() []string {
	if t.En == t.Ar {
		return []string{t.En}
	}
	return []string{t.En, t.Ar}
}

// Found is what a query found, best first.
type Found struct {
	Finds  []Find
	result search.Result
}

// Find is what a query finds among what is open to who asks.
func (s Searchable) Find(query string, open func(Find) bool) Found {
	found := Found{result: s.index.Find(query, func(at int) bool { return open(s.finds[at]) })}
	for _, at := range found.result.At {
		found.Finds = append(found.Finds, s.finds[at])
	}
	return found
}

// Said is the words of a text that the query found it by.
func (f Found) Said(text string) []string { return f.result.Said(text) }
