package site

import (
	"slices"
	"strconv"
)

// FAQ is what people ask, by topic.
type FAQ struct {
	Topics []Topic    `yaml:"topics"`
	Posts  []Question `yaml:"posts"`
}

// Topic is what a question is about.
type Topic struct {
	Key   string `yaml:"key"`
	Title Text   `yaml:"title"`
}

// Where a question is shown, if not everywhere.
const (
	OnlyWeb = "web"
	OnlyApp = "app"
)

// Question is a question with its answer, which is Markdown. Its id stays the same whatever it is called.
type Question struct {
	ID       int      `yaml:"id"`
	Topic    string   `yaml:"topic"`
	Slug     string   `yaml:"slug"`
	SlugAr   string   `yaml:"slugAr"`
	Title    Text     `yaml:"title"`
	Details  Text     `yaml:"details"`
	Image    string   `yaml:"image"`
	Video    string   `yaml:"video"`
	Featured bool     `yaml:"featured"`
	Only     string   `yaml:"only"`
	Also     []string `yaml:"also"`
}

// ShownOn says whether a question is for the web or for the app; everything is for whoever does not say which they are.
func (q Question) ShownOn(channel string) bool {
	return channel == "" || q.Only == "" || q.Only == channel
}

// SlugIn is what names the question in an address.
func (q Question) SlugIn(language string) string { return slugIn(q.Slug, q.SlugAr, language) }

// Question is that of an id or of a slug, in whichever language the slug is.
func (f FAQ) Question(name string) (Question, bool) {
	id, err := strconv.Atoi(name)
	at := slices.IndexFunc(f.Posts, func(q Question) bool {
		return err == nil && q.ID == id || q.Slug == name || q.SlugAr == name && name != ""
	})
	if at < 0 {
		return Question{}, false
	}
	return f.Posts[at], true
}

// QuestionURL is where a question is; empty where the site has no page of questions.
func (s Site) QuestionURL(q Question, language string) string {
	return s.below(templateFAQ, q.SlugIn(language), language)
}
