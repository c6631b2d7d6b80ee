package message_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	messageacts "selfcare/activities/message"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/messages"
)

// pageOf returns the page of a notice's letter, as a tree.
func pageOf(t *testing.T, in contract.Notice) (letter messages.Message, page *html.Node) {
	t.Helper()
	out := &sender{}
	in.Mobile = ""
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, dialled{}).NotifyCustomer(ctx, in))
	require.Len(t, out.sent, 1)
	page, err := html.Parse(strings.NewReader(out.sent[0].HTML))
	require.NoError(t, err)
	return out.sent[0], page
}

// find returns the elements of a name, with their attributes.
func find(page *html.Node, name string) (all []*html.Node) {
	for node := range page.Descendants() {
		if node.Type == html.ElementNode && node.Data == name {
			all = append(all, node)
		}
	}
	return all
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func textOf(node *html.Node) string {
	var b strings.Builder
	for inner := range node.Descendants() {
		if inner.Type == html.TextNode {
			b.WriteString(inner.Data)
		}
	}
	return strings.TrimSpace(b.String())
}

func TestLetter_EachLanguage_HasItsDirection(t *testing.T) {
	for language, direction := range map[string]string{"en": "ltr", "ar": "rtl", "ur": "rtl"} {
		in := notice()
		in.Language = language
		letter, page := pageOf(t, in)
		root := find(page, "html")[0]
		require.Equal(t, []string{language, direction}, []string{attribute(root, "lang"), attribute(root, "dir")})
		require.Equal(t, letter.Subject, textOf(find(page, "h1")[0]))
		require.Empty(t, find(page, "script"))
		require.Empty(t, find(page, "img"), "nothing is loaded from elsewhere")
		require.NotContains(t, letter.HTML, "email.", "each text has words")
	}
}

func TestLetter_Address_IsALink(t *testing.T) {
	letter, page := pageOf(t, linked("esim-ready", "en"))
	var hrefs []string
	for _, a := range find(page, "a") {
		hrefs = append(hrefs, attribute(a, "href"))
	}
	require.NotEmpty(t, hrefs)
	require.Contains(t, letter.Text, hrefs[0], "the page leads where the text does")
	require.Equal(t, hrefs[0], hrefs[1], "a button, and the address in plain sight")
	require.NotContains(t, textOf(find(page, "a")[1]), "#", "the secret of the link is not shown")
}

func TestLetter_Code_StandsApart(t *testing.T) {
	_, page := pageOf(t, codeNotice("ar"))
	codes := 0
	for _, p := range find(page, "p") {
		if attribute(p, "class") == "code" {
			codes++
			require.Equal(t, "123456", textOf(p))
			require.Equal(t, "ltr", attribute(p, "dir"))
		}
	}
	require.Equal(t, 1, codes)
}

func TestLetter_HostileName_IsText(t *testing.T) {
	in := notice()
	in.Name = `<img src=x onerror=alert(1)> https://evil.example/" onclick="x`
	letter, page := pageOf(t, in)
	require.Contains(t, letter.Text, "<img")
	require.Empty(t, find(page, "img"))
	for _, a := range find(page, "a") {
		require.Empty(t, attribute(a, "onclick"))
		require.NotContains(t, attribute(a, "href"), "evil.example", "a letter leads to our own site only")
	}
	require.Contains(t, letter.HTML, "evil.example", "the name is shown as it was given")
}
