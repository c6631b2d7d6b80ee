package support

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/proposal"
	"selfcare/internal/store/audit"
	settingstore "selfcare/internal/store/setting"
)

// auditWords put the subject of an entry into words.
type auditWords struct {
	words

	figures    map[string]settingstore.Figure
	references map[string]string // numbers of orders and other work, by their ids
	people     map[string]string // e-mails of staff, by their ids
}

// forMachines are details that lead to logs and rows. People see the number of the work instead.
var forMachines = []string{"traceId", "incident", "bulk", "change", "item", "payloads"}

var opaque = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// facts are the details in words, in a fixed order.
func (w auditWords) facts(e audit.Entry) []gen.AuditFact {
	facts := []gen.AuditFact{}
	names := make([]string, 0, len(e.Details))
	for name := range e.Details {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if value, is := w.value(e, name); is {
			facts = append(facts, gen.AuditFact{Name: w.factName(name), Value: value})
		}
	}
	return facts
}

func (w auditWords) factName(name string) string {
	if key := "audit.fact." + name; texts.Has(key) {
		return w.text(key, nil)
	}
	return name
}

// value puts a detail into words; false for a detail without a meaning to people.
func (w auditWords) value(e audit.Entry, name string) (string, bool) {
	value := e.Details[name]
	switch {
	case value == "" || slices.Contains(forMachines, name):
		return "", false
	case opaque.MatchString(value):
		known := w.references[value] + w.people[value]
		return known, known != ""
	case w.ofSetting(e) && (name == "key" || name == "before" || name == "after"):
		return w.setting(e.Details["key"], name, value), true
	}
	switch name {
	case "operation":
		return w.either("operation."+value, "operation.other"), true
	case "amount", "before":
		return w.amount(value), true
	case "effectiveAt", "from", "until":
		return inRiyadh(value), true
	case "work":
		return w.work(contract.Work(value)).Title, true
	case "code", "failure", "failureCode":
		return w.failure(contract.Code(value)), true
	default:
		return w.eitherRaw("audit.value."+name+"."+value, value), true
	}
}

func (w auditWords) eitherRaw(key, raw string) string {
	if texts.Has(key) {
		return w.text(key, nil)
	}
	return raw
}

func (w auditWords) ofSetting(e audit.Entry) bool {
	_, known := w.figures[e.Details["key"]]
	return known && (e.Action == audit.SettingChanged || e.Details["kind"] == string(proposal.Setting))
}

// setting puts the name of a setting, or a value with its unit, into words. Earlier entries have null for the default
// value.
func (w auditWords) setting(key, name, value string) string {
	f := w.figures[key]
	switch {
	case name == "key":
		return f.Name(w.language)
	case value == proposal.Nothing:
		return w.text("audit.usual", nil)
	default:
		return f.Shown(w.language, json.RawMessage(value))
	}
}

// amount is in riyals, whether the entry has riyals or, if older, halalas.
func (w auditWords) amount(value string) string {
	halalas, err := strconv.ParseInt(strings.NewReplacer(",", "", ".", "").Replace(value), 10, 64)
	if err != nil {
		return value
	}
	return w.text("setting.sar", map[string]string{"value": money.Riyals(contract.Halalas(halalas))})
}

func inRiyadh(value string) string {
	const ahead = 3 * 60 * 60
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return value
	}
	return strings.TrimSuffix(at.In(time.FixedZone("Riyadh", ahead)).Format("2006-01-02 15:04"), " 00:00")
}
