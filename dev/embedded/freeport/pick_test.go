package freeport_test

import (
	"net"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/embedded/freeport"
)

func TestPick_Repeat_IsAnotherLowPort(t *testing.T) {
	seen := map[int]bool{}
	for range 50 {
		port, err := freeport.Pick()
		require.NoError(t, err)
		require.False(t, seen[port], port)
		seen[port] = true
		require.Less(t, port, 32_768)
		listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, listener.Close()) })
	}
}
