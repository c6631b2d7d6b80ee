package app

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func TestVersion_BuiltByMake_HasCommitAndTime(t *testing.T) {
	was, then := commit, built
	t.Cleanup(func() { commit, built = was, then })
	commit, built = "0123456789ab", "2026-11-28T02:00:00Z"
	require.Regexp(t, `^selfcare .+\ncommit: 0123456789ab\ncommitted: 2026-11-28T02:00:00Z\ncompiled with: go1\.`, Version())
	commit, built = "", ""
	require.Contains(t, Version(), "commit: development\ncommitted: unknown\n")
}

func TestBuildID_ChangedTree_AddsProgramHash(t *testing.T) {
	hash, err := programHash()
	require.NoError(t, err)
	require.Regexp(t, `^[0-9a-f]{12}$`, hash)
	for name, tt := range map[string]struct {
		commit, environment, want string
		refused                   error
	}{
		"a commit":                            {commit: "0123456789ab", environment: config.Production, want: "0123456789ab"},
		"a commit and changes":                {commit: "0123456789ab-dirty", environment: config.Production, want: "0123456789ab-" + hash},
		"no commit":                           {environment: config.Development, want: "development-" + hash},
		"an image without commit":             {commit: "development", environment: config.Development, want: "development-" + hash},
		"no commit in production":             {environment: config.Production, refused: errNoCommit},
		"production, changes without commit":  {commit: "-dirty", environment: config.Production, refused: errNoCommit},
		"an image without it, for production": {commit: "development", environment: config.Production, refused: errNoCommit},
	} {
		t.Run(name, func(t *testing.T) {
			was := commit
			t.Cleanup(func() { commit = was })
			commit = tt.commit
			got, err := buildID(config.Config{Environment: tt.environment})
			require.ErrorIs(t, err, tt.refused)
			require.Equal(t, tt.want, got)
		})
	}
}
