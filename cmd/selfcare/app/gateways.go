package app

import (
	"fmt"
	"log/slog"

	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/esim"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/network"
	"selfcare/internal/gateway/payment"
	"selfcare/internal/gateway/portability"
	"selfcare/internal/gateway/registry"
	"selfcare/internal/gateway/social"
	"selfcare/internal/platform/config"
)

// gateways are the ways to the outside systems.
type gateways struct {
	payment  payment.Gateway
	identity identity.Gateway
	registry registry.Gateway
	courier  courier.Gateway
	messages messages.Gateway
	network  network.Gateway
	social   social.Gateway
	esim     esim.Gateway

	portability portability.Gateway
}

func openGateways(cfg config.Config, watch jsonhttp.Watcher, log *slog.Logger) (gateways, error) {
	var g gateways
	opens := []struct {
		variable string
		open     func() error
	}{
		{"PAYMENT_URL", func() (err error) {
			g.payment, err = payment.NewHTTP(payment.Config{URL: cfg.Payment.URL, SecretKey: cfg.Payment.SecretKey}, watch, log)
			return err
		}},
		{"IDENTITY_URL", func() (err error) {
			g.identity, err = identity.NewHTTP(identity.Config{URL: cfg.Identity.URL, AppID: cfg.Identity.AppID, AppKey: cfg.Identity.AppKey}, watch, log)
			return err
		}},
		{"REGISTRY_URL", func() (err error) {
			g.registry, err = registry.NewHTTP(registry.Config{URL: cfg.Registry.URL, APIKey: cfg.Registry.APIKey}, watch, log)
			return err
		}},
		{"COURIER_URL", func() (err error) {
			g.courier, err = courier.NewHTTP(courier.Config{URL: cfg.Courier.URL, APIKey: cfg.Courier.APIKey}, watch, log)
			return err
		}},
		{"MESSAGES_URL", func() (err error) {
			g.messages, err = messages.NewHTTP(messages.Config{URL: cfg.Messages.URL, APIKey: cfg.Messages.APIKey}, watch, log)
			return err
		}},
		{"PORTABILITY_URL", func() (err error) {
			g.portability, err = portability.NewHTTP(portability.Config{URL: cfg.Portability.URL, APIKey: cfg.Portability.APIKey}, watch, log)
			return err
		}},
		{"NETWORK_URL", func() (err error) {
			g.network, err = network.NewHTTP(network.Config{URL: cfg.Network.URL, APIKey: cfg.Network.APIKey}, watch, log)
			return err
		}},
		{"ESIM_URL", func() (err error) {
			g.esim, err = esim.NewHTTP(esim.Config{URL: cfg.ESIM.URL, Requester: cfg.ESIM.Requester, APIKey: cfg.ESIM.APIKey}, watch, log)
			return err
		}},
	}
	g.social = social.NewOpenID(socialProviders(cfg.Social))
	for _, system := range opens {
		if err := system.open(); err != nil {
			return gateways{}, fmt.Errorf("%s: %w", system.variable, err)
		}
	}
	return g, nil
}

// socialProviders leaves out those that are not configured.
func socialProviders(cfg config.Social) map[string]social.Provider {
	configured := map[string]social.Provider{}
	for name, p := range map[string]config.OpenID{"google": cfg.Google, "apple": cfg.Apple, "facebook": cfg.Facebook} {
		if p.Issuer != "" {
			configured[name] = social.Provider{Issuer: p.Issuer, ClientID: p.ClientID, ClientSecret: p.ClientSecret}
		}
	}
	return configured
}
