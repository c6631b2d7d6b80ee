package webapp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"sync"

	"selfcare/api/gen"
	"selfcare/api/server/assets"
)

// writtenPage is a page of guests as the build of the web app wrote it: HTML with slots for what the site says.
type writtenPage struct {
	Key         string   `json:"key"`
	Shape       string   `json:"shape"`    // of pages that look in more than one way
	Language    string   `json:"language"` //
	Below       string   `json:"below"`    // the address of the route, where the page is not the route itself
	HTML        string   `json:"html"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Modules     []string `json:"modules"`
	Fonts       []string `json:"fonts"`
	// Texts in which something is filled in: where a site has its own words for them the web app writes the page.
	FilledTexts []string `json:"filledTexts"`
	// Addresses that the web app knows by heart.
	FixedAddresses map[string]string `json:"fixedAddresses"`

	parsed func() (*template.Template, error)
}

const (
	pagesFolder   = "/pages/"
	addressesFile = "/pages/addresses.json"
)

// written takes the pages out of the files, which are not for browsers.
func written(files map[string]*assets.Asset) (pages []*writtenPage, addresses map[string][]string, err error) {
	for name, file := range files {
		if !strings.HasPrefix(name, pagesFolder) {
			continue
		}
		delete(files, name)
		if name == addressesFile {
			err = json.Unmarshal(file.Plain, &addresses)
		} else {
			page := &writtenPage{}
			err = json.Unmarshal(file.Plain, page)
			page.parsed = sync.OnceValues(page.parse)
			pages = append(pages, page)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("read %s of the web app: %w", name, err)
		}
	}
	return pages, addresses, nil
}

const headTemplate = `{{define "head"}}<title>%s</title><meta name="description" content="%s">{{end}}`

// parse is done when a page is first asked for: html/template then learns from the HTML around each slot how to escape in it.
func (p *writtenPage) parse() (*template.Template, error) {
	text := fmt.Sprintf(headTemplate, p.Title, p.Description) + p.HTML
	parsed, err := template.New(p.Key).Funcs(template.FuncMap{"comment": comment}).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the page %s of the web app: %w", p.Key, err)
	}
	return parsed, nil
}

// comment keeps what React reads: html/template drops comments of a template.
func comment(text string) template.HTML {
	return template.HTML("<!--" + text + "-->") //nolint:gosec // the build wrote it, no site
}

// fill writes the head and the page for a site.
func (p *writtenPage) fill(said *said) (head, body []byte, err error) {
	parsed, err := p.parsed()
	if err != nil {
		return nil, nil, err
	}
	var top, page bytes.Buffer
	if err := parsed.ExecuteTemplate(&top, "head", said); err != nil {
		return nil, nil, fmt.Errorf("fill the head of %s: %w", p.Key, err)
	}
	if err := parsed.Execute(&page, said); err != nil {
		return nil, nil, fmt.Errorf("fill %s: %w", p.Key, err)
	}
	return top.Bytes(), page.Bytes(), nil
}

// fits says whether the site is one that the page was written for.
func (p *writtenPage) fits(bulk gen.BulkConfiguration) bool {
	if p.Shape != shapeOf(p.Key, bulk) {
		return false
	}
	for key, address := range p.FixedAddresses {
		if !slices.ContainsFunc(bulk.Routes, func(route gen.WebsiteRoute) bool { return route.Key == key && route.RewriteUrl == address }) {
			return false
		}
	}
	for _, name := range p.FilledTexts {
		if _, own := bulk.Translation[name]; own {
			return false
		}
	}
	return true
}

// shapeOf is which of its ways a page looks.
func shapeOf(key string, bulk gen.BulkConfiguration) string {
	if key == "support" && bulk.Settings.SupportPhone == "" {
		return "without-phone"
	}
	return ""
}
