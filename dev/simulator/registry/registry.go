// Package registry simulates the person registry: the holder of an ID, and the number of SIMs under it.
package registry

import (
	"fmt"
	"maps"
	"net/http"
	"time"

	"github.com/hablullah/go-hijri"

	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/person"
)

// Name is the system's name.
const Name = "registry"

// OperationLookup can be scripted.
const OperationLookup = "lookup"

// Outcomes of a lookup, for scenarios; magic digits of an ID choose one.
const (
	outcomeNoMatch = "no-match"
	outcomeLimit   = "sim-limit"
	outcomeNearly  = "sim-limit-minus-one"
	outcomeBlocked = "blocked"
)

// magic maps an ID's magic digits to an outcome.
var magic = map[int]string{
	11: outcomeNoMatch, 12: outcomeLimit, 13: outcomeBlocked, 16: outcomeNearly,
	18: engine.OutcomeError, 19: engine.OutcomeSlow,
}

// Magic maps the magic digits of an ID to their outcomes.
func Magic() map[int]string { return maps.Clone(magic) }

// birthDates are the only matching ones for these magic digits.
var birthDates = map[int]string{14: "2012-05-05", 15: "1990-01-01"}

// SIMs allowed per ID by the regulator's rule of 2017.
const (
	limitCitizen  = 10
	limitResident = 2
)

type lookup struct {
	IDNumber  string `json:"idNumber"`
	BirthDate string `json:"birthDate"`
	Calendar  string `json:"calendar"` // hijri or gregorian; defaults to hijri
}

type entry struct {
	FullNameEn string `json:"fullNameEn"`
	FullNameAr string `json:"fullNameAr"`
	Gender     string `json:"gender"`
	SIMCount   int    `json:"simCount"`
	Blocked    bool   `json:"blocked"`
}

// New adds the registry to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, apiKey string) {
	s := e.AddSystem(Name, "", engine.HeaderKey("X-Api-Key", apiKey))
	s.Panel = engine.Panel{About: "Person registry: names, SIMs per ID, blocks.", Magic: person.Sheet(Magic())}
	mux.Handle("POST /registry/v1/persons/lookup", s.ServeOperation(engine.Operation{
		Name: OperationLookup, Handle: find, Magic: fromID,
		Outcomes: []string{outcomeNoMatch, outcomeLimit, outcomeNearly, outcomeBlocked},
	}))
}

func fromID(c *engine.Call) string {
	body, _, _ := engine.Body[lookup](c)
	digits, _ := person.Magic(body.IDNumber)
	return magic[digits]
}

func find(c *engine.Call) engine.Answer {
	body, refusal, ok := engine.Body[lookup](c)
	if !ok {
		return refusal
	}
	if c.Outcome == outcomeNoMatch || !matches(body) {
		return engine.Refuse(http.StatusNotFound, "no_match", "ID and birth date do not belong together")
	}
	name := person.NameOf(body.IDNumber)
	return engine.OK(entry{
		FullNameEn: name.En, FullNameAr: name.Ar, Gender: person.GenderOf(body.IDNumber),
		SIMCount: simCount(body.IDNumber, c.Outcome), Blocked: c.Outcome == outcomeBlocked,
	})
}

func matches(l lookup) bool {
	born, known := l.born()
	if !known || born.After(time.Now()) || !person.ValidID(l.IDNumber) {
		return false
	}
	digits, _ := person.Magic(l.IDNumber)
	only, fixed := birthDates[digits]
	return !fixed || only == born.Format(time.DateOnly)
}

// born reads the date in the registry's calendar for the person: a citizen is known by the Hijri date, as far back as
// the calendar goes.
func (l lookup) born() (day time.Time, known bool) {
	if l.Calendar != "hijri" {
		born, err := time.Parse(time.DateOnly, l.BirthDate)
		_, tooOld := hijri.CreateUmmAlQuraDate(born)
		return born, err == nil && (!person.Citizen(l.IDNumber) || tooOld != nil)
	}
	var typed hijri.UmmAlQuraDate
	_, err := fmt.Sscanf(l.BirthDate, "%4d-%2d-%2d", &typed.Year, &typed.Month, &typed.Day)
	if err != nil || !person.Citizen(l.IDNumber) || typed.Year < 1356 || typed.Year > 1500 || typed.Month < 1 || typed.Month > 12 {
		return day, false
	}
	born := typed.ToGregorian()
	again, err := hijri.CreateUmmAlQuraDate(born)
	return born, err == nil && again.Day == typed.Day
}

func simCount(id, outcome string) int {
	limit := limitResident
	if person.Citizen(id) {
		limit = limitCitizen
	}
	switch outcome {
	case outcomeLimit:
		return limit
	case outcomeNearly:
		return limit - 1
	default:
		return 0
	}
}
