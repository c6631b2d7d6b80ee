package webapp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/assets"
	"selfcare/api/server/middleware"
)

// firstPage is the web app's page with the site's configuration in it, so that the first paint waits for no call, and
// with the HTML of guest pages.
type firstPage struct {
	*middleware.Core
	crawlers
	writtenPages
	index *assets.Asset
	built sync.Map // by name
}

// Configuration returns everything that the site needs to start, in one language.
type Configuration func(ctx context.Context, language string) (gen.BulkConfiguration, error)

// pageWithin is the longest wait for the configuration before the page goes out without it.
const pageWithin = 3 * time.Second

// edition is the site at one moment in one language, with the pages that were requested since.
type edition struct {
	language      string
	bulk          gen.BulkConfiguration
	configuration []byte
	alternates    map[string][]alternate // by route
	below         map[string][]alternate // by address, of text pages below a route
	pages         sync.Map               // by name
}

func (f *firstPage) edition(ctx context.Context, language string) (*edition, error) {
	return middleware.ReadCached(ctx, f.LocalCache, "page "+language, func(ctx context.Context) (*edition, error) {
		ctx, cancel := context.WithTimeout(ctx, pageWithin)
		defer cancel()
		bulk, err := f.configuration(ctx, language)
		if err != nil {
			return nil, err
		}
		configuration, err := json.Marshal(bulk) // encodes < as an escape, so that no text can end the block
		if err != nil {
			return nil, fmt.Errorf("encode the configuration of the site: %w", err)
		}
		_, alternates, err := f.listRoutes(ctx)
		return &edition{language: language, bulk: bulk, configuration: configuration, alternates: alternates, below: f.wordsBelow(ctx)}, err
	})
}

// wordsBelow logs its failure: the page works without them.
func (f *firstPage) wordsBelow(ctx context.Context) map[string][]alternate {
	pages, err := f.belowRoutes(ctx)
	if err != nil {
		f.Log.WarnContext(ctx, "text pages are served without a link to their other language", "error", err)
	}
	below := map[string][]alternate{}
	for _, alternates := range pages {
		for _, in := range alternates {
			below[in.Address] = alternates
		}
	}
	return below
}

// at returns the page at an address, in a language, and whether this site lacks it. Without the configuration the page
// still works: the web app then asks for it, and shows the failure.
func (f *firstPage) at(ctx context.Context, language, path string) (page *assets.Asset, missing bool) {
	current, err := f.edition(ctx, language)
	if err != nil {
		f.Log.WarnContext(ctx, "a page is served without the configuration of the site", "error", err)
		return f.index, false
	}
	address, readable := withoutLanguage(path)
	where, found := f.addresses.find(current.bulk.Routes, address)
	missing = len(f.addresses) > 0 && (!found || !readable)
	about, none, err := f.wordsAt(ctx, language, where)
	if err != nil {
		f.Log.WarnContext(ctx, "a page is served without its texts", "error", err)
	}
	if none {
		return f.pageOf(ctx, current, spot{}, nil), true
	}
	return f.pageOf(ctx, current, where, about), missing
}

// pageOf is built once in an edition. All orders and the like share one page, independent of the rest of the address.
func (f *firstPage) pageOf(ctx context.Context, in *edition, where spot, about *words) *assets.Asset {
	written := f.pageAt(where, in, about)
	name := in.language + " " + where.route.Key
	if written != nil || where.below == "" || about != nil || in.below[f.addressOf(in, where, about)] != nil {
		name += " " + where.below + "."
	}
	if page, ok := in.pages.Load(name); ok {
		return page.(*assets.Asset)
	}
	page := f.unchanged(name, assets.New("index.html", f.build(ctx, in, where, written, about)))
	in.pages.Store(name, page)
	return page
}

func (f *firstPage) build(ctx context.Context, in *edition, where spot, written *writtenPage, about *words) []byte {
	top, body := f.fill(ctx, in, where, written, about)
	page := inLanguage(f.index.Plain, in.language)
	page = bytes.Replace(page, defaultTitle, slices.Concat(top, f.headOf(ctx, in, where, body != nil, written, about)), 1)
	if body != nil {
		page = bytes.Replace(page, emptyRoot, slices.Concat([]byte(`<div id="root">`), body, []byte(`</div>`)), 1)
		page = scriptsLater(page, written.Modules)
	}
	page, err := withAnswers(withConfiguration(page, in.language, in.configuration), in.language, about)
	if err != nil {
		f.Log.WarnContext(ctx, "a page is served without its texts", "error", err)
	}
	return page
}

// fill returns the title and the HTML of a page that the build rendered. If that fails, the web app renders the page
// itself.
func (f *firstPage) fill(ctx context.Context, in *edition, where spot, written *writtenPage, about *words) (title, body []byte) {
	if written == nil {
		return defaultTitle, nil
	}
	said := saidBy(in.bulk, pathOf(in.language, where.route.RewriteUrl+where.below))
	said.Here = where.route.RewriteUrl + where.below
	said.trail(in.bulk.MainMenu.Items, in.language, where)
	if about != nil {
		about.say(said)
	}
	title, body, err := written.fill(said)
	if err != nil {
		f.Log.WarnContext(ctx, "a page is served without its HTML", "error", err)
		return defaultTitle, nil
	}
	return title, body
}

// headOf returns the rest of the head.
func (f *firstPage) headOf(ctx context.Context, in *edition, where spot, filled bool, written *writtenPage, of *words) []byte {
	alternates, listed := in.alternates[where.route.Key]
	own := f.addressOf(in, where, of)
	about := head{Unlisted: !listed && of == nil, Fonts: f.fonts[in.language]}
	switch {
	case in.below[own] != nil:
		about.listed(in.language, in.below[own])
	case of != nil && where.below != "":
		about.Canonical = own
	case listed && (filled || where.below == ""):
		about.listed(in.language, f.below(alternates, where))
	}
	text, err := about.write()
	if err != nil {
		f.Log.WarnContext(ctx, "a page is served without its head", "error", err)
	}
	return text
}

// addressOf is the address of the page at a spot in the language, which may have another name there.
func (f *firstPage) addressOf(in *edition, where spot, of *words) string {
	if of != nil && where.below != "" {
		return f.address(in.language, strings.TrimPrefix(of.url, "/"+in.language+"/"))
	}
	return f.address(in.language, where.route.RewriteUrl+where.below)
}

// below extends the addresses of a route to those of a page below it, whose name differs by language.
func (f *firstPage) below(alternates []alternate, where spot) []alternate {
	if where.below == "" {
		return alternates
	}
	moved := slices.Clone(alternates)
	for i, in := range moved {
		for _, page := range f.rendered {
			if page.Key == where.route.Key && page.Language == in.Language {
				moved[i].Address += (&url.URL{Path: page.Below}).EscapedPath()
			}
		}
	}
	return moved
}

// pageAt finds the rendered page for an address; nil for members' pages, which guests do not see, and during maintenance, which shows its
// notice everywhere.
func (f *firstPage) pageAt(where spot, in *edition, about *words) *writtenPage {
	if where.route.RequiresSignIn {
		return nil
	}
	if planned := in.bulk.MaintenanceSchedule; planned != nil && f.underWay(*planned) {
		return nil
	}
	key, below := where.route.Key, where.below
	if about != nil {
		key, below = about.key, ""
		if about.url != pathOf(in.language, where.route.RewriteUrl+where.below) {
			return nil // the web app redirects to its address in this language
		}
	}
	for _, page := range f.rendered {
		if page.Key == key && page.Language == in.language && page.Below == below && page.fits(in.bulk) {
			return page
		}
	}
	return nil
}

func (f *firstPage) underWay(window gen.MaintenanceSchedule) bool {
	now := f.Now()
	return !now.Before(window.StartDate) && now.Before(window.EndDate)
}

// unchanged reuses the earlier page if nothing has changed: it is already compressed.
func (f *firstPage) unchanged(name string, fresh *assets.Asset) *assets.Asset {
	if before, ok := f.built.Load(name); ok && before.(*assets.Asset).Etag == fresh.Etag {
		return before.(*assets.Asset)
	}
	f.built.Store(name, fresh)
	return fresh
}

// withConfiguration adds an inert block: browsers run no script of this type, so the content policy allows it.
func withConfiguration(page []byte, language string, configuration []byte) []byte {
	block := fmt.Sprintf(`<script type="application/json" id="configuration" lang="%s">%s</script></head>`, language, configuration)
	return bytes.Replace(page, []byte("</head>"), []byte(block), 1)
}
