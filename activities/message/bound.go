package message

import (
	"net/url"
	"strings"

	"selfcare/internal/contract"
)

// codeForAnother is typed by another person, on a device that did not get it.
const codeForAnother = "code-add_account"

// bindCode is the last line of the SMS of a one-time code. It makes a phone offer the code to our pages only (WICG,
// origin-bound one-time codes). It is empty for all other messages.
func (l Links) bindCode(in contract.Notice) string {
	code := in.Params["code"]
	site, err := url.Parse(l.Origin)
	if err != nil || code == "" || !strings.HasPrefix(in.Template, "code-") || in.Template == codeForAnother {
		return ""
	}
	return "\n\n@" + site.Hostname() + " #" + code
}
