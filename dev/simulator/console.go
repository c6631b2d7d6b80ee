package simulator

import (
	"embed"
	"html/template"
	"net/http"
	"path"
	"time"

	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/identity"
	"selfcare/dev/simulator/messages"
	"selfcare/dev/simulator/smdp"
)

//go:embed console
var consoleFiles embed.FS

var consoleTemplates = template.Must(template.New("console").Funcs(template.FuncMap{
	"clock": func(t time.Time) string { return t.In(riyadh).Format("2 Jan 15:04:05") },
	"tail":  func(text string) string { return text[max(len(text)-4, 0):] },
}).ParseFS(consoleFiles, "console/*.html"))

// riyadh has no summer time.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// console has the pages for people over the control API.
type console struct {
	*control
	identity *identity.System
	messages *messages.System
	esim     *smdp.System
}

func (c *console) route(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", c.page("overview.html", c.overview))
	mux.HandleFunc("GET /console/{system}", c.page("system.html", c.systemPage))
	mux.HandleFunc("GET /phone", c.page("phone.html", c.phonePage))
	mux.HandleFunc("GET /install", c.page("install.html", c.installPage))
	mux.HandleFunc("GET /outbox", c.page("outbox.html", c.outboxPage))
	mux.HandleFunc("GET /outbox/{id}", c.letter)
	mux.HandleFunc("GET /outbox/{id}/{name}", c.file)
	mux.HandleFunc("GET /console/assets/{file}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, consoleFiles, path.Join("console", path.Base(r.PathValue("file"))))
	})
}

// frame is the common part of every page of the console.
type frame struct {
	Title   string
	Nav     []link
	Problem string
}

type link struct {
	Name, Path string
	Here       bool
}

func (c *console) frame(r *http.Request, title string) frame {
	f := frame{Title: title, Problem: r.URL.Query().Get(problemParameter)}
	for _, system := range c.engine.Systems() {
		f.Nav = append(f.Nav, link{Name: system.Name, Path: "/console/" + system.Name})
	}
	f.Nav = append(f.Nav, link{Name: "phone", Path: "/phone"}, link{Name: "install", Path: "/install"}, link{Name: "outbox", Path: "/outbox"})
	for i := range f.Nav {
		f.Nav[i].Here = f.Nav[i].Path == r.URL.Path
	}
	return f
}

// page shows a template with the result of read; nil means "not found".
func (c *console) page(name string, read func(tx *engine.Tx, r *http.Request) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var data any
		if err := c.engine.View(func(tx *engine.Tx) { data = read(tx, r) }); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		if data == nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		w.Header().Set("Cache-Control", "no-store")
		if err := consoleTemplates.ExecuteTemplate(w, name, data); err != nil {
			c.engine.Log().Error("console page not shown", "page", name, "error", err)
		}
	}
}
