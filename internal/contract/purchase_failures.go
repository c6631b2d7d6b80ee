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
	FailPurchaseNumber:     {409, -1501, true, FixNobody},
	FailPurchaseWay:        {422, -1502, false, FixCustomer},
	FailPurchaseClosed:     {409, -1503, false, FixNobody},
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
	FailPurchaseLineEnded:  {409, -1543, false, FixNobody},
	EndedPurchaseBySupport: {409, -1544, false, FixNobody},
}

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

// Refusals of differences with the payment provider's settlement files.
const (
	FailSettlementUnknown  Code = "settlement_item_not_found"
	FailSettlementResolved Code = "settlement_item_resolved"
)

// settlementFailures are those of differences with settlement files.
var settlementFailures = map[Code]Failure{
	FailSettlementUnknown:  {404, -1550, false, FixSupport},
	FailSettlementResolved: {409, -1551, false, FixNobody},
}
