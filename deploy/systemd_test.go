package deploy_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-systemd/v22/unit"
	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

// unitFiles maps each file to the command that it runs.
var unitFiles = map[string]string{"selfcare-api.service": "selfcare api", "selfcare-worker@.service": "selfcare worker"}

// hardened are options that each unit has, with their values.
var hardened = map[string]string{
	"NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes", "PrivateDevices": "yes",
	"ProtectKernelModules": "yes", "ProtectKernelTunables": "yes", "ProtectControlGroups": "yes", "RestrictNamespaces": "yes", "LockPersonality": "yes",
	"MemoryDenyWriteExecute": "yes", "SystemCallArchitectures": "native", "UMask": "0077", "User": "selfcare", "Restart": "always", "KillMode": "mixed",
}

// serviceOf returns the section [Service] of a unit, and its variables.
func serviceOf(t *testing.T, name string) (options, variables map[string]string) {
	t.Helper()
	file, err := os.Open("systemd/" + name)
	require.NoError(t, err)
	defer file.Close()
	lines, err := unit.DeserializeOptions(file)
	require.NoError(t, err)
	options, variables = map[string]string{}, map[string]string{}
	for _, line := range lines {
		if line.Section != "Service" {
			continue
		}
		options[line.Name] = line.Value
		if line.Name == "Environment" {
			for pair := range strings.FieldsSeq(line.Value) {
				name, value, _ := strings.Cut(pair, "=")
				variables[name] = value
			}
		}
	}
	return options, variables
}

func TestSystemd_Units_StopInTimeUnprivileged(t *testing.T) {
	known := map[string]bool{"GOMEMLIMIT": true}
	for _, v := range config.Variables() {
		known[v.Name] = true
	}
	for name, command := range unitFiles {
		t.Run(name, func(t *testing.T) {
			options, variables := serviceOf(t, name)
			for option, value := range hardened {
				got, set := options[option]
				require.True(t, set, option)
				require.Equal(t, value, got, option)
			}
			require.True(t, strings.HasSuffix(options["ExecStart"], "/"+command), options["ExecStart"])
			within, err := time.ParseDuration(variables["STOP_WITHIN"])
			require.NoError(t, err)
			kills, err := time.ParseDuration(options["TimeoutStopSec"] + "s")
			require.NoError(t, err)
			require.GreaterOrEqual(t, kills, within+5*time.Second, "a process needs STOP_WITHIN to end")
			for variable := range variables {
				require.True(t, known[variable], variable)
			}
		})
	}
}

// The documents name the files, and the retention of closed workflows.
func TestOperations_NoContainers_NamesUnits(t *testing.T) {
	text, err := os.ReadFile("../docs/operations/install.md")
	require.NoError(t, err)
	for name := range unitFiles {
		require.Contains(t, string(text), "deploy/systemd/"+name)
	}
	retention := *whole(t).Services["temporal-namespace"].Environment["RETENTION"]
	require.Contains(t, string(text), "temporal operator namespace create --namespace selfcare --retention "+retention)
}
