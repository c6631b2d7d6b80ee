package main

import (
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/site"
)

func TestMaintenance_NoStart_BeginsNow(t *testing.T) {
	now := time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC)
	end := now.Add(time.Hour)
	for name, tt := range map[string]struct {
		words []string
		want  *site.Window
	}{
		"until":    {[]string{"--end", "2026-11-21T02:00:00+03:00"}, &site.Window{Start: now, End: end}},
		"from, to": {[]string{"--start", "2026-11-20T22:30:00Z", "--end", "2026-11-20T23:00:00Z"}, &site.Window{Start: now.Add(30 * time.Minute), End: end}},
		"no more":  {[]string{"--clear"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c, parsed := parse(t, append([]string{"content", "maintenance"}, tt.words...)...)
			require.Equal(t, "content maintenance", parsed.Command())
			got, err := c.Content.Maintenance.window(now)
			require.NoError(t, err)
			if tt.want == nil {
				require.Nil(t, got)
				return
			}
			require.True(t, tt.want.Start.Equal(got.Start), got.Start)
			require.True(t, tt.want.End.Equal(got.End), got.End)
		})
	}
}

func TestMaintenance_NoEnd_IsRefused(t *testing.T) {
	c, _ := parse(t, "content", "maintenance")
	_, err := c.Content.Maintenance.window(time.Now())
	require.ErrorContains(t, err, "--end")
	parser, err := kong.New(&commands{})
	require.NoError(t, err)
	_, err = parser.Parse([]string{"content", "maintenance", "--clear", "--end", "2026-11-21T02:00:00Z"})
	require.Error(t, err)
}
