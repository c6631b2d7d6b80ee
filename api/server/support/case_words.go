package support

import (
	"context"
	"maps"
	"regexp"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/supportcase"
)

// words put the console's contents into one language.
type words struct {
	language string
	user     string // the caller
}

func wordsOf(ctx context.Context) words {
	current := middleware.RequestOf(ctx)
	return words{current.Language, current.User.ID}
}

func (w words) text(key string, params map[string]string) string {
	return texts.Text(w.language, key, params)
}

// either returns the text of a key, or that of another key if it is missing.
func (w words) either(key, otherwise string) string {
	if !texts.Has(key) {
		key = otherwise
	}
	return w.text(key, nil)
}

// reason explains a case in plain words.
func (w words) reason(kind supportcase.Kind, code contract.Code, held bool) string {
	switch {
	case texts.Has("case.reason." + string(code)):
		return w.text("case.reason."+string(code), nil)
	case texts.Has(code):
		return w.text(string(code), nil)
	case held:
		return w.text("case.reason.other", nil)
	default:
		return w.either("case.reason.late."+string(kind), "case.reason.late")
	}
}

// failure explains the failure of a step in plain words.
func (w words) failure(code contract.Code) string { return w.reason("", code, true) }

// trouble explains a failed attempt that is repeated automatically. Work is held after an hour, an attempt fails at
// once.
func (w words) trouble(code contract.Code) string {
	if code == contract.FailOutsideSystem {
		return w.text("case.cause.silent", nil)
	}
	return w.failure(code)
}

// unsent explains in plain words why a message has not left.
func (w words) unsent(code contract.Code) string {
	if code == contract.FailOutsideSystem {
		return w.text("case.cause.away", map[string]string{"partner": w.text("partner.messages", nil)})
	}
	return w.failure(code)
}

// advice tells the usual action of support in a case.
func (w words) advice(c supportcase.Case) string {
	switch {
	case c.Kind == supportcase.LostProcess && c.Held:
		return w.either("case.advice."+string(c.Code)+"."+c.Variety, "case.advice."+string(c.Code))
	case texts.Has("case.advice." + string(c.Code)):
		return w.text("case.advice."+string(c.Code), nil)
	case c.Held:
		return w.text("case.advice.other", nil)
	default:
		return w.either("case.advice.late."+string(c.Kind), "case.advice.late")
	}
}

// waitsFor names the person or system that must act next.
func (w words) waitsFor(c supportcase.Case) string {
	switch {
	case c.Kind == supportcase.Ticket:
		return w.text("case.waits.answer", nil)
	case c.Kind == supportcase.LostProcess && !c.Held:
		return w.text("case.waits.lost-process.mended", nil)
	case c.Kind == supportcase.LostProcess:
		return w.text("case.waits.lost-process", nil)
	case c.Held && c.Work == supportcase.WorkApprove:
		return w.text("case.waits.second-person", nil)
	case c.Held && len(c.Kind.Actions()) == 0: // no decision repairs an invoice or a bill that cannot be made
		return w.text("case.waits.data", nil)
	case c.Held:
		return w.text("case.waits.support", nil)
	default:
		return w.either("case.waits."+string(c.Kind)+"."+c.Stage, "case.waits."+string(c.Kind))
	}
}

func (w words) work(work contract.Work) gen.CaseWork {
	return gen.CaseWork{Key: string(work), Title: w.either("case.work."+string(work), "case.attempt")}
}

func (w words) works(all []contract.Work) []gen.CaseWork {
	shown := make([]gen.CaseWork, len(all))
	for i, work := range all {
		shown[i] = w.work(work)
	}
	return shown
}

func (w words) phase(phase string) gen.CaseWork {
	return gen.CaseWork{Key: phase, Title: w.either("case.phase."+phase, "case.attempt")}
}

// stage names a stage; a word with a meaning of its own for orders has another text for other kinds.
func (w words) stage(kind, stage string) string {
	if own := "case.stage." + kind + "." + stage; texts.Has(own) {
		return w.text(own, nil)
	}
	return w.either("case.stage."+stage, "case.stage.other")
}

func (w words) title(kind, variety string) string {
	return w.either("case.title."+kind+"."+variety, "case.title."+kind)
}

func (w words) caseView(c supportcase.Case) gen.SupportCase {
	state := c.State()
	shown := gen.SupportCase{
		Kind: gen.CaseKind(c.Kind), Id: c.ID, Reference: c.Reference, Title: w.title(string(c.Kind), c.Variety), Variety: optional.Text(c.Variety),
		Stage: optional.Text(c.Stage), State: gen.CaseState(state), FailureCode: optional.Text(string(c.Code)), LineId: optional.Text(c.LineID),
		Since: c.Since.UTC(), Late: c.Late, Claim: w.claim(c.Claim),
		Impact: gen.CaseImpact{Key: gen.CaseImpactKey(c.Impact()), Text: w.text("case.impact."+string(c.Impact()), nil)},
		Reason: w.text("case.reason.none", nil),
	}
	if state == supportcase.Held || state == supportcase.Late {
		shown.Reason, shown.WaitsFor = w.reason(c.Kind, c.Code, c.Held), optional.Text(w.waitsFor(c))
		work := w.work(c.Work)
		shown.Work = &work
	}
	if c.MSISDN != "" {
		shown.Msisdn = optional.Text(notice.Masked(c.MSISDN))
	}
	return shown
}

func (w words) claim(c *supportcase.Claim) *gen.CaseClaim {
	if c == nil {
		return nil
	}
	return &gen.CaseClaim{
		By: c.By, Name: c.Name, Since: c.Since.UTC(), ExpiresAt: c.Expires.UTC(), Mine: c.By == w.user, Note: optional.Text(c.Note),
	}
}

// blanks match placeholders of a subject that are unknown before sending.
var blanks = regexp.MustCompile(`\s*\{[a-zA-Z]+\}`)

// message is the subject of a message, in the shipped texts.
func (w words) message(template, reference string) string {
	return w.messageIn(nil, template, reference)
}

// messageIn is the subject of a message in the texts that it was sent with.
func (w words) messageIn(wording texts.Wording, template, reference string) string {
	if texts.Built(template) == nil {
		return template
	}
	subject := wording.Subject(w.language, template, map[string]string{"order": reference, "purchase": reference})
	return blanks.ReplaceAllString(subject, "")
}

// sentence words one effect of a decision, with its values in words, too.
func (w words) sentence(s supportcase.Sentence, reference string) gen.CaseWords {
	said := maps.Clone(s.Params)
	for name, value := range said {
		switch name {
		case "work":
			said[name] = w.work(contract.Work(value)).Title
		case "phases":
			said[name] = w.phases(strings.Split(value, ","))
		case "message":
			said[name] = w.message(value, reference)
		case "brand":
			said[name] = w.nameBrand(value)
		}
	}
	key := "case.will." + s.Key
	return gen.CaseWords{Key: s.Key, Params: s.Params, Text: w.text(key, said)}
}

// nameBrand returns the usual name of a card's brand, or the code of a brand without a name.
func (w words) nameBrand(code string) string {
	if name := "card." + code; texts.Has(name) {
		return w.text(name, nil)
	}
	return code
}

func (w words) phases(all []string) string {
	titles := make([]string, len(all))
	for i, phase := range all {
		titles[i] = w.phase(phase).Title
	}
	comma := ", "
	if w.language == texts.Arabic {
		comma = "، "
	}
	return strings.Join(titles, comma)
}
