package devstack

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"selfcare/dev/seed"
	"selfcare/internal/platform/config"
)

// Addresses are the places that a developer opens first.
type Addresses struct {
	App         string
	Temporal    string
	TemporalUI  string // empty: not started here
	Simulators  string // empty: all outside systems are real
	Metrics     string // empty without OPS_ADDR
	Environment string // file with the variables of this stack
}

func (s *stack) addresses(cfg config.Config) Addresses {
	addresses := Addresses{
		App:         cfg.PublicURL,
		Temporal:    cfg.Temporal.Address,
		Environment: filepath.Join(s.settings.StateDir, "env"),
	}
	if !s.settings.replaced("TEMPORAL_ADDRESS") {
		addresses.TemporalUI = s.settings.browser(s.settings.TemporalUIPort)
	}
	if s.settings.simulated() {
		addresses.Simulators = s.settings.browser(s.settings.SimulatorPort)
	}
	if cfg.OpsAddr != "" {
		addresses.Metrics = "http://" + reachable(cfg.OpsAddr) + "/metrics"
	}
	return addresses
}

// Print writes the addresses for a person.
func (a Addresses) Print(out io.Writer, took time.Duration) {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %-18s %s\n", name, value)
		}
	}
	fmt.Fprintf(&b, "\nReady after %.1f s. Ctrl-C stops everything.\n\n", took.Seconds())
	line("App", a.App+"/en/   "+a.App+"/ar/")
	line("API documentation", a.App+"/api/docs")
	line("Readiness", a.App+"/readyz")
	line("Metrics", a.Metrics)
	line("Temporal", a.Temporal)
	line("Temporal UI", a.TemporalUI)
	if a.Simulators != "" {
		line("Console", a.Simulators+"/")
		line("SMS and e-mail", a.Simulators+"/outbox")
	}
	line("Variables", a.Environment)
	b.WriteString("\n  Test accounts, password Sahara-2026: support@selfcare.example (support), operator@selfcare.example (operator)\n")
	b.WriteString("  Their authenticator app: secret " + seed.StaffSecret + ". newcomer@ and beginner@selfcare.example (support) have yet to set one up\n")
	b.WriteString("  Customers: 0570000001 (prepaid), 0570000002 (postpaid), 0570000003 (sub-accounts, multi-SIM), 0570000006 (recharges), 0570000007 (lost phone), 830000000001 (data SIM)\n")
	b.WriteString("  Test cards and magic inputs: docs/simulators.md\n\n")
	_, _ = io.WriteString(out, b.String()) // a closed terminal must not stop the stack
}
