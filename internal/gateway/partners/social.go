package partners

import (
	"fmt"
	"strings"

	"selfcare/internal/gateway/social"
	"selfcare/internal/platform/config"
)

// provider is a provider to sign in with, by its name in the API.
type provider struct{ name, issuer string }

// configured leaves out the providers without an issuer.
func configured(cfg config.Social) []provider {
	var found []provider
	for _, p := range []provider{{"google", cfg.Google.Issuer}, {"apple", cfg.Apple.Issuer}, {"facebook", cfg.Facebook.Issuer}} {
		if p.issuer != "" {
			found = append(found, p)
		}
	}
	return found
}

func providers(cfg config.Social) (map[string]social.Provider, error) {
	key, err := cfg.Apple.Key()
	if err != nil && cfg.Apple.Issuer != "" {
		return nil, fmt.Errorf("SOCIAL_APPLE_PRIVATE_KEY %w", err)
	}
	all := map[string]social.Provider{
		"google": social.Standard(cfg.Google.Issuer, cfg.Google.ClientID, cfg.Google.ClientSecret),
		"apple": social.Apple(cfg.Apple.Issuer, social.Signer{
			ClientID: cfg.Apple.ClientID, TeamID: cfg.Apple.TeamID, KeyID: cfg.Apple.KeyID, Key: key,
		}),
		"facebook": social.Facebook(cfg.Facebook.Issuer, cfg.Facebook.ClientID, cfg.Facebook.ClientSecret, cfg.Facebook.DialogURL, cfg.Facebook.TokenURL),
	}
	known := map[string]social.Provider{}
	for _, p := range configured(cfg) {
		known[p.name] = all[p.name]
	}
	return known, nil
}

// issuers returns the discovery addresses of the providers, and Facebook's unpublished token address.
func issuers(cfg config.Social) []Address {
	var places []Address
	for _, p := range configured(cfg) {
		places = append(places, one("sign-in by "+p.name, "SOCIAL_"+strings.ToUpper(p.name)+"_ISSUER", social.Discovery(p.issuer))...)
	}
	if cfg.Facebook.Issuer != "" {
		places = append(places, one("codes of facebook", "SOCIAL_FACEBOOK_TOKEN_URL", cfg.Facebook.TokenURL)...)
	}
	return places
}
