// Package partners is the one list of the outside systems: their names, addresses and webhook secrets. The worker, the API,
// doctor and devstack read it.
package partners

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/platform/config"
)

// Partner is one outside system.
type Partner struct {
	// Name is the end of its webhook address, and its label in metrics and in doctor's table.
	Name string
	// Addresses are the addresses that must answer.
	Addresses func(config.Config) []Address
	// Secret signs the call-backs that the contract describes field by field; nil if it sends none of them.
	Secret func(config.Config) string

	// receiver returns the name of the chosen adapter and its reader of call-backs; nil, or a nil reader, if the partner sends none.
	receiver func(config.Config, watched) (provider string, r callback.Receiver, err error)

	open func(*Gateways, config.Config, watched) error // nil if we never call it
	// probe makes one call that changes nothing and finds nothing. Only partners have one whose calls come from customers alone: work
	// that waits for any other partner calls it at least once a minute.
	probe func(context.Context, *Gateways) error
}

// Probe calls a partner to learn whether it answers again. The watcher of its gateway counts the call, and a refusal is an answer. It
// tells whether the partner has such a call.
func Probe(ctx context.Context, all *Gateways, name string) bool {
	for _, p := range All {
		if p.Name == name && p.probe != nil {
			_ = p.probe(ctx, all) // the watcher was told
			return true
		}
	}
	return false
}

// Ids that no partner knows.
const (
	unknownID     = "00000000-0000-0000-0000-000000000000"
	unknownPerson = "0000000000"

	unknownShortAddress = "XXXX0000"
)

// Address is an address of a partner, with the variable that sets it.
type Address struct {
	Name, Variable, URL string
	Connection          jsonhttp.Connection
	// Ask calls an address that is not HTTP; nil for HTTP.
	Ask func(ctx context.Context) error
}

// watched holds the observers of every gateway, and the way to one.
type watched struct {
	figures guard.Watcher
	log     *slog.Logger

	connection jsonhttp.Connection
}

// ConnectionOf is the way to a partner: its name is the prefix of its variables.
func ConnectionOf(cfg config.Config, name string) jsonhttp.Connection {
	return jsonhttp.Connection(cfg.Connections()[strings.ToUpper(name)])
}

// Open checks the configuration of every partner and calls none.
func Open(cfg config.Config, figures guard.Watcher, log *slog.Logger) (Gateways, error) {
	var all Gateways
	for _, p := range All {
		if p.open == nil {
			continue
		}
		if err := p.open(&all, cfg, watched{figures, log, ConnectionOf(cfg, p.Name)}); err != nil {
			return Gateways{}, fmt.Errorf("configuration of %s: %w", p.Name, err)
		}
	}
	return all, nil
}

// Receivers returns the readers of call-backs, by port, slash, provider. It calls no partner; a reader may call its own for the keys
// of signatures.
func Receivers(cfg config.Config, log *slog.Logger) (map[string]callback.Receiver, error) {
	all := map[string]callback.Receiver{}
	for _, p := range All {
		if p.receiver == nil {
			continue
		}
		provider, receiver, err := p.receiver(cfg, watched{log: log, connection: ConnectionOf(cfg, p.Name)})
		if err != nil {
			return nil, fmt.Errorf("call-backs of %s: %w", p.Name, err)
		}
		if receiver != nil {
			all[p.Name+"/"+provider] = receiver
		}
	}
	return all, nil
}

// Secrets returns the secrets of signed call-backs by partner name.
func Secrets(cfg config.Config) map[string]string {
	secrets := map[string]string{}
	for _, p := range All {
		if p.Secret != nil {
			secrets[p.Name] = p.Secret(cfg)
		}
	}
	return secrets
}

// Addresses returns the addresses of all partners, in the order of the list.
func Addresses(cfg config.Config) []Address {
	var places []Address
	for _, p := range All {
		for _, place := range p.Addresses(cfg) {
			place.Connection = ConnectionOf(cfg, p.Name)
			places = append(places, place)
		}
	}
	return places
}
