// Package docs renders pages that need no script: the documentation of the API, and the sign-in of operators.
package docs

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"

	"github.com/getkin/kin-openapi/openapi3"
)

//go:embed page.html login.html
var templates embed.FS

// Style is the style sheet of the pages.
//
//go:embed style.css
var Style []byte

var pages = template.Must(template.ParseFS(templates, "*.html"))

// Page shows every operation of the contract with its input and its answers.
func Page(document *openapi3.T) ([]byte, error) {
	var page bytes.Buffer
	if err := pages.ExecuteTemplate(&page, "page.html", describe(document)); err != nil {
		return nil, fmt.Errorf("write the documentation page: %w", err)
	}
	return page.Bytes(), nil
}

// LoginPage is the form operators sign in with before they read payloads.
func LoginPage(message string) []byte {
	var page bytes.Buffer
	_ = pages.ExecuteTemplate(&page, "login.html", message) // a string into memory cannot fail; a test renders it
	return page.Bytes()
}
