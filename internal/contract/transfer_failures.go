package contract

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
	FailTransferRecipient:  {409, -1643, true, FixNobody},
	FailTransferSmall:      {422, -1644, false, FixCustomer},
	FailTransferLarge:      {422, -1645, false, FixCustomer},
	FailTransferDay:        {409, -1646, true, FixCustomer},
	FailTransferMonth:      {409, -1647, true, FixCustomer},
	FailWalletUnknown:      {404, -1648, false, FixCustomer},
	FailWalletSmall:        {409, -1649, false, FixCustomer},
	FailDenominationAbsent: {422, -1650, false, FixCustomer},
}
