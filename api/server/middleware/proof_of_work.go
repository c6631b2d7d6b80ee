package middleware

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"strconv"
	"strings"
	"time"

	"selfcare/api/gen"
)

// workFor is the lifetime of a task; a slow phone needs some seconds.
const workFor = 5 * time.Minute

// ProofOfWork makes a browser find a number by trying, in the format of ALTCHA: a person waits a second, a robot pays
// for each try.
type ProofOfWork struct {
	Derive *Deriver
	Effort int64 // numbers to try at most; on average half of them
}

// answered is the browser's answer.
type answered struct {
	Algorithm string `json:"algorithm"`
	Challenge string `json:"challenge"`
	Number    int64  `json:"number"`
	Salt      string `json:"salt"`
	Signature string `json:"signature"`
}

// Ask draws a number and hides it. The server stores nothing: salt and signature name the operation and the expiry.
func (p *ProofOfWork) Ask(operation string, _ bool, now time.Time) (work gen.Work, err error) {
	number, err := rand.Int(rand.Reader, big.NewInt(p.Effort))
	if err != nil {
		return work, fmt.Errorf("draw a number: %w", err)
	}
	about := url.Values{"for": {operation}, "expires": {strconv.FormatInt(now.Add(workFor).Unix(), 10)}}
	salt := rand.Text() + "?" + about.Encode() + "&" // ends with a non-digit, so that no digit of the number can move into it
	challenge := hidden(salt, number.Int64())
	return gen.Work{
		Algorithm: gen.SHA256, Challenge: challenge, Maxnumber: int(p.Effort), Salt: salt, Signature: p.signature(challenge),
	}, nil
}

// Verify checks the signature first: a forged task costs no work.
func (p *ProofOfWork) Verify(_ context.Context, operation, answer string, now time.Time) (id string, until time.Time, right bool) {
	raw, err := base64.StdEncoding.DecodeString(answer)
	if err != nil {
		return "", until, false
	}
	var given answered
	if err := json.Unmarshal(raw, &given); err != nil || given.Algorithm != string(gen.SHA256) {
		return "", until, false
	}
	if !hmac.Equal([]byte(p.signature(given.Challenge)), []byte(given.Signature)) || hidden(given.Salt, given.Number) != given.Challenge {
		return "", until, false
	}
	_, about, _ := strings.Cut(given.Salt, "?")
	said, err := url.ParseQuery(about)
	if err != nil || said.Get("for") != operation {
		return "", until, false
	}
	seconds, err := strconv.ParseInt(said.Get("expires"), 10, 64)
	until = time.Unix(seconds, 0)
	return given.Challenge, until, err == nil && now.Before(until)
}

func (p *ProofOfWork) signature(challenge string) string {
	return hex.EncodeToString(p.Derive.MAC("proof of work", challenge))
}

func hidden(salt string, number int64) string {
	sum := sha256.Sum256([]byte(salt + strconv.FormatInt(number, 10)))
	return hex.EncodeToString(sum[:])
}
