package simulator

import (
	"io"
	"net/http"
	"time"

	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/identity"
	"selfcare/dev/simulator/messages"
	"selfcare/dev/simulator/smdp"
)

type jump struct {
	Name string
	Ms   int64
}

var (
	speeds = []float64{1, 10, 60, 600}
	jumps  = []jump{
		{"1 min", time.Minute.Milliseconds()},
		{"15 min", (15 * time.Minute).Milliseconds()},
		{"1 h", time.Hour.Milliseconds()},
		{"1 day", (24 * time.Hour).Milliseconds()},
	}
)

type systemCard struct {
	Name, What          string
	Total, Failed, Held int
	Scenarios           int
	Faulty              bool
}

type overviewPage struct {
	frame
	Clock        engine.ClockFace
	Speeds       []float64
	Jumps        []jump
	Systems      []systemCard
	OpenRequests int
	Sent         int
	Callbacks    []engine.Callback
}

func (c *console) overview(tx *engine.Tx, r *http.Request) any {
	page := overviewPage{
		frame: c.frame(r, "Console"), Clock: c.engine.Clock.Face(), Speeds: speeds, Jumps: jumps,
		OpenRequests: len(c.identity.Requests(tx, true)), Sent: c.messages.Sent(tx),
		Callbacks: c.engine.Callbacks(tx, engine.Shown, nil),
	}
	for _, system := range c.engine.Systems() {
		page.Systems = append(page.Systems, cardOf(tx, system))
	}
	return page
}

func cardOf(tx *engine.Tx, system *engine.System) systemCard {
	card := systemCard{Name: system.Name, What: system.Panel.About, Scenarios: len(system.Scenarios(tx)), Faulty: system.Knobs(tx).Faulty()}
	for _, n := range system.Calls() {
		card.Total += n.Total
		card.Failed += n.Failed
		card.Held += n.Held
	}
	return card
}

type systemPage struct {
	frame
	systemState
	Name, What string
	CallsBack  bool
	Table      *engine.Sheet
	Magic      *engine.Sheet
	Form       *engine.Form
	Callbacks  []engine.Callback
}

func (c *console) systemPage(tx *engine.Tx, r *http.Request) any {
	system, err := c.systemOf(r)
	if err != nil {
		return nil
	}
	page := systemPage{
		frame: c.frame(r, system.Name), systemState: stateOf(tx, system),
		Name: system.Name, What: system.Panel.About, CallsBack: system.CallsBack(),
		Magic:     system.Panel.Magic,
		Form:      system.Panel.Form,
		Callbacks: c.engine.Callbacks(tx, engine.Shown, func(b engine.Callback) bool { return b.System == system.Name }),
	}
	if system.Panel.Records != nil {
		page.Table = system.Panel.Records(tx)
	}
	return page
}

type phonePage struct {
	frame
	Open          []identity.Request
	AutoApprove   time.Duration
	AutoApproveMs int64
}

func (c *console) phonePage(tx *engine.Tx, r *http.Request) any {
	pace := c.identity.Pace(tx, identity.PaceAutoApprove)
	return phonePage{
		frame: c.frame(r, "Phone"), Open: c.identity.Requests(tx, true), AutoApprove: pace, AutoApproveMs: pace.Milliseconds(),
	}
}

type installPage struct {
	frame
	Codes []smdp.Profile
}

func (p installPage) Reports(profile smdp.Profile) []string { return smdp.Reports(profile) }

func (c *console) installPage(tx *engine.Tx, r *http.Request) any {
	return installPage{frame: c.frame(r, "Install an eSIM"), Codes: c.esim.OnPhones(tx, engine.Shown)}
}

type outboxPage struct {
	frame
	To       string
	Messages []messages.Message
}

func (c *console) outboxPage(tx *engine.Tx, r *http.Request) any {
	to := r.URL.Query().Get("to")
	return outboxPage{frame: c.frame(r, "Outbox"), To: to, Messages: c.messages.Outbox(tx, to, engine.Shown)}
}

// file sends a file of a letter to the browser.
func (c *console) file(w http.ResponseWriter, r *http.Request) {
	var file messages.Attachment
	var known bool
	err := c.engine.View(func(tx *engine.Tx) { file, known = c.messages.File(tx, r.PathValue("id"), r.PathValue("name")) })
	if err != nil || !known {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", file.MediaType)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "sandbox")
	_, _ = w.Write(file.Content) // the browser is gone
}

// letter shows a letter as a mail program would: without scripts, and without files from elsewhere.
func (c *console) letter(w http.ResponseWriter, r *http.Request) {
	var letter messages.Message
	var known bool
	err := c.engine.View(func(tx *engine.Tx) { letter, known = c.messages.Letter(tx, r.PathValue("id")) })
	if err != nil || !known || letter.HTML == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	_, _ = io.WriteString(w, letter.HTML) // the browser is gone
}
