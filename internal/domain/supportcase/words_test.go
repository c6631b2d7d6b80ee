package supportcase_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/domain/supportcase"
)

func requireText(t *testing.T, key string) {
	t.Helper()
	require.True(t, texts.Has(key), "no text %q", key)
}

func TestConsole_EachKey_HasText(t *testing.T) {
	for _, kind := range supportcase.Kinds {
		requireText(t, "case.title."+string(kind))
		for _, action := range kind.Actions() {
			requireText(t, "case.action."+string(action))
		}
	}
	for kind := range purchase.Definitions {
		requireText(t, "case.title.purchase."+string(kind))
	}
	for key, d := range order.Definitions {
		variety := string(key.Kind)
		if key.Source == contract.NumberPortIn {
			variety += "-port-in"
		}
		requireText(t, "case.title.order."+variety)
		for _, phase := range d.Phases {
			requireText(t, "case.phase."+string(phase))
			if work := order.DoneBy[phase]; work != "" {
				requireText(t, "case.work."+string(work))
			}
			for _, work := range order.TakenBackBy[phase] {
				requireText(t, "case.work."+string(work))
			}
		}
	}
	for _, kind := range settlement.Kinds {
		requireText(t, "case.reason."+underscored(string(kind)))
		requireText(t, "case.advice."+underscored(string(kind)))
	}
}

func underscored(word string) string { return regexp.MustCompile("-").ReplaceAllString(word, "_") }

// Works, sentences and the like are string literals in the sources; the test reads them there.
func TestConsole_EachKeyOfSources_HasText(t *testing.T) {
	quoted := regexp.MustCompile(`(?:Work|contract\.Work)\s*=\s*"([a-z-]+)"`)
	said := regexp.MustCompile(`(?:\.add|addWork)\("([a-z-]+)"`)
	impact := regexp.MustCompile(`Impact\s*=\s*"([a-z-]+)"`)
	found := 0
	for file, read := range map[string]struct {
		pattern *regexp.Regexp
		prefix  string
	}{
		"../../contract/workflows.go": {quoted, "case.work."}, "../../contract/ending.go": {quoted, "case.work."}, "../../contract/port_out.go": {quoted, "case.work."},
		"../../contract/purchase.go": {quoted, "case.work."}, "case.go": {impact, "case.impact."}, "preview.go": {said, "case.will."},
		"orders.go": {said, "case.will."}, "others.go": {said, "case.will."},
	} {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, word := range read.pattern.FindAllStringSubmatch(string(source), -1) {
			requireText(t, read.prefix+word[1])
			found++
		}
	}
	require.Greater(t, found, 60, "they are written in another way now: adapt this test")
	for _, back := range purchase.TakenBack {
		if back != purchase.ToNone {
			requireText(t, "case.will.money-"+string(back))
		}
	}
}
