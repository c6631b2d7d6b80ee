package contract

// Refusals of cards that a customer keeps.
const (
	FailCardUnknown Code = "card_unknown"
	FailCardExpired Code = "card_expired"
)

// cardFailures are those of cards that a customer keeps.
var cardFailures = map[Code]Failure{
	FailCardUnknown: {404, -1161, false, FixCustomer},
	FailCardExpired: {422, -1162, false, FixCustomer},
}
