// Package chat simulates the provider of online chat: a page to be framed, and an agent who answers at once.
package chat

import (
	"embed"
	"html/template"
	"net/http"
	"strings"
)

//go:embed page.html page.css
var files embed.FS

var page = template.Must(template.ParseFS(files, "page.html"))

// words are those of the page in a language.
type words struct{ Lang, Dir, Title, Hello, Label, Send, Said, Answer string }

var spoken = map[string]words{
	"en": {"en", "ltr", "Chat with us", "Hello, how can we help?", "Your message", "Send", "You", "Thank you. An agent is reading your message."},
	"ar": {"ar", "rtl", "تحدّث معنا", "مرحبًا، كيف يمكننا مساعدتك؟", "رسالتك", "إرسال", "أنت", "شكرًا لك. يقرأ أحد موظفينا رسالتك الآن."},
}

const longest = 1000

// New adds the page. frameAncestors are the pages that may show it. It stores no messages.
func New(mux *http.ServeMux, frameAncestors string) {
	show := func(w http.ResponseWriter, r *http.Request) {
		shown, known := spoken[r.URL.Query().Get("lang")]
		if !known {
			shown = spoken["ar"]
		}
		message := strings.TrimSpace(r.PostFormValue("message"))
		if len(message) > longest {
			http.Error(w, "too long", http.StatusRequestEntityTooLarge)
			return
		}
		w.Header().Set("Content-Security-Policy", "default-src 'self'; form-action 'self'; frame-ancestors "+frameAncestors)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = page.Execute(w, struct { // the reader has closed the connection
			words
			Message string
		}{shown, message})
	}
	mux.HandleFunc("GET /chat", show)
	mux.HandleFunc("POST /chat", func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 16*longest)
		show(w, r)
	})
	mux.HandleFunc("GET /chat/page.css", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, files, "page.css") })
}
