package message

import (
	"context"
	"strings"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/messagelink"
)

// Links builds the links in messages: the address of the site, the secret behind codes, and the table of links.
type Links struct {
	Origin string
	messagelink.Signer
	Kept interface {
		Keep(ctx context.Context, code messagelink.Code, to messagelink.Link) error
	}
}

// linkOf makes the link of one message, and notes what it opens before the message leaves. The code is behind the #, so that no log and
// no other site sees it. A long address that the sender of the message has made gets a short one; a message that does not name its order
// leads to the search for orders.
func (l Links) linkOf(ctx context.Context, in contract.Notice, messageKey string) (string, error) {
	site := l.siteIn(in.Language)
	switch own := in.Params["link"]; {
	case own != "":
		page, isOurs := strings.CutPrefix(own, strings.TrimSuffix(l.Origin, "/")+"/")
		if !isOurs {
			return own, nil
		}
		_, page, _ = strings.Cut(page, "/") // without its language
		return l.keep(ctx, site+"/l", "page", messageKey, messagelink.ToPage(page, in.CausedAt))
	case in.Bill != "":
		return l.keep(ctx, site+"/pay-invoice", "invoice", messageKey, messagelink.ToInvoice(in.Bill, in.CausedAt))
	case in.Opens != "":
		return l.keep(ctx, site+"/o", "order", messageKey, messagelink.ToOrder(in.Opens, messagelink.ScopeOf(in.Template), in.CausedAt))
	default:
		return site + "/find-order", nil
	}
}

// keep returns the address of a page with the code of a link that it has noted.
func (l Links) keep(ctx context.Context, page, purpose, messageKey string, to messagelink.Link) (string, error) {
	code := l.Code(purpose, messageKey)
	return page + "#" + string(code), l.Kept.Keep(ctx, code, to)
}

// invoiceOf is the address of an order's tax invoice, or empty if there is none. It has no secret, because the link of a message
// opens no invoice: the page asks for a sign-in or a code where the browser does not know the order.
func (l Links) invoiceOf(in contract.Notice) string {
	if !in.Invoice || in.Opens == "" {
		return ""
	}
	return l.siteIn(in.Language) + "/order-sim/" + in.Opens + "/receipt"
}

// siteIn is the address of the site in the language of a message. The site has no pages in Urdu.
func (l Links) siteIn(language string) string {
	if language == texts.Urdu {
		language = texts.English
	}
	return strings.TrimSuffix(l.Origin, "/") + "/" + language
}
