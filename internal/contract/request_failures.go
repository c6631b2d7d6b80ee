package contract

// Refusals of requests.
const (
	FailInternal              Code = "something_went_wrong"
	FailUnavailable           Code = "temporarily_unavailable"
	FailNotFound              Code = "not_found"
	FailValidation            Code = "validation_failed"
	FailNotJSON               Code = "not_json"
	FailTooLarge              Code = "body_too_large"
	FailMethod                Code = "method_not_allowed"
	FailUnauthenticated       Code = "sign_in_required"
	FailForbidden             Code = "not_allowed"
	FailLoginWrong            Code = "invalid_login"          // "Invalid email, mobile or password"
	FailOperatorLogin         Code = "invalid_operator_login" // "Invalid username or password"
	FailRateLimited           Code = "too_many_requests"
	FailSignInCrowded         Code = "many_signing_in"
	FailIdempotencyMissing    Code = "idempotency_key_missing"
	FailIdempotencyReused     Code = "idempotency_key_reused"
	FailIdempotencyInProgress Code = "request_in_progress"
	FailSignature             Code = "signature_invalid"
	FailLanguageUnknown       Code = "language_unknown"
	FailVersion               Code = "api_version_not_supported"
)

// Refusals of the content of the site.
const (
	FailPreviewOver  Code = "preview_over"
	FailFAQNotFound  Code = "faq_not_found"
	FailPageNotFound Code = "page_not_found"
)

// requestFailures are those of any request.
var requestFailures = map[Code]Failure{
	FailInternal:              {500, -1000, true, FixNobody},
	FailUnavailable:           {503, -1001, true, FixNobody},
	FailNotFound:              {404, -1002, false, FixCustomer},
	FailValidation:            {422, -1003, false, FixCustomer},
	FailNotJSON:               {400, -1004, false, FixCustomer},
	FailTooLarge:              {413, -1005, false, FixCustomer},
	FailMethod:                {405, -1006, false, FixCustomer},
	FailUnauthenticated:       {401, -1007, false, FixCustomer},
	FailForbidden:             {403, -403, false, FixNobody},
	FailLoginWrong:            {401, -1008, false, FixCustomer},
	FailOperatorLogin:         {401, -1016, false, FixCustomer},
	FailRateLimited:           {429, -1009, true, FixCustomer},
	FailSignInCrowded:         {429, -1017, true, FixCustomer},
	FailIdempotencyMissing:    {400, -1010, false, FixCustomer},
	FailIdempotencyReused:     {422, -1011, false, FixCustomer},
	FailIdempotencyInProgress: {409, -1012, true, FixCustomer},
	FailSignature:             {401, -1013, false, FixNobody},
	FailLanguageUnknown:       {406, -1014, false, FixCustomer},
	FailVersion:               {400, -1015, false, FixNobody},
	FailPreviewOver:           {410, -1770, false, FixNobody},
	FailFAQNotFound:           {404, -1771, false, FixCustomer},
	FailPageNotFound:          {404, -1772, false, FixCustomer},
}
