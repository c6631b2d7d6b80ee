package middleware

import (
	"context"
	"slices"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store"
)

// MainAccount is the subscription_id of a user's main line, whatever its real id is.
const MainAccount = "main"

// SubscriptionReader knows the lines of a user.
type SubscriptionReader interface {
	Of(ctx context.Context, userID string) ([]store.Subscription, error)
}

// requireLine lets a signed-in user pass whose chosen line the rule is for.
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

// requireOpen lets guests pass, and whoever is signed in on a line that has the key of the rule.
func requireOpen(rule permission.Rule) func(fiber.Ctx) error {
	forLine := requireLine(permission.Rule{Key: rule.Key})
	return func(c fiber.Ctx) error {
		if rule.Key == "" || RequestOf(c.Context()).User.ID == "" {
			return nil
		}
		return forLine(c)
	}
}

// ChosenLine finds the line a request names. Somebody else's line and one given up are the same to us: not there.
func ChosenLine(lines []store.Subscription, id string) (store.Subscription, bool) {
	if len(lines) == 0 && (id == "" || id == MainAccount) { // people who work for us have no line
		return store.Subscription{}, true
	}
	for _, line := range lines {
		if line.Main && (id == "" || id == MainAccount) || !line.Main && line.ID == id {
			return line, true
		}
	}
	return store.Subscription{}, false
}

// PermissionsOf is what the rules of permission know of a line.
func PermissionsOf(line store.Subscription) permission.Line {
	return permission.Line{Main: line.Main, Subscription: line.Type, Access: line.Access}
}

// KindsShown are the kinds of a history that the caller may see of the line chosen, each gated by its key; asked narrows them to one.
func KindsShown(ctx context.Context, keys map[string]permission.Key, asked string) ([]string, error) {
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

// HistoryPage is the page size asked for, or that of the settings.
func (c *Core) HistoryPage(ctx context.Context, asked *int) (int, error) {
	if asked != nil {
		return *asked, nil
	}
	settings, err := c.Settings(ctx)
	return settings.Site.HistoryPerPage, err
}
