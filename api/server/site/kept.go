package site

import (
	"reflect"
	"sync/atomic"

	"selfcare/internal/domain/site"
)

// kept avoids parsing an unchanged content file and indexing an unchanged site again: thousands of answers take a
// second, and every caller meanwhile would wait.
type kept struct {
	parsed     atomic.Pointer[parsedFile]
	searchable atomic.Pointer[takenIn]
}

type parsedFile struct {
	file string
	site site.Site
}

type takenIn struct {
	file   string
	more   []site.Find
	result site.Searchable
}

// parse returns the site of a file.
func (k *kept) parse(file string) (site.Site, error) {
	if before := k.parsed.Load(); before != nil && before.file == file {
		return before.site, nil
	}
	parsed, err := site.Parse(file)
	if err == nil {
		k.parsed.Store(&parsedFile{file, parsed})
	}
	return parsed, err
}

// takeIn returns the search index of a site and of further addressable items.
func (k *kept) takeIn(known siteInForce, more []site.Find) site.Searchable {
	if before := k.searchable.Load(); before != nil && before.file == known.file && reflect.DeepEqual(before.more, more) {
		return before.result
	}
	result := known.Searchable(more...)
	k.searchable.Store(&takenIn{known.file, more, result})
	return result
}
