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
	site := strings.TrimSuffix(l.Origin, "/") + "/" + in.Language
	if in.Bill != "" {
		return site + "/pay-invoice#" + l.BillToken(in.Bill, in.CausedAt)
	}
	if in.Opens == "" {
		return site + "/find-order"
	}
	return site + "/o#" + l.Token(in.Opens, messagelink.ScopeOf(in.Template), in.CausedAt, messageKey)
}
