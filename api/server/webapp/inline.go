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

// inlineScript matches a script that browsers run: data blocks have a type.
var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// InlineScripts returns the hashes of the inline scripts of the first page, in the form of a content policy
// ('sha256-…', CSP 3). Files without a first page have none.
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

// fetched matches the tags that make a browser fetch the web app.
var fetched = regexp.MustCompile(`<script type="module"[^>]*></script>|<link rel="modulepreload"[^>]*>`)

// scriptsLater hides the tags that fetch the web app, and the modules of the page, from the browser: the inline script
// adds them after the first paint. The page is complete without them, and its look must not wait for scripts.
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
