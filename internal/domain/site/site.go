// Package site is what an operator says about the site: its pages and their addresses, menus, texts and home page.
package site

import (
	"time"
)

// Site is the content of one file, in both languages. Synonyms are groups of words that mean the same to the search.
type Site struct {
	Routes      []Route            `yaml:"routes"`
	Menus       map[string][]Item  `yaml:"menus"`
	Sliders     map[string][]Slide `yaml:"sliders"`
	Sections    []Section          `yaml:"sections"`
	Shop        []ShopSection      `yaml:"shop"`
	Packages    []Package          `yaml:"packages"`
	Translation map[string]Text    `yaml:"translation"`
	Maintenance Notice             `yaml:"maintenance"`
	Popup       *Popup             `yaml:"popup"`
	Updates     Updates            `yaml:"updates"`
	Synonyms    [][]string         `yaml:"synonyms"`
	Pages       []Page             `yaml:"pages"`
	FAQ         FAQ                `yaml:"faq"`
}

// Menus that every page shows.
const (
	MainMenu   = "main-menu"
	FooterMenu = "footer-menu"
	FooterLast = "footer-last"
)

// HomeSlider is the slider of the first page.
const HomeSlider = "homepage"

// Text is a text in both languages of the site.
type Text struct {
	En string `yaml:"en"`
	Ar string `yaml:"ar"`
}

// Route is a page and its address after the language. PathAr is for addresses with an Arabic slug. About is what the
// search knows of it, beside what menus and the first page say.
type Route struct {
	Key        string `yaml:"key"`
	Template   string `yaml:"template"`
	Path       string `yaml:"path"`
	PathAr     string `yaml:"pathAr"`
	SignIn     bool   `yaml:"signIn"`
	Permission string `yaml:"permission"`
	About      *About `yaml:"about"`
}

// About is what the search knows of a page. Also is what people call it otherwise, in whatever language.
type About struct {
	Notice `yaml:",inline"`
	Also   []string `yaml:"also"`
}

// Target is where something leads: a route of this site or an address elsewhere, never both.
type Target struct {
	Route string `yaml:"route"`
	URL   string `yaml:"url"`
}

// Item is an entry of a menu. One that leads nowhere opens its children.
type Item struct {
	Slug       string `yaml:"slug"`
	Title      Text   `yaml:"title"`
	Target     `yaml:",inline"`
	Permission string `yaml:"permission"`
	Children   []Item `yaml:"children"`
}

// Slide is one picture of a slider.
type Slide struct {
	ID     string `yaml:"id"`
	Title  Text   `yaml:"title"`
	Text   Text   `yaml:"text"`
	Action Text   `yaml:"action"`
	Image  string `yaml:"image"`
	Target `yaml:",inline"`
}

// Section is one part of the first page.
type Section struct {
	Key    string `yaml:"key"`
	Title  Text   `yaml:"title"`
	Text   Text   `yaml:"text"`
	Target `yaml:",inline"`
}

// Package is a plan offered on the first page. Name, description and price are the plan's, so they cannot disagree.
type Package struct {
	Plan   string `yaml:"plan"`
	Image  string `yaml:"image"`
	Target `yaml:",inline"`
}

// Notice is what people read while something is not as usual.
type Notice struct {
	Title Text `yaml:"title"`
	Text  Text `yaml:"text"`
}

// Popup is a notice shown from Start to End. Another ID is another popup, shown to those who closed the last one.
type Popup struct {
	ID     string    `yaml:"id"`
	Start  time.Time `yaml:"start"`
	End    time.Time `yaml:"end"`
	Notice `yaml:",inline"`
	Action Text `yaml:"action"`
	Target `yaml:",inline"`
}

// Updates are the oldest versions of the app that need no update, offered or forced.
type Updates struct {
	Optional string `yaml:"optional"`
	Forced   string `yaml:"forced"`
}

// In is the text in a language; what is not English is Arabic.
func (t Text) In(language string) string {
	if language == "en" {
		return t.En
	}
	return t.Ar
}

// PathIn is the path after the language.
func (r Route) PathIn(language string) string {
	if language == "en" || r.PathAr == "" {
		return r.Path
	}
	return r.PathAr
}

// Link is the address of a target in a language; empty where it leads nowhere.
func (s Site) Link(to Target, language string) string {
	if to.Route == "" {
		return to.URL
	}
	for _, route := range s.Routes {
		if route.Key == to.Route {
			return "/" + language + "/" + route.PathIn(language)
		}
	}
	return ""
}
