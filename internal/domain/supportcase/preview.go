package supportcase

import (
	"strconv"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/purchase"
)

// Sentence is one effect: a key of the texts and its parameters. The parameters work, works, phases and message hold keys, which
// are translated too.
type Sentence struct {
	Key    string
	Params map[string]string
}

// Money is a refund and its destination.
type Money struct {
	Amount       contract.Halalas
	To           purchase.RefundDestination
	Brand, Last4 string
}

// Preview lists all effects of a decision.
type Preview struct {
	Sentences []Sentence
	Runs      []contract.Work
	Undone    []contract.Work
	Money     []Money
	Messages  []string // templates
}

func (p *Preview) add(key string, params ...string) {
	s := Sentence{Key: key, Params: map[string]string{}}
	for i := 0; i+1 < len(params); i += 2 {
		s.Params[params[i]] = params[i+1]
	}
	p.Sentences = append(p.Sentences, s)
}

// AfterApproval returns the preview of a decision that first needs a second person.
func AfterApproval(p Preview) Preview {
	p.Sentences = append([]Sentence{{Key: "refund-waits", Params: map[string]string{}}}, p.Sentences...)
	return p
}

func (p *Preview) addWork(key string, work contract.Work) {
	p.Runs = append(p.Runs, work)
	p.add(key, "work", string(work))
}

func (p *Preview) addUndo(works []contract.Work) {
	for i, work := range works {
		p.Undone = append(p.Undone, work)
		p.add("undoes", "n", strconv.Itoa(i+1), "work", string(work))
	}
}

// addPayment adds the destination of the refund, or that there is none.
func (p *Preview) addPayment(m Money) {
	if m.Amount <= 0 {
		p.add("no-money")
		return
	}
	p.Money = append(p.Money, m)
	key := "money-" + string(m.To)
	if m.To == purchase.ToCard && m.Last4 == "" {
		key = "money-provider"
	}
	p.add(key, "amount", money.Riyals(m.Amount), "brand", m.Brand, "last4", m.Last4)
}

// addMessages adds the messages to the customer.
func (p *Preview) addMessages(templates ...string) {
	for _, template := range templates {
		p.Messages = append(p.Messages, template)
		p.add("tells", "message", template)
	}
	if len(templates) == 0 {
		p.add("tells-nothing")
	}
}

// addPhases adds what follows the present work.
func (p *Preview) addPhases(phases []contract.Phase) {
	if len(phases) > 0 {
		p.add("goes-on", "phases", joined(phases))
	}
}

func joined[T ~string](words []T) string {
	plain := make([]string, len(words))
	for i, word := range words {
		plain[i] = string(word)
	}
	return strings.Join(plain, ",")
}
