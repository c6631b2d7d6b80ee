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

// writtenPage is a guest page as the web app's build rendered it: HTML with slots for the site's contents.
type writtenPage struct {
	Key         string   `json:"key"`
	Shape       string   `json:"shape"`    // of pages with several looks
	Language    string   `json:"language"` //
	Below       string   `json:"below"`    // the rest after the route's address, if the page is not the route itself
	HTML        string   `json:"html"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Modules     []string `json:"modules"`
	// FilledTexts have placeholders: if a site has its own words for them, the web app renders the page.
	FilledTexts []string `json:"filledTexts"`
	// FixedAddresses are those that the web app has built in.
	FixedAddresses map[string]string `json:"fixedAddresses"`

	parsed func() (*template.Template, error)
}

const pagesFolder = "/pages/"

// writtenPages is what the build wrote for the server.
type writtenPages struct {
	rendered  []*writtenPage
	addresses addressBook
	fonts     map[string][]string // by language: the files for the first visible text
}

// readWritten takes the rendered pages out of the files, which are not for browsers.
func readWritten(files map[string]*assets.Asset) (written writtenPages, err error) {
	for name, file := range files {
		if !strings.HasPrefix(name, pagesFolder) {
			continue
		}
		delete(files, name)
		switch name {
		case pagesFolder + "addresses.json":
			err = json.Unmarshal(file.Plain, &written.addresses)
		case pagesFolder + "fonts.json":
			err = json.Unmarshal(file.Plain, &written.fonts)
		default:
			page := &writtenPage{}
			err = json.Unmarshal(file.Plain, page)
			page.parsed = sync.OnceValues(page.parse)
			written.rendered = append(written.rendered, page)
		}
		if err != nil {
			return writtenPages{}, fmt.Errorf("read %s of the web app: %w", name, err)
		}
	}
	return written, nil
}

const headTemplate = `{{define "head"}}<title>%s</title><meta name="description" content="%s">{{end}}`

// parse runs at the first request for a page: html/template then learns from the HTML around each slot how to escape
// in it.
func (p *writtenPage) parse() (*template.Template, error) {
	text := fmt.Sprintf(headTemplate, p.Title, p.Description) + p.HTML
	parsed, err := template.New(p.Key).Funcs(template.FuncMap{"comment": comment}).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("the page %s of the web app: %w", p.Key, err)
	}
	return parsed, nil
}

// comment keeps the comments that React needs: html/template drops those of a template.
func comment(text string) template.HTML {
	return template.HTML("<!--" + text + "-->") //nolint:gosec // text of the build, not of a site
}

// fill renders the head and the page for a site.
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

// fits tells whether the page was rendered for such a site.
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

// shapeOf returns the look of a page.
func shapeOf(key string, bulk gen.BulkConfiguration) string {
	if key == "support" && bulk.Settings.SupportPhone == "" {
		return "without-phone"
	}
	return ""
}
