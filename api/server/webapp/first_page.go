package webapp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/assets"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract/texts"
)

// firstPage is the web app's page with the configuration of the site in it, so that the first paint waits for no call.
type firstPage struct {
	*middleware.Core
	configuration Configuration
	index         *assets.Asset
	built         sync.Map // by language
}

// Configuration is all that the site needs to start, in one language.
type Configuration func(ctx context.Context, language string) (gen.BulkConfiguration, error)

// pageWithin is how long a page waits for the configuration before it goes out without.
const pageWithin = 3 * time.Second

// in is the page in a language. Without the configuration it still works: the web app then asks for it, and says what is
// wrong when it cannot have it either.
func (f *firstPage) in(ctx context.Context, language string) *assets.Asset {
	page, err := middleware.Cached(ctx, f.LocalCache, "page "+language, func(ctx context.Context) (*assets.Asset, error) {
		return f.build(ctx, language)
	})
	if err != nil {
		f.Log.WarnContext(ctx, "the page goes out without the configuration of the site", "error", err)
		return f.index
	}
	return page
}

func (f *firstPage) build(ctx context.Context, language string) (*assets.Asset, error) {
	ctx, cancel := context.WithTimeout(ctx, pageWithin)
	defer cancel()
	bulk, err := f.configuration(ctx, language)
	if err != nil {
		return nil, err
	}
	configuration, err := json.Marshal(bulk) // writes < as an escape, so that no text can end the block
	if err != nil {
		return nil, fmt.Errorf("encode the configuration of the site: %w", err)
	}
	return f.unchanged(language, assets.New("index.html", withConfiguration(f.index.Plain, language, configuration))), nil
}

// unchanged is the page as it was built before where nothing has changed since: it is compressed already.
func (f *firstPage) unchanged(language string, fresh *assets.Asset) *assets.Asset {
	if before, ok := f.built.Load(language); ok && before.(*assets.Asset).Etag == fresh.Etag {
		return before.(*assets.Asset)
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
