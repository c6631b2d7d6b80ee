package bench

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// Machine describes the machine of a run.
type Machine struct {
	CPU      string            `json:"cpu"`
	Cores    int               `json:"cores"`
	MemoryMB int               `json:"memoryMb"`
	System   string            `json:"system"`
	Versions map[string]string `json:"versions"`
}

func (b *Bench) machine(ctx context.Context) (Machine, error) {
	m := Machine{
		CPU: fieldOf("/proc/cpuinfo", "model name"), Cores: runtime.NumCPU(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Versions: map[string]string{"Go": runtime.Version()},
	}
	var kilobytes int
	if _, err := fmt.Sscanf(fieldOf("/proc/meminfo", "MemTotal"), "%d kB", &kilobytes); err == nil {
		m.MemoryMB = kilobytes >> 10
	}
	var postgres string
	if err := b.pool.QueryRow(ctx, "SHOW server_version").Scan(&postgres); err != nil {
		return m, fmt.Errorf("ask for the version of Postgres: %w", err)
	}
	m.Versions["Postgres"] = postgres
	m.addModules("go.temporal.io/sdk", "github.com/gofiber/fiber/v3", "github.com/jackc/pgx/v5", "github.com/uptrace/bun")
	if b.temporal == nil {
		return m, nil
	}
	info, err := b.temporal.WorkflowService().GetSystemInfo(ctx, nil)
	if err != nil {
		return m, fmt.Errorf("ask for the version of Temporal: %w", err)
	}
	m.Versions["Temporal server"] = info.GetServerVersion()
	return m, nil
}

func (m *Machine) addModules(paths ...string) {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return
	}
	for _, module := range build.Deps {
		for _, path := range paths {
			if module.Path == path {
				m.Versions[path] = module.Version
			}
		}
	}
}

// load is the machine's load average over one, five and fifteen minutes; empty on systems other than Linux.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	fields := strings.Fields(string(text))
	return strings.Join(fields[:min(3, len(fields))], " ")
}

// fieldOf finds "name : value" in a file of /proc.
func fieldOf(path, name string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		key, value, found := strings.Cut(line, ":")
		if found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
