package contract

// Reasons for a hold, and for the end of an order.
const (
	FailNumberLost        Code = "number_lost_after_payment"
	FailOutOfStock        Code = "sim_out_of_stock"
	FailCourierRefused    Code = "courier_refused"
	FailShipmentOverdue   Code = "shipment_overdue"
	FailParcelWithCourier Code = "parcel_with_courier" // cancelled after its parcel was booked, and the courier cancels no booking
	FailActivationOverdue Code = "activation_overdue"
	FailNetworkRefused    Code = "network_refused"
	FailRefundRefused     Code = "refund_refused"
	FailOutsideSystem     Code = "outside_system_unavailable"
	FailOutcomeUnknown    Code = "outcome_unknown"
	EndedByCustomer       Code = "cancelled_by_customer"
	EndedBySupport        Code = "cancelled_by_support"
	EndedReturned         Code = "parcel_returned"
	EndedNumberLost       Code = "no_other_number_chosen"
	EndedNeverPaid        Code = "never_paid"
	EndedFirstNumberGone  Code = "first_number_gone"
)

// orderFailures are the failures that hold or end orders.
var orderFailures = map[Code]Failure{
	FailNumberLost:        {409, -1200, false, FixCustomer},
	FailOutOfStock:        {409, -1201, true, FixSupport},
	FailCourierRefused:    {409, -1202, false, FixSupport},
	FailShipmentOverdue:   {409, -1203, false, FixSupport},
	FailParcelWithCourier: {409, -1214, false, FixCustomer},
	FailActivationOverdue: {409, -1254, false, FixSupport},
	FailNetworkRefused:    {409, -1204, false, FixSupport},
	FailRefundRefused:     {409, -1205, false, FixSupport},
	FailOutsideSystem:     {503, -1206, true, FixSupport},
	FailOutcomeUnknown:    {503, -1207, true, FixSupport},
	EndedByCustomer:       {409, -1208, false, FixNone},
	EndedBySupport:        {409, -1209, false, FixNone},
	EndedReturned:         {409, -1210, false, FixNone},
	EndedNumberLost:       {409, -1211, false, FixNone},
	EndedNeverPaid:        {409, -1212, false, FixNone},
	EndedFirstNumberGone:  {409, -1213, false, FixNone},
}

// Refusals of the support console.
const (
	FailCaseUnknown     Code = "case_not_found"
	FailCaseNotHeld     Code = "case_not_held"
	FailCaseOutdated    Code = "case_outdated" // the case has changed since its preview
	FailCaseClaimed     Code = "case_claimed"  // params name
	FailCaseClaimNote   Code = "case_claim_note"
	FailCasePage        Code = "case_page_unknown"
	FailSearchUnclear   Code = "search_not_understood"
	FailCustomerUnknown Code = "customer_not_found"
	FailCallerContact   Code = "caller_contact_missing"
	FailForCallerOnly   Code = "order_opened_for_caller"
	FailBulkFilterEmpty Code = "bulk_filter_empty" // the filter would match everything
	FailBulkFilterTimes Code = "bulk_filter_times"
	FailBulkNothing     Code = "bulk_nothing_to_resume"
	FailBulkUnknown     Code = "bulk_unknown"
	FailBulkOver        Code = "bulk_over"
	FailIncidentUnknown Code = "incident_unknown"
	FailIncidentOver    Code = "incident_over"
	FailIncidentTimes   Code = "incident_times"
	FailIncidentOfOne   Code = "incident_of_one" // either a partner or a city is needed

	FailChangeUnknown      Code = "change_not_found"
	FailChangeKey          Code = "change_key_unknown"
	FailChangeValue        Code = "change_value_unclear" // params expected, usual
	FailChangeBounds       Code = "change_out_of_bounds" // params rule
	FailChangeNothing      Code = "change_of_nothing"
	FailChangePast         Code = "change_in_the_past"
	FailChangeWaits        Code = "change_waits_already"
	FailChangeSamePerson   Code = "change_same_person"
	FailChangeDecided      Code = "change_decided"
	FailChangeNotInForce   Code = "change_not_in_force"
	FailChangeBlankUnknown Code = "change_blank_unknown" // params name
	FailChangeBlankMissing Code = "change_blank_missing" // params name
	FailChangeLanguage     Code = "change_language_missing"
	FailChangePromoWay     Code = "change_promo_one_way"
	FailChangePromoTimes   Code = "change_promo_times"
	FailChangePromoPlan    Code = "change_promo_plan"
)

// caseFailures are the failures of the support console.
var caseFailures = map[Code]Failure{
	FailCaseUnknown:     {404, -2000, false, FixNone},
	FailCaseNotHeld:     {409, -2001, false, FixNone},
	FailCaseOutdated:    {409, -2002, true, FixCustomer},
	FailCaseClaimed:     {409, -2003, true, FixCustomer},
	FailCaseClaimNote:   {422, -2004, false, FixCustomer},
	FailCasePage:        {422, -2005, false, FixCustomer},
	FailSearchUnclear:   {422, -2006, false, FixCustomer},
	FailCustomerUnknown: {404, -2007, false, FixCustomer},
	FailCallerContact:   {409, -2008, false, FixCustomer},
	FailForCallerOnly:   {403, -2009, false, FixCustomer},
	FailBulkFilterEmpty: {422, -2010, false, FixCustomer},
	FailBulkFilterTimes: {422, -2011, false, FixCustomer},
	FailBulkNothing:     {409, -2012, false, FixNone},
	FailBulkUnknown:     {404, -2013, false, FixNone},
	FailBulkOver:        {409, -2014, false, FixNone},
	FailIncidentUnknown: {404, -2015, false, FixNone},
	FailIncidentOver:    {409, -2016, false, FixNone},
	FailIncidentTimes:   {422, -2017, false, FixCustomer},
	FailIncidentOfOne:   {422, -2018, false, FixCustomer},

	FailChangeUnknown:      {404, -2040, false, FixNone},
	FailChangeKey:          {422, -2041, false, FixCustomer},
	FailChangeValue:        {422, -2042, false, FixCustomer},
	FailChangeBounds:       {422, -2043, false, FixCustomer},
	FailChangeNothing:      {422, -2044, false, FixCustomer},
	FailChangePast:         {422, -2045, false, FixCustomer},
	FailChangeWaits:        {409, -2046, false, FixCustomer},
	FailChangeSamePerson:   {403, -2047, false, FixCustomer},
	FailChangeDecided:      {409, -2048, false, FixNone},
	FailChangeNotInForce:   {409, -2049, false, FixNone},
	FailChangeBlankUnknown: {422, -2050, false, FixCustomer},
	FailChangeBlankMissing: {422, -2051, false, FixCustomer},
	FailChangeLanguage:     {422, -2052, false, FixCustomer},
	FailChangePromoWay:     {422, -2053, false, FixCustomer},
	FailChangePromoTimes:   {422, -2054, false, FixCustomer},
	FailChangePromoPlan:    {422, -2055, false, FixCustomer},
}

// Refusals of the links in messages.
const (
	FailLinkInvalid Code = "order_link_invalid"
	FailLinkOver    Code = "order_link_over"
	FailLinkOpened  Code = "order_link_opened"
	FailLinkOnly    Code = "order_opened_by_link"
	FailMessageLink Code = "message_link_invalid" // of any other link
)

// linkFailures are the failures of a link in a message.
var linkFailures = map[Code]Failure{
	FailLinkInvalid: {403, -1170, false, FixCustomer},
	FailLinkOver:    {410, -1171, false, FixCustomer},
	FailLinkOpened:  {410, -1172, false, FixCustomer},
	FailLinkOnly:    {403, -1173, false, FixCustomer},
	FailMessageLink: {403, -1176, false, FixCustomer},
}
