package site_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"selfcare/internal/domain/site"
)

// small has one entry of each kind. The tests below refer to its line numbers.
const small = `routes:
  - { key: home, template: home, path: "" }
  - { key: login, template: login, path: login, pathAr: دخول }
  - { key: maintenance, template: maintenance, path: maintenence }
menus:
  main-menu:
    - slug: terms
      title: { en: Terms, ar: الشروط }
      route: home
  footer-menu: []
  footer-last: []
sliders:
  homepage:
    - id: one
      title: { en: One, ar: واحد }
      text: { en: One, ar: واحد }
      action: { en: Go, ar: هيا }
      route: home
sections:
  - { key: plans, title: { en: Plans, ar: باقات }, text: { en: Plans, ar: باقات } }
packages:
  - { plan: hawakom-90, route: home }
translation:
  "home:title": { en: Day, ar: يوم }
maintenance: { title: { en: Soon, ar: قريبًا }, text: { en: Soon, ar: قريبًا } }
popup: { id: eid, start: 2026-11-01T00:00:00Z, end: 2026-12-01T00:00:00Z, title: { en: Eid, ar: عيد }, text: { en: Eid, ar: عيد } }
updates: { optional: 1.0.0, forced: 1.0.0 }
`

func TestParse_SiteMistake_NamesLineAndKey(t *testing.T) {
	long := strings.Repeat("x", 601)
	tests := map[string]struct{ instead, of, want string }{
		"unknown key":                    {"templat: home", "template: home", "line 2: routes[0].templat: is not known here"},
		"no boolean":                     {"path: login, signIn: perhaps", "path: login", "line 3: routes[1].signIn: must be true or false"},
		"a key twice":                    {"key: home, template: login", "key: login, template: login", "line 3: routes[1].key: is there twice: home"},
		"an address twice":               {`path: ""`, "path: login", "line 3: routes[1].path: leads to another page already"},
		"an address with an empty part":  {"path: a//b", "path: login", "line 3: routes[1].path: must be parts"},
		"an address that needs escaping": {`path: "a b?c"`, "path: login", "line 3: routes[1].path: must be parts"},
		"a needed route missing":         {"key: login2", "key: login", "line 1: routes: the site needs a route login"},
		"an unknown permission":          {"path: login, permission: all", "path: login", "line 3: routes[1].permission: is not a key of the table of permissions: all"},
		"another permission than listed": {"slug: roaming-rates\n      permission: bundles", "slug: terms", "line 8: menus.main-menu[0].permission: must be as in the table of permissions: roaming"},
		"a needed menu missing":          {"footer-late", "footer-last", "line 5: menus: the site needs a menu footer-last"},
		"an entry without Arabic":        {"title: { en: Terms }", "title: { en: Terms, ar: الشروط }", "line 8: menus.main-menu[0].title.ar: is missing"},
		"an entry that leads nowhere":    {"permission: roaming\n  footer-menu", "route: home\n  footer-menu", "line 7: menus.main-menu[0]: must lead to a route or url"},
		"an unknown route":               {"route: homme\n  footer-menu", "route: home\n  footer-menu", "line 9: menus.main-menu[0].route: there is no such route: homme"},
		"a script as address":            {`url: "javascript:alert(1)"` + "\n  footer-menu", "route: home\n  footer-menu", "line 9: menus.main-menu[0].url: must begin with https://"},
		"two targets":                    {"route: home\n      url: https://x.example\n  footer-menu", "route: home\n  footer-menu", "line 10: menus.main-menu[0].url: must not be set together with a route"},
		"a strange path name":            {"slug: Te rms", "slug: terms", "line 7: menus.main-menu[0].slug: must be a path name"},
		"no slider of the first page":    {"homepages:", "homepage:", "line 12: sliders: the site needs a slider homepage"},
		"an image from elsewhere":        {"id: one\n      image: //evil.example/x.png", "id: one", "line 15: sliders.homepage[0].image: must be a path on this site"},
		"a picture for phones alone":     {"id: one\n      phone_image: /x.png", "id: one", "line 14: sliders.homepage[0].image: a picture for phones needs one for wide screens"},
		"a text too long":                {"action: { en: " + long + ", ar: هيا }", "action: { en: Go, ar: هيا }", "line 17: sliders.homepage[0].action.en: is longer than 600 letters"},
		"a control character":            {`action: { en: "a\u0007", ar: هيا }`, "action: { en: Go, ar: هيا }", "line 17: sliders.homepage[0].action.en: contains a control character"},
		"a section without Arabic":       {"key: plans, title: { en: Plans, ar: باقات }, text: { en: Plans }", "key: plans, title: { en: Plans, ar: باقات }, text: { en: Plans, ar: باقات }", "line 20: sections[0].text.ar: is missing"},
		"a section with empty Arabic":    {"key: plans, title: { en: Plans, ar: ' ' }", "key: plans, title: { en: Plans, ar: باقات }", "line 20: sections[0].title.ar: is missing"},
		"a slide without Arabic":         {"action: { en: Go }", "action: { en: Go, ar: هيا }", "line 17: sliders.homepage[0].action.ar: is missing"},
		"a text of no namespace":         {`"title"`, `"home:title"`, "line 24: translation.title: must be namespace:key"},
		"a popup that ends first":        {"end: 2026-10-01T00:00:00Z", "end: 2026-12-01T00:00:00Z", "line 26: popup.end: must be after its start"},
		"a popup with a silent link":     {"popup: { route: home, id: eid", "popup: { id: eid", "line 26: popup.action.en: is missing"},
		"no version":                     {"forced: latest", "forced: 1.0.0", "line 27: updates.forced: must be a version like 1.4.0"},
		"the same key twice":             {"updates: { optional: 1.0.0, optional: 2.0.0, forced: 1.0.0 }", "updates: { optional: 1.0.0, forced: 1.0.0 }", `line 27: mapping key "optional" already defined`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, small, tt.of)
			_, err := site.Parse(strings.Replace(small, tt.of, tt.instead, 1))
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestParse_SiteMistakes_AreInOrder(t *testing.T) {
	broken := strings.NewReplacer("forced: 1.0.0", "forced: x", "slug: terms", "slug: ''", "key: login", "key: '-'").Replace(small)
	_, err := site.Parse(broken)
	require.Error(t, err)
	var where []string
	for sentence := range strings.SplitSeq(err.Error(), "\n") {
		where = append(where, strings.Join(strings.Fields(sentence)[:3], " "))
	}
	require.Equal(t, []string{"line 1: routes:", "line 3: routes[1].key:", "line 7: menus.main-menu[0].slug:", "line 27: updates.forced:"}, where)
}

func TestParse_OtherFile_IsRefused(t *testing.T) {
	for name, file := range map[string]string{"nothing": "", "two documents": small + "---\nroutes: []\n", "no YAML": "routes: ["} {
		_, err := site.Parse(file)
		require.ErrorContains(t, err, "read the content", name)
	}
	for file, want := range map[string]string{"- 1": "line 1: must be a mapping of keys", "a: &a [*a]": "line 1: a: is not known here"} {
		_, err := site.Parse(file)
		require.ErrorContains(t, err, want)
	}
}

func TestParse_JSON_IsAccepted(t *testing.T) {
	var anything map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(small), &anything))
	file, err := json.MarshalIndent(anything, "", "\t")
	require.NoError(t, err)
	fromJSON, err := site.Parse(string(file))
	require.NoError(t, err)
	fromYAML, err := site.Parse(small)
	require.NoError(t, err)
	require.Equal(t, fromYAML, fromJSON)
}

func TestLink_ChangedRoute_Follows(t *testing.T) {
	s, err := site.Parse(small)
	require.NoError(t, err)
	for want, to := range map[string]site.Target{
		"/en/login": {Route: "login"}, "https://x.example/": {URL: "https://x.example/"}, "/en/": {Route: "home"}, "": {},
	} {
		require.Equal(t, want, s.Link(to, "en"))
	}
	require.Equal(t, "/ar/دخول", s.Link(site.Target{Route: "login"}, "ar"))
	require.Equal(t, "/ar/maintenence", s.Link(site.Target{Route: "maintenance"}, "ar"), "no Arabic slug")
}

func TestLayoutOf_MatchesSpecification(t *testing.T) {
	for key, want := range map[string]site.Layout{
		"hawakom-faq": "plain", "loyalty-faq": "plain", "customer-complaints-app": "plain", "dashboard": "dashboard",
		"payinvoice": "footer-only", "home": "default", "order-sim": "default", "anything-new": "default",
	} {
		require.Equal(t, want, site.LayoutOf(key), key)
	}
}

func TestWindow_EndBeforeStart_IsInvalid(t *testing.T) {
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for window, want := range map[site.Window]bool{
		{Start: now, End: now.Add(time.Second)}: true, {Start: now, End: now}: false, {End: now}: false, {}: false,
	} {
		require.Equal(t, want, window.Valid(), fmt.Sprint(window))
	}
}

func FuzzParse(f *testing.F) {
	for _, file := range []string{small, "", "null", "---\n", "routes: [null]", "menus: { main-menu: [{}] }", "a: &a [*a]", "\t", "{}"} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		s, err := site.Parse(file)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		for _, route := range s.Routes {
			require.NotEmpty(t, s.Link(site.Target{Route: route.Key}, "ar"))
		}
	})
}

// shop has a section of each kind; each test case breaks one.
const shop = `shop:
  - { key: now, kind: offers, featured: true, title: { en: Now, ar: الآن }, text: { en: Now, ar: الآن }, route: home }
  - { key: data, kind: bundles, category: data-net-saver, tag: new, most: 4, title: { en: Data, ar: إنترنت }, text: { en: Data, ar: إنترنت } }
  - { key: plans, kind: plans, category: hawakom, title: { en: Plans, ar: باقات }, text: { en: Plans, ar: باقات } }
  - { key: more, kind: links, links: [help], title: { en: More, ar: المزيد }, text: { en: More, ar: المزيد } }
`

func TestParse_ShopSection_FitsItsKind(t *testing.T) {
	help := "  - { key: help, template: help, path: help, about: { title: { en: Help, ar: مساعدة }, text: { en: Help, ar: مساعدة } } }\nmenus:\n"
	whole := strings.Replace(small, "menus:\n", help, 1) + shop
	read, err := site.Parse(whole)
	require.NoError(t, err)
	require.Len(t, read.Shop, 4)
	for name, tt := range map[string]struct{ of, instead, want string }{
		"an unknown kind":                      {"kind: plans", "kind: cars", "shop[2].kind: must be offers, bundles, plans or links"},
		"a key twice":                          {"key: data", "key: now", "shop[1].key: is there twice: now"},
		"no Arabic":                            {"text: { en: Data, ar: إنترنت }", "text: { en: Data }", "shop[1].text.ar: is missing"},
		"an unknown category":                  {"category: data-net-saver", "category: shoes", "shop[1].category: must be one of latest"},
		"an unknown tag":                       {"tag: new", "tag: old", "shop[1].tag: must be one of best-seller"},
		"a tag of plans":                       {"category: hawakom", "category: hawakom, tag: new", "shop[2].tag: is only allowed for bundles"},
		"plans of no family":                   {"category: hawakom, ", "", "shop[2].category: must be the family of the plans"},
		"a category of offers":                 {"featured: true", "category: latest", "shop[0].category: is only allowed for bundles and plans"},
		"bundles that are featured":            {"most: 4", "most: 4, featured: true", "shop[1].featured: is only allowed for offers"},
		"more than fit":                        {"most: 4", "most: 13", "shop[1].most: must be between 0 and 12"},
		"links of offers":                      {"featured: true", "links: [help]", "shop[0].links: are required in a section of links"},
		"no links":                             {"links: [help], ", "", "shop[3].links: are required in a section of links"},
		"a link to a page without description": {"links: [help]", "links: [login]", "shop[3].links: the route has no description: login"},
		"a link to nowhere":                    {"links: [help]", "links: [nobodys]", "shop[3].links: the route has no description: nobodys"},
		"a section with an unknown route":      {"route: home }\n  - { key: data", "route: nobodys }\n  - { key: data", "shop[0].route: there is no such route: nobodys"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Contains(t, shop, tt.of)
			_, err := site.Parse(strings.Replace(whole, shop, strings.Replace(shop, tt.of, tt.instead, 1), 1))
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestLayoutOf_SameTemplate_IsTheSame(t *testing.T) {
	file, err := os.ReadFile("../../../dev/seed/site.yaml")
	require.NoError(t, err)
	seeded, err := site.Parse(string(file))
	require.NoError(t, err)
	withOwnFrame := []string{"bundle-category", "build-your-bundle"} // both layouts use these pages
	frames := map[string]site.Layout{}
	for _, route := range seeded.Routes {
		layout := site.LayoutOf(route.Key)
		if known, seen := frames[route.Template]; seen && !slices.Contains(withOwnFrame, route.Template) {
			require.Equal(t, known, layout, "%s: a page of the template %s stands without its frame", route.Key, route.Template)
		}
		frames[route.Template] = layout
	}
}
