package server

import (
	"fmt"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/docs"
	"selfcare/api/gen"
	"selfcare/api/server/assets"
)

// serveDocumentation shows the contract itself: as a page without any script, and as it is.
func (s *Server) serveDocumentation(app *fiber.App) error {
	document, err := gen.GetSpec()
	if err != nil {
		return fmt.Errorf("read the embedded contract: %w", err)
	}
	raw, err := gen.GetSpecJSON()
	if err != nil {
		return fmt.Errorf("read the embedded contract: %w", err)
	}
	page, err := docs.Page(document)
	if err != nil {
		return err
	}
	files := map[string]*assets.Asset{
		"/api/docs":           assets.New("docs.html", page),
		"/api/docs/style.css": assets.New("style.css", docs.Style),
		"/api/openapi.json":   assets.New("openapi.json", raw),
	}
	for address, file := range files {
		app.Get(address, func(c fiber.Ctx) error { return file.Send(c, "no-cache") })
	}
	return nil
}
