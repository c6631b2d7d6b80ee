package contract

// Refusals of the links in messages.
const (
	FailLinkInvalid Code = "order_link_invalid"
	FailLinkOver    Code = "order_link_over"
	FailLinkOpened  Code = "order_link_opened"
	FailLinkOnly    Code = "order_opened_by_link"
)

// linkFailures are those of a link in a message about an order.
var linkFailures = map[Code]Failure{
	FailLinkInvalid: {403, -1170, false, FixCustomer},
	FailLinkOver:    {410, -1171, false, FixCustomer},
	FailLinkOpened:  {410, -1172, false, FixCustomer},
	FailLinkOnly:    {403, -1173, false, FixCustomer},
}
