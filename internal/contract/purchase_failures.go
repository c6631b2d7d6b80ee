package contract

// Refusals and failures of purchases.
const (
	FailPurchaseUnknown    Code = "purchase_not_found"
	FailPurchaseNumber     Code = "purchase_number_taken" // never shown: another number is tried
	FailPurchaseWay        Code = "purchase_way"
	FailPurchaseClosed     Code = "purchase_closed"
	FailPurchaseNotHeld    Code = "purchase_not_held"
	FailRechargeAmount     Code = "recharge_amount" // params min, max
	FailRechargePostpaid   Code = "recharge_postpaid"
	FailDataPackUnknown    Code = "data_pack_not_found"
	FailBalanceShort       Code = "balance_too_low"
	FailVoucherFormat      Code = "voucher_format"
	FailVoucherUnknown     Code = "voucher_unknown"
	FailVoucherUsed        Code = "voucher_used"
	FailVoucherExpired     Code = "voucher_expired"
	FailVoucherTries       Code = "voucher_tries"
	FailFriendSelf         Code = "friend_is_yourself"
	FailFriendForeign      Code = "friend_of_another_operator"
	FailFriendPostpaid     Code = "friend_postpaid"
	FailFriendTries        Code = "friend_tries"
	FailPaymentDeclined    Code = "payment_declined"
	FailPaymentAbandoned   Code = "payment_abandoned"
	FailDelivery           Code = "purchase_not_delivered"
	FailPurchaseLineEnded  Code = "purchase_line_ended"
	EndedPurchaseBySupport Code = "purchase_called_off"
)

var purchaseFailures = map[Code]Failure{
	FailPurchaseUnknown:    {404, -1500, false, FixCustomer},
	FailPurchaseNumber:     {409, -1501, true, FixNone},
	FailPurchaseWay:        {422, -1502, false, FixCustomer},
	FailPurchaseClosed:     {409, -1503, false, FixNone},
	FailPurchaseNotHeld:    {409, -1504, false, FixSupport},
	FailRechargeAmount:     {422, -1510, false, FixCustomer},
	FailRechargePostpaid:   {422, -1511, false, FixCustomer},
	FailDataPackUnknown:    {422, -1512, false, FixCustomer},
	FailBalanceShort:       {409, -1513, true, FixCustomer},
	FailVoucherFormat:      {422, -1520, false, FixCustomer},
	FailVoucherUnknown:     {422, -1521, false, FixCustomer},
	FailVoucherUsed:        {409, -1522, false, FixCustomer},
	FailVoucherExpired:     {409, -1523, false, FixCustomer},
	FailVoucherTries:       {429, -1524, true, FixCustomer},
	FailFriendSelf:         {422, -1530, false, FixCustomer},
	FailFriendForeign:      {422, -1531, false, FixCustomer},
	FailFriendPostpaid:     {422, -1532, false, FixCustomer},
	FailFriendTries:        {429, -1533, true, FixCustomer},
	FailPaymentDeclined:    {402, -1540, true, FixCustomer},
	FailPaymentAbandoned:   {402, -1541, true, FixCustomer},
	FailDelivery:           {409, -1542, true, FixSupport},
	FailPurchaseLineEnded:  {409, -1543, false, FixNone},
	EndedPurchaseBySupport: {409, -1544, false, FixNone},
}

// Refusals around bundles and offers.
const (
	FailBundleUnknown Code = "bundle_not_found"
	FailOfferUnknown  Code = "offer_not_found"

	FailBundleNotForLine Code = "bundle_not_for_line"
	FailBundleHeld       Code = "bundle_held_already"
	FailBundleSoldOut    Code = "bundle_sold_out"

	FailBundleStep      Code = "bundle_step_unknown"
	FailBundleEmpty     Code = "bundle_empty"
	FailEffectiveDate   Code = "effective_date" // params from, until
	FailActivationBegun Code = "activation_begun"
	FailRenewalUnknown  Code = "renewal_not_found" // bundle or service
)

var bundleFailures = map[Code]Failure{
	FailBundleUnknown: {404, -2600, false, FixCustomer},
	FailOfferUnknown:  {404, -2601, false, FixCustomer},

	FailBundleNotForLine: {409, -2602, false, FixCustomer},
	FailBundleHeld:       {409, -2603, false, FixCustomer},
	FailBundleSoldOut:    {409, -2604, false, FixCustomer},

	FailBundleStep:      {422, -2607, false, FixCustomer},
	FailBundleEmpty:     {422, -2608, false, FixCustomer},
	FailEffectiveDate:   {422, -2605, false, FixCustomer},
	FailActivationBegun: {409, -2606, false, FixNone},
	FailRenewalUnknown:  {404, -2609, false, FixCustomer},
}

// Refusals of saved cards.
const (
	FailCardUnknown Code = "card_unknown"
	FailCardExpired Code = "card_expired"
)

// cardFailures are the failures of saved cards.
var cardFailures = map[Code]Failure{
	FailCardUnknown: {404, -1161, false, FixCustomer},
	FailCardExpired: {422, -1162, false, FixCustomer},
}

// Refusals of differences with the payment provider's settlement files.
const (
	FailSettlementUnknown  Code = "settlement_item_not_found"
	FailSettlementResolved Code = "settlement_item_resolved"
)

// settlementFailures are the failures of differences with settlement files.
var settlementFailures = map[Code]Failure{
	FailSettlementUnknown:  {404, -1550, false, FixSupport},
	FailSettlementResolved: {409, -1551, false, FixNone},
}

// Refusals of credit limits and caps.
const (
	FailCreditBounds   Code = "credit_limit_bounds"     // params min, max
	FailCreditUsed     Code = "credit_limit_below_used" // params min, max
	FailCreditPlan     Code = "credit_limit_above_plan" // params min, max
	FailCreditSame     Code = "credit_limit_same"
	FailCreditChanged  Code = "credit_limit_changed"
	FailCreditOverdue  Code = "credit_limit_overdue"
	FailCreditBarred   Code = "credit_limit_barred"
	FailCreditTooNew   Code = "credit_limit_too_new" // param days
	FailSpendCapAmount Code = "spend_cap_amount"     // params min, max
	FailSpendCapNone   Code = "spend_cap_none"
	FailSpendCapOpen   Code = "spend_cap_not_reached"
	FailSpendCapOthers Code = "spend_cap_of_another"
)

// spendingFailures are the failures of credit limits and caps.
var spendingFailures = map[Code]Failure{
	FailCreditBounds:   {422, -1981, false, FixCustomer},
	FailCreditUsed:     {422, -1982, false, FixCustomer},
	FailCreditPlan:     {422, -1983, false, FixCustomer},
	FailCreditSame:     {409, -1984, false, FixCustomer},
	FailCreditChanged:  {409, -1985, true, FixCustomer},
	FailCreditOverdue:  {409, -1986, true, FixCustomer},
	FailCreditBarred:   {409, -1987, true, FixCustomer},
	FailCreditTooNew:   {409, -1988, true, FixNone},
	FailSpendCapAmount: {422, -1989, false, FixCustomer},
	FailSpendCapNone:   {404, -1990, false, FixCustomer},
	FailSpendCapOpen:   {409, -1991, false, FixCustomer},
	FailSpendCapOthers: {403, -1992, false, FixCustomer},
}

// Refusals and failures of auto-recharges.
const (
	FailAutoRechargeUnknown     Code = "auto_recharge_not_found"
	FailAutoRechargeExists      Code = "auto_recharge_exists"
	FailAutoRechargePostpaid    Code = "auto_recharge_postpaid"
	FailAutoRechargeDay         Code = "auto_recharge_day"
	FailAutoRechargeCardExpires Code = "auto_recharge_card_expires"
	FailAutoRechargeNotPaused   Code = "auto_recharge_not_paused"
	FailAutoRechargeCardFailed  Code = "auto_recharge_card_failed"
	FailAutoRechargeCardGone    Code = "auto_recharge_card_gone"
	FailAutoRechargeLate        Code = "auto_recharge_late" // a missed date
)

var autoRechargeFailures = map[Code]Failure{
	FailAutoRechargeUnknown:     {404, -1680, false, FixCustomer},
	FailAutoRechargeExists:      {409, -1681, false, FixCustomer},
	FailAutoRechargePostpaid:    {422, -1682, false, FixNone},
	FailAutoRechargeDay:         {422, -1683, false, FixCustomer},
	FailAutoRechargeCardExpires: {422, -1684, false, FixCustomer},
	FailAutoRechargeNotPaused:   {409, -1685, false, FixCustomer},
	FailAutoRechargeCardFailed:  {402, -1686, false, FixCustomer},
	FailAutoRechargeCardGone:    {409, -1687, false, FixCustomer},
	FailAutoRechargeLate:        {409, -1688, false, FixNone},
}

// Refusals of transfers to another line.
const (
	FailTransferSelf       Code = "transfer_to_oneself"
	FailTransferForeign    Code = "transfer_to_another_operator"
	FailTransferPostpaid   Code = "transfer_to_postpaid"
	FailTransferRecipient  Code = "transfer_recipient_blocked"
	FailTransferSmall      Code = "transfer_too_small"    // params min
	FailTransferLarge      Code = "transfer_too_large"    // params max, percent
	FailTransferDay        Code = "transfer_day_limit"    // params left
	FailTransferMonth      Code = "transfer_month_limit"  // params left
	FailWalletUnknown      Code = "data_wallet_unknown"   //
	FailWalletSmall        Code = "data_wallet_too_small" // params min
	FailDenominationAbsent Code = "denomination_unknown"  //
)

var transferFailures = map[Code]Failure{
	FailTransferSelf:       {422, -1640, false, FixCustomer},
	FailTransferForeign:    {422, -1641, false, FixCustomer},
	FailTransferPostpaid:   {422, -1642, false, FixCustomer},
	FailTransferRecipient:  {409, -1643, true, FixNone},
	FailTransferSmall:      {422, -1644, false, FixCustomer},
	FailTransferLarge:      {422, -1645, false, FixCustomer},
	FailTransferDay:        {409, -1646, true, FixCustomer},
	FailTransferMonth:      {409, -1647, true, FixCustomer},
	FailWalletUnknown:      {404, -1648, false, FixCustomer},
	FailWalletSmall:        {409, -1649, false, FixCustomer},
	FailDenominationAbsent: {422, -1650, false, FixCustomer},
}

// Refusals of bills.
const (
	FailInvoiceUnknown  Code = "invoice_not_found"
	FailInvoicePaid     Code = "invoice_paid_already"
	FailInvoiceOverpaid Code = "invoice_amount_too_high" // more than the open amount
	FailInvoiceCredit   Code = "invoice_credit_amount"
	FailInvoiceService  Code = "invoice_service_not_found"
	FailBillLink        Code = "bill_link_invalid"

	FailSADADChanged  Code = "sadad_payment_changed" // the bank reported it before with other data
	FailSADADUnknown  Code = "sadad_payment_not_found"
	FailSADADReturned Code = "sadad_payment_returned" // or nothing of it is held
)

var billingFailures = map[Code]Failure{
	FailInvoiceUnknown:  {404, -1970, false, FixCustomer},
	FailInvoicePaid:     {409, -1971, false, FixNone},
	FailInvoiceOverpaid: {422, -1972, false, FixCustomer},
	FailInvoiceCredit:   {422, -1973, false, FixSupport},
	FailInvoiceService:  {404, -1974, false, FixCustomer},
	FailBillLink:        {403, -1975, false, FixCustomer},
	FailSADADChanged:    {409, -1976, false, FixSupport},
	FailSADADUnknown:    {404, -1977, false, FixSupport},
	FailSADADReturned:   {409, -1978, false, FixSupport},
}
