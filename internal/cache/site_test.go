package cache_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSite_Dropped_IsGone(t *testing.T) {
	c, server := open(t)
	content, generation, err := c.Site(t.Context())
	require.NoError(t, err)
	require.Nil(t, content)
	require.NoError(t, c.StoreSite(t.Context(), generation, []byte("first")))
	content, _, err = c.Site(t.Context())
	require.NoError(t, err)
	require.Equal(t, "first", string(content))

	require.NoError(t, c.DropSite(t.Context()))
	content, generation, err = c.Site(t.Context())
	require.NoError(t, err)
	require.Nil(t, content)

	require.NoError(t, c.StoreSite(t.Context(), generation, []byte("second")))
	server.FastForward(5 * time.Minute)
	content, _, err = c.Site(t.Context())
	require.NoError(t, err)
	require.Nil(t, content, "its time is over")
}

func TestKeepSite_OldGeneration_Ignored(t *testing.T) {
	c, _ := open(t)
	_, before, err := c.Site(t.Context())
	require.NoError(t, err)
	require.NoError(t, c.DropSite(t.Context()))
	require.NoError(t, c.StoreSite(t.Context(), before, []byte("old")))
	content, _, err := c.Site(t.Context())
	require.NoError(t, err)
	require.Nil(t, content)
}

func TestSite_RedisDown_IsAnError(t *testing.T) {
	c, server := open(t)
	server.Close()
	_, _, err := c.Site(t.Context())
	require.Error(t, err)
	require.Error(t, c.StoreSite(t.Context(), 0, []byte("x")))
	require.Error(t, c.DropSite(t.Context()))
}
