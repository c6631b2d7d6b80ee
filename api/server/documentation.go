package server

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/docs"
	"selfcare/api/examples"
	"selfcare/api/gen"
	"selfcare/api/server/assets"
)

// documentation is the contract: as a page without scripts, and as the file itself.
var documentation = sync.OnceValues(func() (map[string]*assets.Asset, error) {
	document, err := gen.GetSpec()
	if err != nil {
		return nil, fmt.Errorf("read the embedded contract: %w", err)
	}
	recorded, err := examples.Recorded()
	if err != nil {
		return nil, err
	}
	if err := examples.AddTo(document, recorded); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("write the contract with its examples: %w", err)
	}
	page, err := docs.Page(document)
	if err != nil {
		return nil, err
	}
	return map[string]*assets.Asset{
		"/api/docs":           assets.New("docs.html", page),
		"/api/docs/style.css": assets.New("style.css", docs.Style),
		"/api/docs/login.js":  assets.New("login.js", docs.LoginScript),
		"/api/openapi.json":   assets.New("openapi.json", raw),
	}, nil
})

func (s *Server) serveDocumentation(app *fiber.App) error {
	files, err := documentation()
	if err != nil {
		return err
	}
	for address, file := range files {
		app.Get(address, func(c fiber.Ctx) error { return file.Send(c, "no-cache") })
	}
	return nil
}
