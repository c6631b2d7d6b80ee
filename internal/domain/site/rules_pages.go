package site

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"selfcare/internal/domain/markdown"
)

const (
	longestBody = 20_000
	mostPages   = 500
	mostPosts   = 10_000
)

// slugForm starts with a letter: a slug of digits would pass for an id.
var slugForm = regexp.MustCompile(`^[a-z][a-z0-9-]{0,79}$`)

func (e *examination) examinePages() {
	e.expect(len(e.site.Pages) <= mostPages, "pages", fmt.Sprintf("has more than %d", mostPages))
	slugs := map[string]bool{}
	for i, page := range e.site.Pages {
		where := fmt.Sprintf("pages[%d]", i)
		e.slugs(where, page.Slug, page.SlugAr, slugs)
		e.notice(where, Notice{page.Title, page.Lead})
		e.words(where+".body", page.Body, len(page.Choices) == 0)
		seen := map[string]bool{}
		for j, choice := range page.Choices {
			here := fmt.Sprintf("%s.choices[%d]", where, j)
			e.unique(here+".key", choice.Key, seen)
			e.text(here+".title", choice.Title)
			e.words(here+".body", choice.Body, true)
		}
		e.ways(where+".also", page.Also)
	}
	for i, route := range e.site.Routes {
		_, written := e.site.Page(route.Key)
		e.expect(written || !showsPage(route.Template), fmt.Sprintf("routes[%d].key", i), "there is no page "+route.Key)
	}
}

func (e *examination) examineFAQ() {
	topics, ids, slugs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i, topic := range e.site.FAQ.Topics {
		where := fmt.Sprintf("faq.topics[%d]", i)
		e.unique(where+".key", topic.Key, topics)
		e.text(where+".title", topic.Title)
	}
	e.expect(len(e.site.FAQ.Posts) <= mostPosts, "faq.posts", fmt.Sprintf("has more than %d", mostPosts))
	for i, post := range e.site.FAQ.Posts {
		where := fmt.Sprintf("faq.posts[%d]", i)
		id := strconv.Itoa(post.ID)
		e.expect(post.ID > 0, where+".id", "must be a number above 0")
		e.expect(!ids[id], where+".id", "is there twice: "+id)
		ids[id] = true
		e.expect(topics[post.Topic], where+".topic", "there is no such topic: "+post.Topic)
		e.slugs(where, post.Slug, post.SlugAr, slugs)
		e.text(where+".title", post.Title)
		e.words(where+".details", post.Details, true)
		e.image(where, post.Image)
		e.expect(post.Video == "" || isSecure(post.Video), where+".video", "must begin with https://")
		e.expect(post.Only == "" || post.Only == OnlyWeb || post.Only == OnlyApp, where+".only", "must be web or app")
		e.ways(where+".also", post.Also)
	}
}

// slugs must be unique in both languages together.
func (e *examination) slugs(where, english, arabic string, seen map[string]bool) {
	e.expect(slugForm.MatchString(english), where+".slug", "must be small letters, digits and - after a letter")
	e.expect(!seen[english], where+".slug", "is there twice: "+english)
	seen[english] = true
	if arabic == "" {
		return
	}
	e.expect(isPath(arabic) && !strings.Contains(arabic, "/"), where+".slugAr", "must be letters, digits, - and _")
	e.expect(!seen[arabic], where+".slugAr", "is there twice: "+arabic)
	seen[arabic] = true
}

// words must be Markdown in both languages, without anything that no page would show.
func (e *examination) words(where string, written Text, must bool) {
	for language, words := range map[string]string{".en": written.En, ".ar": written.Ar} {
		e.expect(!must || strings.TrimSpace(words) != "", where+language, "is missing")
		e.expect((written.En == "") == (written.Ar == "") || words != "", where+language, "is missing")
		e.expect(len([]rune(words)) <= longestBody, where+language, fmt.Sprintf("is longer than %d letters", longestBody))
		e.expect(!strings.ContainsFunc(words, isControl), where+language, "contains a control character")
		for _, problem := range markdown.Problems(words, func(route string) bool { return e.routes[route] }) {
			e.expect(false, where+language, problem)
		}
	}
}

func isControl(r rune) bool { return unicode.IsControl(r) && r != '\n' }

func isSecure(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && parsed.Scheme == "https" && parsed.Host != ""
}
