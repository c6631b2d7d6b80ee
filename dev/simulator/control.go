package simulator

import (
	"errors"
	"io"
	"net/http"
	"time"

	"selfcare/dev/simulator/engine"
)

const maxControlBody = 64 << 10

// control is the control API: every action of a test or the console beyond the wire formats.
type control struct{ engine *engine.Engine }

func (c *control) route(mux *http.ServeMux) {
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /control/state", c.answer(c.state))
	mux.HandleFunc("POST /control/clock", c.command(c.setClock))
	mux.HandleFunc("POST /control/reset", c.command(func(*http.Request, []byte) error { return c.engine.Reset() }))
	mux.HandleFunc("GET /control/callbacks", c.answer(c.listCallbacks))
	mux.HandleFunc("POST /control/callbacks/{event}/redeliver", c.command(c.redeliver))
	c.routeFaults(mux)
	c.routePanels(mux)
}

// routePanels adds each system's own commands.
func (c *control) routePanels(mux *http.ServeMux) {
	for _, system := range c.engine.Systems() {
		path := "/control/" + system.Name + "/"
		for name, read := range system.Panel.Reads {
			mux.HandleFunc("GET "+path+name, c.answer(func(tx *engine.Tx, r *http.Request) any { return read(tx, r.URL.Query()) }))
		}
		for name, do := range system.Panel.Commands {
			mux.HandleFunc("POST "+path+name, c.command(func(r *http.Request, body []byte) error {
				return c.update(func(tx *engine.Tx) error { return do(tx, r.PathValue("id"), body) })
			}))
		}
	}
}

// answer serves a read.
func (c *control) answer(read func(tx *engine.Tx, r *http.Request) any) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var body any
		if err := c.engine.View(func(tx *engine.Tx) { body = read(tx, r) }); err != nil {
			refuse(w, err)
			return
		}
		engine.WriteJSON(w, http.StatusOK, body)
	}
}

// command serves an action without a result.
func (c *control) command(do func(r *http.Request, body []byte) error) http.HandlerFunc {
	return c.create(func(r *http.Request, body []byte) (any, error) { return nil, do(r, body) })
}

// create serves an action with a result. Forms come from the console and go back there.
func (c *control) create(do func(r *http.Request, body []byte) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var made any
		body, err := controlBody(w, r)
		if err == nil {
			made, err = do(r, body)
		}
		switch {
		case isForm(r):
			backToConsole(w, r, err)
		case err != nil:
			refuse(w, err)
		case made != nil:
			engine.WriteJSON(w, http.StatusCreated, made)
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}
}

func controlBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxControlBody))
	if err == nil && isForm(r) {
		return jsonOfForm(body)
	}
	return body, err
}

// update makes a change and returns its refusal.
func (c *control) update(change func(tx *engine.Tx) error) error {
	var refused error
	err := c.engine.Update(func(tx *engine.Tx) { refused = change(tx) })
	return errors.Join(refused, err)
}

func refuse(w http.ResponseWriter, err error) {
	status := http.StatusUnprocessableEntity
	switch {
	case errors.Is(err, engine.ErrUnknown):
		status = http.StatusNotFound
	case errors.Is(err, engine.ErrOver):
		status = http.StatusConflict
	}
	engine.WriteJSON(w, status, map[string]string{"code": "refused", "message": err.Error()})
}

var (
	errSpeed        = errors.New("speed is above 0 and at most 100000, advanceMs not below 0")
	errUnknownEvent = engine.Unknown("no such call-back")
)

// setClock changes the speed of time, jumps ahead, or both.
func (c *control) setClock(_ *http.Request, body []byte) error {
	ask := struct {
		Speed     float64 `json:"speed"`
		AdvanceMs int64   `json:"advanceMs"`
	}{Speed: c.engine.Clock.Face().Speed}
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	if ask.Speed <= 0 || ask.Speed > engine.MaxSpeed || ask.AdvanceMs < 0 {
		return errSpeed
	}
	return c.engine.SetClock(ask.Speed, time.Duration(ask.AdvanceMs)*time.Millisecond)
}

func (c *control) listCallbacks(tx *engine.Tx, r *http.Request) any {
	system, subject := r.URL.Query().Get("system"), r.URL.Query().Get("subject")
	return engine.Items(c.engine.Callbacks(tx, engine.Listed, func(c engine.Callback) bool {
		return (system == "" || c.System == system) && (subject == "" || c.Subject == subject)
	}))
}

func (c *control) redeliver(r *http.Request, _ []byte) error {
	return c.update(func(tx *engine.Tx) error {
		if !c.engine.Redeliver(tx, r.PathValue("event")) {
			return errUnknownEvent
		}
		return nil
	})
}
