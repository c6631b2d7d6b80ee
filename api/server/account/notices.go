package account

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"selfcare/api/server/middleware"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/number"
	userstore "selfcare/internal/store/user"
)

// UserNotices tell users of changes to their accounts.
type UserNotices struct {
	*middleware.Core
	Notices verification.NoticeSender
	Users   preferenceReader
}

type preferenceReader interface {
	Preferences(ctx context.Context, userID string) (userstore.Preferences, error)
}

// noticeWithin is how long the message about a change stays useful.
const noticeWithin = 24 * time.Hour

// notify informs a user about a change on every known channel. The change is done, so a failed message must not fail
// it.
func (s *UserNotices) notify(ctx context.Context, user userstore.User, template string) {
	notice := contract.Notice{
		OrderID: uuid.NewString(), Key: template, Template: template, Language: s.noticeLanguage(ctx, user.ID), Mobile: user.Mobile,
	}
	if number.IsDataSIM(user.Mobile) {
		notice.Mobile = ""
	}
	if user.EmailConfirmed {
		notice.Email = user.Email
	}
	if notice.Mobile == "" && notice.Email == "" {
		return
	}
	s.LogFailure(ctx, "tell the user", s.Notices.Send(ctx, notice, noticeWithin))
}

// noticeLanguage returns the user's chosen message language, otherwise the language of the page.
func (s *UserNotices) noticeLanguage(ctx context.Context, userID string) string {
	chosen, err := s.Users.Preferences(ctx, userID)
	if err != nil { // a message in the page's language is better than none
		s.LogFailure(ctx, "read preferences", err)
	}
	return texts.Spoken(cmp.Or(chosen.Language, middleware.RequestOf(ctx).Language))
}
