package markdown_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/markdown"
)

func address(key string) string { return "/en/" + key }

func TestHTML_Markdown_IsRendered(t *testing.T) {
	for written, want := range map[string]string{
		"Two *words*.":                           "<p>Two <em>words</em>.</p>",
		"## Your number\n\nIt is **yours**.":     "<h2>Your number</h2>\n<p>It is <strong>yours</strong>.</p>",
		"1. Open *Settings*\n2. Type `selfcare`": "<ol>\n<li>Open <em>Settings</em></li>\n<li>Type <code>selfcare</code></li>\n</ol>",
		"[Terms](route:terms)":                   `<p><a href="/en/terms">Terms</a></p>`,
		"[CST](https://www.cst.gov.sa)":          `<p><a href="https://www.cst.gov.sa">CST</a></p>`,
		"[Write](mailto:care@selfcare.example)":  `<p><a href="mailto:care@selfcare.example">Write</a></p>`,
		"[اتصل](tel:920000000) بنا":              `<p><a href="tel:920000000">اتصل</a> بنا</p>`,
		"less < more & \"quoted\"":               "<p>less &lt; more &amp; &#34;quoted&#34;</p>",
		"":                                       "",
	} {
		require.Equal(t, want, markdown.HTML(written, address), written)
	}
}

// Texts of an older release, or from outside the import, must not run either.
func TestHTML_AnyText_HasNoActiveContent(t *testing.T) {
	for _, written := range []string{
		"<script>alert(1)</script>",
		"text <script src=//evil.example/x.js></script> text",
		`<img src=x onerror="alert(1)">`,
		`<a href="https://x.example" onclick="alert(1)">x</a>`,
		"[x](javascript:alert(1))",
		"[x](JaVaScRiPt:alert(1))",
		"[x](java\tscript:alert(1))",
		"[x](&#106;avascript:alert(1))",
		"[x](data:text/html;base64,PHNjcmlwdD4=)",
		"[x](vbscript:x)",
		"![x](javascript:alert(1))",
		`![x](x "onerror=alert(1)")`,
		"<javascript:alert(1)>",
		"<iframe src=https://evil.example></iframe>",
		"<style>*{display:none}</style>",
		"<p style='position:fixed'>over everything</p>",
		"<svg/onload=alert(1)>",
		"<form action=https://evil.example><input name=otp></form>",
		"[x]: javascript:alert(1)\n\n[x]",
		"[x](route:\"onclick=alert(1))",
	} {
		html := strings.ToLower(markdown.HTML(written, address))
		for _, never := range []string{"<script", "<img", "<iframe", "<style", "<svg", "<form", "<input", " on", "style=", "href=\"javascript", "href=\"java", "href=\"data", "href=\"vbscript"} {
			if never == " on" { // an attribute, not a word
				require.NotRegexp(t, `<[^>]* on\w+=`, html, written)
				continue
			}
			require.NotContains(t, html, never, written)
		}
	}
}

func TestPlain_Markdown_IsWordsOnly(t *testing.T) {
	require.Equal(t, "Your number It is yours. Open Settings See Terms now", markdown.Plain("## Your number\n\nIt is **yours**.\n\n1. Open *Settings*\n2. See [Terms](route:terms)\n   now"))
	require.Empty(t, markdown.Plain("<script>alert(1)</script>"))
}

func TestShort_LongText_EndsAfterAWord(t *testing.T) {
	html := markdown.HTML("Tom & *Jerry's* [shop](route:shop), open:\n\n- at **nine**\n- at ten", address)
	require.Equal(t, "Tom & Jerry's shop, open: at nine at ten", markdown.Short(html, 160))
	require.Equal(t, "Tom & Jerry's shop,…", markdown.Short(html, 22))
	require.Equal(t, "متى تصل الشريحة؟", markdown.Short("<p>متى تصل الشريحة؟</p>", 17), "counted in characters")
	require.Empty(t, markdown.Short("", 160))
}

func TestProblems_HiddenParts_AreNamed(t *testing.T) {
	known := func(key string) bool { return key == "terms" }
	for written, want := range map[string][]string{
		"## Fine\n\n[Terms](route:terms), [CST](https://www.cst.gov.sa), [call](tel:1900)": nil,
		"<script>alert(1)</script>":                {"has HTML in it, which no page shows"},
		"a <b>bold</b> word":                       {"has HTML in it, which no page shows"},
		"![x](/x.png)":                             {"has a picture in it, which no page shows"},
		"# Too high":                               {"has a heading that does not begin with ## or ###"},
		"#### Too low":                             {"has a heading that does not begin with ## or ###"},
		"    four spaces":                          {"has a block of code in it: is a line indented by mistake?"},
		"[x](javascript:alert(1))":                 {"has a link that does not begin with route:, https://, mailto: or tel:"},
		"[x](http://x.example)":                    {"has a link that does not begin with route:, https://, mailto: or tel:"},
		"[x](/en/terms)":                           {"has a link that does not begin with route:, https://, mailto: or tel:"},
		"[x](route:gone)":                          {"leads to an unknown route: gone"},
		"<https://x.example>":                      {"has a bare address in it: write [words](address)"},
		"[x](route:gone) <i>y</i> [z](route:gone)": {"leads to an unknown route: gone", "has HTML in it, which no page shows"},
	} {
		require.Equal(t, want, markdown.Problems(written, known), written)
	}
}

func FuzzHTML(f *testing.F) {
	for _, seed := range []string{"", "# a", "[x](javascript:1)", "<script>", "\x00", "![", "`", "* *\n\t1."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, written string) {
		html := markdown.HTML(written, address)
		require.NotRegexp(t, `(?i)<(script|img|iframe|style|svg|form|input|object)|<[^>]*\son\w+=`, html)
		_ = markdown.Plain(written)
		_ = markdown.Problems(written, func(string) bool { return true })
	})
}
