// Package devstack starts everything that the product needs on one machine with only Go and Node.
package devstack

import (
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/caarlos0/env/v11"

	"selfcare/dev/embedded/postgres"
	"selfcare/dev/simulator"
	"selfcare/dev/simulator/oidc"
	"selfcare/internal/platform/config"
)

// Settings are the variables of the stack itself; the product's own are in internal/platform/config.
type Settings struct {
	Port           int     `env:"PORT" envDefault:"8080"`
	TemporalPort   int     `env:"TEMPORAL_PORT" envDefault:"7233"`
	TemporalUIPort int     `env:"TEMPORAL_UI_PORT" envDefault:"8233"`
	SimulatorPort  int     `env:"SIMULATOR_PORT" envDefault:"8090"`
	PostgresPort   int     `env:"POSTGRES_PORT" envDefault:"5442"`
	SimulatorSpeed float64 `env:"SIM_SPEED"` // of the simulators' time; 0 keeps the remembered one
	StateDir       string  `env:"STATE_DIR" envDefault:".devstack"`
	TemporalBinary string  `env:"TEMPORAL_BIN" envDefault:"bin/temporal"`
	PostgresBin    string  `env:"SELFCARE_PG_BIN"`

	variables map[string]string // as given from outside
}

// Read parses the settings out of variables and remembers them for the product's configuration.
func Read(variables map[string]string) (Settings, error) {
	s := Settings{variables: variables}
	if err := env.ParseWithOptions(&s, env.Options{Environment: variables}); err != nil {
		return s, errors.New("PORT, TEMPORAL_PORT, TEMPORAL_UI_PORT, SIMULATOR_PORT, POSTGRES_PORT and SIM_SPEED must be numbers")
	}
	dir, err := filepath.Abs(s.StateDir)
	if err != nil {
		return s, fmt.Errorf("find the folder of STATE_DIR: %w", err)
	}
	s.StateDir = dir
	if s.PostgresBin == "" {
		s.PostgresBin = postgres.PackageBin("web")
	}
	return s, nil
}

// replaced tells whether a variable points at the user's own part, so that none is started here.
func (s Settings) replaced(variable string) bool { return s.variables[variable] != "" }

// simulated tells whether the simulators play at least one outside system.
func (s Settings) simulated() bool {
	for variable := range s.simulators() {
		if !s.replaced(variable) {
			return true
		}
	}
	return false
}

// simulators are the addresses of the development defaults, on our port, by the variable that replaces each.
func (s Settings) simulators() map[string]string {
	places := map[string]string{}
	for _, v := range config.Variables() {
		if path, there := strings.CutPrefix(v.Development, simulator.Defaults().PublicURL); there {
			places[v.Name] = s.browser(s.SimulatorPort) + path
		}
	}
	return places
}

// port is a port the stack needs, with the variable that moves it.
type port struct {
	variable string
	number   int
	use      string
}

func (s Settings) ports() []port {
	needed := []port{{"PORT", s.Port, "the app"}}
	if !s.replaced("TEMPORAL_ADDRESS") {
		needed = append(needed, port{"TEMPORAL_PORT", s.TemporalPort, "Temporal"}, port{"TEMPORAL_UI_PORT", s.TemporalUIPort, "the Temporal UI"})
	}
	if s.simulated() {
		needed = append(needed, port{"SIMULATOR_PORT", s.SimulatorPort, "the simulators"})
	}
	if !s.replaced("DATABASE_URL") {
		needed = append(needed, port{"POSTGRES_PORT", s.PostgresPort, "Postgres"})
	}
	return needed
}

func local(number int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(number)) }

func (s Settings) browser(number int) string { return "http://localhost:" + strconv.Itoa(number) }

// configuration is the product's configuration on this stack: the user's values, then those of started parts, then
// development defaults.
func (s Settings) configuration(started map[string]string) (config.Config, map[string]string, error) {
	variables := map[string]string{
		"SELFCARE_ENV":       config.Development,
		"HTTP_ADDR":          local(s.Port),
		"PUBLIC_URL":         s.browser(s.Port),
		"TEMPORAL_UI_ORIGIN": s.browser(s.TemporalUIPort),
	}
	for _, provider := range oidc.Providers {
		variables["SOCIAL_"+strings.ToUpper(provider)+"_ISSUER"] = oidc.Issuer(s.browser(s.SimulatorPort), provider)
	}
	for _, values := range []map[string]string{s.simulators(), started, s.variables} {
		for name, value := range values {
			if value != "" {
				variables[name] = value
			}
		}
	}
	cfg, err := config.Parse(variables)
	return cfg, variables, err
}
