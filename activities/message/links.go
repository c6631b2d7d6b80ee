package message

import (
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
)

// Links builds the links in messages: the address of the site, and the secret that signs.
type Links struct {
	Origin string
	messagelink.Signer
}

// linkOf makes the link of one message at the moment it is sent; it is stored nowhere. The token is behind the #, so that no log
// and no other site sees it. A message that an older build queued does not name the order it opens.
func (l Links) linkOf(in contract.Notice, messageKey string) string {
	site := l.siteIn(in.Language)
	if in.Bill != "" {
		return site + "/pay-invoice#" + l.BillToken(in.Bill, in.CausedAt)
	}
	if in.Opens == "" {
		return site + "/find-order"
	}
	return site + "/o#" + l.Token(in.Opens, messagelink.ScopeOf(in.Template), in.CausedAt, messageKey)
}

// invoiceOf is the address of an order's tax invoice, or empty if there is none. It has no secret, because the link of a message
// opens no invoice: the page asks for a sign-in or a code where the browser does not know the order.
func (l Links) invoiceOf(in contract.Notice) string {
	if !in.Invoice || in.Opens == "" {
		return ""
	}
	return l.siteIn(in.Language) + "/order-sim/" + in.Opens + "/receipt"
}

func (l Links) siteIn(language string) string {
	return strings.TrimSuffix(l.Origin, "/") + "/" + language
}
