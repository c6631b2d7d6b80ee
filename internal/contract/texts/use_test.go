package texts_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
)

var (
	happenedCall = regexp.MustCompile(`happened\(([^)]*)\)`)
	eventKey     = regexp.MustCompile(`Key: "([a-z]+\.[a-z-]+)"`)
	noticeName   = regexp.MustCompile(`"([a-z]+(?:-[a-z]+)+)"`)
	noticeCall   = regexp.MustCompile(`(?:remind|toHoldersOf|finish)\([^"\n]*"([a-z-]+)"`)
	quoted       = regexp.MustCompile(`"([^"]+)"`)
)

// The sources use the keys as string literals; this test finds a new key without a text.
func TestTexts_EachUsedKey_HasOne(t *testing.T) {
	source := sources(t, "../../../activities") + sources(t, "../../../workflows")
	calls := happenedCall.FindAllStringSubmatch(source, -1)
	require.Greater(t, len(calls), 10, "the timeline is written in another way now: adapt this test")
	for _, call := range calls {
		for _, key := range quoted.FindAllStringSubmatch(call[1], -1) {
			if !strings.HasSuffix(key[1], ".") { // a prefix to which a status is appended
				require.True(t, texts.Has(key[1]), "event %s", key[1])
			}
		}
	}
	for _, event := range eventKey.FindAllStringSubmatch(source, -1) {
		require.True(t, texts.Has(event[1]), "event %s", event[1])
	}
	rules, err := os.ReadFile("../../domain/order/messages.go")
	require.NoError(t, err)
	notices := append(noticeName.FindAllStringSubmatch(string(rules), -1), noticeCall.FindAllStringSubmatch(source, -1)...)
	require.Greater(t, len(notices), 25, "customers are told in another way now: adapt this test")
	for _, notice := range notices {
		require.True(t, texts.Has("message."+notice[1]), "message %s", notice[1])
	}
}

func sources(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	require.NoError(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		all.Write(content)
		return err
	}))
	return all.String()
}
