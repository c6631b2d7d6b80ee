package money

// Accounts of the ledger that several processes post to, beside those of lines.
const (
	AccountProvider  = "payment-provider" // what the card payment provider owes us
	AccountCustomer  = "customer"         // what we owe customers for money taken and not yet served
	AccountRevenue   = "revenue"
	AccountVAT       = "vat"
	AccountContent   = "content-partner" // what we owe the partner for value-added services
	AccountMarketing = "marketing"       // what invitations, bonuses and promo codes cost us
)
