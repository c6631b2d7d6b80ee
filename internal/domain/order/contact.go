package order

import (
	"slices"
	"strings"

	"selfcare/internal/contract"
)

// Verified are the channels of a contact that are known to be the customer's. What is known are contacts with no more in them
// than has been shown.
func Verified(c contract.Contact, known ...contract.Contact) []contract.Channel {
	var channels []contract.Channel
	same := func(of func(contract.Contact) string) bool {
		return slices.ContainsFunc(known, func(k contract.Contact) bool { return of(k) != "" && strings.EqualFold(of(k), of(c)) })
	}
	if same(func(c contract.Contact) string { return c.Mobile }) {
		channels = append(channels, contract.ByMobile)
	}
	if same(func(c contract.Contact) string { return c.Email }) {
		channels = append(channels, contract.ByEmail)
	}
	return channels
}

// Shown is the part of a contact that the customer has shown to be theirs.
func Shown(c *contract.Contact) contract.Contact {
	var shown contract.Contact
	if c == nil {
		return shown
	}
	if slices.Contains(c.Verified, contract.ByMobile) {
		shown.Mobile = c.Mobile
	}
	if slices.Contains(c.Verified, contract.ByEmail) {
		shown.Email = c.Email
	}
	return shown
}

// ReachedAt tells whether a customer is reached at a mobile they gave, or at an e-mail they have shown to be theirs: an e-mail that was
// only typed may be a stranger's. Codes to a mobile are counted by the mobile, whichever orders they are for.
func ReachedAt(c *contract.Contact, mobile, email string) bool {
	switch {
	case c == nil:
		return false
	case mobile != "":
		return c.Mobile == mobile
	default:
		return email != "" && strings.EqualFold(Shown(c).Email, email)
	}
}

// ValidateContact refuses a contact of which nothing is known to be the customer's: whoever mistyped both would never hear of
// the order again. One way is enough: a newcomer may have no Saudi SIM yet.
func ValidateContact(c contract.Contact, mustVerify bool) error {
	if mustVerify && len(c.Verified) == 0 {
		return contract.Refuse(contract.FailContactUnverified)
	}
	return nil
}
