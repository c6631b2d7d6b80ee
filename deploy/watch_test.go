package deploy_test

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

type alert struct {
	Alert       string            `yaml:"alert"`
	Expr        string            `yaml:"expr"`
	For         string            `yaml:"for"`
	Labels      map[string]string `yaml:"labels"`
	Annotations map[string]string `yaml:"annotations"`
}

func alerts(t *testing.T) []alert {
	t.Helper()
	text, err := os.ReadFile("prometheus/rules.yaml")
	require.NoError(t, err)
	var file struct {
		Groups []struct {
			Name  string  `yaml:"name"`
			Rules []alert `yaml:"rules"`
		} `yaml:"groups"`
	}
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&file))
	var all []alert
	for _, group := range file.Groups {
		require.NotEmpty(t, group.Name)
		all = append(all, group.Rules...)
	}
	require.NotEmpty(t, all)
	return all
}

func TestAlerts_EachRule_IsValidAndRated(t *testing.T) {
	known := map[string]bool{}
	for _, a := range alerts(t) {
		expression, err := parser.ParseExpr(a.Expr)
		require.NoError(t, err, a.Alert)
		requireKnownFigures(t, expression)
		require.Equal(t, parser.ValueTypeVector, expression.Type(), a.Alert)
		if a.For != "" {
			_, err = model.ParseDuration(a.For)
			require.NoError(t, err, a.Alert)
		}
		require.Contains(t, []string{"page", "ticket"}, a.Labels["severity"], a.Alert)
		require.NotEmpty(t, a.Annotations["summary"], a.Alert)
		require.False(t, known[a.Alert], "%s is there twice", a.Alert)
		known[a.Alert] = true
	}
}

// figureName is the pattern with which dev/devstack/figures_test.go finds the required figures.
var figureName = regexp.MustCompile(`^(?:up|(?:go|process|selfcare|temporal)_[a-z_]+)$`)

func requireKnownFigures(t *testing.T, expression parser.Expr) {
	t.Helper()
	for _, selected := range parser.ExtractSelectors(expression) {
		for _, matcher := range selected {
			if matcher.Name == "__name__" {
				require.Regexp(t, figureName, matcher.Value)
			}
		}
	}
}

var runbookTitle = regexp.MustCompile(`(?m)^## (.+)$`)

func TestAlerts_Runbook_HasOneSectionEach(t *testing.T) {
	text, err := os.ReadFile("../docs/runbook.md")
	require.NoError(t, err)
	var sections, wanted []string
	for _, found := range runbookTitle.FindAllStringSubmatch(string(text), -1) {
		sections = append(sections, found[1])
	}
	for _, a := range alerts(t) {
		wanted = append(wanted, a.Alert)
		require.Equal(t, "docs/runbook.md#"+strings.ToLower(a.Alert), a.Annotations["runbook_url"])
	}
	slices.Sort(sections)
	slices.Sort(wanted)
	require.Equal(t, wanted, sections)
}

// A section without one of them is useless at night.
func TestRunbook_EachSection_HasItsParts(t *testing.T) {
	text, err := os.ReadFile("../docs/runbook.md")
	require.NoError(t, err)
	for section := range strings.SplitSeq(string(text), "\n## ") {
		title, body, _ := strings.Cut(section, "\n")
		if !strings.HasPrefix(title, "Selfcare") {
			continue
		}
		require.Contains(t, body, "**Customers**", title)
		require.Regexp(t, `\*\*Look( and do)?\*\*`, body, title)
		require.Regexp(t, `\*\*Do\*\*|\*\*Look and do\*\*`, body, title)
		require.Contains(t, body, "**Wake**", title)
	}
}

func TestPrometheus_Job_HasTheRulesName(t *testing.T) {
	text, err := os.ReadFile("prometheus/prometheus.yml")
	require.NoError(t, err)
	var file struct {
		Rules   []string `yaml:"rule_files"`
		Scrapes []struct {
			Job     string `yaml:"job_name"`
			Targets []struct {
				Targets []string `yaml:"targets"`
			} `yaml:"static_configs"`
		} `yaml:"scrape_configs"`
	}
	require.NoError(t, yaml.Unmarshal(text, &file))
	require.Equal(t, []string{"rules.yaml"}, file.Rules)
	require.Len(t, file.Scrapes, 1)
	for _, a := range alerts(t) {
		expression, err := parser.ParseExpr(a.Expr)
		require.NoError(t, err)
		for _, selected := range parser.ExtractSelectors(expression) {
			for _, matcher := range selected {
				if matcher.Name == "job" {
					require.True(t, matcher.Matches(file.Scrapes[0].Job), a.Alert)
				}
			}
		}
	}
	for _, target := range file.Scrapes[0].Targets[0].Targets {
		name, port, _ := strings.Cut(target, ":")
		require.Contains(t, whole(t).Services, name)
		require.Equal(t, "9090", port)
	}
}

func TestDashboard_EachPanel_CanBeDrawn(t *testing.T) {
	text, err := os.ReadFile("grafana/selfcare.json")
	require.NoError(t, err)
	var dashboard struct {
		UID    string `json:"uid"`
		Panels []struct {
			ID      int    `json:"id"`
			Type    string `json:"type"`
			Title   string `json:"title"`
			Grid    struct{ H, W, X, Y int }
			Targets []struct {
				Expr   string `json:"expr"`
				Source struct {
					UID string `json:"uid"`
				} `json:"datasource"`
			} `json:"targets"`
		} `json:"panels"`
	}
	require.NoError(t, json.Unmarshal(text, &dashboard))
	require.Equal(t, "selfcare", dashboard.UID)
	ids, titles := map[int]bool{}, map[string]bool{}
	for _, panel := range dashboard.Panels {
		require.False(t, ids[panel.ID] || titles[panel.Title], panel.Title)
		ids[panel.ID], titles[panel.Title] = true, true
		require.Equal(t, panel.Type == "row", len(panel.Targets) == 0, panel.Title)
		for _, target := range panel.Targets {
			expression, err := parser.ParseExpr(strings.ReplaceAll(target.Expr, "$__rate_interval", "5m"))
			require.NoError(t, err, panel.Title)
			requireKnownFigures(t, expression)
			require.Equal(t, "${source}", target.Source.UID)
		}
	}
}

// The runbook must not name a missing panel.
func TestRunbook_Panels_Exist(t *testing.T) {
	board, err := os.ReadFile("grafana/selfcare.json")
	require.NoError(t, err)
	text, err := os.ReadFile("../docs/runbook.md")
	require.NoError(t, err)
	named := regexp.MustCompile(`[ (]\*([A-Z][^*]+)\*[ ,:;.]`).FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, named)
	for _, panel := range named {
		require.Regexp(t, `"title": "`+regexp.QuoteMeta(panel[1])+`[",]`, string(board))
	}
}
