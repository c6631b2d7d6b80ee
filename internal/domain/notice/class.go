package notice

import "strings"

// Classes of messages: the rules of the Kingdom know promotions, which need a sender and a consent of their own; codes and news about
// the safety of an account or a line are for its owner's eyes.
const (
	Transactional = "transactional"
	Security      = "security"
	Promotional   = "promotional"
)

// security lists the messages about the safety of an account or a line, besides codes.
var security = map[string]bool{
	"password-changed": true, "passkey-added": true, "email-changed": true, "social-linked": true, "card-kept": true, "replacement-requested": true,
	"sim-taken-over": true, "new-sim-active": true, "sim-primary-switched": true, "sim-deactivated": true, "deactivation-begun": true,
	"port-out-asked": true, "line-suspended": true,
}

// ClassOf returns the class of a message.
func ClassOf(template string) string {
	switch {
	case template == Reward:
		return Promotional
	case security[template], strings.HasPrefix(template, "code-"):
		return Security
	default:
		return Transactional
	}
}
