package config_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"log/slog"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

// parts are the variables without a default in any environment.
var parts = map[string]string{
	"DATABASE_URL":     "postgres://selfcare@localhost/selfcare",
	"REDIS_URL":        "redis://localhost:6379/0",
	"TEMPORAL_ADDRESS": "localhost:7233",
}

func development(changes map[string]string) map[string]string {
	variables := maps.Clone(parts)
	variables["SELFCARE_ENV"] = config.Development
	maps.Copy(variables, changes)
	return variables
}

// production sets every required variable to a value of its own, and every part behind TLS.
func production(changes map[string]string) map[string]string {
	variables := map[string]string{
		"DATABASE_URL":            "postgres://selfcare:secret@db.example/selfcare?sslmode=verify-full",
		"REDIS_URL":               "rediss://:secret@redis.example:6379/0",
		"TEMPORAL_ADDRESS":        "temporal.example:7233",
		"TEMPORAL_TLS":            "true",
		"PAYMENT_PROVIDER":        config.Generic,
		"EMAIL_PROVIDER":          config.EmailBySMTP,
		"SMTP_ADDRESS":            "mail.example:587",
		"SMTP_SECURITY":           config.SMTPStartTLS,
		"SMTP_FROM":               "Selfcare <no-reply@selfcare.example>",
		"SMS_PROVIDER":            config.Generic,
		"COURIER_PROVIDER":        config.CourierBySMSA,
		"TOPUP_PROVIDER":          config.TopUpByDTOne,
		"IDENTITY_PROVIDER":       config.IdentityByNafath,
		"IDENTITY_SERVER_ADDRESS": "192.0.2.1",
		"ESIM_PROVIDER":           config.ESIMByES2Plus,
		"ESIM_CLIENT_CERT_FILE":   "esim.pem",
		"ESIM_CLIENT_KEY_FILE":    "esim-key.pem",
		"ES2PLUS_LISTEN":          ":8443",
		"SMTP_BOUNCES_LISTEN":     ":8025",
		"ES2PLUS_CERT_FILE":       "es2plus.pem",
		"ES2PLUS_KEY_FILE":        "es2plus-key.pem",
		"ES2PLUS_CLIENT_CA_FILE":  "es2plus-authority.pem",
	}
	for _, v := range config.Variables() {
		switch {
		case v.Required && v.Secret:
			variables[v.Name] = secretOf(v)
		case v.Required && variables[v.Name] == "":
			variables[v.Name] = "https://selfcare.example"
		}
	}
	maps.Copy(variables, changes)
	return variables
}

// secretOf is a valid secret for production, different for each variable.
func secretOf(v config.Variable) string {
	sum := sha256.Sum256([]byte(v.Name))
	key := base64.StdEncoding.EncodeToString(sum[:])
	switch {
	case strings.HasSuffix(v.Name, "_KEYS"):
		return "p1:" + key
	case v.Name == "INDEX_KEY" || v.Name == "CODE_PEPPER":
		return key
	default:
		return hex.EncodeToString(sum[:16])
	}
}

func TestParse_Development_NeedsOnlyAddresses(t *testing.T) {
	cfg, err := config.Parse(development(nil))
	require.NoError(t, err)
	require.False(t, cfg.IsProduction())
	require.Equal(t, "sk_sim_selfcare", cfg.Payment.SecretKey)
	require.Equal(t, "http://localhost:8080", cfg.PublicURL)
	require.Equal(t, slog.LevelInfo, cfg.LogLevel)
}

func TestParse_NoEnvironment_IsProduction(t *testing.T) {
	cfg, err := config.Parse(production(nil))
	require.NoError(t, err)
	require.True(t, cfg.IsProduction())
}

func TestParse_ProductionDevSecret_IsRefused(t *testing.T) {
	refused := 0
	for _, v := range config.Variables() {
		if !v.Secret || v.Development == "" {
			continue
		}
		refused++
		name, choice, _ := strings.Cut(v.With, "=")
		_, err := config.Parse(production(map[string]string{name: choice, v.Name: v.Development}))
		require.ErrorContains(t, err, v.Name+" is the development default")
		require.NotContains(t, err.Error(), v.Development)
	}
	require.GreaterOrEqual(t, refused, 14)
}

func TestParse_MissingVariables_AllNamed(t *testing.T) {
	_, err := config.Parse(nil)
	require.Error(t, err)
	for _, v := range config.Variables() {
		if v.Required && v.With == "" {
			require.ErrorContains(t, err, v.Name+" is not set")
		}
	}
}

func TestParse_WrongValue_SaysItInOneSentence(t *testing.T) {
	tests := map[string]struct{ name, value, want string }{
		"environment":             {"SELFCARE_ENV", "staging", "SELFCARE_ENV must be production or development"},
		"single host":             {"SINGLE_HOST", "maybe", "SINGLE_HOST must be true or false"},
		"effort in words":         {"ROBOT_EFFORT", "much", "ROBOT_EFFORT must be a whole number"},
		"a share in words":        {"OTEL_TRACES_SAMPLER_ARG", "some", "OTEL_TRACES_SAMPLER_ARG must be a number"},
		"more than all":           {"OTEL_TRACES_SAMPLER_ARG", "1.5", "OTEL_TRACES_SAMPLER_ARG must be from 0 to 1"},
		"no number of all":        {"OTEL_TRACES_SAMPLER_ARG", "NaN", "OTEL_TRACES_SAMPLER_ARG must be from 0 to 1"},
		"a collector by name":     {"OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4317", "OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http://"},
		"effort below zero":       {"ROBOT_EFFORT", "-1", "ROBOT_EFFORT must be from 0 to 10000000"},
		"a pause in words":        {"DRAIN_DELAY", "long", "DRAIN_DELAY must be a time like 15s or 1m30s"},
		"a pause without end":     {"DRAIN_DELAY", "24h", "DRAIN_DELAY must be from 0s to 10m0s"},
		"a pause before now":      {"DRAIN_DELAY", "-1s", "DRAIN_DELAY must be from 0s to 10m0s"},
		"a stop at once":          {"STOP_WITHIN", "0s", "STOP_WITHIN must be from 2s to 1h0m0s"},
		"a stop in the pause":     {"DRAIN_DELAY", "9s", "STOP_WITHIN must be 2s longer than DRAIN_DELAY, which it includes"},
		"TLS in words":            {"TEMPORAL_TLS", "yes please", "TEMPORAL_TLS must be true or false"},
		"log level":               {"LOG_LEVEL", "loud", "LOG_LEVEL must be DEBUG, INFO, WARN or ERROR"},
		"listening address":       {"HTTP_ADDR", "8080", "HTTP_ADDR must be an address like host:8080 or :8080"},
		"public address":          {"PUBLIC_URL", "selfcare.example", "PUBLIC_URL must be an address that begins with http://"},
		"database":                {"DATABASE_URL", "mysql://x/y", "DATABASE_URL must be an address that begins with postgres://"},
		"cache":                   {"REDIS_URL", "localhost:6379", "REDIS_URL must be an address that begins with redis://"},
		"workflow engine":         {"TEMPORAL_ADDRESS", "localhost", "TEMPORAL_ADDRESS must be an address like host:8080 or :8080"},
		"origins":                 {"TRACKING_ORIGINS", "https://ads.example,http://count.example", `TRACKING_ORIGINS must list origins like https://ads.example, and "http://count.example" is none`},
		"an origin and more":      {"TRACKING_ORIGINS", "https://ads.example/pixel.js", `"https://ads.example/pixel.js" is none`},
		"a second directive":      {"TRACKING_ORIGINS", "https://ads.example;script-src", `is none`},
		"any origin":              {"TRACKING_ORIGINS", "https://*", `is none`},
		"tiles in clear":          {"MAP_TILES_URL", "http://tiles.example/{z}/{x}/{y}.png", "MAP_TILES_URL must be an address that begins with https:// and has {z}, {x} and {y} in it"},
		"a single tile":           {"MAP_TILES_URL", "https://tiles.example/1/{x}/{y}.png", "MAP_TILES_URL must be"},
		"tiles of any host":       {"MAP_TILES_URL", "https://*.example/{z}/{x}/{y}.png", "MAP_TILES_URL must be"},
		"tiles and a policy":      {"MAP_TILES_URL", "https://tiles.example;script-src/{z}/{x}/{y}.png", "MAP_TILES_URL must be"},
		"tracking in clear":       {"COURIER_TRACKING_URL", "http://track.example/{awb}", "COURIER_TRACKING_URL must begin with https:// in production"},
		"tracking without number": {"COURIER_TRACKING_URL", "https://track.example/", "COURIER_TRACKING_URL must be"},
		"proxies":                 {"TRUSTED_PROXIES", "10.0.0.0/8,proxy", `TRUSTED_PROXIES must list addresses or networks like 10.0.0.0/8, and "proxy" is neither`},
		"short key":               {"INDEX_KEY", "c2hvcnQ=", "INDEX_KEY must be base64 of 32 bytes"},
		"key without id":          {"DATA_KEYS", "c2hvcnQ=", "DATA_KEYS must list keys as id:base64 of 32 bytes"},
		"outside system":          {"COURIER_URL", "ftp://courier", "COURIER_URL must be an address that begins with http://"},
		"a script and more":       {"RECAPTCHA_SCRIPT_URL", "https://captcha.example;script-src/api.js", "RECAPTCHA_SCRIPT_URL must be the address of a script"},
		"a script in clear":       {"RECAPTCHA_SCRIPT_URL", "http://captcha.example/api.js", "RECAPTCHA_SCRIPT_URL must be the address of a script"},
		"captcha, no secret":      {"RECAPTCHA_SITE_KEY", "6LeIxAcTAAAA", "RECAPTCHA_SECRET is not set, and without it no token"},
		"empty is as missing":     {"DATABASE_URL", "", "DATABASE_URL is not set"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := config.Parse(production(map[string]string{test.name: test.value}))
			require.ErrorContains(t, err, test.want)
			require.Len(t, strings.Split(err.Error(), "\n"), 1)
		})
	}
}

func TestParse_SpecifiedVariables_Read(t *testing.T) {
	cfg, err := config.Parse(production(map[string]string{
		"PAYMENT_WIDGET_URL": "https://pay.example/fields", "MAP_TILES_URL": "https://tiles.example/{z}/{x}/{y}.png",
		"ROBOT_EFFORT": "70000", "COURIER_TRACKING_URL": "https://track.example/?awb={awb}",
	}))
	require.NoError(t, err)
	require.Equal(t, "https://pay.example/fields", cfg.Payment.WidgetURL)
	require.Equal(t, "https://tiles.example/{z}/{x}/{y}.png", cfg.MapTilesURL)
	require.EqualValues(t, 70_000, cfg.RobotEffort)
	require.Equal(t, "https://track.example/?awb={awb}", cfg.Courier.TrackingURL)
}

func TestExample_File_IsTheCommittedOne(t *testing.T) {
	committed, err := os.ReadFile("../../../.env.example")
	require.NoError(t, err)
	require.Equal(t, config.Example(), string(committed), `run "make gen"`)
}

func TestVariables_Each_HasADescription(t *testing.T) {
	for _, v := range config.Variables() {
		require.NotEmpty(t, v.Help, v.Name)
	}
}

func TestParse_CaptchaWithoutWork_IsRefused(t *testing.T) {
	_, err := config.Parse(production(map[string]string{"RECAPTCHA_SITE_KEY": "6LeIxAcTAAAA", "RECAPTCHA_SECRET": "6LeIxAcTBBBB-0123456789", "ROBOT_EFFORT": "0"}))
	require.ErrorContains(t, err, "ROBOT_EFFORT is 0, so browsers that do not reach the provider")
}

func TestParse_ProductionWithoutWork_IsRefused(t *testing.T) {
	_, err := config.Parse(production(map[string]string{"ROBOT_EFFORT": "0"}))
	require.ErrorContains(t, err, "ROBOT_EFFORT is 0, so wrong passwords from elsewhere can lock an account's owner out")
	development := production(map[string]string{"ROBOT_EFFORT": "0"})
	development["SELFCARE_ENV"] = config.Development
	_, err = config.Parse(development)
	require.NoError(t, err)
}

func TestParse_ChosenAdapter_NeedsItsVariables(t *testing.T) {
	chosen := production(map[string]string{"SMTP_ADDRESS": "", "SMTP_FROM": "", "EMAIL_URL": "", "EMAIL_API_KEY": ""})
	_, err := config.Parse(chosen)
	require.ErrorContains(t, err, "SMTP_ADDRESS is not set")
	require.ErrorContains(t, err, "EMAIL_PROVIDER=smtp needs it")
	require.ErrorContains(t, err, "SMTP_FROM is not set")
	require.NotContains(t, err.Error(), "EMAIL_URL", "another adapter's variable")

	chosen["EMAIL_PROVIDER"] = config.Generic
	_, err = config.Parse(chosen)
	require.ErrorContains(t, err, "EMAIL_URL is not set")
	require.NotContains(t, err.Error(), "SMTP_")
	chosen["EMAIL_URL"], chosen["EMAIL_API_KEY"], chosen["SMTP_SECURITY"] = "https://layer.example", "another-long-credential", "maybe"
	_, err = config.Parse(chosen)
	require.NoError(t, err, "a variable of another adapter is not read")
}

func TestParse_UnknownAdapter_IsRefused(t *testing.T) {
	_, err := config.Parse(production(map[string]string{
		"EMAIL_PROVIDER": "pigeon", "SMS_PROVIDER": "smtp", "TOPUP_PROVIDER": "generic", "PAYMENT_PROVIDER": "cash", "IDENTITY_PROVIDER": "generic",
	}))
	require.ErrorContains(t, err, "EMAIL_PROVIDER must be smtp or generic")
	require.ErrorContains(t, err, "SMS_PROVIDER must be unifonic or generic")
	require.ErrorContains(t, err, "TOPUP_PROVIDER must be dtone")
	require.ErrorContains(t, err, "IDENTITY_PROVIDER must be nafath")
	require.ErrorContains(t, err, "PAYMENT_PROVIDER must be moyasar or generic")
}

func TestParse_Courier_ReadsOwnVariables(t *testing.T) {
	chosen := production(map[string]string{"SMSA_SHIPPER_NAME": "", "SMSA_DECLARED_VALUE": "9"})
	_, err := config.Parse(chosen)
	require.ErrorContains(t, err, "SMSA_SHIPPER_NAME is not set")
	require.ErrorContains(t, err, "COURIER_PROVIDER=smsa needs it")
	require.ErrorContains(t, err, "SMSA_DECLARED_VALUE must be at least 10")
	chosen["COURIER_PROVIDER"] = config.Generic
	_, err = config.Parse(chosen)
	require.NoError(t, err)
	chosen["COURIER_PROVIDER"] = "pigeon"
	_, err = config.Parse(chosen)
	require.ErrorContains(t, err, "COURIER_PROVIDER must be smsa or generic")
}

func TestParse_Nafath_SendersHaveDefaults(t *testing.T) {
	cfg, err := config.Parse(production(map[string]string{"IDENTITY_CALLBACK_SENDERS": ""}))
	require.NoError(t, err)
	require.Equal(t, []string{"195.170.180.6", "195.170.180.7"}, cfg.Identity.Senders)
	cfg, err = config.Parse(development(nil))
	require.NoError(t, err)
	require.Equal(t, []string{"0.0.0.0/0", "::/0"}, cfg.Identity.Senders, "any address")

	_, err = config.Parse(production(map[string]string{"IDENTITY_CALLBACK_SENDERS": "nafath", "IDENTITY_SERVER_ADDRESS": "selfcare.example"}))
	require.ErrorContains(t, err, "IDENTITY_CALLBACK_SENDERS must list addresses or networks")
	require.ErrorContains(t, err, "IDENTITY_SERVER_ADDRESS must be an address like 192.0.2.1")
}

// byMoyasar is a complete choice of that provider.
func byMoyasar(changes map[string]string) map[string]string {
	chosen := map[string]string{
		"PAYMENT_PROVIDER": config.PaymentByMoyasar, "PAYMENT_URL": "", "PAYMENT_SECRET_KEY": "",
		"MOYASAR_URL": "https://api.moyasar.com/v1", "MOYASAR_WIDGET_URL": "https://cards.example/fields",
		"MOYASAR_SECRET_KEY": "sk_live_4711abcdefgh", "MOYASAR_PUBLISHABLE_KEY": "pk_live_0815abcdefgh",
	}
	maps.Copy(chosen, changes)
	return production(chosen)
}

func TestParse_Moyasar_HasABlockOfItsOwn(t *testing.T) {
	cfg, err := config.Parse(byMoyasar(nil))
	require.NoError(t, err)
	require.True(t, cfg.Moyasar.IsLive())
	require.Equal(t, 30*time.Minute, cfg.Moyasar.AbandonedAfter)
	require.Equal(t, 8*24*time.Hour, cfg.Moyasar.SettledWithin)
	page, key := cfg.CardFields()
	require.Equal(t, []string{"https://cards.example/fields", "pk_live_0815abcdefgh"}, []string{page, key})

	generic, err := config.Parse(production(map[string]string{"PAYMENT_WIDGET_URL": "https://pay.example/fields"}))
	require.NoError(t, err)
	page, key = generic.CardFields()
	require.Equal(t, []string{"https://pay.example/fields", generic.Payment.PublishableKey}, []string{page, key})
}

func TestParse_WrongMoyasarKeys_AreRefused(t *testing.T) {
	for want, change := range map[string][2]string{
		"MOYASAR_SECRET_KEY must begin with sk_test_ or sk_live_":            {"MOYASAR_SECRET_KEY", "pk_live_4711abcdefgh"},
		"MOYASAR_PUBLISHABLE_KEY must begin with pk_test_ or pk_live_":       {"MOYASAR_PUBLISHABLE_KEY", "sk_live_0815abcdefgh"},
		"MOYASAR_SECRET_KEY and MOYASAR_PUBLISHABLE_KEY must be of one kind": {"MOYASAR_PUBLISHABLE_KEY", "pk_test_0815abcdefgh"},
		"MOYASAR_ABANDONED_AFTER must be from 20m0s to 24h0m0s":              {"MOYASAR_ABANDONED_AFTER", "5m"},
		"MOYASAR_SETTLED_WITHIN must be from 24h0m0s to 1440h0m0s":           {"MOYASAR_SETTLED_WITHIN", "1h"},
		"v1), and PAYMENT_PROVIDER=moyasar needs it":                         {"MOYASAR_URL", ""},
	} {
		_, err := config.Parse(byMoyasar(map[string]string{change[0]: change[1]}))
		require.ErrorContains(t, err, want)
	}
}

func TestParse_Connection_IsReadPerPartner(t *testing.T) {
	cfg, err := config.Parse(production(map[string]string{
		"COURIER_CLIENT_CERT_FILE": "/run/courier.pem", "COURIER_CLIENT_KEY_FILE": "/run/courier-key.pem",
		"TOPUP_CA_FILE": "/run/dtone.pem", "TOPUP_PROXY_URL": "http://proxy.example:3128",
	}))
	require.NoError(t, err)
	connections := cfg.Connections()
	require.Len(t, connections, 15)
	require.Equal(t, config.Connection{ClientCertFile: "/run/courier.pem", ClientKeyFile: "/run/courier-key.pem"}, connections["COURIER"])
	require.Equal(t, config.Connection{CAFile: "/run/dtone.pem", ProxyURL: "http://proxy.example:3128"}, connections["TOPUP"])
	require.Zero(t, connections["PAYMENT"])

	_, err = config.Parse(production(map[string]string{"COURIER_CLIENT_CERT_FILE": "/run/courier.pem"}))
	require.ErrorContains(t, err, "COURIER_CLIENT_CERT_FILE and COURIER_CLIENT_KEY_FILE are needed together")
	_, err = config.Parse(production(map[string]string{"TOPUP_PROXY_URL": "proxy.example"}))
	require.ErrorContains(t, err, "TOPUP_PROXY_URL must be an address that begins with http://")
}

func TestParse_SMTP_RefusesHalfSettings(t *testing.T) {
	for want, changes := range map[string]map[string]string{
		"SMTP_SECURITY must be starttls or tls or none":                      {"SMTP_SECURITY": "ssl"},
		"SMTP_SECURITY is none, so letters would cross the network in clear": {"SMTP_SECURITY": config.SMTPNone},
		"SMTP_USER and SMTP_PASSWORD are needed together":                    {"SMTP_USER": "selfcare", "SMTP_PASSWORD": ""},
		"SMTP_FROM must be a mailbox":                                        {"SMTP_FROM": "no-reply"},
		"SMTP_ADDRESS must be an address like host:8080":                     {"SMTP_ADDRESS": "mail.example"},
	} {
		_, err := config.Parse(production(changes))
		require.ErrorContains(t, err, want)
	}
	for _, near := range []string{"localhost:25", "127.0.0.1:25", "[::1]:25", "postfix:25"} {
		_, err := config.Parse(production(map[string]string{"SMTP_SECURITY": config.SMTPNone, "SMTP_ADDRESS": near}))
		require.NoError(t, err, near)
	}
}
