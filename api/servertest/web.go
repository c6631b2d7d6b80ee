package servertest

import (
	"strings"
	"testing/fstest"
)

func WebFiles() fstest.MapFS {
	return fstest.MapFS{
		"index.html":         {Data: []byte("<!doctype html><title>Selfcare</title>")},
		"assets/app-1a2b.js": {Data: []byte("export const answer = 42;" + strings.Repeat("// filler\n", 300))},
		"favicon.svg":        {Data: []byte("<svg/>")},
	}
}
