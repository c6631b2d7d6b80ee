package texts

import (
	"regexp"
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Words are the texts of one message in one language, with {blanks}.
type Words struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// Wording holds texts that replace the shipped ones, by template and language.
type Wording map[string]map[string]Words

// Message returns the text of a message to a customer.
func (w Wording) Message(language, template string, params map[string]string) string {
	if said, is := w[template][language]; is {
		return fill(language, said.Text, params, inLetters)
	}
	return Message(language, template, params)
}

// SMS returns the text of a message as an SMS. Each SMS of 70 characters costs, so a long message has a short text besides that of the
// letter. An operator's own text is for both.
func (w Wording) SMS(language, template string, params map[string]string) string {
	short, has := catalogue[language][smsPrefix+template]
	if _, is := w[template][language]; is || !has {
		return w.Message(language, template, params)
	}
	return fill(language, short, params, inSMS)
}

// Subject returns the subject line of the same message by e-mail.
func (w Wording) Subject(language, template string, params map[string]string) string {
	if said, is := w[template][language]; is {
		return fill(language, said.Subject, params, inLetters)
	}
	return Subject(language, template, params)
}

// Uses tells whether the text of a message has a placeholder.
func (w Wording) Uses(language, template, name string) bool {
	_, text := find(language, messagePrefix+template)
	if said, is := w[template][language]; is {
		text = said.Text
	}
	return strings.Contains(text, "{"+name+"}")
}

const (
	messagePrefix = "message."
	subjectPrefix = "subject."
	smsPrefix     = "sms."
)

// Templates lists the messages in alphabetical order.
func Templates() (all []string) {
	for key := range catalogue[English] {
		if template, is := strings.CutPrefix(key, messagePrefix); is && Has(subjectPrefix+template) {
			all = append(all, template)
		}
	}
	slices.Sort(all)
	return all
}

// Built returns the shipped texts of a message in each language that operators can edit; nil for an unknown message.
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

// Blanks lists the placeholders of a text, each once, in alphabetical order.
func Blanks(text string) []string {
	names := []string{}
	for _, found := range blanks.FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// examples are sample values for all placeholders, in the form that senders use.
var examples = map[string]string{
	"activationCode": "LPA:1$smdp.example$QR-7F3K2", "airwayBill": "6100000042", "allowance": "data", "amount": "115.00", "attempt": "1", "attempts": "3",
	"before": "2026-12-06 09:00", "by": "2026-12-06 20:00", "call": " (920000000)", "code": "481516", "costs": "25.00", "date": "2026-12-06", "due": "2026-12-20", "ends": "2026-12-31", "extraSims": "20.00", "gets": "100.00",
	"left": "12.50", "lost": "5.00", "megabytes": "512", "minutes": "10", "missing": "14.75", "msisdn": "0570000123", "next": "2026-12-07 09:00",
	"number": "INV2026-00000042", "operator": "STC", "order": "SC12345678", "owed": "230.00", "page": "https://selfcare.example/en/recharge", "party": "0570000124",
	"percent": "15", "plan": "Hawakom 90", "price": "103.50", "purchase": "RC12345678", "reference": "CR0123456789", "reward": "25.00", "item": "Daily news", "service": "Daily news", "days": "7", "smdpAddress": "smdp.example", "to": "0570000125",
	"total": "340.00", "until": "2026-12-06 18:00", "used": "80", "when": "2026-12-06 14:30", "link": "https://selfcare.example/en/orders/example",
}

// Examples returns sample values for the placeholders of any message, for previews.
func Examples(language string) map[string]string {
	shown := map[string]string{"reason": Text(language, contract.FailCourierRefused, nil)}
	for name, value := range examples {
		shown[name] = value
	}
	return shown
}
