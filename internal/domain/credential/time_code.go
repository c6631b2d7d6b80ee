package credential

import (
	"net/url"
	"regexp"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

// Codes of RFC 6238 as authenticator apps make them: six digits of SHA-1, a new one each half minute.
const (
	timeStep  = 30 * time.Second
	codeDrift = 1 // steps that a clock may be off, either way
)

var timeCode = regexp.MustCompile(`^[0-9]{6}$`)

// IsTimeCode tells a code of an authenticator app from a recovery code.
func IsTimeCode(code string) bool { return timeCode.MatchString(code) }

// StepOf returns the time step of a code; false when no current step matches.
func StepOf(secret, code string, now time.Time) (step int64, ok bool) {
	if !IsTimeCode(code) {
		return 0, false
	}
	present := now.Unix() / int64(timeStep/time.Second)
	for step := present - codeDrift; step <= present+codeDrift; step++ {
		matches, err := hotp.ValidateCustom(code, uint64(step), secret, hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && matches {
			return step, true
		}
	}
	return 0, false
}

// AuthenticatorURI returns the content of the QR code for an authenticator app.
func AuthenticatorURI(issuer, account, secret string) string {
	label := url.PathEscape(issuer) + ":" + url.PathEscape(account)
	query := url.Values{"secret": {secret}, "issuer": {issuer}, "algorithm": {"SHA1"}, "digits": {"6"}, "period": {"30"}}
	return "otpauth://totp/" + label + "?" + query.Encode()
}
