package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"selfcare/internal/contract/texts"
)

// firstPage is the web app's page with the configuration of the site in it, so that the first paint waits for no call.
type firstPage struct {
	site  *siteHandlers
	index *asset
	built sync.Map // by language
}

// pageWithin is how long a page waits for the configuration before it goes out without.
const pageWithin = 3 * time.Second

// in is the page in a language. Without the configuration it still works: the web app then asks for it, and says what is
// wrong when it cannot have it either.
func (f *firstPage) in(ctx context.Context, language string) *asset {
	page, err := cached(ctx, f.site.localCache, "page "+language, func(ctx context.Context) (*asset, error) {
		return f.build(ctx, language)
	})
	if err != nil {
		f.site.log.WarnContext(ctx, "the page goes out without the configuration of the site", "error", err)
		return f.index
	}
	return page
}

func (f *firstPage) build(ctx context.Context, language string) (*asset, error) {
	ctx, cancel := context.WithTimeout(ctx, pageWithin)
	defer cancel()
	bulk, err := f.site.bulkConfiguration(ctx, language)
	if err != nil {
		return nil, err
	}
	configuration, err := json.Marshal(bulk) // writes < as an escape, so that no text can end the block
	if err != nil {
		return nil, fmt.Errorf("encode the configuration of the site: %w", err)
	}
	return f.unchanged(language, newAsset("index.html", withConfiguration(f.index.plain, language, configuration))), nil
}

// unchanged is the page as it was built before where nothing has changed since: it is compressed already.
func (f *firstPage) unchanged(language string, fresh *asset) *asset {
	if before, ok := f.built.Load(language); ok && before.(*asset).etag == fresh.etag {
		return before.(*asset)
	}
	f.built.Store(language, fresh)
	return fresh
}

const (
	arabicPage  = `<html lang="ar" dir="rtl">` // as the file has it
	englishPage = `<html lang="en" dir="ltr">`
)

// withConfiguration adds an inert block: a browser runs no script of this type, so the content policy does not mind it.
func withConfiguration(page []byte, language string, configuration []byte) []byte {
	if language == texts.English {
		page = bytes.Replace(page, []byte(arabicPage), []byte(englishPage), 1)
	}
	block := fmt.Sprintf(`<script type="application/json" id="configuration" lang="%s">%s</script></head>`, language, configuration)
	return bytes.Replace(page, []byte("</head>"), []byte(block), 1)
}
