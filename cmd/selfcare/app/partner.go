package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"slices"
	"strings"

	"selfcare/internal/gateway/conformance"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/config"
)

// ErrPartnerDiffers means that a partner does not behave as its port needs it.
var ErrPartnerDiffers = errors.New("the partner does not behave as we need it")

// CheckPartner runs the checks of a port with the partner of a configuration, and prints each with its calls and answers, without secrets.
func CheckPartner(ctx context.Context, variables map[string]string, out io.Writer, port string, in conformance.Given) error {
	cfg, err := config.Parse(variables)
	if err != nil {
		return err
	}
	gateways, err := partners.Open(cfg, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	page := transcript{out: out, hide: hideSecrets(config.SecretValues(variables))}
	err = conformance.Run(ctx, port, &gateways, in, page.add)
	_, printErr := fmt.Fprintf(out, "%d hold, %d broken, %d skipped\n", page.count[conformance.Holds], page.count[conformance.Broken], page.count[conformance.Skipped])
	if err == nil && page.count[conformance.Broken] > 0 {
		err = ErrPartnerDiffers
	}
	return errors.Join(err, page.err, printErr)
}

// transcript prints results.
type transcript struct {
	out   io.Writer
	hide  *strings.Replacer
	count map[conformance.Outcome]int
	err   error
}

// longestShown is the part of a body that is printed, in bytes.
const longestShown = 1000

func (t *transcript) add(r conformance.Result) {
	if t.count == nil {
		t.count = map[conformance.Outcome]int{}
	}
	t.count[r.Outcome]++
	lines := []string{fmt.Sprintf("%-8s %s", r.Outcome, r.Name)}
	if r.Why != "" {
		lines = append(lines, "         "+r.Why)
	}
	for _, e := range r.Exchanges {
		lines = append(lines, t.describe(e)...)
	}
	_, err := fmt.Fprintln(t.out, t.hide.Replace(strings.Join(lines, "\n")))
	t.err = errors.Join(t.err, err)
}

func (t *transcript) describe(e jsonhttp.Exchange) (lines []string) {
	lines = append(lines, "           "+e.Call)
	if e.Sent != "" {
		lines = append(lines, "             sent     "+shorten(e.Sent))
	}
	said := "no answer"
	if e.Status != 0 {
		said = fmt.Sprintf("%d %s", e.Status, shorten(e.Said))
	}
	return append(lines, "             answered "+said)
}

// shorten puts a body on one line.
func shorten(body string) string {
	body = strings.Join(strings.Fields(body), " ")
	if len(body) > longestShown {
		body = strings.ToValidUTF8(body[:longestShown], "") + " …"
	}
	return body
}

// hideSecrets returns what replaces secrets in a text, also as a part of an address.
func hideSecrets(secrets []string) *strings.Replacer {
	secrets = slices.Clone(secrets)
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Compare(len(b), len(a)) }) // one may be a part of another
	var pairs []string
	for _, secret := range secrets {
		pairs = append(pairs, secret, "***", url.QueryEscape(secret), "***", url.PathEscape(secret), "***")
	}
	return strings.NewReplacer(pairs...)
}
