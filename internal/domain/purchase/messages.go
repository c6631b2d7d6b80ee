package purchase

import (
	"cmp"
	"strconv"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/notice"
)

// Templates of messages about a purchase.
const (
	MessageRecharged  = "recharged"
	MessageData       = "data-added"
	MessageBundle     = "bundle-added"
	MessageWaits      = "bundle-waits" // for the day of its start
	MessageCard       = "card-kept"
	MessageRefunded   = "purchase-refunded"
	MessageUnswitched = "switch-failed"        // the payment will be refunded
	MessageUnbilled   = "switch-failed-unpaid" // nothing was paid
	friendly          = "-by-friend"           // the same to a friend's line

	sent     = "-sent"     // a transfer, to the sender
	received = "-received" // to the recipient
	failing  = "-failed"

	MessageServiceBegun = "service-begun"
	onBill              = "-on-bill"  // the same for a billed item
	MessageGameCode     = "game-code" // to the e-mail and mobile of the purchase

	MessageSentAbroad       = "international-transfer-sent"        // the recipient's operator has told the recipient
	MessageSentAbroadUntold = "international-transfer-sent-untold" // it may not have: the sender may want to
	MessageReversed         = "international-transfer-reversed"    // it had arrived
)

// Message is a message about a purchase.
type Message struct {
	contract.Notice
	LineID string // the recipient's line
	Party  string // the line whose number the message names; empty for none
}

// Messages lists the messages about a purchase that waits for its day, was delivered, or was refunded: to the recipient, also when a
// friend paid, and to a refunded buyer. A transfer sends one to both sides.
func Messages(p contract.Purchase) []Message {
	switch {
	case p.Stage == contract.PurchaseScheduled:
		return []Message{waitingMessage(p)}
	case p.Stage == contract.PurchaseFailed:
		return []Message{telling(p, failed(p), p.PayerLineID, otherParty(p, p.LineID))}
	case Definitions[p.Kind].Transfer:
		return []Message{
			telling(p, string(p.Kind)+sent, p.PayerLineID, p.LineID), telling(p, string(p.Kind)+received, p.LineID, p.PayerLineID),
		}
	default:
		return []Message{telling(p, delivered(p), p.LineID, "")}
	}
}

// waitingMessage tells the payer how long the day can be changed; a changed day sends another message.
func waitingMessage(p contract.Purchase) Message {
	day := p.EffectiveAt.In(calendar.Riyadh).Format(time.DateOnly)
	t := telling(p, MessageWaits, cmp.Or(p.PayerLineID, p.LineID), "")
	t.Key, t.Params["date"] = MessageWaits+":"+day, day
	return t
}

// otherParty returns the other party that a message about a transfer names.
func otherParty(p contract.Purchase, lineID string) string {
	if Definitions[p.Kind].Transfer {
		return lineID
	}
	return ""
}

func telling(p contract.Purchase, template, lineID, party string) Message {
	params := map[string]string{"purchase": p.Number, "amount": money.Riyals(p.Amount + p.Bonus), "total": money.Riyals(p.Total)}
	if p.Data != nil {
		params["megabytes"] = strconv.FormatInt(p.Data.Megabytes, 10)
	}
	if p.Service != nil {
		params["service"], params["days"] = p.Service.Name, strconv.Itoa(p.Service.CycleDays)
	}
	if p.Game != nil {
		params["service"], params["code"] = p.Game.Name, p.Game.Code
	}
	if i := p.International; i != nil {
		params["to"], params["gets"] = notice.Masked(i.Mobile), i.Gets.Currency+" "+i.Gets.Amount
	}
	return Message{contract.Notice{OrderID: p.ID, Key: template, Template: template, Language: p.Language, Params: params}, lineID, party}
}

func failed(p contract.Purchase) string {
	switch {
	case p.FailureCode == contract.FailInternationalReversed && !p.CompletedAt.IsZero():
		return MessageReversed
	case ByPartner(p.Kind) && p.Way == contract.PayInvoice:
		return string(p.Kind) + failing + onBill
	case Definitions[p.Kind].Transfer, ByPartner(p.Kind):
		return string(p.Kind) + failing
	case Definitions[p.Kind].Delivers != Switch:
		return MessageRefunded
	case p.Way == contract.PayInvoice:
		return MessageUnbilled
	default:
		return MessageUnswitched
	}
}

// SendsOwnMessage tells whether the delivering process sends the message.
func SendsOwnMessage(kind contract.PurchaseKind) bool {
	return Definitions[kind].Delivers == Switch || Definitions[kind].Delivers == Bill
}

func delivered(p contract.Purchase) string {
	template := MessageRecharged
	switch Definitions[p.Kind].Delivers {
	case Bucket:
		template = MessageData
		if p.Kind == contract.PurchaseBundle || p.Kind == contract.PurchaseGift {
			template = MessageBundle
		}
	case Keep:
		return MessageCard
	case Begin:
		if p.Way == contract.PayInvoice {
			return MessageServiceBegun + onBill
		}
		return MessageServiceBegun
	case Code:
		return MessageGameCode
	case TopUp:
		if p.International != nil && p.International.Told {
			return MessageSentAbroad
		}
		return MessageSentAbroadUntold
	case Credit, Switch, CreditTransfer, DataTransfer, Bill:
	}
	if p.Friend() {
		template += friendly
	}
	return template
}
