package process

import (
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/calendar"
)

// decisions are the actions of support on held work, in the words for operators.
var decisions = []struct{ action, words string }{
	{contract.ResolveRetry, "try it again"},
	{contract.ResolveAmend, "correct the customer's data and try it again"},
	{contract.ResolveSkip, "count it as done by hand"},
	{contract.ResolveCancel, "call it off"},
}

// Held describes for the Temporal UI since when and why work is held, and which decisions support may take. It contains no
// personal data.
func Held(since time.Time, code contract.Code, work contract.Work, may func(contract.Resolution) error) string {
	var possible []string
	for _, d := range decisions {
		if may(contract.Resolution{Action: d.action, Amendments: &contract.Amendments{}}) == nil {
			possible = append(possible, d.words+" (`"+d.action+"`)")
		}
	}
	text := "Held since " + since.In(calendar.Riyadh).Format("2 Jan 2006 15:04") + " at: " + inEnglish("case.work."+string(work), string(work)) + ". " +
		strings.TrimSuffix(inEnglish("case.reason."+string(code), string(code)), ".") + ". Support may decide on the console: "
	return text + strings.Join(possible, ", or ") + "."
}

// inEnglish returns the text of a key, or the code as words: port_unpaid_dues becomes port unpaid dues.
func inEnglish(key, code string) string {
	if texts.Has(key) {
		return texts.EnglishOf(key)
	}
	return strings.NewReplacer("_", " ", "-", " ").Replace(code)
}
