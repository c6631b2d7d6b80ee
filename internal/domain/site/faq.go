package site

import (
	"slices"
	"strconv"
)

// FAQ holds the frequent questions, by topic.
type FAQ struct {
	Topics []Topic    `yaml:"topics"`
	Posts  []Question `yaml:"posts"`
}

// Topic is the subject of questions.
type Topic struct {
	Key   string `yaml:"key"`
	Title Text   `yaml:"title"`
}

// Channels that a question may be limited to.
const (
	OnlyWeb = "web"
	OnlyApp = "app"
)

// Question is a question with its answer in Markdown. Its id never changes.
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

// ShownOn tells whether a question is shown on the web or in the app; without a channel, all questions are shown.
func (q Question) ShownOn(channel string) bool {
	return channel == "" || q.Only == "" || q.Only == channel
}

// SlugIn returns the slug of the question in a language.
func (q Question) SlugIn(language string) string { return slugIn(q.Slug, q.SlugAr, language) }

// Question finds a question by its id or its slug in any language.
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

// QuestionURL returns the address of a question; empty when the site has no page of questions.
func (s Site) QuestionURL(q Question, language string) string {
	return s.below(templateFAQ, q.SlugIn(language), language)
}
