// Package site describes the operator's site: its pages and their addresses, menus, texts and home page.
package site

import (
	"time"
)

// Site is the content of one file, in both languages. Synonyms are groups of words with the same meaning for the search.
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

// Route is a page and its address after the language. PathAr is an Arabic address. About describes the page for the search, in
// addition to menus and the first page.
type Route struct {
	Key        string `yaml:"key"`
	Template   string `yaml:"template"`
	Path       string `yaml:"path"`
	PathAr     string `yaml:"pathAr"`
	SignIn     bool   `yaml:"signIn"`
	Permission string `yaml:"permission"`
	About      *About `yaml:"about"`
}

// About describes a page for the search. Also holds other names in any language.
type About struct {
	Notice `yaml:",inline"`
	Also   []string `yaml:"also"`
}

// Target is the destination of a link: either a route of this site or another address.
type Target struct {
	Route string `yaml:"route"`
	URL   string `yaml:"url"`
}

// Item is a menu entry. An entry without a target opens its children.
type Item struct {
	Slug       string `yaml:"slug"`
	Title      Text   `yaml:"title"`
	Target     `yaml:",inline"`
	Permission string `yaml:"permission"`
	Children   []Item `yaml:"children"`
}

// Slide is one part of a slider. Its pictures are paths on this site, twice as wide as high.
type Slide struct {
	ID     string `yaml:"id"`
	Title  Text   `yaml:"title"`
	Text   Text   `yaml:"text"`
	Action Text   `yaml:"action"`
	Image  string `yaml:"image"`
	// PhoneImage is shown on phones; without it, Image is.
	PhoneImage string `yaml:"phone_image"`
	Target     `yaml:",inline"`
}

// Section is one part of the first page.
type Section struct {
	Key    string `yaml:"key"`
	Title  Text   `yaml:"title"`
	Text   Text   `yaml:"text"`
	Target `yaml:",inline"`
}

// Package is a plan on the first page. Its name, description and price come from the plan.
type Package struct {
	Plan   string `yaml:"plan"`
	Image  string `yaml:"image"`
	Target `yaml:",inline"`
}

// Notice informs readers about an unusual situation.
type Notice struct {
	Title Text `yaml:"title"`
	Text  Text `yaml:"text"`
}

// Popup is a notice from Start to End. A new ID shows it again to readers who closed the last one.
type Popup struct {
	ID     string    `yaml:"id"`
	Start  time.Time `yaml:"start"`
	End    time.Time `yaml:"end"`
	Notice `yaml:",inline"`
	Action Text `yaml:"action"`
	Target `yaml:",inline"`
}

// Updates holds the oldest versions of the app without an update, optional or forced.
type Updates struct {
	Optional string `yaml:"optional"`
	Forced   string `yaml:"forced"`
}

// In returns the text in a language; any language but English means Arabic.
func (t Text) In(language string) string {
	if language == "en" {
		return t.En
	}
	return t.Ar
}

// PathIn returns the path after the language.
func (r Route) PathIn(language string) string {
	if language == "en" || r.PathAr == "" {
		return r.Path
	}
	return r.PathAr
}

// Link returns the address of a target in a language; empty without a target.
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
