package purchase

import (
	"fmt"
	"strconv"

	"selfcare/internal/contract"
)

// Templates of what is told about a purchase.
const (
	MessageRecharged  = "recharged"
	MessageData       = "data-added"
	MessageCard       = "card-kept"
	MessageRefunded   = "purchase-refunded"
	MessageUnswitched = "switch-failed"        // what was paid goes back
	MessageUnbilled   = "switch-failed-unpaid" // nothing was
	friendly          = "-by-friend"           // the same to somebody else's line
)

// Told is the message about a purchase that was delivered, or whose money is back, and the line that it goes to: what somebody got,
// also from a friend, and what the buyer got back.
func Told(p contract.Purchase) (notice contract.Notice, lineID string) {
	template, lineID := delivered(p), p.LineID
	if p.Stage == contract.PurchaseFailed {
		template, lineID = failed(p), p.PayerLineID
	}
	params := map[string]string{"purchase": p.Number, "amount": riyals(p.Amount + p.Bonus), "total": riyals(p.Total)}
	if p.Data != nil {
		params["megabytes"] = strconv.FormatInt(p.Data.Megabytes, 10)
	}
	return contract.Notice{OrderID: p.ID, Key: template, Template: template, Language: p.Language, Params: params}, lineID
}

func failed(p contract.Purchase) string {
	switch {
	case Definitions[p.Kind].Delivers != Switch:
		return MessageRefunded
	case p.Way == contract.PayInvoice:
		return MessageUnbilled
	default:
		return MessageUnswitched
	}
}

// TellsItself tells whether whoever delivers what was bought says so.
func TellsItself(kind contract.PurchaseKind) bool { return Definitions[kind].Delivers == Switch }

func delivered(p contract.Purchase) string {
	template := MessageRecharged
	switch Definitions[p.Kind].Delivers {
	case Bucket:
		template = MessageData
	case Keep:
		return MessageCard
	case Credit, Switch:
	}
	if p.Friend() {
		template += friendly
	}
	return template
}

func riyals(amount contract.Halalas) string { return fmt.Sprintf("%d.%02d", amount/100, amount%100) }
