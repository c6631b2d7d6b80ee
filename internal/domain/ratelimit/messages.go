package ratelimit

// Message can be sent to a mobile or an e-mail before the requester has proved to own it.
type Message struct {
	Templates []string
	Cause     string
	Rule      Name // limits it by its destination
}

// ToStrangers lists all such messages. Each rule limits them by destination: one a minute and five an hour at most
// (docs/security.md).
var ToStrangers = []Message{
	{
		[]string{
			"code-login", "code-register", "code-reset", "code-social", "code-add_account", "code-replacement", "code-service_request", "code-email",
			"code-switch_primary", "code-deactivate_sim", "code-switch_plan", "code-deactivate_number", "code-confirm_deactivation",
			"code-suspend_line", "code-return_line", "code-sim_puk",
			"code-credit-transfer", "code-data-transfer", "code-international-transfer", "code-service",
		}, "a one-time code is asked for, for any purpose but those below", Code,
	},
	{[]string{"code-contact"}, "a mobile or e-mail is given with an order", OrderCode},
	{[]string{"code-order"}, "an order is looked up by its number", LookUpMessage},
	{[]string{"code-caller"}, "a person calls support", CallerCode},
	{
		[]string{"request-received", "request-late", "request-closed"},
		"a complaint or the form of a reseller names a contact number; the two later ones come once each, by time alone", TicketMessage,
	},
}
