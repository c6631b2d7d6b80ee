package payment

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"path"

	"selfcare/dev/simulator/engine"
)

//go:embed pages
var pageFiles embed.FS

var (
	pageTemplates = template.Must(template.ParseFS(pageFiles, "pages/*.html"))
	pageTexts     = mustTexts()
)

// mustTexts reads a file that is part of the program: a broken one cannot be shipped.
func mustTexts() map[string]map[string]string {
	raw, err := pageFiles.ReadFile("pages/texts.json")
	texts := map[string]map[string]string{}
	if err == nil {
		err = json.Unmarshal(raw, &texts)
	}
	if err != nil {
		panic(err)
	}
	return texts
}

func (s *System) routePages(mux *http.ServeMux) {
	mux.HandleFunc("GET /payment/fields", s.fieldsPage(s.cfg.PublishableKey, ""))
	mux.HandleFunc("GET /payment/moyasar/fields", s.fieldsPage(s.cfg.Moyasar.PublishableKey, pathMoyasar))
	mux.HandleFunc("GET /payment/assets/{file}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, pageFiles, path.Join("pages", path.Base(r.PathValue("file"))))
	})
	mux.HandleFunc("GET /payment/challenge/{id}", s.challengePage)
	mux.HandleFunc("POST /payment/challenge/{id}", s.challengeAnswer)
}

// page has the common values of every template.
type page struct {
	Lang, Dir string
	T         map[string]string
}

func newPage(lang string) page {
	if lang == "en" {
		return page{"en", "ltr", pageTexts["en"]}
	}
	return page{"ar", "rtl", pageTexts["ar"]}
}

type fieldsPage struct {
	page
	Scheme, Font, Key, JSON string
	Moyasar                 string // address of Moyasar's API; empty makes tokens of the generic format
}

// fontHosted is the font that a merchant may request, so that the fields match the surrounding page.
const fontHosted = "ibm-plex-sans-arabic"

// fieldsPage shows the card fields, or the button of Apple Pay, inside the merchant's page.
func (s *System) fieldsPage(key, moyasar string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		if query.Get("key") != key {
			engine.WriteJSON(w, http.StatusUnauthorized, map[string]string{"code": "unauthorised", "message": "wrong publishable key"})
			return
		}
		p := fieldsPage{page: newPage(query.Get("lang")), Scheme: "light", Key: key, Moyasar: moyasar}
		if query.Get("scheme") == "dark" {
			p.Scheme = "dark"
		}
		if query.Get("font") == fontHosted {
			p.Font = fontHosted
		}
		texts, err := json.Marshal(p.T)
		if err != nil {
			http.Error(w, "texts cannot be shown", http.StatusInternalServerError)
			return
		}
		p.JSON = string(texts)
		name := "fields.html"
		if query.Get("wallet") == applePay {
			name = "apple-pay.html"
		}
		s.show(w, http.StatusOK, name, "frame-ancestors "+s.cfg.FrameAncestors+"; form-action 'none'", p)
	}
}

// show sends a page that runs only this origin's own files.
func (s *System) show(w http.ResponseWriter, status int, name, policy string, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; "+policy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if err := pageTemplates.ExecuteTemplate(w, name, data); err != nil {
		s.Engine().Log().Error("payment page not shown", "page", name, "error", err)
	}
}

// Riyals writes halalas as riyals.
func Riyals(halalas int64) string { return fmt.Sprintf("%d.%02d", halalas/100, halalas%100) }

// returnTo is the address for the browser after 3-D Secure.
func (c Charge) returnTo() string {
	u, err := url.Parse(c.ReturnURL)
	if err != nil {
		return c.ReturnURL // checked when the charge was made
	}
	query := u.Query()
	if c.Moyasar {
		query.Set("id", c.Reference)
		query.Set("status", moyasarStatuses[c.Status])
	} else {
		query.Set("payment", c.Reference)
	}
	u.RawQuery = query.Encode()
	return u.String()
}

func (c Charge) returnOrigin() string {
	u, err := url.Parse(c.ReturnURL)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
