package server

import (
	"context"

	"selfcare/api/gen"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store"
)

// accountHandlers show and change what belongs to whoever is signed in.
type accountHandlers struct {
	*core
	access      *lineAccess
	audit       *auditLog
	codes       *codes
	userNotices *userNotices
	lines       usageReader
	plans       soldPlans
	referrals   referralStore
	users       accountUsers
	widgets     widgetReader
}

type usageReader interface {
	Usage(ctx context.Context, lineID string) (store.Usage, error)
}

type soldPlans interface {
	PlanSold(ctx context.Context, id string) (store.Plan, error)
}

type referralStore interface {
	Of(ctx context.Context, lineID, offered string) (store.Referral, error)
}

type accountUsers interface {
	EmailConfirmedByOther(ctx context.Context, userID, email string) (bool, error)
	Preferences(ctx context.Context, userID string) (store.Preferences, error)
	ProposeEmail(ctx context.Context, userID, email string) error
	ProposedEmail(ctx context.Context, userID string) (string, error)
	SetPreferences(ctx context.Context, userID string, p store.Preferences) error
}

type widgetReader interface {
	Widgets(ctx context.Context) ([]store.Widget, error)
}

// GetCurrentUser shows who is signed in, on the line chosen.
func (s *accountHandlers) GetCurrentUser(ctx context.Context, _ gen.GetCurrentUserRequestObject) (gen.GetCurrentUserResponseObject, error) {
	current := requestOf(ctx)
	user, line := current.user, current.line
	shown := gen.CurrentUser{
		FirstName: user.FirstName, LastName: user.LastName, Email: user.Email, EmailConfirmed: user.EmailConfirmed,
		MobileNumber: line.MSISDN, MultiSim: line.MultiSIM, Provider: gen.CurrentUserProvider(current.session.Provider),
		AccessList: accessList(line), HiddenMenu: permission.Hidden(permissionsOf(line)),
	}
	if line.ID != "" {
		properties := propertiesOf(line)
		shown.Properties = &properties
	}
	return gen.GetCurrentUser200JSONResponse{Data: shown}, nil
}

// ListSubscribers shows the user's lines, the main one first.
func (s *accountHandlers) ListSubscribers(ctx context.Context, _ gen.ListSubscribersRequestObject) (gen.ListSubscribersResponseObject, error) {
	lines := requestOf(ctx).lines
	shown := make([]gen.Subscriber, len(lines))
	for i, line := range lines {
		shown[i] = subscriberView(line)
	}
	return gen.ListSubscribers200JSONResponse{Data: shown}, nil
}

func subscriberView(line store.Subscription) gen.Subscriber {
	shown := gen.Subscriber{
		SubscriptionId: subscriptionID(line), Nickname: line.Nickname, MobileNumber: line.MSISDN,
		Properties: propertiesOf(line), AccessList: accessList(line),
	}
	shown.User.IsMain = line.Main
	return shown
}

func subscriptionID(line store.Subscription) string {
	if line.Main {
		return mainAccount
	}
	return line.ID
}

func propertiesOf(line store.Subscription) gen.LineProperties {
	return gen.LineProperties{SubscriptionType: gen.LinePropertiesSubscriptionType(line.Type), DataSim: line.Kind == store.LineData}
}

// accessList keeps the difference between no list and an empty one.
func accessList(line store.Subscription) *gen.AccessList {
	if line.Access == nil {
		return nil
	}
	list := make(gen.AccessList, len(line.Access))
	for i, key := range line.Access {
		list[i].Key = gen.PermissionKey(key)
	}
	return &list
}
