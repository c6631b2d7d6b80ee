package webapp

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"selfcare/internal/contract/texts"
)

// head is the head of a page for search engines and previews, without its title.
type head struct {
	Canonical  string
	Alternates []alternate
	Unlisted   bool // search engines must not list the page
	Fonts      []string
}

var headTags = template.Must(template.New("head").Parse(
	`{{with .Canonical}}<link rel="canonical" href="{{.}}">{{end}}` +
		`{{range .Alternates}}<link rel="alternate" hreflang="{{.Language}}" href="{{.Address}}">{{end}}` +
		`{{if .Unlisted}}<meta name="robots" content="noindex">{{end}}` +
		`{{range .Fonts}}<link rel="preload" as="font" type="font/woff2" crossorigin href="{{.}}">{{end}}`))

func (h head) write() ([]byte, error) {
	var out bytes.Buffer
	if err := headTags.Execute(&out, h); err != nil {
		return nil, fmt.Errorf("write the head of a page: %w", err)
	}
	return out.Bytes(), nil
}

// anyLanguage marks the default for speakers of other languages: the addresses without a language.
const anyLanguage = "x-default"

// listed adds the page's own address and its other language, as in the sitemap.
func (h *head) listed(language string, alternates []alternate) {
	for _, in := range alternates {
		if in.Language == language {
			h.Canonical = in.Address
		}
	}
	h.Alternates = slices.Clone(alternates)
	for _, in := range alternates {
		if in.Language == texts.Arabic {
			h.Alternates = append(h.Alternates, alternate{"alternate", anyLanguage, in.Address})
		}
	}
}

// defaultTitle is the title element that a page's own title replaces.
var defaultTitle = []byte("<title>Selfcare</title>")

// emptyRoot is the place of the web app in the file.
var emptyRoot = []byte(`<div id="root"></div>`)

// languageOfFile is the begin of the html element; its rest stays.
var languageOfFile = []byte(`lang="ar" dir="rtl"`)

func inLanguage(page []byte, language string) []byte {
	if language == texts.English {
		return bytes.Replace(page, languageOfFile, []byte(`lang="en" dir="ltr"`), 1)
	}
	return page
}

// pathOf returns an address of this site after its host.
func pathOf(language, address string) string {
	return "/" + language + "/" + strings.TrimPrefix(address, "/")
}
