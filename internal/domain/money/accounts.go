package money

// Accounts of the ledger that several processes post to, beside those of lines.
const (
	AccountProvider  = "payment-provider" // what the card payment provider owes us
	AccountCustomer  = "customer"         // what we owe customers for money taken and not yet served
	AccountRevenue   = "revenue"
	AccountVAT       = "vat"
	AccountMarketing = "marketing" // what invitations, bonuses and promo codes cost us
)
