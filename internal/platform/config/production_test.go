package config_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

const (
	guessable  = "is too easily guessed"
	letters    = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	oneLetter  = "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE=" // 32 times a
	passphrase = "dG9wLXNlY3JldC10b3Atc2VjcmV0LXRvcC1zZWNyZXQ=" // a few words, repeated
)

func TestParse_ProductionUnsafe_SaysFix(t *testing.T) {
	tests := map[string]struct{ name, value, want string }{
		"a public address in clear":       {"PUBLIC_URL", "http://selfcare.example", "PUBLIC_URL must begin with https:// in production"},
		"a partner in clear":              {"NETWORK_URL", "http://network.example", "NETWORK_URL must begin with https:// in production"},
		"a partner on this machine":       {"PAYMENT_URL", "http://localhost:8090/payment", "PAYMENT_URL must begin with https:// in production"},
		"card fields in clear":            {"PAYMENT_WIDGET_URL", "http://pay.example", "PAYMENT_WIDGET_URL must begin with https://"},
		"a social provider in clear":      {"SOCIAL_FACEBOOK_TOKEN_URL", "http://id.example", "SOCIAL_FACEBOOK_TOKEN_URL must begin with https://"},
		"the Temporal UI in clear":        {"TEMPORAL_UI_ORIGIN", "http://ui.example", "TEMPORAL_UI_ORIGIN must begin with https://"},
		"a database in clear":             {"DATABASE_URL", "postgres://selfcare@db/selfcare?sslmode=disable", "DATABASE_URL must say sslmode=verify-full"},
		"a database that may be in clear": {"DATABASE_URL", "postgres://selfcare@db/selfcare?sslmode=prefer", "DATABASE_URL must say sslmode=verify-full"},
		"a database without sslmode":      {"DATABASE_URL", "postgres://selfcare@db/selfcare", "DATABASE_URL must say sslmode=verify-full"},
		"a Redis in clear":                {"REDIS_URL", "redis://:secret@redis:6379/0", "REDIS_URL must begin with rediss:// in production"},
		"a Redis without a password":      {"REDIS_URL", "rediss://redis:6379/0", "REDIS_URL must hold a password in production"},
		"a Temporal in clear":             {"TEMPORAL_TLS", "false", "TEMPORAL_TLS is not true, and production talks to Temporal by TLS only"},
		"a key of one letter":             {"INDEX_KEY", oneLetter, "INDEX_KEY is not a random key: make one with: openssl rand -base64 32"},
		"a key made of words":             {"CODE_PEPPER", passphrase, "CODE_PEPPER is not a random key"},
		"a ring with such a key":          {"DATA_KEYS", secretOf(config.Variable{Name: "NEXT_KEYS"}) + ",p0:" + oneLetter, "DATA_KEYS is not a random key"},
		"a signing secret of one letter":  {"COURIER_WEBHOOK_SECRET", "x", "COURIER_WEBHOOK_SECRET " + guessable + ": production wants 32 characters"},
		"a long one of one letter":        {"PORTABILITY_WEBHOOK_SECRET", letters, "PORTABILITY_WEBHOOK_SECRET " + guessable},
		"a short signing secret":          {"PAYMENT_WEBHOOK_SECRET", "s3cret-of-2026-for-calls", "PAYMENT_WEBHOOK_SECRET " + guessable},
		"a short credential":              {"REGISTRY_API_KEY", "Sahara-2026", "REGISTRY_API_KEY " + guessable + ": production wants 16 characters"},
		"a short client secret":           {"SOCIAL_FACEBOOK_CLIENT_SECRET", "apple", "SOCIAL_FACEBOOK_CLIENT_SECRET " + guessable},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := config.Parse(production(map[string]string{test.name: test.value}))
			require.ErrorContains(t, err, test.want)
			require.Len(t, strings.Split(err.Error(), "\n"), 1)
			if strings.Contains(test.want, guessable) || strings.Contains(test.want, "random") {
				require.NotContains(t, err.Error(), " "+test.value+" ")
			}
			require.NoError(t, parseErr(development(map[string]string{test.name: test.value})), "development is not held to it")
		})
	}
}

func TestParse_Scanner_NeedsItsKey(t *testing.T) {
	at := map[string]string{"SCAN_URL": "https://scan.example"}
	_, err := config.Parse(production(at))
	require.EqualError(t, err, "SCAN_API_KEY is not set: without it the scanner refuses every file")
	at["SCAN_API_KEY"] = "short"
	require.ErrorContains(t, parseErr(production(at)), "SCAN_API_KEY "+guessable+": production wants 16 characters")
	at["SCAN_API_KEY"] = "the-key-of-the-scanner-2026"
	require.NoError(t, parseErr(production(at)))
	require.NoError(t, parseErr(production(map[string]string{"SCAN_API_KEY": at["SCAN_API_KEY"]})), "nor is one without an address")
}

func TestParse_ProductionSecrets_MustDiffer(t *testing.T) {
	own := production(nil)
	_, inRing, _ := strings.Cut(own["DATA_KEYS"], ":")
	for name, test := range map[string]struct {
		changes map[string]string
		want    string
	}{
		"a ring for columns and payloads": {map[string]string{"PAYLOAD_KEYS": "other:" + inRing}, "PAYLOAD_KEYS repeats a secret of DATA_KEYS"},
		"a key of a ring as pepper":       {map[string]string{"CODE_PEPPER": inRing}, "CODE_PEPPER repeats a secret of DATA_KEYS"},
		"one key under two ids":           {map[string]string{"DATA_KEYS": "p2:" + inRing + ",p1:" + inRing}, "DATA_KEYS repeats a secret of DATA_KEYS"},
		"one secret for two partners": {
			map[string]string{"PORTABILITY_WEBHOOK_SECRET": own["COURIER_WEBHOOK_SECRET"]}, "PORTABILITY_WEBHOOK_SECRET repeats a secret of COURIER_WEBHOOK_SECRET",
		},
		"our key at the provider shown to browsers": {
			map[string]string{"PAYMENT_PUBLISHABLE_KEY": own["PAYMENT_SECRET_KEY"]}, "PAYMENT_PUBLISHABLE_KEY repeats a secret of PAYMENT_SECRET_KEY",
		},
	} {
		t.Run(name, func(t *testing.T) {
			require.ErrorContains(t, parseErr(production(test.changes)), test.want)
		})
	}
}

func TestParse_ProductionTemporal_NeedsTLS(t *testing.T) {
	for name, value := range map[string]string{
		"TEMPORAL_API_KEY": "a-key-of-the-cloud-2026", "TEMPORAL_TLS_SERVER_NAME": "temporal.example", "TEMPORAL_TLS_SERVER_CA_CERT_PATH": "ca.pem",
	} {
		require.NoError(t, parseErr(production(map[string]string{"TEMPORAL_TLS": "", name: value})), name)
	}
}

// An SM-DP+ and we know each other by certificates alone.
func TestParse_ProductionES2Plus_NeedsCertificates(t *testing.T) {
	for name, tt := range map[string]struct {
		changes map[string]string
		want    string
	}{
		"our certificate missing": {map[string]string{"ESIM_CLIENT_CERT_FILE": "", "ESIM_CLIENT_KEY_FILE": ""}, "ESIM_CLIENT_CERT_FILE is not set"},
		"no address for reports":  {map[string]string{"ES2PLUS_LISTEN": ""}, "ES2PLUS_LISTEN and ES2PLUS_CERT_FILE are needed"},
		"anyone may report":       {map[string]string{"ES2PLUS_CLIENT_CA_FILE": ""}, "ES2PLUS_CLIENT_CA_FILE are needed together"},
		"reports in clear text":   {map[string]string{"ES2PLUS_CERT_FILE": "", "ES2PLUS_KEY_FILE": "", "ES2PLUS_CLIENT_CA_FILE": ""}, "ES2PLUS_CERT_FILE are needed in production"},
		"an address without port": {map[string]string{"ES2PLUS_LISTEN": "selfcare.example"}, "ES2PLUS_LISTEN must be an address"},
	} {
		t.Run(name, func(t *testing.T) { require.ErrorContains(t, parseErr(production(tt.changes)), tt.want) })
	}
}

func TestParse_SingleHost_MayUseClearText(t *testing.T) {
	alone := map[string]string{
		"SINGLE_HOST": "true", "DATABASE_URL": "postgres://selfcare@postgres/selfcare?sslmode=disable",
		"REDIS_URL": "redis://redis:6379/0", "TEMPORAL_TLS": "", "TEMPORAL_UI_ORIGIN": "http://localhost:8233",
	}
	require.NoError(t, parseErr(production(alone)))
	alone["SINGLE_HOST"] = "false"
	require.ErrorContains(t, parseErr(production(alone)), "DATABASE_URL must say")
	alone["SINGLE_HOST"], alone["PUBLIC_URL"], alone["ESIM_URL"], alone["INDEX_KEY"] = "true", "http://selfcare.example", "http://esim.example", oneLetter
	for _, refused := range []string{"PUBLIC_URL must", "ESIM_URL must", "INDEX_KEY is"} {
		require.ErrorContains(t, parseErr(production(alone)), refused)
	}
}

func parseErr(variables map[string]string) error {
	_, err := config.Parse(variables)
	return err
}
