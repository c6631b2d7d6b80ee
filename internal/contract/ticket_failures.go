package contract

// Refusals of requests.
const (
	FailInternal              Code = "something_went_wrong"
	FailUnavailable           Code = "temporarily_unavailable"
	FailSiteContentAway       Code = "site_content_away" // the site starts without it (specification §8, code -15)
	FailRecord                Code = "record_refused"    // our own database refuses to write or read it: support has to act
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
	FailChangedTooOften       Code = "changed_too_often" // its history is full; support can still decide
	FailSignature             Code = "signature_invalid"
	FailVersion               Code = "api_version_not_supported"
)

// Refusals of the content of the site.
const (
	FailPreviewOver  Code = "preview_over"
	FailFAQNotFound  Code = "faq_not_found"
	FailPageNotFound Code = "page_not_found"
)

// requestFailures are the failures of any request.
var requestFailures = map[Code]Failure{
	FailInternal:              {500, -1000, true, FixNone},
	FailUnavailable:           {503, -1001, true, FixNone},
	FailSiteContentAway:       {503, -15, true, FixNone},
	FailRecord:                {500, -1018, false, FixSupport},
	FailNotFound:              {404, -1002, false, FixCustomer},
	FailValidation:            {422, -1003, false, FixCustomer},
	FailNotJSON:               {400, -1004, false, FixCustomer},
	FailTooLarge:              {413, -1005, false, FixCustomer},
	FailMethod:                {405, -1006, false, FixCustomer},
	FailUnauthenticated:       {401, -1007, false, FixCustomer},
	FailForbidden:             {403, -403, false, FixNone},
	FailLoginWrong:            {401, -1008, false, FixCustomer},
	FailOperatorLogin:         {401, -1016, false, FixCustomer},
	FailRateLimited:           {429, -1009, true, FixCustomer},
	FailSignInCrowded:         {429, -1017, true, FixCustomer},
	FailIdempotencyMissing:    {400, -1010, false, FixCustomer},
	FailIdempotencyReused:     {422, -1011, false, FixCustomer},
	FailIdempotencyInProgress: {409, -1012, true, FixCustomer},
	FailChangedTooOften:       {409, -1019, false, FixCustomer},
	FailSignature:             {401, -1013, false, FixNone},
	FailVersion:               {400, -1015, false, FixNone},
	FailPreviewOver:           {410, -1770, false, FixNone},
	FailFAQNotFound:           {404, -1771, false, FixCustomer},
	FailPageNotFound:          {404, -1772, false, FixCustomer},
}

// Refusals of service requests: complaints and the forms of resellers.
const (
	FailTicketUnknown  Code = "service_request_not_found"
	FailTicketClosed   Code = "service_request_closed"
	FailTicketNotNow   Code = "service_request_not_now"
	FailTicketReopen   Code = "service_request_reopen_too_late"
	FailTicketText     Code = "service_request_text_missing"
	FailTicketLink     Code = "service_request_link_invalid"
	FailTicketEscalate Code = "service_request_escalated_too_early"
	FailTicketForm     Code = "form_submission_failed"
	FailTicketTaken    Code = "service_request_reference_taken" // by another request; the same request gets another reference
	FailLandline       Code = "landline_invalid"
	FailTicketOverdue  Code = "service_request_overdue" // our answer is overdue
)

var ticketFailures = map[Code]Failure{
	FailTicketUnknown:  {404, -1780, false, FixCustomer},
	FailTicketClosed:   {409, -1781, false, FixCustomer},
	FailTicketNotNow:   {409, -1782, false, FixCustomer},
	FailTicketReopen:   {409, -1783, false, FixNone},
	FailTicketText:     {422, -1784, false, FixCustomer},
	FailTicketLink:     {403, -1785, false, FixCustomer},
	FailTicketEscalate: {409, -1786, true, FixCustomer},
	FailTicketForm:     {503, -1787, true, FixCustomer},
	FailTicketTaken:    {409, -1788, true, FixNone},
	FailLandline:       {422, -1789, false, FixCustomer},
	FailTicketOverdue:  {409, -1790, false, FixSupport},
}

// Refusals of files that come with a service request.
const (
	FailAttachmentType     Code = "attachment_type_unknown"
	FailAttachmentBroken   Code = "attachment_broken"
	FailAttachmentLarge    Code = "attachment_too_large"
	FailAttachmentUnknown  Code = "attachment_not_found"
	FailAttachmentUsed     Code = "attachment_not_usable" // of another customer, removed, or used before
	FailAttachmentInfected Code = "attachment_infected"
	FailAttachmentPending  Code = "attachment_pending"
	FailAttachmentsOff     Code = "attachments_off" // no virus scanner is configured
)

var attachmentFailures = map[Code]Failure{
	FailAttachmentType:     {422, -1791, false, FixCustomer},
	FailAttachmentBroken:   {422, -1793, false, FixCustomer},
	FailAttachmentLarge:    {413, -1794, false, FixCustomer},
	FailAttachmentUnknown:  {404, -1795, false, FixCustomer},
	FailAttachmentUsed:     {422, -1796, false, FixCustomer},
	FailAttachmentInfected: {409, -1797, false, FixCustomer},
	FailAttachmentPending:  {409, -1798, true, FixNone},
	FailAttachmentsOff:     {409, -1799, false, FixNone},
}
