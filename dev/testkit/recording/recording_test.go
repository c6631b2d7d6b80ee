package recording_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/api/examples"
	"selfcare/dev/testkit/recording"
)

func TestAdd_TwoProcesses_KeepTheExamplesOfBoth(t *testing.T) {
	path := filepath.Join(t.TempDir(), "examples.json")
	var both errgroup.Group
	for _, process := range []string{"first", "second"} {
		both.Go(func() error {
			r := recording.New(path) // a lock of a file holds off other openings of it, also in one process
			for i := range 20 {
				if err := r.Add(process+strconv.Itoa(i), answered(`{}`)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	require.NoError(t, both.Wait())
	require.Len(t, readExamples(t, path), 40)
}

func TestAdd_OtherProcess_YieldsOnce(t *testing.T) {
	long := `"` + strings.Repeat("x", 3000) + `"`
	for name, row := range map[string]struct{ before, now, want string }{
		"longer":             {`{}`, `{"a":1}`, `{"a":1}`},
		"shorter":            {`{"a":1}`, `{}`, `{"a":1}`},
		"too long to read":   {`{}`, long, `{}`},
		"short after a long": {long, `{}`, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "examples.json")
			require.NoError(t, recording.New(path).Add("getOrder", answered(row.before)))
			require.NoError(t, recording.New(path).Add("getOrder", answered(row.now)))
			require.JSONEq(t, row.want, string(readExamples(t, path)["getOrder"].Answer))
		})
	}
}

func answered(body string) examples.Example {
	return examples.Example{Status: 200, Answer: json.RawMessage(body)}
}

func readExamples(t *testing.T, path string) (read map[string]examples.Example) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &read))
	return read
}
