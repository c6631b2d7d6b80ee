// Package partners is the one list of the outside systems: how each is called, found and believed. The worker, the API,
// doctor and devstack read it.
package partners

import (
	"fmt"
	"log/slog"

	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/platform/config"
)

// Partner is one outside system.
type Partner struct {
	// Name is the end of its call-back address, and its label in figures and in doctor's table.
	Name string
	// Addresses are what has to answer there.
	Addresses func(config.Config) []Address
	// Secret signs its call-backs; nil where it sends none.
	Secret func(config.Config) string

	open func(*Gateways, config.Config, watched) error // nil where we never call it
}

// Address is a place of a partner, and the variable that says where it is.
type Address struct{ Name, Variable, URL string }

// watched is what every gateway reports to.
type watched struct {
	figures jsonhttp.Watcher
	log     *slog.Logger
}

// Open checks the configuration of every partner and calls none.
func Open(cfg config.Config, figures jsonhttp.Watcher, log *slog.Logger) (Gateways, error) {
	var all Gateways
	for _, p := range All {
		if p.open == nil {
			continue
		}
		if err := p.open(&all, cfg, watched{figures, log}); err != nil {
			return Gateways{}, fmt.Errorf("configuration of %s: %w", p.Name, err)
		}
	}
	return all, nil
}

// Secrets are what signs the call-backs, by the name of the partner that sends them.
func Secrets(cfg config.Config) map[string]string {
	secrets := map[string]string{}
	for _, p := range All {
		if p.Secret != nil {
			secrets[p.Name] = p.Secret(cfg)
		}
	}
	return secrets
}

// Addresses are the places of all partners, in the order of the list.
func Addresses(cfg config.Config) []Address {
	var places []Address
	for _, p := range All {
		places = append(places, p.Addresses(cfg)...)
	}
	return places
}
