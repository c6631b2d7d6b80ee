package plan

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/number"
)

var (
	key        = regexp.MustCompile(`^[a-z0-9-]{2,40}$`)
	externalID = regexp.MustCompile(`^[A-Z0-9_-]{2,40}$`)
	// reserved lists addresses of the API below /plans.
	reserved = []string{"promoted", "categories", "category", "validate-subscriber-eligibilty"}
)

const (
	longestName        = 60
	longestDescription = 300
	longestValidity    = 1100 // days, three years
	longestCycle       = 24   // months
	longestCommitment  = 60   // months
)

// examination collects the mistakes of a catalogue.
type examination struct {
	found      []configfile.Problem
	categories map[string]string // keys of the file, with their places
	plans      map[string]string
}

func examine(f file) []configfile.Problem {
	e := &examination{categories: map[string]string{}, plans: map[string]string{}}
	for i, category := range f.Categories {
		e.category(fmt.Sprintf("categories[%d]", i), category)
	}
	e.expect(len(f.Plans) > 0, "plans", "there is no plan in the file")
	externals := map[string]string{}
	for i, p := range f.Plans {
		where := fmt.Sprintf("plans[%d]", i)
		e.once(e.plans, where+".id", p.ID)
		e.once(externals, where+".externalId", p.ExternalID)
		e.plan(where, p)
	}
	rates := map[string]string{}
	for i, rate := range f.Rates {
		where := fmt.Sprintf("rates[%d]", i)
		e.once(rates, where+".key", strings.TrimSpace(rate.Key+" "+rate.Plan))
		e.rate(where, rate)
	}
	return e.found
}

func (e *examination) expect(kept bool, key, rule string) {
	if !kept {
		e.found = append(e.found, configfile.Problem{Key: key, Text: rule})
	}
}

// once refuses a second entry with the same name, and names the place of the first.
func (e *examination) once(seen map[string]string, where, name string) {
	if first, again := seen[name]; again && name != "" {
		e.found = append(e.found, configfile.Problem{Key: where, Text: "is there twice: " + name, Earlier: first})
		return
	}
	seen[name] = where
}

func (e *examination) category(where string, c fileCategory) {
	e.once(e.categories, where+".key", c.Key)
	e.expect(key.MatchString(c.Key), where+".key", "must be 2 to 40 small letters, digits and -")
	e.name(where+".name", c.Name)
	e.description(where+".description", c.Description)
}

func (e *examination) plan(where string, p filePlan) {
	e.expect(key.MatchString(p.ID), where+".id", "must be 2 to 40 small letters, digits and -")
	e.expect(!slices.Contains(reserved, p.ID), where+".id", "is an address of the API: "+p.ID)
	e.expect(externalID.MatchString(p.ExternalID), where+".externalId", "must be 2 to 40 capital letters, digits, - and _")
	_, known := e.categories[p.Category]
	e.expect(known, where+".category", "is not a category of this file: "+p.Category)
	e.oneOf(where+".subscription", p.Subscription, "prepaid", "postpaid")
	e.name(where+".name", p.Name)
	e.description(where+".description", p.Description)
	e.price(where+".price", p.Price)
	e.between(where+".validityDays", p.ValidityDays, 1, longestValidity)
	e.between(where+".cycleMonths", p.CycleMonths, 0, longestCycle)
	e.between(where+".commitmentMonths", p.CommitmentMonths, 0, longestCommitment)
	e.between(where+".rechargeBonusPercent", p.RechargeBonusPercent, 0, 100)
	e.kind(where, p)
	e.numbers(where, p)
	e.items(where+".items", p)
}

// kind checks a data SIM, which has no mobile number and makes no calls.
func (e *examination) kind(where string, p filePlan) {
	e.oneOf(where+".kind", p.kind(), Voice, Data)
	if p.kind() != Data {
		return
	}
	e.expect(!p.takesPorted(), where+".takesPorted", "is not allowed for a data-SIM plan")
	e.expect(len(p.FreeNumbers) == 0, where+".freeNumbers", "is not allowed for a data-SIM plan")
	for i, item := range p.Items {
		e.expect(item.Unit != Minute, fmt.Sprintf("%s.items[%d].unit", where, i), "is not allowed for a data-SIM plan: "+item.Unit)
	}
}

// numbers checks the classes that are free in return for a commitment.
func (e *examination) numbers(where string, p filePlan) {
	for i, class := range p.FreeNumbers {
		e.expect(slices.Contains(number.Categories, number.Category(class)), fmt.Sprintf("%s.freeNumbers[%d]", where, i), "is not a class of numbers: "+class)
	}
	e.expect(len(p.FreeNumbers) == 0 || p.CommitmentMonths > 0, where+".freeNumbers", "need commitmentMonths")
	// The cost of leaving a commitment early is put on the last bill, and a prepaid line has no bill.
	e.expect(p.CommitmentMonths == 0 || p.Subscription != "prepaid", where+".commitmentMonths", "is only allowed for a postpaid plan")
}

func (e *examination) items(where string, p filePlan) {
	types := map[string]string{}
	for i, item := range p.Items {
		here := fmt.Sprintf("%s[%d]", where, i)
		e.once(types, here+".type", item.Type)
		e.oneOf(here+".type", item.Type, slices.Sorted(maps.Keys(units))...)
		if counted, known := units[item.Type]; known {
			e.oneOf(here+".unit", item.Unit, counted...)
		}
		if _, err := amountOf(item.Amount); err != nil {
			e.expect(false, here+".amount", err.Error())
		}
		e.name(here+".label", item.Label)
	}
}

func (e *examination) rate(where string, r fileRate) {
	e.expect(key.MatchString(r.Key), where+".key", "must be 2 to 40 small letters, digits and -")
	_, known := e.plans[r.Plan]
	e.expect(r.Plan == "" || known, where+".plan", "is not a plan of this file: "+r.Plan)
	e.name(where+".name", r.Name)
	e.oneOf(where+".unit", r.Unit, anyUnit...)
	e.price(where+".price", r.Price)
}

func (e *examination) price(where, written string) {
	if _, err := halalas(written); err != nil {
		e.expect(false, where, err.Error())
	}
}

func (e *examination) oneOf(where, value string, known ...string) {
	e.expect(slices.Contains(known, value), where, "must be one of "+strings.Join(known, ", "))
}

func (e *examination) between(where string, value, least, most int) {
	e.expect(least <= value && value <= most, where, fmt.Sprintf("must be %d to %d", least, most))
}

func (e *examination) name(where string, t text) {
	for language, words := range map[string]string{".en": t.En, ".ar": t.Ar} {
		e.expect(strings.TrimSpace(words) != "", where+language, "is missing")
		e.words(where+language, words, longestName)
	}
}

// description may be missing, but only in both languages.
func (e *examination) description(where string, t text) {
	for language, words := range map[string]string{".en": t.En, ".ar": t.Ar} {
		e.expect(strings.TrimSpace(words) != "" || t == text{}, where+language, "is missing")
		e.words(where+language, words, longestDescription)
	}
}

func (e *examination) words(where, words string, longest int) {
	e.expect(len([]rune(words)) <= longest, where, fmt.Sprintf("is longer than %d letters", longest))
	e.expect(!strings.ContainsFunc(words, unicode.IsControl), where, "contains a control character")
}
