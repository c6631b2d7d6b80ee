package message

import (
	_ "embed"
	"html/template"
	"net/url"
	"regexp"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// letter adds the parts that only an e-mail has: the greeting before the text, and the way to the invoice behind it.
func (m *Activities) letter(in contract.Notice, text string) string {
	if name := strings.Join(strings.Fields(in.Name), " "); name != "" {
		text = texts.Text(in.Language, "email.greeting", map[string]string{"name": name}) + "\n\n" + text
	}
	if link := m.links.invoiceOf(in); link != "" {
		text += "\n\n" + texts.Text(in.Language, "email.invoice", map[string]string{"link": link})
	}
	return text
}

//go:embed letter.html
var letterPage string

var letterTemplate = template.Must(template.New("letter").Parse(letterPage))

// pageOf is the content of letter.html.
type pageOf struct {
	Language, Direction    string
	Brand, Subject, Footer string
	Paragraphs             []paragraph
	Stop                   *foot // of a promotion
}

// foot is the way to decline promotions.
type foot struct{ Href, Why, Action string }

// paragraph is a paragraph of a letter. A link or a code that stands alone at its end is set apart.
type paragraph struct {
	Text string
	Link link
	Code string
}

// link is an address, the part of it that people read, and the text of its button.
type link struct{ Href, Shown, Action string }

// rightToLeft are the languages that are written from right to left.
var rightToLeft = map[string]bool{"ar": true, "ur": true}

// writePage writes the text of a letter as a page. Each address of our own site becomes a link: a name or another text that came from
// outside must not lead our customers elsewhere. The code of a one-time code is set apart.
func (m *Activities) writePage(in contract.Notice, subject, text string, way stop) string {
	of := pageOf{
		Language: in.Language, Direction: "ltr", Subject: subject, Stop: way.inPage(in.Language),
		Brand: texts.Text(in.Language, "email.brand", nil), Footer: texts.Text(in.Language, "email.footer", nil),
	}
	if rightToLeft[in.Language] {
		of.Direction = "rtl"
	}
	for part := range strings.SplitSeq(text, "\n\n") {
		of.Paragraphs = append(of.Paragraphs, m.divide(part, in)...)
	}
	var written strings.Builder
	if err := letterTemplate.Execute(&written, of); err != nil {
		return "" // the plain text says the same
	}
	return written.String()
}

var address = regexp.MustCompile(`https?://[^\s<>"]+[^\s<>".,;:!?)\x{060C}\x{061B}\x{061F}]`)

// divide divides a paragraph behind each address of our own site in it.
func (m *Activities) divide(text string, in contract.Notice) (all []paragraph) {
	own := strings.TrimSuffix(m.links.Origin, "/") + "/"
	for _, found := range address.FindAllString(text, -1) {
		before, after, _ := strings.Cut(text, found)
		if !strings.HasPrefix(found, own) {
			continue
		}
		all = append(all, paragraph{
			Text: strings.TrimSpace(before), Link: link{found, shortenAddress(found), texts.Text(in.Language, "email.open", nil)},
		})
		text = strings.TrimLeft(after, ".,;: \u060C")
	}
	if text = strings.TrimSpace(text); text != "" {
		all = append(all, paragraph{Text: text})
	}
	if code := in.Params["code"]; code != "" && strings.HasPrefix(in.Template, "code-") {
		for i := range all {
			if strings.Contains(all[i].Text, code) {
				all[i].Code = code
			}
		}
	}
	return all
}

// shortenAddress returns the part of an address that people read: no scheme, and no secret behind the #.
func shortenAddress(href string) string {
	parsed, err := url.Parse(href)
	if err != nil {
		return href
	}
	return parsed.Host + strings.TrimSuffix(parsed.Path, "/")
}
