package configfile_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/configfile"
)

// list has a field of each kind.
type list struct {
	Name  string `yaml:"name"`
	On    bool   `yaml:"on"`
	Parts []struct {
		Count int      `yaml:"count"`
		Free  *bool    `yaml:"free"`
		Words []string `yaml:"words"`
	} `yaml:"parts"`
}

func TestRead_YAMLAndJSON_AreAccepted(t *testing.T) {
	for _, file := range []string{"name: a\nparts:\n  - { count: 2 }\n", `{"name": "a", "parts": [{"count": 2}]}`} {
		var got list
		problems, err := configfile.Read(file, &got)
		require.NoError(t, err)
		require.Empty(t, problems)
		require.Equal(t, "a", got.Name)
		require.Equal(t, 2, got.Parts[0].Count)
	}
}

func TestRead_WrongKind_NamesEachPlace(t *testing.T) {
	file := "name: [a]\non: perhaps\nparts:\n  - count: several\n    free: 2\n    words: none\n  - { count: 1, cuont: 2 }\n  - one\n"
	var got list
	problems, err := configfile.Read(file, &got)
	require.NoError(t, err)
	require.EqualError(t, configfile.Locate(file, problems), `line 1: name: must be a text
line 2: on: must be true or false
line 4: parts[0].count: must be a whole number
line 5: parts[0].free: must be true or false
line 6: parts[0].words: must be a list
line 7: parts[1].cuont: is not known here
line 8: parts[2]: must be a mapping of keys`)
	require.Equal(t, 1, got.Parts[1].Count, "readable values are read")
}

func TestRead_LongValue_NamesItsPlace(t *testing.T) {
	file := "parts:\n  - { count: 1, words: [] }\n  - { count: a whole lot of them, words: [] }\n"
	problems, err := configfile.Read(file, &list{})
	require.NoError(t, err)
	require.EqualError(t, configfile.Locate(file, problems), "line 3: parts[1].count: must be a whole number")
}

func TestRead_DuplicateKey_IsNamed(t *testing.T) {
	problems, err := configfile.Read("name: a\nname: b\n", &list{})
	require.NoError(t, err)
	require.Len(t, problems, 1)
	require.EqualError(t, problems[0], `line 2: mapping key "name" already defined at line 1`)
}

func TestRead_NoDocument_IsRefused(t *testing.T) {
	for name, tt := range map[string]struct{ file, want string }{
		"nothing":       {"", "the file is empty"},
		"two documents": {"name: a\n---\nname: b\n", "more than one document"},
		"no YAML":       {"name: [", "line 1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := configfile.Read(tt.file, &list{})
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestLocate_MissingKey_NamesNearestLine(t *testing.T) {
	file := "name: a\nparts:\n  - { count: 1 }\n  - { count: 1 }\n"
	require.EqualError(t, configfile.Locate(file, []configfile.Problem{
		{Key: "parts[1].count", Text: "is there already", Earlier: "parts[0].count"}, {Key: "parts[0].words", Text: "is missing"},
	}), "line 3: parts[0].words: is missing\nline 4: parts[1].count: is there already, first in line 3")
}

func TestRead_MultilineValue_IsNamed(t *testing.T) {
	var into map[string]int
	problems, err := configfile.Read("at: 0\n\n  0", &into)
	require.NoError(t, err)
	require.Equal(t, []configfile.Problem{{Line: 1, Key: "at", Text: "must be a whole number"}}, problems)
}
