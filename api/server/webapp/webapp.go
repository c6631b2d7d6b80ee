// Package webapp serves the web app: its files, and its first page with the configuration of the site in it.
package webapp

import (
	"bytes"
	"context"
	"io/fs"
	"path"
	"strings"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/server/assets"
	"selfcare/api/server/middleware"
)

// webApp serves the files of the web app, and its first page for every address of a page.
type webApp struct {
	assets map[string]*assets.Asset
	index  *assets.Asset
	page   func(ctx context.Context, language, path string) (page *assets.Asset, missing bool)
}

// Serve answers every remaining address with a file of the web app or with its first page.
func Serve(app *fiber.App, files fs.FS, base *middleware.Core, origin string, configuration Configuration, content Words) error {
	if files == nil {
		return nil
	}
	found, err := assets.Load(files)
	if err != nil {
		return err
	}
	if index := found["/index.html"]; index != nil && base.Traces.On() {
		found["/index.html"] = assets.New("index.html", saysTraced(index.Plain))
	}
	pages, err := readWritten(found)
	if err != nil {
		return err
	}
	web := webApp{assets: found, index: found["/index.html"]}
	tell := crawlers{origin, configuration, content}
	if web.index != nil {
		web.page = (&firstPage{Core: base, crawlers: tell, index: web.index, writtenPages: pages}).at
	}
	app.Get("/", toLanguage)
	app.Get("/robots.txt", tell.robots)
	app.Get("/sitemap.xml", tell.sitemap)
	app.Post("/:language/social/:provider", fromProvider)
	app.Get("/*", web.serve)
	return nil
}

// saysTraced puts the calls of a page into one trace: the web app then sends it with each
// (web/src/api/trace-parent.ts).
func saysTraced(page []byte) []byte {
	return bytes.Replace(page, []byte("<head>"), []byte(`<head><meta name="traced" content="true">`), 1)
}

// toLanguage redirects an address without a language to the browser's preferred one.
func toLanguage(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Vary(fiber.HeaderAcceptLanguage)
	return c.Redirect().Status(fiber.StatusFound).To("/" + middleware.RequestOf(c.Context()).Language + "/")
}

func (w webApp) serve(c fiber.Ctx) error {
	address := c.Path()
	if strings.HasPrefix(address, "/api/") || strings.HasPrefix(address, "/codec/") {
		return fiber.ErrNotFound
	}
	if found, ok := w.assets[address]; ok && found != w.index {
		return found.Send(c, assetLifetime(address))
	}
	if w.index == nil {
		return fiber.ErrNotFound
	}
	if other, found := w.canonical(c); found {
		return toCanonical(c, other)
	}
	if path.Ext(address) != "" && !wantsPage(c) { // a missing file is no page
		return fiber.ErrNotFound
	}
	language := languageOfPath(address)
	if language == "" {
		c.Vary(fiber.HeaderAcceptLanguage)
		language = middleware.RequestOf(c.Context()).Language
	}
	if c.Query("preview") != "" { // the web app asks for the preview; search engines must not list it
		c.Set("X-Robots-Tag", "noindex")
		c.Set(fiber.HeaderCacheControl, "no-store")
		return c.Type("html", "utf-8").Send(inLanguage(w.index.Plain, language))
	}
	page, missing := w.page(c.Context(), language, address)
	if missing { // its page tells the visitor in their language
		c.Set(fiber.HeaderCacheControl, "no-store")
		return c.Status(fiber.StatusNotFound).Type("html", "utf-8").Send(page.Plain)
	}
	return page.Send(c, "no-cache")
}

// assetLifetime lets files under /assets/ live for ever: the build puts a hash into their names.
func assetLifetime(address string) string {
	if strings.HasPrefix(address, "/assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}
