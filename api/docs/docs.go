// Package docs renders the pages outside the web app: the documentation of the API, and the sign-in of operators.
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

// LoginScript solves the task of a login form before it sends the form.
//
//go:embed login.js
var LoginScript []byte

// LoginForm is the form operators sign in with before they read payloads. Task is the proof of work that the browser
// must solve first, as JSON; it is empty when none is needed.
type LoginForm struct{ Message, Task string }

// LoginPage renders the form.
func LoginPage(form LoginForm) []byte {
	var page bytes.Buffer
	_ = pages.ExecuteTemplate(&page, "login.html", form) // two strings into memory cannot fail; a test renders them
	return page.Bytes()
}
