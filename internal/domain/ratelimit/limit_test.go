package ratelimit_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/platform/password"
)

var writeTable = flag.Bool("write-table", false, "write the limits in docs/security.md anew")

const (
	securityPage = "../../../docs/security.md"
	limitsTitle  = "\n## Limits\n"
	limitsIntro  = `
The table says how often a caller may do something: each limit that counts is a row of ` + "`internal/domain/ratelimit/table.go`" + `, and its test writes this section
(` + "`go test ./internal/domain/ratelimit -write-table`" + `). An address is that of the client ([proxies](operations/install.md#install-without-containers)), IPv6 by its /64. The key of a
counter is hashed. The answer is 429 with the seconds until the end of the window in ` + "`Retry-After`" + `, and the message ends with the time if that takes longer than a minute. *Open* rows guard no
secret: without Redis they let every caller through, the other rows let none through. *Near it with a proof of work*: from 60 % on the browser shows that it is no
robot's ([ADR 64](adr/0064-ask-for-proof-of-work-near-rate-limits.md)).

| limit | by | at most | the person is told |
|---|---|---|---|
`
	apartIntro = `
Some limits are counted elsewhere, with the thing that they limit ([ADR 22](adr/0022-define-all-rate-limits-in-one-table.md)): ` + "`internal/domain/ratelimit/apart.go`" + `.

| limit | by | at most | kept by | the person is told |
|---|---|---|---|---|
`
	strangersIntro = `
A person can cause these messages before they have shown that the mobile or e-mail is theirs: ` + "`internal/domain/ratelimit/messages.go`" + `. Each has a cap
by the address that it goes to, over all devices, accounts, orders and networks that ask. The link of a request leaves without its secret until the contact
number was shown, and a message about an unpaid order leaves out a contact that was only typed. An operator who switches ` + "`verifyContact`" + ` off gives up
this last rule: each unpaid order then sends its few messages to the typed contact, and only the cap on new orders of an address limits them. All other
messages need a session, a payment, or a decision of support first.

| message | when | to one mobile or e-mail at most | limit |
|---|---|---|---|
`
)

func TestLimits_MatchTheDocumentation(t *testing.T) {
	page, err := os.ReadFile(securityPage)
	require.NoError(t, err)
	before, section, found := strings.Cut(string(page), limitsTitle)
	require.True(t, found)
	section, after, more := strings.Cut(section, "\n## ")
	if more {
		after = "\n## " + after
	}
	table := limitsIntro + limitRows() + apartIntro + apartRows() + strangersIntro + strangerRows()
	if *writeTable {
		require.NoError(t, os.WriteFile(securityPage, []byte(before+limitsTitle+table+after), 0o600))
		return
	}
	require.Equal(t, table, section)
}

func limitRows() string {
	var b strings.Builder
	for _, rule := range ratelimit.Table {
		what := rule.What
		if rule.Open {
			what += " *(open)*"
		}
		for _, c := range rule.Caps {
			code := cmp.Or(c.Code, contract.FailRateLimited)
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", what, partsOf(c), mostOf(c), texts.Text(texts.English, code, nil))
		}
	}
	return b.String()
}

func apartRows() string {
	var b strings.Builder
	for _, s := range ratelimit.Apart {
		most := s.Most
		if s.Setting != "" {
			most += " (setting `" + s.Setting + "`)"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", s.What, s.By, most, s.Kept, texts.Text(texts.English, s.Code, nil))
	}
	return b.String()
}

func strangerRows() string {
	var b strings.Builder
	for _, m := range ratelimit.ToStrangers {
		most := []string{}
		for _, c := range capsByMobile(m.Rule) {
			most = append(most, mostOf(c))
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", strings.Join(m.Templates, "`, `"), m.Cause, strings.Join(most, ", "), ratelimit.Table[m.Rule].What)
	}
	return b.String()
}

// capsByMobile returns the caps of a row that apply for any device, account, order and address.
func capsByMobile(name ratelimit.Name) (caps []ratelimit.Cap) {
	for _, c := range ratelimit.Table[name].Caps {
		if slices.Contains(c.By, ratelimit.Mobile) && !slices.ContainsFunc(c.By, func(p ratelimit.Part) bool { return p != ratelimit.Mobile && p != ratelimit.Purpose }) {
			caps = append(caps, c)
		}
	}
	return caps
}

func TestToStrangers_EachMessage_HasCap(t *testing.T) {
	for _, m := range ratelimit.ToStrangers {
		minute, hour := false, false
		for _, c := range capsByMobile(m.Rule) {
			minute = minute || c.Max == 1 && c.Window >= time.Minute
			hour = hour || c.Max <= 5 && c.Window >= time.Hour && len(c.By) == 1
		}
		require.True(t, minute && hour, "%s: 1 a minute and 5 an hour to a mobile", ratelimit.Table[m.Rule].Key)
	}
}

func TestToStrangers_EachCode_IsListed(t *testing.T) {
	listed := map[string]int{}
	for _, m := range ratelimit.ToStrangers {
		for _, template := range m.Templates {
			require.True(t, texts.Has("message."+template), template)
			listed[template]++
		}
	}
	for _, template := range texts.Templates() {
		if strings.HasPrefix(template, "code-") {
			require.Equal(t, 1, listed[template], template)
		}
	}
}

func partsOf(c ratelimit.Cap) string {
	names := make([]string, len(c.By))
	for i, part := range c.By {
		names[i] = string(part)
	}
	return strings.Join(names, " and ")
}

func mostOf(c ratelimit.Cap) string {
	most := fmt.Sprintf("%d in %s", c.Max, spoken(c.Window))
	if c.Window == 0 {
		most = fmt.Sprintf("%d at once", c.Max)
	}
	if c.Failed {
		most += ", failures only"
	}
	if c.Slows {
		most += ", beyond it with a proof of work each time"
	}
	if c.Robots {
		most += ", near it with a proof of work"
	}
	if c.Setting != "" {
		most += " (setting `" + c.Setting + "`)"
	}
	return most
}

func spoken(window time.Duration) string {
	if window%time.Hour == 0 {
		return fmt.Sprintf("%d h", window/time.Hour)
	}
	return fmt.Sprintf("%d min", window/time.Minute)
}

func TestLimits_PasswordQueue_MatchesRow(t *testing.T) {
	require.Equal(t, password.Patience, ratelimit.PasswordQueue)
}

func TestLimits_EachRow_CanBeReached(t *testing.T) {
	keys := map[string]bool{}
	for _, rule := range ratelimit.Table {
		require.NotEmpty(t, rule.What, "a row of the table is missing")
		require.False(t, keys[rule.Key], "%s: counters of two rows would mix", rule.Key)
		keys[rule.Key] = true
		require.NotEmpty(t, rule.Caps, rule.Key)
		for _, c := range rule.Caps {
			require.NotEmpty(t, c.By, rule.Key)
			require.Positive(t, c.Max, rule.Key)
			if c.Code != "" {
				require.Contains(t, []int{409, 429}, contract.Catalogue[c.Code].Status, rule.Key)
			}
		}
	}
}

// A customer who presses ten times in a minute has asked for one code: only that counts for the hour.
func TestLimits_TenTaps_CountAsOneCode(t *testing.T) {
	for _, rule := range []ratelimit.Rule{ratelimit.Table[ratelimit.OrderCode], ratelimit.Table[ratelimit.LookUpCode], ratelimit.Table[ratelimit.CallerCode]} {
		soon := slices.IndexFunc(rule.Caps, func(c ratelimit.Cap) bool { return c.Code == contract.FailPinTooSoon })
		order := slices.IndexFunc(rule.Caps, func(c ratelimit.Cap) bool { return slices.Contains(c.By, ratelimit.Order) && c.Window == time.Hour })
		require.GreaterOrEqual(t, soon, 0)
		require.True(t, order < 0 || soon < order, rule.Key)
	}
}
