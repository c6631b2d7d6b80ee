package webapp

import (
	"html/template"
	"strings"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/domain/markdown"
)

// Texts of the operator, in the form that rendered pages ask for. internal/domain/markdown is the only source of HTML,
// and it sanitises it.

type saidPage struct {
	Title, Lead string
	Body        template.HTML
	Choices     []saidChoice
}

type saidChoice struct {
	Key, Title string
	Body       template.HTML
}

// saidPost is a question with its answer. Inner is its address, without the slash in front.
type saidPost struct {
	Title, Image, Video, Inner string
	Details                    template.HTML
}

// saidAnswer is the page of a question. Short is the begin of its answer as plain text.
type saidAnswer struct {
	saidPost
	Slug, Short string
	Others      []saidPost
}

type saidTopic struct {
	Key, Title string
	Posts      []saidPost
}

func sanitised(text string) template.HTML { return template.HTML(text) } //nolint:gosec // see above

func saidInPage(w gen.ContentPage) *saidPage {
	page := &saidPage{Title: w.Title, Lead: w.Lead, Body: sanitised(w.Body)}
	for _, choice := range w.Choices {
		page.Choices = append(page.Choices, saidChoice{choice.Key, choice.Title, sanitised(choice.Body)})
	}
	return page
}

func saidInPost(post gen.FaqPost) saidPost {
	return saidPost{
		Title: post.Title, Details: sanitised(post.Details), Inner: strings.TrimPrefix(post.Url, "/"),
		Image: optional.Value(post.Image), Video: optional.Value(post.VideoUrl),
	}
}

// mostInShort is the number of characters that search engines show of a description.
const mostInShort = 160

func saidInAnswer(post gen.FaqPost, ofTopic []gen.FaqPost) *saidAnswer {
	answer := &saidAnswer{saidPost: saidInPost(post), Slug: post.Slug, Short: markdown.Short(post.Details, mostInShort)}
	for _, other := range ofTopic {
		if other.Id != post.Id && other.Url != "" {
			answer.Others = append(answer.Others, saidInPost(other))
		}
	}
	return answer
}

func saidByTopic(all gen.ListFaqAnswer) (topics []saidTopic) {
	for _, topic := range all.Data.Topics {
		of := saidTopic{Key: topic.Key, Title: topic.Title}
		for _, post := range all.Data.Items {
			if post.Topic == topic.Key {
				of.Posts = append(of.Posts, saidInPost(post))
			}
		}
		topics = append(topics, of)
	}
	return topics
}
