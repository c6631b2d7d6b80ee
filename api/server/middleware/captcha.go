package middleware

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"time"

	"selfcare/api/gen"
)

// tokenFor is how long the token of a provider counts.
const tokenFor = 2 * time.Minute

// Captcha has a provider tell people from robots (ADR 64). The proof of work stands behind it: for a browser that gets no token, and
// for a token that is refused or that the provider does not answer about. So an outage of the provider locks no customer out.
type Captcha struct {
	Work        *ProofOfWork
	Script      string
	SiteKey     string
	VerifyToken func(ctx context.Context, token, action string) (bool, error)
	Log         *slog.Logger
}

// Ask names the provider at first, beside the work; after an answer that did not count it asks for the work alone.
func (c *Captcha) Ask(operation string, refused bool, now time.Time) (gen.Work, error) {
	work, err := c.Work.Ask(operation, refused, now)
	if err == nil && !refused {
		work.Captcha = &struct {
			Action  string `json:"action"`
			Script  string `json:"script"`
			SiteKey string `json:"siteKey"`
		}{operation, c.Script, c.SiteKey}
	}
	return work, err
}

// Verify takes the number that was worked out, or has the provider look at its token.
func (c *Captcha) Verify(ctx context.Context, operation, answer string, now time.Time) (id string, until time.Time, right bool) {
	if isWorkedOut(answer) {
		return c.Work.Verify(ctx, operation, answer, now)
	}
	right, err := c.VerifyToken(ctx, answer, operation)
	if err != nil {
		c.Log.WarnContext(ctx, "no answer about a captcha: its browser does the proof of work", "error", err)
	}
	sum := sha256.Sum256([]byte(answer))
	return hex.EncodeToString(sum[:]), now.Add(tokenFor), right
}

// isWorkedOut tells an answer to the proof of work from a token.
func isWorkedOut(answer string) bool {
	raw, err := base64.StdEncoding.DecodeString(answer)
	return err == nil && json.Valid(raw)
}
