package webapp

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"regexp"
)

// inlineScript is one that a browser runs: blocks of data have a type.
var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// InlineScripts are the hashes of the scripts that stand in the first page, as a content policy names them ('sha256-…', CSP 3).
// Files without a first page have none.
func InlineScripts(files fs.FS) ([]string, error) {
	if files == nil {
		return nil, nil
	}
	page, err := fs.ReadFile(files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the first page: %w", err)
	}
	var hashes []string
	for _, found := range inlineScript.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(found[1])
		hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return hashes, nil
}

// fetched are the tags by which the first page has a browser fetch the web app.
var fetched = regexp.MustCompile(`<script type="module"[^>]*></script>|<link rel="modulepreload"[^>]*>`)

// scriptsLater puts what fetches the web app, and the modules of the page, out of a browser's sight: the inline script brings it in
// when the page is painted. The page is all there before, and what it looks like is not to wait for scripts to arrive.
func scriptsLater(page []byte, modules []string) []byte {
	var later bytes.Buffer
	later.WriteString(`<template id="scripts">`)
	for _, tag := range fetched.FindAll(page, -1) {
		later.Write(tag)
	}
	for _, module := range modules {
		fmt.Fprintf(&later, `<link rel="modulepreload" crossorigin href="%s">`, template.HTMLEscapeString(module))
	}
	later.WriteString(`</template></body>`)
	page = fetched.ReplaceAllLiteral(page, nil)
	return bytes.Replace(page, []byte("</body>"), later.Bytes(), 1)
}
