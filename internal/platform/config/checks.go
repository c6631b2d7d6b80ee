package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	keyBytes   = 32
	mostEffort = 10_000_000

	longestPause = 10 * time.Minute
	leastToStop  = 2 * time.Second // of the time left after DRAIN_DELAY
	longestStop  = time.Hour

	mostOfSender   = 11               // characters of a sender of SMS
	leastAbandoned = 20 * time.Minute // Moyasar's page lives for some 15 minutes
	mostAbandoned  = 24 * time.Hour
	leastSettled   = 24 * time.Hour
	mostSettled    = 60 * 24 * time.Hour
)

// checks are the rules for values of variables, by the name in the check tag. Each error continues a sentence that begins with
// the variable's name.
var checks = map[string]func(string) error{
	"environment":            among(Production, Development),
	"payment-provider":       among(PaymentByMoyasar, Generic),
	"moyasar-secret":         beginsWith(moyasarSecretTest, moyasarSecretLive),
	"moyasar-publishable":    beginsWith(moyasarPublicTest, moyasarPublicLive),
	"abandoned":              between(leastAbandoned, mostAbandoned),
	"settled":                between(leastSettled, mostSettled),
	"email-provider":         among(EmailBySMTP, Generic),
	"sms-provider":           among(SMSByUnifonic, Generic),
	"sms-sender":             validateSender(""),
	"sms-sender-promotional": validateSender("-AD"),
	"topup-provider":         among(TopUpByDTOne),
	"smtp-security":          among(SMTPStartTLS, SMTPTLS, SMTPNone),
	"mailbox":                validateMailbox,
	"address":                validateAddress,
	"http":                   urlOf("http", "https"),
	"proxy":                  urlOf("http", "https", "socks5"),
	"contact":                validateContact,
	"moment":                 validateMoment,
	"postgres":               urlOf("postgres", "postgresql"),
	"redis":                  urlOf("redis", "rediss"),
	"proxies":                validateProxies,
	"origins":                validateOrigins,
	"effort":                 validateEffort,
	"tiles":                  validateTiles,
	"tracking":               validateTracking,
	"script":                 validateScript,
	"pause":                  between(0, longestPause),
	"signing-key":            validateSigningKey,
	"stop":                   between(leastToStop, longestStop),
	"share":                  validateShare,
	"key":                    validateKey,
	"keys":                   validateKeys,
	"identity-provider":      among(IdentityByNafath),
	"esim-provider":          among(ESIMByES2Plus),
	"courier-provider":       among(CourierBySMSA, Generic),
	"parcel-figure":          validateParcelFigure,
	"ip":                     validateIP,
}

// Adapters by the name with which they are chosen. Generic is the format of docs/partners/generic.md, for an operator with an
// integration layer.
const (
	Generic          = "generic"
	IdentityByNafath = "nafath"
	CourierBySMSA    = "smsa"
	PaymentByMoyasar = "moyasar"
	ESIMByES2Plus    = "es2plus"
	EmailBySMTP      = "smtp"
	SMSByUnifonic    = "unifonic"
	TopUpByDTOne     = "dtone"
)

// Beginnings of Moyasar's keys.
const (
	moyasarSecretTest = "sk_test_"
	moyasarSecretLive = "sk_live_"
	moyasarPublicTest = "pk_test_"
	moyasarPublicLive = "pk_live_"
)

// Values of SMTP_SECURITY.
const (
	SMTPStartTLS = "starttls"
	SMTPTLS      = "tls"
	SMTPNone     = "none"
)

func among(values ...string) func(string) error {
	return func(value string) error {
		if slices.Contains(values, value) {
			return nil
		}
		return errors.New("must be " + strings.Join(values, " or "))
	}
}

func beginsWith(starts ...string) func(string) error {
	return func(value string) error {
		for _, start := range starts {
			if strings.HasPrefix(value, start) {
				return nil
			}
		}
		return errors.New("must begin with " + strings.Join(starts, " or "))
	}
}

// validateSender checks a sender of SMS by the rules of the Kingdom: a registered name, no number, at most 11 characters.
func validateSender(end string) func(string) error {
	name := regexp.MustCompile(`^[A-Za-z0-9 .-]*[A-Za-z][A-Za-z0-9 .-]*` + end + `$`)
	return func(value string) error {
		if len(value) > mostOfSender || !name.MatchString(value) {
			return fmt.Errorf("must be a registered name of at most %d letters, digits and dashes, with %q at its end", mostOfSender, end)
		}
		return nil
	}
}

func validateMailbox(value string) error {
	if _, err := mail.ParseAddress(value); err != nil {
		return errors.New("must be a mailbox like Selfcare <no-reply@selfcare.example>")
	}
	return nil
}

// validateEffort checks only numbers; the parser refuses other text. A phone tries some 100,000 numbers a second.
func validateEffort(value string) error {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil && (n < 0 || n > mostEffort) {
		return fmt.Errorf("must be from 0 to %d", mostEffort)
	}
	return nil
}

// between checks only durations; the parser refuses other text.
func between(least, most time.Duration) func(string) error {
	return func(value string) error {
		if d, err := time.ParseDuration(value); err == nil && (d < least || d > most) {
			return fmt.Errorf("must be from %s to %s", least, most)
		}
		return nil
	}
}

// validateShare checks only numbers; the parser refuses other text.
func validateShare(value string) error {
	if share, err := strconv.ParseFloat(value, 64); err == nil && !(share >= 0 && share <= 1) {
		return errors.New("must be from 0 to 1")
	}
	return nil
}

func validateAddress(value string) error {
	if _, port, err := net.SplitHostPort(value); err != nil || port == "" {
		return errors.New("must be an address like host:8080 or :8080")
	}
	return nil
}

// validateParcelFigure checks only numbers; the parser refuses other text.
func validateParcelFigure(value string) error {
	const least = 10 // of halalas SMSA takes no less
	if n, err := strconv.ParseInt(value, 10, 64); err == nil && n < least {
		return fmt.Errorf("must be at least %d", least)
	}
	return nil
}

func validateIP(value string) error {
	if _, err := netip.ParseAddr(value); err != nil {
		return errors.New("must be an address like 192.0.2.1")
	}
	return nil
}

func urlOf(schemes ...string) func(string) error {
	return func(value string) error {
		u, err := url.Parse(value)
		if err == nil && u.Host != "" {
			for _, scheme := range schemes {
				if u.Scheme == scheme {
					return nil
				}
			}
		}
		return fmt.Errorf("must be an address that begins with %s://", schemes[0])
	}
}

func validateContact(value string) error {
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "https" || u.Host == "") && (u.Scheme != "mailto" || !strings.Contains(u.Opaque, "@")) {
		return errors.New("must be an address that begins with mailto: or https://")
	}
	return nil
}

func validateMoment(value string) error {
	if _, err := time.Parse(time.RFC3339, value); err != nil {
		return errors.New("must be a moment like 2027-06-30T00:00:00Z")
	}
	return nil
}

func validateProxies(value string) error {
	for one := range strings.SplitSeq(value, ",") {
		_, prefixErr := netip.ParsePrefix(one)
		_, addrErr := netip.ParseAddr(one)
		if prefixErr != nil && addrErr != nil {
			return fmt.Errorf("must list addresses or networks like 10.0.0.0/8, and %q is neither", one)
		}
	}
	return nil
}

func validateOrigins(value string) error {
	for one := range strings.SplitSeq(value, ",") {
		u, err := url.Parse(one)
		if err != nil || u.Scheme != "https" || u.Host == "" || one != "https://"+u.Host || strings.ContainsAny(u.Host, " *;'\"") {
			return fmt.Errorf("must list origins like https://ads.example, and %q is none", one)
		}
	}
	return nil
}

// validateTiles: the address becomes a part of the content policy, so its origin has to be plain.
func validateTiles(value string) error {
	u, err := url.Parse(strings.NewReplacer("{z}", "1", "{x}", "1", "{y}", "1").Replace(value))
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if err != nil || u.Scheme != "https" || strings.ContainsAny(u.Host, " *;'\"") || u.Host == "" || !strings.Contains(value, part) {
			return errors.New("must be an address that begins with https:// and has {z}, {x} and {y} in it")
		}
	}
	return nil
}

// validateScript takes an address whose folder can stand in the content policy.
func validateScript(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || !strings.HasSuffix(u.Path, ".js") || strings.ContainsAny(value, "*;, '\"") {
		return errors.New("must be the address of a script, like https://captcha.example/api.js")
	}
	return nil
}

// validateTracking: customers are led there, to the parcel whose number takes the place of {awb}.
func validateTracking(value string) error {
	u, err := url.Parse(strings.ReplaceAll(value, "{awb}", "1"))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.Contains(u.Host, "{") || !strings.Contains(value, "{awb}") {
		return errors.New("must be an address that begins with http:// or https:// and has {awb} in it")
	}
	return nil
}

func validateKey(value string) error {
	raw, err := base64.StdEncoding.DecodeString(value)
	if err != nil || len(raw) != keyBytes {
		return fmt.Errorf("must be base64 of %d bytes (make one with: openssl rand -base64 %d)", keyBytes, keyBytes)
	}
	return nil
}

func validateKeys(value string) error {
	seen := map[string]bool{}
	for one := range strings.SplitSeq(value, ",") {
		id, key, found := strings.Cut(one, ":")
		if !found || id == "" || seen[id] || validateKey(key) != nil {
			return fmt.Errorf("must list keys as id:base64 of %d bytes, comma-separated, each id once", keyBytes)
		}
		seen[id] = true
	}
	return nil
}

// needed returns what is missing for a scanner with an address.
func (s Scan) needed() []error {
	if s.URL == "" || s.APIKey != "" {
		return nil
	}
	return []error{errors.New("SCAN_API_KEY is not set: without it the scanner refuses every file")}
}

// needed returns what is missing for a post with an address.
func (n NationalAddress) needed() []error {
	if n.URL == "" || n.APIKey != "" {
		return nil
	}
	return []error{errors.New("NATIONALADDRESS_API_KEY is not set: without it the post refuses every look-up")}
}

// needed refuses two keys of which one takes real money and the other does not.
func (m Moyasar) needed() []error {
	if m.IsLive() == strings.HasPrefix(m.PublishableKey, moyasarPublicLive) {
		return nil
	}
	return []error{errors.New("MOYASAR_SECRET_KEY and MOYASAR_PUBLISHABLE_KEY must be of one kind: both live, or both test")}
}

// needed returns what is missing for a server at which we sign in.
func (s SMTP) needed() []error {
	if (s.User == "") == (s.Password == "") {
		return nil
	}
	return []error{errors.New("SMTP_USER and SMTP_PASSWORD are needed together")}
}

// needed is what a captcha that has a site key cannot do without: its secret, and work for browsers that it does not reach.
func (r Recaptcha) needed(effort int64) (problems []error) {
	if r.SiteKey == "" {
		return nil
	}
	if r.Secret == "" {
		problems = append(problems, errors.New("RECAPTCHA_SECRET is not set, and without it no token of RECAPTCHA_SITE_KEY is verified"))
	}
	if effort == 0 {
		problems = append(problems, errors.New("ROBOT_EFFORT is 0, so browsers that do not reach the provider of RECAPTCHA_SITE_KEY cannot do the proof of work instead"))
	}
	return problems
}

// IsSecured tells whether the address speaks TLS.
func (e ES2Plus) IsSecured() bool { return e.CertFile != "" }

// needed returns what is missing for an address that speaks TLS.
func (e ES2Plus) needed() []error {
	set := 0
	for _, file := range []string{e.CertFile, e.KeyFile, e.ClientCAFile} {
		if file != "" {
			set++
		}
	}
	if set == 0 || set == 3 {
		return nil
	}
	return []error{errors.New("ES2PLUS_CERT_FILE, ES2PLUS_KEY_FILE and ES2PLUS_CLIENT_CA_FILE are needed together")}
}
