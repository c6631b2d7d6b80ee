package middleware_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server/middleware"
)

func TestRequestNetwork_Client_IsTruncated(t *testing.T) {
	for client, want := range map[string]string{
		"198.51.100.77":        "198.51.100.0/24",
		"::ffff:198.51.100.77": "198.51.100.0/24",
		"2001:db8:1:2:3:4:5:6": "2001:db8:1::/48",
		"fe80::1%eth0":         "fe80::/48",
		"2001:db8:1:2::/64":    "2001:db8:1::/48",
		"":                     "",
		"not an address":       "",
	} {
		request := &middleware.Request{Client: client}
		require.Equal(t, want, request.Network(), client)
	}
}
