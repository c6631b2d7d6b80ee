package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
)

const (
	signingLength    = 32 // of a secret agreed with a partner: it alone authenticates a webhook
	credentialLength = 16 // of a credential that a partner gave us
	secretVariety    = 8  // distinct characters of either
	keyVariety       = 20 // distinct bytes of a key; 32 random bytes have fewer once in more than a million million
)

// liveRules are the additional rules of production, by the name in the live tag. Each error continues a sentence that begins
// with the variable's name, and says how to fix it.
var liveRules = map[string]func(string) error{
	"https":          liveHTTPS,
	"https-or-local": liveHTTPSOrLocal,
	"postgres":       livePostgres,
	"redis":          liveRedis,
	"key":            liveKey,
	"keys":           liveKeys,
	"signing":        liveSecret(signingLength),
	"credential":     liveSecret(credentialLength),
}

// inside are the rules that do not apply to parts on a single host.
var inside = []string{"postgres", "redis"}

// unsafe returns what production refuses in a configuration that is otherwise complete.
func unsafe(cfg Config, values map[string]string) []error {
	var problems []error
	for _, v := range Variables() {
		rule, value := liveRules[v.live], values[v.Name]
		if rule == nil || value == "" || !v.IsRead(values) || cfg.SingleHost && slices.Contains(inside, v.live) {
			continue
		}
		if err := rule(value); err != nil {
			problems = append(problems, fmt.Errorf("%s %w", v.Name, err))
		}
	}
	if !cfg.Temporal.ByTLS() && !cfg.SingleHost {
		problems = append(problems, errors.New("TEMPORAL_TLS is not true, and production talks to Temporal by TLS only"))
	}
	if cfg.RobotEffort == 0 {
		problems = append(problems, errors.New("ROBOT_EFFORT is 0, so wrong passwords from elsewhere can lock an account's owner out; production asks for a proof of work near a limit"))
	}
	if cfg.Email.Provider == EmailBySMTP && cfg.SMTP.Security == SMTPNone && !cfg.SMTP.isNear() {
		problems = append(problems, errors.New("SMTP_SECURITY is none, so letters would cross the network in clear text: it must be starttls or tls in production"))
	}
	problems = append(problems, unsafeES2Plus(cfg)...)
	return append(problems, sharedSecrets(values)...)
}

// unsafeES2Plus returns what an SM-DP+ and the product lack to know each other.
func unsafeES2Plus(cfg Config) (problems []error) {
	if cfg.ESIM.ClientCertFile == "" {
		problems = append(problems, errors.New("ESIM_CLIENT_CERT_FILE is not set, and an SM-DP+ knows its operators by nothing else"))
	}
	if cfg.ES2Plus.Listen == "" || !cfg.ES2Plus.IsSecured() {
		problems = append(problems, errors.New("ES2PLUS_LISTEN and ES2PLUS_CERT_FILE are needed in production: without them no report of the SM-DP+ arrives, or anyone could send one"))
	}
	return problems
}

// isNear reports whether the server is on this machine or, with a name that has no domain, in the same set of containers.
func (s SMTP) isNear() bool {
	host, _, _ := net.SplitHostPort(s.Address)
	return !strings.Contains(host, ".") && !strings.Contains(host, ":") || net.ParseIP(host).IsLoopback()
}

func liveHTTPS(value string) error {
	if strings.HasPrefix(value, "https://") {
		return nil
	}
	return errors.New("must begin with https:// in production")
}

// liveHTTPSOrLocal is for pages of an operator's browser, because a tunnel ends on the operator's own machine.
func liveHTTPSOrLocal(value string) error {
	u, err := url.Parse(value)
	if err == nil && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()) {
		return nil
	}
	return liveHTTPS(value)
}

// The driver's default is prefer, which falls back to clear text if the server asks for it.
func livePostgres(value string) error {
	u, err := url.Parse(value)
	if err == nil && slices.Contains([]string{"require", "verify-ca", "verify-full"}, u.Query().Get("sslmode")) {
		return nil
	}
	return errors.New("must say sslmode=verify-full (or verify-ca, require) in production: no other mode is sure to use TLS")
}

func liveRedis(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "rediss" {
		return errors.New("must begin with rediss:// in production: that is Redis by TLS")
	}
	if password, _ := u.User.Password(); password == "" {
		return errors.New("must hold a password in production: rediss://:password@host:6379/0")
	}
	return nil
}

func liveKey(value string) error {
	raw, err := base64.StdEncoding.DecodeString(value)
	if err == nil && variety(raw) >= keyVariety {
		return nil
	}
	return fmt.Errorf("is not a random key: make one with: openssl rand -base64 %d", keyBytes)
}

func liveKeys(value string) error {
	for _, key := range keysOf(value) {
		if err := liveKey(key); err != nil {
			return err
		}
	}
	return nil
}

func liveSecret(length int) func(string) error {
	return func(value string) error {
		if len(value) >= length && variety([]byte(value)) >= secretVariety {
			return nil
		}
		return fmt.Errorf("is too easily guessed: production wants %d characters, %d of them different (openssl rand -hex %d)",
			length, secretVariety, length)
	}
}

func variety(text []byte) int {
	sorted := slices.Sorted(slices.Values(text))
	return len(slices.Compact(sorted))
}

// keysOf returns the keys of a ring without their ids. A value that is no ring counts as one key.
func keysOf(value string) []string {
	keys := strings.Split(value, ",")
	for i, one := range keys {
		if _, key, found := strings.Cut(one, ":"); found {
			keys[i] = key
		}
	}
	return keys
}

// sharedSecrets finds variables with the same secret: a secret that leaks in one use would also open the other.
func sharedSecrets(values map[string]string) []error {
	var problems []error
	owner := map[string]string{}
	for _, v := range Variables() {
		if !v.Secret || values[v.Name] == "" || !v.IsRead(values) {
			continue
		}
		secrets := []string{values[v.Name]}
		if v.check == "keys" {
			secrets = keysOf(values[v.Name])
		}
		for _, secret := range secrets {
			first, known := owner[secret]
			if !known {
				owner[secret] = v.Name
				continue
			}
			problems = append(problems, fmt.Errorf("%s repeats a secret of %s: each purpose needs one of its own", v.Name, first))
		}
	}
	return problems
}
