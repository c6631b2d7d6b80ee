package message

import (
	"context"
	"strings"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/notice"
)

// stop is the way to decline promotions in a promotion; empty in other messages.
type stop struct{ page, oneClick string }

// stopOf makes the way to decline promotions, and notes it before the message leaves.
func (m *Activities) stopOf(ctx context.Context, t text) (way stop, err error) {
	if notice.ClassOf(t.of.Template) != notice.Promotional || t.of.UserID == "" {
		return way, nil
	}
	l := m.links
	to := messagelink.ToUnsubscribe(t.of.UserID, t.Channel, t.of.CausedAt)
	way.page, err = l.keep(ctx, l.siteIn(t.of.Language)+"/unsubscribe", "unsubscribe", t.Key, to)
	_, code, _ := strings.Cut(way.page, "#")
	way.oneClick = strings.TrimSuffix(l.Origin, "/") + "/api/unsubscribe/" + code
	return way, err
}

// inLetter is the last paragraph of a promotional letter as plain text.
func (s stop) inLetter(language string) string {
	if s.page == "" {
		return ""
	}
	return "\n\n" + texts.Text(language, "offers.why", nil) + s.inSMS(language)
}

// inSMS is the last line of a promotional SMS.
func (s stop) inSMS(language string) string {
	if s.page == "" {
		return ""
	}
	return "\n" + texts.Text(language, "offers.stop", map[string]string{"link": s.page})
}

// inPage is the link at the foot of a promotional letter as a page.
func (s stop) inPage(language string) *foot {
	if s.page == "" {
		return nil
	}
	return &foot{Href: s.page, Why: texts.Text(language, "offers.why", nil), Action: texts.Text(language, "offers.action", nil)}
}
