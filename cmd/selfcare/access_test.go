package main

import (
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

func TestAccess_TakesKeysAllOrNone(t *testing.T) {
	for name, tt := range map[string]struct {
		words []string
		want  []string
	}{
		"keys":       {[]string{"--keys", "history,bundles"}, []string{"history", "bundles"}},
		"nothing":    {[]string{"--nothing"}, []string{}},
		"everything": {[]string{"--everything"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := parse(t, append([]string{"access", "0570000003", "0570000005"}, tt.words...)...)
			require.Equal(t, tt.want, c.Access.allowed())
		})
	}
}

func TestAccess_NoneOrTwo_IsRefused(t *testing.T) {
	parser, err := kong.New(&commands{})
	require.NoError(t, err)
	for _, words := range [][]string{nil, {"--nothing", "--everything"}, {"--nothing", "--keys", "history"}} {
		_, err = parser.Parse(append([]string{"access", "0570000003", "0570000005"}, words...))
		require.Error(t, err, words)
	}
}
