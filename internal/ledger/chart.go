package ledger

// The chart of accounts. An amount above zero is a debit, an amount below zero is a credit. Assets and costs grow with debits, debts and
// income grow with credits. Each account of a line is in the chart too: see LineAccount.
const (
	// Provider is an asset: what the provider of card payments owes us. A charge debits it; a refund and a settlement credit it.
	// Finance reconciles it with the provider's settlement files.
	Provider = "payment-provider"
	// Bank is an asset: our account at the bank. Settlements and returned bank payments move it. Finance owns it.
	Bank = "bank"
	// SADAD is an asset: what SADAD owes us for bills that banks took money for. Finance reconciles it.
	SADAD = "sadad"
	// Vouchers is a clearing account. A voucher that is used debits it. Shops sell vouchers outside this product, so the sale credits a
	// debt in the books of the operator; finance clears the two against each other.
	Vouchers = "vouchers"

	// Customer is a debt: money that customers paid and that is not served yet. A payment credits it; the delivery or the refund debits it.
	Customer = "customer"
	// VAT is a debt: value-added tax that we owe the tax authority. Sales credit it; credit notes and the provider's fees debit it.
	VAT = "vat"
	// SADADHeld is a debt: what banks took and no bill could take. Support returns it to the payer.
	SADADHeld = "sadad-held"
	// Content is a debt: what we owe the partner of value-added services.
	Content = "content-partner"
	// TopUps is a debt to the partner of international top-ups, or an asset where we paid in advance.
	TopUps = "topup-partner"
	// Games is a debt: what we owe the partner that sells codes of games.
	Games = "games-partner"

	// Revenue is income. Sales credit it; credit notes and refunds debit it.
	Revenue = "revenue"
	// Forfeited is income: what was left of a prepaid balance when its line ended, and what came back to such a line later.
	Forfeited = "forfeited"
	// Marketing is a cost: rewards of invitations, bonuses of recharges and promo codes.
	Marketing = "marketing"
	// Fees is a cost: what the payment provider keeps of a settlement.
	Fees = "provider-fees"
	// Chargebacks is a cost: payments that banks of cards took back. Finance claims them from the customer, or disputes them.
	Chargebacks = "chargebacks"
	// BadDebt is a cost: what a prepaid balance lacked when its line ended, and what an ended line cannot give back.
	BadDebt = "bad-debt"

	// Opening is the other side of balances that lines had before the ledger kept them. Only the migration of that day posts to it.
	Opening = "opening"
)

// linePrefix begins the account of a line.
const linePrefix = "line/"

// LineAccount is the account of a line. Of a prepaid line it is a debt: its balance, a credit. Of a postpaid line it is an asset: what is
// unpaid of its bills, a debit. The line's owner sees it; the database keeps its sum in line_balances.
func LineAccount(lineID string) string { return linePrefix + lineID }
