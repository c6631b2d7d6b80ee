package contract

// WorkflowNationalAddress asks the post for the address of a short national address.
const WorkflowNationalAddress = "NationalAddress"

// NationalAddressWorkflowID identifies one request.
func NationalAddressWorkflowID(callID string) string { return "national-address/" + callID }

// AddressQuestion is the input of NationalAddress.
type AddressQuestion struct {
	ShortAddress string `json:"shortAddress"` // four capitals and four digits
	Language     string `json:"language"`     // ar or en: language of district and street in the answer
}

// Refusals of a short national address.
const (
	FailShortAddressUnknown     Code = "short_address_unknown"
	FailShortAddressNotServed   Code = "short_address_not_served"  // in a city that we do not deliver to
	FailShortAddressUnavailable Code = "short_address_unavailable" // the post does not answer, or is not configured
)

var nationalAddressFailures = map[Code]Failure{
	FailShortAddressUnknown:     {422, -1184, false, FixCustomer},
	FailShortAddressNotServed:   {422, -1185, false, FixCustomer},
	FailShortAddressUnavailable: {503, -1186, true, FixCustomer},
}
