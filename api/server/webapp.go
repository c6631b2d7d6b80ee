package server

import (
	"context"
	"path"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// webApp serves the files of the web app, and its first page for every address that is a page of it.
type webApp struct {
	assets map[string]*asset
	index  *asset
	page   func(ctx context.Context, language string) *asset
}

func (s *Server) serveWebApp(app *fiber.App) error {
	if s.Web == nil {
		return nil
	}
	assets, err := loadAssets(s.Web)
	if err != nil {
		return err
	}
	web := webApp{assets: assets, index: assets["/index.html"]}
	if web.index != nil {
		web.page = (&firstPage{site: s.siteHandlers, index: web.index}).in
	}
	app.Get("/", toLanguage)
	app.Get("/*", web.serve)
	return nil
}

// toLanguage sends a visitor without a language in the address to the one the browser asks for.
func toLanguage(c fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	c.Vary(fiber.HeaderAcceptLanguage)
	return c.Redirect().Status(fiber.StatusFound).To("/" + requestOf(c.Context()).language + "/")
}

func (w webApp) serve(c fiber.Ctx) error {
	address := c.Path()
	if strings.HasPrefix(address, "/api/") || strings.HasPrefix(address, "/codec/") {
		return fiber.ErrNotFound
	}
	if found, ok := w.assets[address]; ok && found != w.index {
		return found.send(c, assetLifetime(address))
	}
	if w.index == nil || path.Ext(address) != "" { // a file that is not there is no page
		return fiber.ErrNotFound
	}
	language := languageOfPath(address)
	if language == "" {
		c.Vary(fiber.HeaderAcceptLanguage)
		language = requestOf(c.Context()).language
	}
	return w.page(c.Context(), language).send(c, "no-cache")
}

// assetLifetime: the build puts a hash into the names under /assets/, so such a file never changes.
func assetLifetime(address string) string {
	if strings.HasPrefix(address, "/assets/") {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}

func (a *asset) send(c fiber.Ctx, lifetime string) error {
	c.Set(fiber.HeaderCacheControl, lifetime)
	c.Set(fiber.HeaderETag, a.etag)
	c.Vary(fiber.HeaderAcceptEncoding)
	if c.Get(fiber.HeaderIfNoneMatch) == a.etag {
		return c.SendStatus(fiber.StatusNotModified)
	}
	content, encoding := a.encoded(c.Get(fiber.HeaderAcceptEncoding))
	if encoding != "" {
		c.Set(fiber.HeaderContentEncoding, encoding)
	}
	c.Set(fiber.HeaderContentType, a.kind)
	return c.Send(content)
}
