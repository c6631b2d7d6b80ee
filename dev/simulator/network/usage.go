package network

import (
	"crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"slices"
	"time"

	"selfcare/dev/simulator/engine"
)

// operationUsage is the name of usage reports in the list of call-backs.
const operationUsage = "usage.rated"

// Limits of a command.
const (
	batch    = 500    // events of one report
	mostUsed = 20_000 // events at once
	mostLate = 400    // days
)

// units of the usage types, in the order of the console.
var units = []struct{ kind, unit string }{
	{"data", "MB"},
	{"social_media", "MB"},
	{"wifi_data", "MB"},
	{"roaming_data", "MB"},
	{"local_min", "minute"},
	{"int_min", "minute"},
	{"roaming_min", "minute"},
	{"sms", "sms"},
}

// rated is a usage event as the network reports it.
type rated struct {
	EventID string    `json:"eventId"`
	MSISDN  string    `json:"msisdn"`
	Type    string    `json:"type"`
	Unit    string    `json:"unit"`
	Amount  int64     `json:"amount"`
	Charged int64     `json:"charged"` // halalas
	UsedAt  time.Time `json:"usedAt"`
	Party   string    `json:"party,omitempty"`
}

// wanted is the requested usage of a line. Wrong figures are sent as they are: the product must handle them, too.
type wanted struct {
	MSISDN   string `json:"msisdn"`
	Type     string `json:"type"`
	Unit     string `json:"unit"` // defaults to the unit of the type
	Amount   int64  `json:"amount"`
	Charged  int64  `json:"charged"`
	Count    int    `json:"count"`    // events of that amount each, a second apart; defaults to 1
	LateDays int    `json:"lateDays"` // age of the last of them
	Party    string `json:"party"`    // the called number
	Doubled  bool   `json:"doubled"`  // each is sent twice
	Shuffled bool   `json:"shuffled"` // in random order
}

var errUsage = errors.New("msisdn and type are needed, count is at most 20000, lateDays is from 0 to 400")

// reportUsage makes a line use something. The reports are repeated until they are accepted.
func (s *System) reportUsage(tx *engine.Tx, _ string, body []byte) error {
	ask := wanted{Count: 1}
	if err := engine.Decode(body, &ask); err != nil {
		return err
	}
	if ask.MSISDN == "" || ask.Type == "" || ask.Count < 1 || ask.Count > mostUsed || ask.LateDays < 0 || ask.LateDays > mostLate {
		return errUsage
	}
	for events := range slices.Chunk(ask.events(tx.Shown(tx.Now())), batch) {
		s.Report(tx, engine.Report{
			Subject: ask.MSISDN, Type: operationUsage, Insistent: true, Body: map[string][]rated{"events": events},
		})
	}
	return nil
}

// events are in their sending order.
func (w wanted) events(now time.Time) (all []rated) {
	last := now.AddDate(0, 0, -w.LateDays)
	for n := range w.Count {
		all = append(all, rated{
			EventID: "cdr_" + rand.Text(), MSISDN: w.MSISDN, Type: w.Type, Unit: w.unit(), Amount: w.Amount, Charged: w.Charged, Party: w.Party,
			UsedAt: last.Add(-time.Duration(w.Count-1-n) * time.Second),
		})
	}
	if w.Doubled {
		all = append(all, all...)
	}
	if w.Shuffled {
		mathrand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
	return all
}

func (w wanted) unit() string {
	for _, known := range units {
		if w.Unit == "" && known.kind == w.Type {
			return known.unit
		}
	}
	return w.Unit
}

func usageForm() *engine.Form {
	var kinds []string
	for _, known := range units {
		kinds = append(kinds, known.kind)
	}
	return &engine.Form{
		Title: "Use something", Path: "/control/" + Name + "/usage", Button: "Use",
		Fields: []engine.Field{
			{Name: "msisdn", Label: "Number", Value: "0570000001"},
			{Name: "type", Label: "Type", Options: kinds},
			{Name: "amount:number", Label: "Amount of each event", Value: "100"},
			{Name: "charged:number", Label: "Charged for each, halalas", Value: "0"},
			{Name: "count:number", Label: "Events", Value: "1"},
			{Name: "lateDays:number", Label: "Days late", Value: "0"},
			{Name: "party", Label: "With the number"},
			{Name: "doubled:flag", Label: "Each twice"},
			{Name: "shuffled:flag", Label: "In any order"},
		},
	}
}
