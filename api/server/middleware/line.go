package middleware

import (
	"context"
	"slices"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store/subaccount"
)

// MainAccount is the subscription_id of every user's main line, in place of its real id.
const MainAccount = "main"

// SubscriptionReader reads the lines of a user.
type SubscriptionReader interface {
	Of(ctx context.Context, userID string) ([]subaccount.Subscription, error)
}

// requireLine lets a signed-in user pass if their chosen line fits the rule.
func requireLine(rule permission.Rule) func(fiber.Ctx) error {
	return func(c fiber.Ctx) error {
		current := RequestOf(c.Context())
		if current.User.ID == "" {
			return contract.Refuse(contract.FailNotSignedIn)
		}
		chosen, ok := ChosenLine(current.Lines, c.Get(headerSubAccount))
		if !ok {
			return contract.Refuse(contract.FailSubAccountStale)
		}
		current.Line = chosen
		return rule.Validate(PermissionsOf(chosen))
	}
}

// requireOpen lets guests pass, and signed-in users whose chosen line has the rule's key.
func requireOpen(rule permission.Rule) func(fiber.Ctx) error {
	forLine := requireLine(permission.Rule{Key: rule.Key})
	return func(c fiber.Ctx) error {
		if rule.Key == "" || RequestOf(c.Context()).User.ID == "" {
			return nil
		}
		return forLine(c)
	}
}

// ChosenLine finds the line that a request names. Another user's line and a removed one are both not found.
func ChosenLine(lines []subaccount.Subscription, id string) (subaccount.Subscription, bool) {
	if len(lines) == 0 && (id == "" || id == MainAccount) { // staff have no line
		return subaccount.Subscription{}, true
	}
	for _, line := range lines {
		if line.Main && (id == "" || id == MainAccount) || !line.Main && line.ID == id {
			return line, true
		}
	}
	return subaccount.Subscription{}, false
}

// PermissionsOf returns the facts of a line for permission rules.
func PermissionsOf(line subaccount.Subscription) permission.Line {
	return permission.Line{Main: line.Main, Subscription: line.Type, Access: line.Access}
}

// ListPermittedKinds returns the kinds of a history that the caller may see of the chosen line, each gated by its key; asked
// narrows them to one.
func ListPermittedKinds(ctx context.Context, keys map[string]permission.Key, asked string) ([]string, error) {
	line := PermissionsOf(RequestOf(ctx).Line)
	var kinds []string
	for kind, key := range keys {
		if (asked == "" || asked == kind) && permission.Granted(line, key) {
			kinds = append(kinds, kind)
		}
	}
	if len(kinds) == 0 {
		return nil, contract.Refuse(contract.FailForbidden)
	}
	slices.Sort(kinds)
	return kinds, nil
}

// HistoryPage returns the requested page size, or that of the settings.
func (c *Core) HistoryPage(ctx context.Context, asked *int) (int, error) {
	if asked != nil {
		return *asked, nil
	}
	settings, err := c.Settings(ctx)
	return settings.Site.HistoryPerPage, err
}
