package webapp

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract/texts"
)

// crawlers lists the pages for search engines.
type crawlers struct {
	origin        string
	configuration Configuration
	words         Words
}

// hidden are public pages that search engines must not list: they need a value from a message or another page.
var hidden = map[string]bool{
	"maintenance": true, "search": true, "social": true, "second-factor": true, "order-link": true, "message-link": true, "unsubscribe": true, "not-me": true, "leaving": true,
	"line-end": true, "directLogin": true, "subscribeBundle": true, "loyalty-faq": true, "hawakom-faq": true,
	"service-request": true, "payinvoice": true, "customer-complaints-app": true,
	"pages": true, // pages below it may be listed
}

func (w crawlers) robots(c fiber.Ctx) error {
	c.Set(fiber.HeaderContentType, fiber.MIMETextPlainCharsetUTF8)
	return c.SendString("User-agent: *\nDisallow: /api/\nDisallow: /codec/\nSitemap: " + w.origin + "/sitemap.xml\n")
}

type alternate struct {
	Rel      string `xml:"rel,attr"`
	Language string `xml:"hreflang,attr"`
	Address  string `xml:"href,attr"`
}

type listedPage struct {
	Address    string      `xml:"loc"`
	Alternates []alternate `xml:"xhtml:link"`
}

type pageList struct {
	XMLName   xml.Name     `xml:"urlset"`
	Namespace string       `xml:"xmlns,attr"`
	XHTML     string       `xml:"xmlns:xhtml,attr"`
	Pages     []listedPage `xml:"url"`
}

// sitemap lists the public pages in both languages, each with its other language.
func (w crawlers) sitemap(c fiber.Ctx) error {
	pages, err := w.pages(c.Context())
	if err != nil {
		return err
	}
	list := pageList{Namespace: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml", Pages: pages}
	written, err := xml.Marshal(list)
	if err != nil {
		return fmt.Errorf("write the sitemap: %w", err)
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationXMLCharsetUTF8)
	return c.SendString(xml.Header + string(written))
}

func (w crawlers) pages(ctx context.Context) ([]listedPage, error) {
	keys, byKey, err := w.listRoutes(ctx)
	var pages []listedPage
	for _, key := range keys {
		for _, in := range byKey[key] {
			pages = append(pages, listedPage{in.Address, byKey[key]})
		}
	}
	if err != nil {
		return nil, err
	}
	below, err := w.belowRoutes(ctx)
	for _, alternates := range below {
		for _, in := range alternates {
			pages = append(pages, listedPage{in.Address, alternates})
		}
	}
	return pages, err
}

// belowRoutes lists the text pages for search engines, each in both languages.
func (w crawlers) belowRoutes(ctx context.Context) (pages [][]alternate, err error) {
	named, err := w.words.Addresses(ctx)
	for _, page := range named {
		pages = append(pages, []alternate{
			{"alternate", texts.Arabic, w.address(texts.Arabic, page[texts.Arabic])}, {"alternate", texts.English, w.address(texts.English, page[texts.English])},
		})
	}
	if err != nil {
		return nil, fmt.Errorf("read which pages of words there are: %w", err)
	}
	return pages, nil
}

// listRoutes lists the routes for search engines, in order, with their addresses in both languages.
func (w crawlers) listRoutes(ctx context.Context) (keys []string, byKey map[string][]alternate, err error) {
	byKey = map[string][]alternate{}
	for _, language := range []string{texts.Arabic, texts.English} {
		bulk, err := w.configuration(ctx, language)
		if err != nil {
			return nil, nil, err
		}
		for _, route := range bulk.Routes {
			if route.RequiresSignIn || route.Permission != nil || hidden[route.Key] {
				continue
			}
			if byKey[route.Key] == nil {
				keys = append(keys, route.Key)
			}
			byKey[route.Key] = append(byKey[route.Key], alternate{"alternate", language, w.address(language, route.RewriteUrl)})
		}
	}
	return keys, byKey, nil
}

func (w crawlers) address(language, path string) string {
	return strings.TrimSuffix(w.origin, "/") + (&url.URL{Path: "/" + language + "/" + path}).EscapedPath()
}
