package webapp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"selfcare/api/gen"
)

// said has the contents of a site, in the form that rendered pages ask for.
type said struct {
	MainMenu, FooterMenu, FooterLast []entry
	Slides                           []slide
	Sections                         []part
	Packages                         []offer // of one type of lines
	TwoTypes                         bool    // the site offers plans for prepaid and for postpaid lines
	About                            *part   // of the offered plans
	Group, Above                     string  // of the breadcrumbs: a menu group, and the page above this one
	Phone, Hours, Email              string
	Here                             string    // the page's own address after the language
	Page                             *saidPage // of a text page
	Question                         *saidAnswer
	Topics                           []saidTopic // of the questions page

	routes map[string]string
	words  map[string]string
}

// Kinds of link targets.
const (
	here  = "here" // the page itself, or one above it
	inner = "inner"
	outer = "outer"
	none  = "none"
)

// way is a link target. Inner has no slash in front, Outer no scheme: the page has those.
type way struct {
	Kind, Inner, Outer string
}

type entry struct {
	way
	Title    string
	Children []entry
}

type part struct {
	way
	Title, Text string
}

type slide struct {
	part
	Action, Image, PhoneImage string
	First, Pictured           bool
}

type offer struct {
	way
	Id, Title, Amount, Period string
	Free                      bool
	Items                     []allowance
}

type allowance struct{ Type, Label string }

// saidBy prepares the contents of a site for its page at an address.
func saidBy(bulk gen.BulkConfiguration, address string) *said {
	s := &said{
		MainMenu: entries(bulk.MainMenu.Items, address), FooterMenu: entries(bulk.FooterMenu.Items, address),
		FooterLast: entries(bulk.FooterLast.Items, address), Slides: slides(bulk.Homepage.Sliders),
		Phone: bulk.Settings.SupportPhone, Hours: bulk.Translation["help:hours"], Email: bulk.Translation["help:email"],
		routes: map[string]string{}, words: bulk.Translation,
	}
	s.Packages, s.TwoTypes = offers(bulk.Packages)
	for _, section := range bulk.Homepage.Sections {
		about := part{wayTo(section.Url), section.Title, section.Text}
		switch section.Key {
		case "packages":
			s.About = &about
		case "numbers": // has its own place
		default:
			s.Sections = append(s.Sections, about)
		}
	}
	for _, route := range bulk.Routes {
		s.routes[route.Key] = route.RewriteUrl
	}
	return s
}

// Address returns a page's address after the language. A page with a link that this site lacks cannot be rendered
// here.
func (s *said) Address(key string) (string, error) {
	address, ok := s.routes[key]
	if !ok {
		return "", fmt.Errorf("the site has no page %s", key)
	}
	return address, nil
}

// Words returns the site's own words for a text, or the bundled ones.
func (s *said) Words(name, ours string) string {
	return cmp.Or(s.words[name], ours)
}

func wayTo(address *string) way {
	switch {
	case address == nil || *address == "":
		return way{Kind: none}
	case strings.HasPrefix(*address, "https://"):
		return way{Kind: outer, Outer: strings.TrimPrefix(*address, "https://")}
	default:
		return way{Kind: inner, Inner: strings.TrimPrefix(*address, "/")}
	}
}

// entries leaves out items without a target and without children, as the web app does.
func entries(items []gen.MenuItem, address string) []entry {
	var made []entry
	for _, item := range items {
		to, children := wayTo(item.Path), entries(item.Children, address)
		if to.Kind == none && len(children) == 0 {
			continue
		}
		if to.Kind == inner && isHere(address, *item.Path) {
			to.Kind = here
		}
		made = append(made, entry{to, item.Title, children})
	}
	return made
}

// isHere tells whether the web app highlights an entry: on its page and on those below it.
func isHere(address, path string) bool {
	return address == path || strings.HasPrefix(address, strings.TrimSuffix(path, "/")+"/")
}

// trail prepares the breadcrumbs of the web app: the page's menu group, and the pages above it.
func (s *said) trail(menu []gen.MenuItem, language string, where spot) {
	path := pathOf(language, where.route.RewriteUrl)
	is := func(item gen.MenuItem) bool { return item.Path != nil && *item.Path == path }
	var entries []gen.MenuItem
	for _, group := range menu {
		entries = append(append(entries, group.Children...), group)
		if s.Group == "" && slices.ContainsFunc(group.Children, is) {
			s.Group = group.Title
		}
	}
	if where.below == "" {
		return
	}
	at := slices.IndexFunc(entries, is)
	if at < 0 {
		at = slices.IndexFunc(entries, func(item gen.MenuItem) bool { return item.Slug == where.route.Key })
	}
	if at >= 0 {
		s.Above = entries[at].Title
	}
}

func slides(shown []gen.Slide) []slide {
	made := make([]slide, len(shown))
	for i, s := range shown {
		made[i] = slide{part: part{wayTo(&s.Url), s.Title, s.Text}, Action: s.Action, First: i == 0}
		if s.DesktopImage != nil && s.PhoneImage != nil {
			made[i].Image, made[i].PhoneImage, made[i].Pictured = *s.DesktopImage, *s.PhoneImage, true
		}
	}
	return made
}

// offers returns the plans of the page: of both types only the prepaid ones, as the web app shows at first.
func offers(packages []gen.Package) (made []offer, twoTypes bool) {
	isPrepaid := func(p gen.Package) bool { return p.SubscriptionType == gen.SubscriptionTypePrepaid }
	prepaid := slices.ContainsFunc(packages, isPrepaid)
	twoTypes = prepaid && slices.ContainsFunc(packages, func(p gen.Package) bool { return !isPrepaid(p) })
	for _, p := range packages {
		if twoTypes && !isPrepaid(p) {
			continue
		}
		shown := offer{way: wayTo(&p.Url), Id: p.Id, Title: p.Title, Amount: riyals(p.Price), Period: p.Period, Free: p.Price == 0}
		for _, item := range p.Items {
			shown.Items = append(shown.Items, allowance{item.Type, item.Label})
		}
		made = append(made, shown)
	}
	return made, twoTypes
}
