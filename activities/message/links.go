package message

import (
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
)

// Links are what the links in messages are made of: where customers reach us, and the secret that signs.
type Links struct {
	Origin string
	messagelink.Signer
}

// of makes the link of one message at the moment it is sent: it is kept nowhere. The token is behind the #, where no log and
// no other site sees it. A message that an older build queued does not say which order it opens.
func (l Links) of(in contract.Notice, messageKey string) string {
	site := strings.TrimSuffix(l.Origin, "/") + "/" + in.Language
	if in.Bill != "" {
		return site + "/pay-invoice#" + l.BillToken(in.Bill, in.CausedAt)
	}
	if in.Opens == "" {
		return site + "/find-order"
	}
	return site + "/o#" + l.Token(in.Opens, messagelink.ScopeOf(in.Template), in.CausedAt, messageKey)
}
