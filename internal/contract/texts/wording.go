package texts

import (
	"regexp"
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Words are what one message says in one language, with {blanks}.
type Words struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// Wording is what messages say instead of our own words, by template and language.
type Wording map[string]map[string]Words

// Message words the text of a message to a customer.
func (w Wording) Message(language, template string, params map[string]string) string {
	if said, is := w[template][language]; is {
		return fill(language, said.Text, params)
	}
	return Message(language, template, params)
}

// Subject words the subject line of the same message sent by e-mail.
func (w Wording) Subject(language, template string, params map[string]string) string {
	if said, is := w[template][language]; is {
		return fill(language, said.Subject, params)
	}
	return Subject(language, template, params)
}

const (
	messagePrefix = "message."
	subjectPrefix = "subject."
)

// Templates are the messages we send, in alphabetical order.
func Templates() (all []string) {
	for key := range catalogue[English] {
		if template, is := strings.CutPrefix(key, messagePrefix); is && Has(subjectPrefix+template) {
			all = append(all, template)
		}
	}
	slices.Sort(all)
	return all
}

// Built are our own words of a message in each language that operators word anew; nil where we send no such message.
func Built(template string) map[string]Words {
	if !Has(messagePrefix+template) || !Has(subjectPrefix+template) {
		return nil
	}
	built := map[string]Words{}
	for _, language := range []string{Arabic, English} {
		texts := catalogue[language]
		built[language] = Words{Subject: texts[subjectPrefix+template], Text: texts[messagePrefix+template]}
	}
	return built
}

var blanks = regexp.MustCompile(`\{([a-zA-Z]+)\}`)

// Blanks are the names of what is to be filled in, each once, in alphabetical order.
func Blanks(text string) []string {
	names := []string{}
	for _, found := range blanks.FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// examples are values for every blank there is, as whoever sends gives them.
var examples = map[string]string{
	"activationCode": "LPA:1$smdp.example$QR-7F3K2", "airwayBill": "6100000042", "allowance": "data", "amount": "115.00", "attempt": "1", "attempts": "3",
	"before": "2026-12-06 09:00", "by": "2026-12-06 20:00", "call": " (920000000)", "code": "481516", "costs": "25.00", "date": "2026-12-06", "due": "2026-12-20", "ends": "2026-12-31", "gets": "100.00",
	"left": "12.50", "lost": "5.00", "megabytes": "512", "minutes": "10", "missing": "14.75", "msisdn": "0570000123", "next": "2026-12-07 09:00",
	"number": "INV2026-00000042", "operator": "STC", "order": "SC12345678", "owed": "230.00", "page": "https://selfcare.example/en/recharge", "party": "0570000124",
	"percent": "15", "plan": "Hawakom 90", "price": "103.50", "purchase": "RC12345678", "reference": "CR0123456789", "reward": "25.00", "item": "Daily news", "service": "Daily news", "days": "7", "smdpAddress": "smdp.example", "to": "0570000125",
	"total": "340.00", "until": "2026-12-06 18:00", "used": "80", "when": "2026-12-06 14:30", "link": "https://selfcare.example/en/orders/example",
}

// Examples are values for the blanks of any message, to show it with.
func Examples(language string) map[string]string {
	shown := map[string]string{"reason": Text(language, contract.FailCourierRefused, nil)}
	for name, value := range examples {
		shown[name] = value
	}
	return shown
}
