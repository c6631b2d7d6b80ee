// Package account signs people in and out, and shows and changes the data of the signed-in user.
package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/permission"
	"selfcare/internal/domain/plan"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/referral"
	"selfcare/internal/store/site"
	"selfcare/internal/store/subaccount"
	userstore "selfcare/internal/store/user"
)

// AccountHandlers show and change the data of the signed-in user.
type AccountHandlers struct {
	*middleware.Core
	Access      *verification.LineAccess
	Audit       *AuditLog
	Cards       cardReader
	Codes       *verification.Codes
	UserNotices *UserNotices
	Summaries   summaryReader
	Lines       usageReader
	Plans       soldPlans
	Referrals   referralStore
	Standing    standingReader
	Followed    followedPlans
	Users       accountUsers
	Widgets     widgetReader
}

type usageReader interface {
	Usage(ctx context.Context, lineID string) (linestore.Usage, error)
	Concerns(ctx context.Context, lineID string, now time.Time) (line.Concerns, error)
}

type summaryReader interface {
	Summarise(ctx context.Context, lineIDs []string) (map[string]subaccount.LineSummary, error)
}

type standingReader interface {
	Standings(ctx context.Context, userID string) (map[string]line.Standing, error)
}

type soldPlans interface {
	PlanSold(ctx context.Context, id string) (plan.Plan, error)
	Rates(ctx context.Context) ([]plan.Rate, error)
}

// followedPlans shows the plan of a line; nil for a line without a plan process.
type followedPlans interface {
	Of(ctx context.Context, lineID string) (*gen.PlanSubscription, error)
}

type referralStore interface {
	Of(ctx context.Context, lineID, offered string) (referral.Referral, error)
}

type accountUsers interface {
	EmailConfirmedByOther(ctx context.Context, userID, email string) (bool, error)
	Preferences(ctx context.Context, userID string) (userstore.Preferences, error)
	ProposeEmail(ctx context.Context, userID, email string) error
	GetProposedEmail(ctx context.Context, userID string) (string, error)
	SetPreferences(ctx context.Context, userID string, p userstore.Preferences) error
}

type widgetReader interface {
	Widgets(ctx context.Context) ([]site.Widget, error)
}

// GetCurrentUser shows the signed-in user with the chosen line.
func (s *AccountHandlers) GetCurrentUser(ctx context.Context, _ gen.GetCurrentUserRequestObject) (gen.GetCurrentUserResponseObject, error) {
	current := middleware.RequestOf(ctx)
	user, line := current.User, current.Line
	shown := gen.CurrentUser{
		FirstName: user.FirstName, LastName: user.LastName, FirstNameAr: optional.Text(user.FirstNameAr), LastNameAr: optional.Text(user.LastNameAr),
		Email: user.Email, EmailConfirmed: user.EmailConfirmed,
		MobileNumber: line.MSISDN, MultiSim: line.MultiSIM, WorksForUs: permission.WorksForUs(user.Roles), Provider: gen.SignInWay(current.Session.Provider), Roles: rolesView(user.Roles),
		AccessList: accessList(line), HiddenMenu: permission.Hidden(middleware.PermissionsOf(line)),
	}
	if line.ID != "" {
		properties := propertiesOf(line)
		shown.Properties = &properties
	}
	return gen.GetCurrentUser200JSONResponse{Data: shown}, nil
}

// rolesView lists the roles of a staff member; nil for customers.
func rolesView(roles []string) *[]gen.StaffRole {
	var shown []gen.StaffRole
	for _, role := range permission.StaffRoles() {
		if slices.Contains(roles, role) {
			shown = append(shown, gen.StaffRole(role))
		}
	}
	if shown == nil {
		return nil
	}
	return &shown
}

// ListSubscribers shows the user's lines, the main one first.
func (s *AccountHandlers) ListSubscribers(ctx context.Context, _ gen.ListSubscribersRequestObject) (gen.ListSubscribersResponseObject, error) {
	current := middleware.RequestOf(ctx)
	stand, err := s.Standing.Standings(ctx, current.User.ID)
	if err != nil {
		return nil, fmt.Errorf("read the states of lines: %w", err)
	}
	shown := make([]gen.Subscriber, len(current.Lines))
	for i, own := range current.Lines {
		shown[i] = subscriberView(own, stand[own.LineID])
	}
	return gen.ListSubscribers200JSONResponse{Data: shown}, nil
}

func subscriberView(own subaccount.Subscription, stands line.Standing) gen.Subscriber {
	state, reason := stands.State()
	shown := gen.Subscriber{
		SubscriptionId: subscriptionID(own), Nickname: own.Nickname, MobileNumber: own.MSISDN,
		Properties: propertiesOf(own), AccessList: accessList(own), State: gen.LineState(state), Reason: stateReason(reason),
	}
	shown.User.IsMain = own.Main
	return shown
}

func stateReason(reason contract.StateReason) *gen.LineStateReason {
	if reason == "" {
		return nil
	}
	told := gen.LineStateReason(reason)
	return &told
}

func subscriptionID(line subaccount.Subscription) string {
	if line.Main {
		return middleware.MainAccount
	}
	return line.ID
}

func propertiesOf(line subaccount.Subscription) gen.LineProperties {
	return gen.LineProperties{SubscriptionType: gen.LinePropertiesSubscriptionType(line.Type), DataSim: line.Kind == linestore.Data}
}

// accessList keeps the difference between a nil list and an empty one.
func accessList(line subaccount.Subscription) *gen.AccessList {
	if line.Access == nil {
		return nil
	}
	list := make(gen.AccessList, len(line.Access))
	for i, key := range line.Access {
		list[i].Key = gen.PermissionKey(key)
	}
	return &list
}
