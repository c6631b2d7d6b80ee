package simulator

import (
	"net/http"
	"time"

	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/identity"
	"selfcare/dev/simulator/messages"
	"selfcare/dev/simulator/smdp"
)

// shown is how many records a page of the room lists.
const shown = 50

// descriptions says what each system stands for.
var descriptions = map[string]string{
	"payment":  "Card payment provider: hosted card fields, 3-D Secure, refunds.",
	"identity": "National identity app: a push with a two-digit number.",
	"registry": "Person registry: names, SIMs per ID, blocks.",
	"courier":  "Parcel courier: airway bills, scans, pickup branches.",
	"messages": "Sender of SMS and e-mail.",
	"network":  "Mobile network: lines switched on and off.",
	"esim":     "SM-DP+: eSIM profiles, and the phones that install them.",

	"portability": "Clearing house: numbers that change their operator.",
}

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

func (s *Simulator) overview(tx *engine.Tx, r *http.Request) any {
	page := overviewPage{
		frame: s.frame(r, "Control room"), Clock: s.engine.Clock.Face(), Speeds: speeds, Jumps: jumps,
		OpenRequests: len(s.identity.Requests(tx, true)), Sent: s.messages.Sent(tx),
		Callbacks: s.engine.Callbacks(tx, shown, nil),
	}
	for _, system := range s.engine.Systems() {
		page.Systems = append(page.Systems, cardOf(tx, system))
	}
	return page
}

func cardOf(tx *engine.Tx, system *engine.System) systemCard {
	card := systemCard{Name: system.Name, What: descriptions[system.Name], Scenarios: len(system.Scenarios(tx)), Faulty: system.Knobs(tx).Faulty()}
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
	Table      *table
	Magic      *table
	Callbacks  []engine.Callback
}

func (s *Simulator) systemPage(tx *engine.Tx, r *http.Request) any {
	system, err := s.systemOf(r)
	if err != nil {
		return nil
	}
	return systemPage{
		frame: s.frame(r, system.Name), systemState: stateOf(tx, system),
		Name: system.Name, What: descriptions[system.Name], CallsBack: system.CallsBack(),
		Table: s.records(tx, system.Name), Magic: magicOf(system.Name),
		Callbacks: s.engine.Callbacks(tx, shown, func(c engine.Callback) bool { return c.System == system.Name }),
	}
}

type phonePage struct {
	frame
	Open          []identity.Request
	AutoApprove   time.Duration
	AutoApproveMs int64
}

func (s *Simulator) phonePage(tx *engine.Tx, r *http.Request) any {
	pace := s.identity.Pace(tx, identity.PaceAutoApprove)
	return phonePage{
		frame: s.frame(r, "Phone"), Open: s.identity.Requests(tx, true), AutoApprove: pace, AutoApproveMs: pace.Milliseconds(),
	}
}

type installPage struct {
	frame
	Codes []smdp.Profile
}

func (p installPage) Reports(profile smdp.Profile) []string { return smdp.Reports(profile) }

func (s *Simulator) installPage(tx *engine.Tx, r *http.Request) any {
	return installPage{frame: s.frame(r, "Install an eSIM"), Codes: s.esim.OnPhones(tx, shown)}
}

type outboxPage struct {
	frame
	To       string
	Messages []messages.Message
}

func (s *Simulator) outboxPage(tx *engine.Tx, r *http.Request) any {
	to := r.URL.Query().Get("to")
	return outboxPage{frame: s.frame(r, "Outbox"), To: to, Messages: s.messages.Outbox(tx, to, shown)}
}
