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
	signingLength    = 32 // of what we agree on with a partner: it alone says who calls back
	credentialLength = 16 // of what a partner gave us
	secretVariety    = 8  // different characters of either
	keyVariety       = 20 // different bytes of a key; 32 bytes by chance have fewer once in more than a million million
)

// liveRules are what production adds to a variable's check, by the name in its live tag. Each error continues a sentence
// that begins with the variable's name and says how to mend it.
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

// inside are the rules for parts that one machine may keep to itself.
var inside = []string{"postgres", "redis"}

// unsafe says what production refuses in a configuration that is otherwise complete.
func unsafe(cfg Config, values map[string]string) []error {
	var problems []error
	for _, v := range Variables() {
		rule, value := liveRules[v.live], values[v.Name]
		if rule == nil || value == "" || cfg.SingleHost && slices.Contains(inside, v.live) {
			continue
		}
		if err := rule(value); err != nil {
			problems = append(problems, fmt.Errorf("%s %w", v.Name, err))
		}
	}
	if !cfg.Temporal.ByTLS() && !cfg.SingleHost {
		problems = append(problems, errors.New("TEMPORAL_TLS is not true, and production talks to Temporal by TLS only"))
	}
	return append(problems, sharedSecrets(values)...)
}

func liveHTTPS(value string) error {
	if strings.HasPrefix(value, "https://") {
		return nil
	}
	return errors.New("must begin with https:// in production")
}

// liveHTTPSOrLocal is for what an operator's browser opens: a tunnel ends on its own machine.
func liveHTTPSOrLocal(value string) error {
	u, err := url.Parse(value)
	if err == nil && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()) {
		return nil
	}
	return liveHTTPS(value)
}

// The driver's own default is prefer, which goes on in clear where the server says so.
func livePostgres(value string) error {
	u, err := url.Parse(value)
	if err == nil && slices.Contains([]string{"require", "verify-ca", "verify-full"}, u.Query().Get("sslmode")) {
		return nil
	}
	return errors.New("must say sslmode=verify-full (or verify-ca, require) in production: nothing else is sure to be TLS")
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
	return fmt.Errorf("is no random key: make one with: openssl rand -base64 %d", keyBytes)
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

// keysOf are the keys of a ring without their ids; a value that is no ring is its own only key.
func keysOf(value string) []string {
	keys := strings.Split(value, ",")
	for i, one := range keys {
		if _, key, found := strings.Cut(one, ":"); found {
			keys[i] = key
		}
	}
	return keys
}

// sharedSecrets names variables that hold one secret: whoever learns it for one purpose has it for the other.
func sharedSecrets(values map[string]string) []error {
	var problems []error
	owner := map[string]string{}
	for _, v := range Variables() {
		if !v.Secret || values[v.Name] == "" {
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
