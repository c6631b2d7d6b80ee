package deploy_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	alertmanager "github.com/prometheus/alertmanager/config"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

const alertmanagerFile = "alertmanager/alertmanager.yml"

func TestPrometheus_Alerts_GoToAlertmanager(t *testing.T) {
	text, err := os.ReadFile("prometheus/prometheus.yml")
	require.NoError(t, err)
	var file struct {
		Alerting struct {
			Alertmanagers []struct {
				Targets []struct {
					Targets []string `yaml:"targets"`
				} `yaml:"static_configs"`
			} `yaml:"alertmanagers"`
		} `yaml:"alerting"`
	}
	require.NoError(t, yaml.Unmarshal(text, &file))
	require.NotEmpty(t, file.Alerting.Alertmanagers, "alerts have no receiver")
	for _, target := range file.Alerting.Alertmanagers[0].Targets[0].Targets {
		name, port, _ := strings.Cut(target, ":")
		require.Contains(t, whole(t).Services, name)
		require.Equal(t, "9093", port)
	}
}

// Each severity of the rules has a receiver that notifies people, and a repeat interval.
func TestAlertmanager_Severity_HasAReceiver(t *testing.T) {
	file, err := alertmanager.LoadFile(alertmanagerFile)
	require.NoError(t, err)
	sending := map[string]bool{}
	for _, receiver := range file.Receivers {
		sending[receiver.Name] = len(receiver.EmailConfigs)+len(receiver.WebhookConfigs)+len(receiver.PagerdutyConfigs) > 0
	}
	require.Equal(t, map[string]bool{"e-mail": true, "webhook": true, "pager": true}, sending)
	require.Equal(t, "e-mail", file.Route.Receiver)
	require.Len(t, file.Route.Routes, 1)
	wakes := file.Route.Routes[0]
	require.Equal(t, "webhook", wakes.Receiver)
	require.True(t, wakes.Matchers[0].Name == "severity" && wakes.Matchers[0].Matches("page"))
	require.False(t, wakes.Matchers[0].Matches("ticket"))
	for _, a := range alerts(t) {
		require.Contains(t, []string{"page", "ticket"}, a.Labels["severity"], a.Alert)
	}
}

// A receiver reads its secret from a file that the script creates and compose mounts.
func TestAlertmanager_Secrets_AreMountedFiles(t *testing.T) {
	text, err := os.ReadFile(alertmanagerFile)
	require.NoError(t, err)
	project, _, secrets := secretive(t)
	mounted := mountedIn(project.Services["alertmanager"])
	var used []string
	for line := range strings.Lines(string(text)) {
		if _, name, found := strings.Cut(strings.TrimSpace(line), "_file: "+mountedAt); found {
			require.Contains(t, secrets, name)
			used = append(used, name)
		}
	}
	slices.Sort(used)
	slices.Sort(mounted)
	require.Equal(t, mounted, used)
	require.Equal(t, "/etc/alertmanager/alertmanager.yml", project.Services["alertmanager"].Volumes[0].Target)
}
