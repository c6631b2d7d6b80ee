package site

import (
	"cmp"
	"slices"

	"selfcare/internal/domain/markdown"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/search"
)

// Find is a page or another address that the search can find. It is found in either language, and shown in one.
type Find struct {
	Title Text
	Texts []Text
	Also  []string // other names
	URL   Text
	Key   permission.Key // needed to open it; empty if every reader may
}

// Finds returns the searchable pages: from the descriptions of routes, the menus, the first page, the text pages and the answers.
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
	c.addPages()
	c.addQuestions()
	return c.finds
}

func (c *collection) addPages() {
	for _, page := range c.site.Pages {
		texts := []Text{page.Lead, plain(page.Body)}
		for _, choice := range page.Choices {
			texts = append(texts, choice.Title, plain(choice.Body))
		}
		address := Text{En: c.site.PageURL(page, "en"), Ar: c.site.PageURL(page, "ar")}
		find := c.addAt(page.Title, address, "", texts...)
		find.Also = append(slices.Clone(find.Also), page.Also...)
	}
}

// addQuestions omits questions for the app only.
func (c *collection) addQuestions() {
	for _, q := range c.site.FAQ.Posts {
		if q.ShownOn(OnlyWeb) {
			address := Text{En: c.site.QuestionURL(q, "en"), Ar: c.site.QuestionURL(q, "ar")}
			c.addAt(q.Title, address, "", plain(q.Details)).Also = q.Also
		}
	}
}

func plain(written Text) Text {
	return Text{En: markdown.Plain(written.En), Ar: markdown.Plain(written.Ar)}
}

// collection keeps one find for each address, with the first title.
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
	return c.addAt(title, address, cmp.Or(c.site.keyOf(to.Route), key), texts...)
}

func (c *collection) addAt(title, address Text, key permission.Key, texts ...Text) *Find {
	if address.En == "" {
		return &Find{}
	}
	at, met := c.at[address.En]
	if !met {
		at = len(c.finds)
		c.at[address.En] = at
		c.finds = append(c.finds, Find{Title: title, URL: address})
	}
	find := &c.finds[at]
	find.Key = cmp.Or(find.Key, key)
	for _, text := range texts {
		if text.En != "" && text != find.Title && !slices.Contains(find.Texts, text) {
			find.Texts = append(find.Texts, text)
		}
	}
	return find
}

// keyOf returns the permission key of a route.
func (s Site) keyOf(route string) permission.Key {
	at := slices.IndexFunc(s.Routes, func(r Route) bool { return r.Key == route })
	if at < 0 {
		return ""
	}
	return cmp.Or(permission.Key(s.Routes[at].Permission), permission.OfRoute(route))
}

// Searchable holds the finds and their index.
type Searchable struct {
	finds []Find
	index *search.Index
}

// Searchable indexes the pages of the site, and other finds.
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

// Found holds the matches of a query, best first.
type Found struct {
	Finds  []Find
	Meant  string // the query without its typing errors; empty if it has none
	result search.Result
}

// Find returns the matches of a query that the reader may open.
func (s Searchable) Find(query string, open func(Find) bool) Found {
	found := Found{Meant: s.index.Meant(query), result: s.index.Find(query, func(at int) bool { return open(s.finds[at]) })}
	found.Finds = make([]Find, 0, len(found.result.At))
	for _, at := range found.result.At {
		found.Finds = append(found.Finds, s.finds[at])
	}
	return found
}

// MatchedWords returns the words of a text that match the query.
func (f Found) MatchedWords(text string) []string { return f.result.MatchedWords(text) }
