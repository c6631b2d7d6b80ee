// Package simulator plays the outside systems: payment provider, national identity app, person registry, courier,
// SM-DP+, message sender, mobile network, the clearing house of numbers, a seller of top-ups abroad, a maker of
// value-added services, a seller of codes of games, a scanner for viruses, the tax authority and the banks' system for bills. It speaks their wire formats (docs/simulators.md) and can be scripted.
package simulator

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"github.com/caarlos0/env/v11"

	"selfcare/dev/simulator/chat"
	"selfcare/dev/simulator/clearinghouse"
	"selfcare/dev/simulator/courier"
	"selfcare/dev/simulator/engine"
	"selfcare/dev/simulator/games"
	"selfcare/dev/simulator/identity"
	"selfcare/dev/simulator/messages"
	"selfcare/dev/simulator/nationaladdress"
	"selfcare/dev/simulator/network"
	"selfcare/dev/simulator/oidc"
	"selfcare/dev/simulator/payment"
	"selfcare/dev/simulator/registry"
	"selfcare/dev/simulator/sadad"
	"selfcare/dev/simulator/scan"
	"selfcare/dev/simulator/smdp"
	"selfcare/dev/simulator/topup"
	"selfcare/dev/simulator/vas"
	"selfcare/dev/simulator/zatca"
)

// Config has the simulators' addresses and accepted credentials.
type Config struct {
	StateDir       string       `env:"SIM_STATE_DIR"`                                                                 // "" forgets everything at the end
	PublicURL      string       `env:"SIM_PUBLIC_URL" envDefault:"http://localhost:8090"`                             // where browsers reach the simulators
	CallbackBase   string       `env:"SIM_CALLBACK_BASE" envDefault:"http://localhost:8080/api/webhooks"`             // call-backs go to CallbackBase/<system>
	FrameAncestors string       `env:"SIM_FRAME_ANCESTORS" envDefault:"'self' http://localhost:* http://127.0.0.1:*"` // pages that may show the card fields
	ES2PlusURL     string       `env:"SIM_ES2PLUS_URL" envDefault:"http://localhost:8095"`                            // where the product takes reports of the SM-DP+
	ES2PlusClient  *http.Client // with the certificate of the SM-DP+; nil: without one
	ES2PlusSecured bool         // its callers must show a client certificate
	BouncesAddress string       `env:"SIM_BOUNCES_ADDRESS" envDefault:"localhost:8096"` // where the product takes reports about letters, by SMTP
	SpeedOfTime    float64      `env:"SIM_SPEED"`                                       // 0 keeps the remembered speed, 1 at first
	Keys           Keys
	Secrets        Secrets
	Log            *slog.Logger
}

// Keys are the callers' credentials, under the product's names for them.
type Keys struct {
	Payment            string `env:"PAYMENT_SECRET_KEY" envDefault:"sk_sim_selfcare"`
	PaymentPublishable string `env:"PAYMENT_PUBLISHABLE_KEY" envDefault:"pk_sim_selfcare"`
	Moyasar            string `env:"MOYASAR_SECRET_KEY" envDefault:"sk_test_selfcare_simulator"`
	MoyasarPublishable string `env:"MOYASAR_PUBLISHABLE_KEY" envDefault:"pk_test_selfcare_simulator"`
	MoyasarAccount     string `env:"MOYASAR_ACCOUNT_NAME" envDefault:"Selfcare"`
	IdentityAppID      string `env:"IDENTITY_APP_ID" envDefault:"selfcare"`
	IdentityAppKey     string `env:"IDENTITY_APP_KEY" envDefault:"sim-identity-key"`
	IdentityIssuer     string `env:"IDENTITY_TOKEN_ISSUER" envDefault:"nafath-simulator"`
	IdentityAudience   string `env:"IDENTITY_TOKEN_AUDIENCE" envDefault:"selfcare"`
	Registry           string `env:"REGISTRY_API_KEY" envDefault:"sim-registry-key"`
	Courier            string `env:"COURIER_API_KEY" envDefault:"sim-courier-key"`
	SMS                string `env:"SMS_API_KEY" envDefault:"sim-sms-key"`
	AppSID             string `env:"UNIFONIC_APP_SID" envDefault:"sim-unifonic-app-sid"`
	Email              string `env:"EMAIL_API_KEY" envDefault:"sim-email-key"`
	Network            string `env:"NETWORK_API_KEY" envDefault:"sim-network-key"`
	Portability        string `env:"PORTABILITY_API_KEY" envDefault:"sim-portability-key"`
	TopUp              string `env:"TOPUP_API_KEY" envDefault:"selfcare"`
	Games              string `env:"GAMES_API_KEY" envDefault:"sim-games-key"`
	Scan               string `env:"SCAN_API_KEY" envDefault:"sim-scan-key"`
	NationalAddress    string `env:"NATIONALADDRESS_API_KEY" envDefault:"sim-nationaladdress-key"`
	Content            string `env:"CONTENT_API_KEY" envDefault:"sim-content-key"`
	TopUpSecret        string `env:"TOPUP_API_SECRET" envDefault:"sim-topup-secret"`
	OIDCClientID       string `env:"SOCIAL_GOOGLE_CLIENT_ID" envDefault:"selfcare"`
	OIDCSecret         string `env:"SOCIAL_GOOGLE_CLIENT_SECRET" envDefault:"sim-oidc-secret"`
	AppleTeam          string `env:"SOCIAL_APPLE_TEAM_ID" envDefault:"SIMTEAM001"`
	AppleKey           string `env:"SOCIAL_APPLE_KEY_ID" envDefault:"SIMKEY0001"`
	ApplePublicKey     string `env:"SIM_APPLE_PUBLIC_KEY" envDefault:"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEcD57VNnYF0it+IeR+lyKykgVIG4QfALdOCwKZRcxPK1lGvVobDneXIlafDpte1/MsFgPiANkbZo4jEVMpq7QPg=="` // of the product's signing key
}

// Secrets sign the call-backs, under the product's names for them.
type Secrets struct {
	Payment     string `env:"PAYMENT_WEBHOOK_SECRET" envDefault:"sim-payment-webhook-secret"`
	Moyasar     string `env:"MOYASAR_WEBHOOK_SECRET" envDefault:"sim-moyasar-webhook-secret"`
	Courier     string `env:"COURIER_WEBHOOK_SECRET" envDefault:"sim-courier-webhook-secret"`
	Network     string `env:"NETWORK_WEBHOOK_SECRET" envDefault:"sim-network-webhook-secret"`
	Portability string `env:"PORTABILITY_WEBHOOK_SECRET" envDefault:"sim-portability-webhook-secret"`
	SADAD       string `env:"SADAD_WEBHOOK_SECRET" envDefault:"sim-sadad-webhook-secret"`
}

// Defaults is the configuration for development.
func Defaults() Config { return env.Must(Read(map[string]string{})) }

// Read reads the configuration from variables; missing ones have development defaults.
func Read(variables map[string]string) (Config, error) {
	cfg, err := env.ParseAsWithOptions[Config](env.Options{Environment: variables})
	cfg.Log = slog.Default()
	return cfg, err
}

// Simulator holds all outside systems.
type Simulator struct {
	engine   *engine.Engine
	handler  http.Handler
	messages *messages.System
}

// New opens the stored state. Close it.
func New(cfg Config) (*Simulator, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	e, err := engine.New(engine.Config{StateDir: cfg.StateDir, CallbackBase: cfg.CallbackBase, Speed: cfg.SpeedOfTime, Log: cfg.Log})
	if err != nil {
		return nil, err
	}
	s := &Simulator{engine: e}
	if err := s.assemble(cfg); err != nil {
		_ = e.Close() // the first error says more
		return nil, fmt.Errorf("assemble simulators: %w", err)
	}
	return s, nil
}

// assemble adds each system to the mux and to the engine; the console shows them in this order.
func (s *Simulator) assemble(cfg Config) error {
	mux, keys, secrets := http.NewServeMux(), cfg.Keys, cfg.Secrets
	payment.New(s.engine, mux, payment.Config{
		PublicURL: cfg.PublicURL, SecretKey: keys.Payment, PublishableKey: keys.PaymentPublishable,
		WebhookSecret: secrets.Payment, FrameAncestors: cfg.FrameAncestors,
		Moyasar: payment.Moyasar{
			SecretKey: keys.Moyasar, PublishableKey: keys.MoyasarPublishable, WebhookSecret: secrets.Moyasar, Account: keys.MoyasarAccount,
		},
	})
	pages := &console{control: &control{s.engine}}
	pages.identity = identity.New(s.engine, mux, identity.Config{
		AppID: keys.IdentityAppID, AppKey: keys.IdentityAppKey, Issuer: keys.IdentityIssuer, Audience: keys.IdentityAudience,
	})
	registry.New(s.engine, mux, keys.Registry)
	if _, err := courier.New(s.engine, mux, cfg.PublicURL, keys.Courier, secrets.Courier); err != nil {
		return err
	}
	pages.messages = messages.New(s.engine, mux, messages.Keys{SMS: keys.SMS, Email: keys.Email, AppSID: keys.AppSID}, cfg.BouncesAddress)
	s.messages = pages.messages
	network.New(s.engine, mux, keys.Network, secrets.Network)
	pages.esim = smdp.New(s.engine, mux, smdp.Config{NotifyURL: cfg.ES2PlusURL, Client: cfg.ES2PlusClient, Secured: cfg.ES2PlusSecured})
	clearinghouse.New(s.engine, mux, keys.Portability, secrets.Portability)
	if _, err := zatca.New(s.engine, mux); err != nil {
		return err
	}
	sadad.New(s.engine, secrets.SADAD)
	chat.New(mux, cfg.FrameAncestors)
	topup.New(s.engine, mux, keys.TopUp, keys.TopUpSecret)
	vas.New(s.engine, mux, keys.Content)
	games.New(s.engine, mux, keys.Games)
	scan.New(s.engine, mux, keys.Scan)
	nationaladdress.New(s.engine, mux, keys.NationalAddress)
	if _, err := oidc.New(mux, oidc.Config{
		PublicURL: cfg.PublicURL, ClientID: keys.OIDCClientID, ClientSecret: keys.OIDCSecret,
		AppleTeam: keys.AppleTeam, AppleKey: keys.AppleKey, ApplePublicKey: keys.ApplePublicKey,
	}); err != nil {
		return err
	}
	pages.control.route(mux)
	pages.route(mux)
	// Other sites must not make a browser press the buttons of the console.
	s.handler = http.NewCrossOriginProtection().Handler(mux)
	return nil
}

// Handler serves all systems, the control API and the console.
func (s *Simulator) Handler() http.Handler { return s.handler }

// ServeMail takes letters by SMTP until the listener closes.
func (s *Simulator) ServeMail(ctx context.Context, listener net.Listener) error {
	return s.messages.ServeMail(ctx, listener)
}

// Run lets time pass: it fires timers and delivers call-backs until ctx ends.
func (s *Simulator) Run(ctx context.Context) error { return s.engine.Run(ctx) }

// Release releases waiting callers, so that the HTTP server can shut down.
func (s *Simulator) Release() { s.engine.Release() }

// Close releases callers and the state. Stop Run and the HTTP server first.
func (s *Simulator) Close() error { return s.engine.Close() }
