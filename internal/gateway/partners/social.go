package partners

import (
	"strings"

	"selfcare/internal/gateway/social"
	"selfcare/internal/platform/config"
)

// provider is one a customer may sign in with, by the name that the API knows.
type provider struct {
	name     string
	settings config.OpenID
}

// configured leaves out the providers without an issuer.
func configured(cfg config.Social) []provider {
	var found []provider
	for _, p := range []provider{{"google", cfg.Google}, {"apple", cfg.Apple}, {"facebook", cfg.Facebook}} {
		if p.settings.Issuer != "" {
			found = append(found, p)
		}
	}
	return found
}

func providers(cfg config.Social) map[string]social.Provider {
	known := map[string]social.Provider{}
	for _, p := range configured(cfg) {
		known[p.name] = social.Provider{Issuer: p.settings.Issuer, ClientID: p.settings.ClientID, ClientSecret: p.settings.ClientSecret}
	}
	return known
}

// issuers are asked for what every provider publishes (OpenID Connect Discovery 1.0).
func issuers(cfg config.Social) []Address {
	var places []Address
	for _, p := range configured(cfg) {
		discovery := strings.TrimSuffix(p.settings.Issuer, "/") + "/.well-known/openid-configuration"
		places = append(places, Address{"sign-in by " + p.name, "SOCIAL_" + strings.ToUpper(p.name) + "_ISSUER", discovery})
	}
	return places
}
