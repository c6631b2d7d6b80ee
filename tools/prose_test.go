package tools_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProse_PlantedSentence_Refused(t *testing.T) {
	vale, err := filepath.Abs("../bin/vale")
	require.NoError(t, err)
	if _, ok := run(t, "..", vale, "--version"); !ok {
		t.Skip("make lint-prose builds bin/vale where there is a C compiler")
	}
	config, err := filepath.Abs("prose/vale.ini")
	require.NoError(t, err)
	tests := map[string]string{
		"word.go":       "package word\n\n// Word is for whoever asks.\nconst Word = 1\n",
		"opening.go":    "package word\n\n// Word is one. What failed is tried again.\nconst Word = 1\n",
		"word.ts":       "/** The page of nobody. */\nexport const word = 1;\n",
		"word.tsx":      "// The page of nobody.\nexport const Word = () => <p />;\n",
		"opening.ts":    "// Who asks is told.\nexport const word = 1;\n",
		"word.md":       "# Page\n\nThe order waits for somebody.\n",
		"opening.md":    "# Page\n\nThe order waits. That is enough.\n",
		"word.json":     "{ \"title\": \"A card of ours\" }\n",
		"fine.go":       "package word\n\n// Word names the customer's plan.\nconst Word = \"nobody\"\n",
		"fine.ts":       "/** The customer's page. */\nexport const word = 'nobody';\n",
		"question.json": "{ \"title\": \"What went wrong?\" }\n",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			write(t, filepath.Join(folder, name), text)
			printed, ok := run(t, folder, vale, "--no-global", "--config", config, "--output", "line", name)
			if name == "fine.go" || name == "fine.ts" || name == "question.json" {
				require.True(t, ok, printed)
				return
			}
			require.False(t, ok, "the sentence passes")
			require.Contains(t, printed, name)
		})
	}
}

func TestProse_SQLComment_IsRead(t *testing.T) {
	tests := map[string]struct {
		text  string
		fails bool
	}{
		"word":    {"-- The row of nobody.\nSELECT 1;\n", true},
		"opening": {"SELECT 1; -- Who asks is told.\n", true},
		"fine":    {"-- The customer's row.\nSELECT 'nobody';\n", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), name+".sql")
			write(t, file, tt.text)
			printed, ok := run(t, "..", "bash", "tools/prose.sh", file)
			if strings.Contains(printed, "No C compiler") {
				t.Skip("make lint-prose builds bin/vale where there is a C compiler")
			}
			require.Equal(t, tt.fails, !ok, printed)
		})
	}
}
