package message

import (
	"net/url"
	"strings"

	"selfcare/internal/contract"
)

// codeForAnother is typed by somebody else, on a device that did not get it.
const codeForAnother = "code-add_account"

// boundTo is the end of the SMS of a one-time code: the line by which a phone offers the code to our pages and to no others
// (WICG, origin-bound one-time codes). Empty for all other messages.
func (l Links) boundTo(in contract.Notice) string {
	code := in.Params["code"]
	site, err := url.Parse(l.Origin)
	if err != nil || code == "" || !strings.HasPrefix(in.Template, "code-") || in.Template == codeForAnother {
		return ""
	}
	return "\n\n@" + site.Hostname() + " #" + code
}
