package tools_test

import (
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// rulesSince is the last commit from before the rules on messages.
const rulesSince = "fe6744e"

const longestSubject = 72

func TestCommits_SayWhatAndWhy(t *testing.T) {
	log, err := exec.Command("git", "-c", "safe.directory=*", "log", "--no-merges", "--format=%h%x00%s%x00%b%x01", rulesSince+"..HEAD").Output()
	if err != nil {
		t.Skip("no history back to " + rulesSince + ": a shallow clone, or no repository")
	}
	require.Empty(t, unclear(string(log)), "a subject has at most 72 characters, a body says why")
}

func TestCommits_OneWithoutABodyOrWithALongSubjectIsFound(t *testing.T) {
	long := strings.Repeat("ع", longestSubject)
	log := "a1\x00feat: x\x00why\n\x01\nb2\x00feat: x\x00 \n\x01\nc3\x00" + long + "\x00why\x01\nd4\x00" + long + "!\x00why\x01\n"
	require.Equal(t, []string{"b2 has no body", "d4 has a long subject"}, unclear(log))
}

// unclear lists what is wrong with the commits of a log.
func unclear(log string) (found []string) {
	for commit := range strings.SplitSeq(log, "\x01") {
		parts := strings.Split(strings.TrimLeft(commit, "\n"), "\x00")
		if len(parts) != 3 {
			continue
		}
		if utf8.RuneCountInString(parts[1]) > longestSubject {
			found = append(found, parts[0]+" has a long subject")
		}
		if strings.TrimSpace(parts[2]) == "" {
			found = append(found, parts[0]+" has no body")
		}
	}
	return found
}
