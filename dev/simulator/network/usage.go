package network

import (
	"crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"slices"
	"time"

	"selfcare/dev/simulator/engine"
)

// operationUsage is what the reports of usage are called in the list of call-backs.
const operationUsage = "usage.rated"

// Limits of a command.
const (
	batch    = 500    // events of one report
	mostUsed = 20_000 // events at once
	mostLate = 400    // days
)

// units of the types that lines use, in the order of the console.
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

// wanted is what a line is to use. The product has to cope with wrong figures, too: they are sent as they are.
type wanted struct {
	MSISDN   string `json:"msisdn"`
	Type     string `json:"type"`
	Unit     string `json:"unit"` // that of the type where it is left out
	Amount   int64  `json:"amount"`
	Charged  int64  `json:"charged"`
	Count    int    `json:"count"`    // events of that amount each, a second apart; 1 where left out
	LateDays int    `json:"lateDays"` // how long ago the last of them was
	Party    string `json:"party"`    // the number that calls and messages go to
	Doubled  bool   `json:"doubled"`  // each is sent twice
	Shuffled bool   `json:"shuffled"` // they come in any order
}

var errUsage = errors.New("msisdn and type are needed, count is at most 20000, lateDays is from 0 to 400")

// reportUsage has a line use something. The reports are repeated until they are taken.
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

// events are in the order in which they are sent.
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
