package simulator

import (
	"embed"
	"html/template"
	"net/http"
	"path"
	"time"

	"selfcare/dev/simulator/engine"
)

//go:embed room
var roomFiles embed.FS

var roomTemplates = template.Must(template.New("room").Funcs(template.FuncMap{
	"clock": func(t time.Time) string { return t.In(riyadh).Format("2 Jan 15:04:05") },
	"tail":  func(text string) string { return text[max(len(text)-4, 0):] },
}).ParseFS(roomFiles, "room/*.html"))

// riyadh has no summer time.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// routeRoom adds the control room: pages for people over the control API.
func (s *Simulator) routeRoom(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.page("overview.html", s.overview))
	mux.HandleFunc("GET /room/{system}", s.page("system.html", s.systemPage))
	mux.HandleFunc("GET /phone", s.page("phone.html", s.phonePage))
	mux.HandleFunc("GET /install", s.page("install.html", s.installPage))
	mux.HandleFunc("GET /outbox", s.page("outbox.html", s.outboxPage))
	mux.HandleFunc("GET /room/assets/{file}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, roomFiles, path.Join("room", path.Base(r.PathValue("file"))))
	})
}

// frame is what every page of the room shows.
type frame struct {
	Title   string
	Nav     []link
	Problem string
}

type link struct {
	Name, Path string
	Here       bool
}

func (s *Simulator) frame(r *http.Request, title string) frame {
	f := frame{Title: title, Problem: r.URL.Query().Get(problemParameter)}
	for _, system := range s.engine.Systems() {
		f.Nav = append(f.Nav, link{Name: system.Name, Path: "/room/" + system.Name})
	}
	f.Nav = append(f.Nav, link{Name: "phone", Path: "/phone"}, link{Name: "install", Path: "/install"}, link{Name: "outbox", Path: "/outbox"})
	for i := range f.Nav {
		f.Nav[i].Here = f.Nav[i].Path == r.URL.Path
	}
	return f
}

// page shows a template with what read found; nil is "not found".
func (s *Simulator) page(name string, read func(tx *engine.Tx, r *http.Request) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var data any
		if err := s.engine.View(func(tx *engine.Tx) { data = read(tx, r) }); err != nil {
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
		if err := roomTemplates.ExecuteTemplate(w, name, data); err != nil {
			s.engine.Log().Error("control room page not shown", "page", name, "error", err)
		}
	}
}
