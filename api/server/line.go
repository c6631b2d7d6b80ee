package server

import (
	"fmt"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store"
)

// mainAccount is the subscription_id of a user's main line, whatever its real id is.
const mainAccount = "main"

// requireLine lets a signed-in user pass whose chosen line the rule is for.
func (s *Server) requireLine(rule permission.Rule) func(fiber.Ctx) error {
	return func(c fiber.Ctx) error {
		current := requestOf(c.Context())
		if current.user.ID == "" {
			return contract.Refuse(contract.FailNotSignedIn)
		}
		var err error
		if current.lines, err = s.Store.Subscriptions.Of(c.Context(), current.user.ID); err != nil {
			return fmt.Errorf("read lines: %w", err)
		}
		chosen, ok := chosenLine(current.lines, c.Get(headerSubAccount))
		if !ok {
			return contract.Refuse(contract.FailSubAccountStale)
		}
		current.line = chosen
		return rule.Check(permissionsOf(chosen))
	}
}

// chosenLine finds the line a request names. Somebody else's line and one given up are the same to us: not there.
func chosenLine(lines []store.Subscription, id string) (store.Subscription, bool) {
	if id == "" && len(lines) == 0 { // people who work for us have no line
		return store.Subscription{}, true
	}
	for _, line := range lines {
		if line.Main && (id == "" || id == mainAccount) || !line.Main && line.ID == id {
			return line, true
		}
	}
	return store.Subscription{}, false
}

func permissionsOf(line store.Subscription) permission.Line {
	return permission.Line{Main: line.Main, Subscription: line.Type, Access: line.Access}
}
