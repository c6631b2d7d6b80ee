package site

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/permission"
)

var (
	name        = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,59}$`)
	pathName    = regexp.MustCompile(`^[a-z0-9][A-Za-z0-9_/-]{0,59}$`)
	translation = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*:[A-Za-z0-9_.-]+$`)
	version     = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)
)

// needed lists the routes that every site needs: the first page, and the targets of redirects.
var needed = []string{"home", "login", "maintenance"}

const (
	longestText = 600
	deepest     = 2 // levels of a menu
)

// examination collects the mistakes of a content file.
type examination struct {
	site   Site
	routes map[string]bool
	found  []configfile.Problem
}

func (s Site) examine() []configfile.Problem {
	e := &examination{site: s, routes: map[string]bool{}}
	e.examineRoutes()
	e.examineMenus()
	e.examineHome()
	e.examineShop()
	for _, key := range slices.Sorted(maps.Keys(s.Translation)) {
		where := "translation." + key
		e.expect(translation.MatchString(key), where, "must be namespace:key")
		e.text(where, s.Translation[key])
	}
	e.notice("maintenance", s.Maintenance)
	e.examinePopup()
	e.examineUpdates()
	e.examineSynonyms()
	e.examinePages()
	e.examineFAQ()
	return e.found
}

func (e *examination) expect(kept bool, key, rule string) {
	if !kept {
		e.found = append(e.found, configfile.Problem{Key: key, Text: rule})
	}
}

func (e *examination) examineRoutes() {
	english, arabic := map[string]bool{}, map[string]bool{}
	for i, route := range e.site.Routes {
		where := fmt.Sprintf("routes[%d]", i)
		e.expect(name.MatchString(route.Key), where+".key", "must be a name of letters, digits, - and _")
		e.expect(!e.routes[route.Key], where+".key", "is there twice: "+route.Key)
		e.expect(name.MatchString(route.Template), where+".template", "must be a name of letters, digits, - and _")
		e.expect(isPath(route.Path), where+".path", "must be parts of letters, digits, - and _ with / between them")
		e.expect(isPath(route.PathAr), where+".pathAr", "must be parts of letters, digits, - and _ with / between them")
		e.expect(!english[route.PathIn("en")], where+".path", "leads to another page already")
		e.expect(!arabic[route.PathIn("ar")], where+".path", "leads to another page already, in Arabic")
		e.permission(where, route.Permission, permission.OfRoute(route.Key))
		if route.About != nil {
			e.notice(where+".about", route.About.Notice)
			e.ways(where+".about.also", route.About.Also)
		}
		e.routes[route.Key], english[route.PathIn("en")], arabic[route.PathIn("ar")] = true, true, true
	}
	for _, key := range needed {
		e.expect(e.routes[key], "routes", "the site needs a route "+key)
	}
}

// isPath accepts parts of letters and digits of any script, which need no escaping in an address.
func isPath(path string) bool {
	if path == "" {
		return true
	}
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || strings.ContainsFunc(part, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && r != '-' && r != '_'
		}) {
			return false
		}
	}
	return true
}

// permission refuses a permission that contradicts the table of permissions.
func (e *examination) permission(where, key string, listed permission.Key) {
	_, known := permission.Features[permission.Key(key)]
	e.expect(key == "" || known, where+".permission", "is not a key of the table of permissions: "+key)
	e.expect(key == "" || listed == "" || key == string(listed), where+".permission", "must be as in the table of permissions: "+string(listed))
}

func (e *examination) examineMenus() {
	for _, slug := range []string{MainMenu, FooterMenu, FooterLast} {
		e.expect(e.site.Menus[slug] != nil, "menus", "the site needs a menu "+slug)
	}
	for _, slug := range slices.Sorted(maps.Keys(e.site.Menus)) {
		e.items("menus."+slug, e.site.Menus[slug], 1, map[string]bool{})
	}
}

func (e *examination) items(where string, items []Item, level int, seen map[string]bool) {
	e.expect(level <= deepest || len(items) == 0, where, fmt.Sprintf("a menu has at most %d levels", deepest))
	for i, item := range items {
		here := fmt.Sprintf("%s[%d]", where, i)
		e.expect(pathName.MatchString(item.Slug), here+".slug", "must be a path name")
		e.expect(!seen[item.Slug], here+".slug", "is there twice: "+item.Slug)
		seen[item.Slug] = true
		e.text(here+".title", item.Title)
		e.permission(here, item.Permission, permission.OfMenu(item.Slug))
		e.target(here, item.Target, len(item.Children) == 0)
		e.items(here+".children", item.Children, level+1, seen)
	}
}

func (e *examination) notice(where string, notice Notice) {
	e.text(where+".title", notice.Title)
	e.text(where+".text", notice.Text)
}

func (e *examination) text(where string, text Text) {
	for language, words := range map[string]string{".en": text.En, ".ar": text.Ar} {
		e.expect(strings.TrimSpace(words) != "", where+language, "is missing")
		e.expect(len([]rune(words)) <= longestText, where+language, fmt.Sprintf("is longer than %d letters", longestText))
		e.expect(!strings.ContainsFunc(words, unicode.IsControl), where+language, "contains a control character")
	}
}

func (e *examination) target(where string, to Target, must bool) {
	e.expect(to.Route == "" || e.routes[to.Route], where+".route", "there is no such route: "+to.Route)
	e.expect(to.Route == "" || to.URL == "", where+".url", "must not be set together with a route")
	e.expect(!must || to != Target{}, where, "must lead to a route or url")
	if to.URL != "" {
		e.expect(isSecure(to.URL), where+".url", "must begin with https://")
	}
}
