package account

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/notice"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	userstore "selfcare/internal/store/user"
)

// OfferHandlers stop promotions by the link of a promotion, without a sign-in.
type OfferHandlers struct {
	*middleware.Core
	Audit     *AuditLog
	Links     offerLinks
	Users     offeredUsers
	PublicURL string
}

type offerLinks interface {
	Find(ctx context.Context, code string) (messagelink.Link, error)
}

type offeredUsers interface {
	Get(ctx context.Context, id string) (userstore.User, error)
	Preferences(ctx context.Context, userID string) (userstore.Preferences, error)
}

// offered is the user of a link, and the channel on which the promotion came.
type offered struct {
	userstore.User
	channel string
}

// address is the user's address on the channel of the link.
func (o offered) address() string {
	if o.channel == string(gen.OffersChoiceChannelSms) {
		return o.Mobile
	}
	return o.Email
}

// ShowOffersChoice shows the choice to the holder of a link.
func (s *OfferHandlers) ShowOffersChoice(ctx context.Context, req gen.ShowOffersChoiceRequestObject) (gen.ShowOffersChoiceResponseObject, error) {
	to, err := s.find(ctx, req.Body.Token)
	if err != nil {
		return nil, err
	}
	shown, err := s.choiceOf(ctx, to)
	return gen.ShowOffersChoice200JSONResponse{OffersChoiceJSONResponse: gen.OffersChoiceJSONResponse(shown)}, err
}

// ChooseOffers stops promotions, or starts them again.
func (s *OfferHandlers) ChooseOffers(ctx context.Context, req gen.ChooseOffersRequestObject) (gen.ChooseOffersResponseObject, error) {
	to, err := s.find(ctx, req.Body.Token)
	if err != nil {
		return nil, err
	}
	if err := s.choose(ctx, to, req.Body.Promotions); err != nil {
		return nil, err
	}
	shown, err := s.choiceOf(ctx, to)
	return gen.ChooseOffers200JSONResponse{OffersChoiceJSONResponse: gen.OffersChoiceJSONResponse(shown)}, err
}

// StopOffers is the click in a mail program (RFC 8058).
func (s *OfferHandlers) StopOffers(ctx context.Context, req gen.StopOffersRequestObject) (gen.StopOffersResponseObject, error) {
	form, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, fmt.Errorf("read form: %w", err)
	}
	if !oneClick.Match(form) {
		return nil, contract.Refuse(contract.FailValidation)
	}
	to, err := s.find(ctx, req.Code)
	if err != nil {
		return nil, err
	}
	return gen.StopOffers200Response{}, s.choose(ctx, to, false)
}

// oneClick is the form in both encodings that RFC 8058 allows.
var oneClick = regexp.MustCompile(`(?i)^List-Unsubscribe=One-Click$|name="List-Unsubscribe"\s+One-Click\s`)

// OpenOffersChoice leads a browser to the page. Scanners of mail come here, too, so it reads and changes nothing.
func (s *OfferHandlers) OpenOffersChoice(ctx context.Context, req gen.OpenOffersChoiceRequestObject) (gen.OpenOffersChoiceResponseObject, error) {
	return pageOfChoice(fmt.Sprintf("%s/%s/unsubscribe#%s", s.PublicURL, middleware.RequestOf(ctx).Language, req.Code)), nil
}

// pageOfChoice is the address of the page that stops promotions.
type pageOfChoice string

// VisitOpenOffersChoiceResponse redirects: the generated answer has no headers.
func (p pageOfChoice) VisitOpenOffersChoiceResponse(c fiber.Ctx) error {
	return c.Redirect().Status(fiber.StatusSeeOther).To(string(p))
}

// find returns the user of a link.
func (s *OfferHandlers) find(ctx context.Context, code string) (to offered, err error) {
	if err := s.Permit(ctx, ratelimit.OffersLink, nil); err != nil {
		return to, err
	}
	link, err := s.Links.Find(ctx, code)
	if err == nil && (link.UserID == "" || link.Over(s.Now())) {
		return to, contract.Refuse(contract.FailMessageLink)
	}
	if err == nil {
		to.channel = link.Channel
		to.User, err = s.Users.Get(ctx, link.UserID)
	}
	if errors.Is(err, storeerrors.ErrNotFound) {
		return to, contract.Refuse(contract.FailMessageLink)
	}
	if err != nil {
		return to, fmt.Errorf("find link: %w", err)
	}
	return to, nil
}

// errUnchanged takes back the audit entry of a choice that was made before.
var errUnchanged = errors.New("the choice is as it was")

// choose stores the choice with its audit entry. A repeat changes nothing and has no entry.
func (s *OfferHandlers) choose(ctx context.Context, to offered, wanted bool) error {
	change := preferencesChanged.with("promotions", strconv.FormatBool(wanted)).with("link", to.channel)
	err := s.Audit.changeAudited(ctx, change, to.ID, func(tx *store.Tx) error {
		changed, err := tx.Users.SetPromotions(ctx, to.ID, wanted)
		if err == nil && !changed {
			return errUnchanged
		}
		return err
	})
	if err != nil && !errors.Is(err, errUnchanged) {
		return fmt.Errorf("choose about promotions: %w", err)
	}
	return nil
}

func (s *OfferHandlers) choiceOf(ctx context.Context, to offered) (gen.OffersChoice, error) {
	chosen, err := s.Users.Preferences(ctx, to.ID)
	if err != nil {
		return gen.OffersChoice{}, fmt.Errorf("read preferences: %w", err)
	}
	return gen.OffersChoice{Channel: gen.OffersChoiceChannel(to.channel), Address: notice.Masked(to.address()), Promotions: chosen.Promotions}, nil
}
