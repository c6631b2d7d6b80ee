// Package user stores the users.
package user

import (
	"selfcare/internal/contract"
)

// Inviter is the rewarded inviter of an order's customer, with an account.
type Inviter struct {
	UserID         string
	Mobile         string // empty for a data SIM, which receives no messages
	ConfirmedEmail string
	Chosen         Preferences
	Amount         contract.Halalas
}
