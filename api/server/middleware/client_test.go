package middleware_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server/middleware"
)

const (
	proxy     = "10.0.0.1"
	nextProxy = "10.0.0.2"
	stranger  = "198.51.100.7"
	client    = "203.0.113.7"
)

func TestClient_ProxyChain_IsTheLastStranger(t *testing.T) {
	trusted, err := middleware.ParseProxies([]string{"10.0.0.0/8", "2001:db8:ffff::/48", "::ffff:192.0.2.1"})
	require.NoError(t, err)
	tests := map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"no proxy forwards":                          {client, nil, client},
		"a stranger's header is ignored":             {stranger, []string{client}, stranger},
		"entry of our proxy":                         {proxy, []string{client}, client},
		"forged before our proxy's entry":            {proxy, []string{"192.0.2.9, " + client}, client},
		"forged on a line of its own":                {proxy, []string{"192.0.2.9", client}, client},
		"forged on many lines":                       {proxy, []string{"192.0.2.9", "192.0.2.10, 192.0.2.11", client}, client},
		"past several of our proxies":                {proxy, []string{client + ", " + nextProxy}, client},
		"past a proxy on a line of its own":          {proxy, []string{client, nextProxy}, client},
		"forged to look like our proxy":              {proxy, []string{nextProxy + ", " + client}, client},
		"a request of our own network":               {proxy, []string{nextProxy}, nextProxy},
		"our proxy adds no entry":                    {proxy, nil, proxy},
		"an empty line":                              {proxy, []string{""}, proxy},
		"an empty last entry":                        {proxy, []string{client + ","}, proxy},
		"nonsense":                                   {proxy, []string{"nonsense"}, proxy},
		"nonsense before the client":                 {proxy, []string{"nonsense, " + client}, client},
		"nonsense from another of our proxies":       {proxy, []string{client + ", unknown, " + nextProxy}, nextProxy},
		"a hidden name":                              {proxy, []string{"_hidden"}, proxy},
		"form of the Forwarded header":               {proxy, []string{"for=" + client}, proxy},
		"with a port":                                {proxy, []string{client + ":443"}, client},
		"with spaces":                                {proxy, []string{"  " + client + "\t"}, client},
		"IPv6":                                       {proxy, []string{"2001:db8::7"}, "2001:db8::7"},
		"IPv6 in brackets":                           {proxy, []string{"[2001:db8::7]"}, "2001:db8::7"},
		"IPv6 with a port":                           {proxy, []string{"[2001:db8::7]:443"}, "2001:db8::7"},
		"IPv6 with a zone":                           {proxy, []string{"fe80::7%eth0"}, "fe80::7"},
		"IPv4 inside IPv6":                           {proxy, []string{"::ffff:" + client}, client},
		"a proxy written as IPv4 inside IPv6":        {"::ffff:" + proxy, []string{client}, client},
		"our entry as IPv4 inside IPv6":              {proxy, []string{client + ", ::ffff:" + nextProxy}, client},
		"a proxy of an IPv6 network":                 {"2001:db8:ffff::1", []string{client}, client},
		"a proxy trusted by its address inside IPv6": {"192.0.2.1", []string{client}, client},
		"four numbers that are no address":           {proxy, []string{"203.0.113.700"}, proxy},
		"leading zeros, which some read as octal":    {proxy, []string{"203.000.113.007"}, proxy},
		"a number that some read as an address":      {proxy, []string{"3405803783"}, proxy},
		"a name":                                     {proxy, []string{"client.example"}, proxy},
		"very many entries, forged first":            {proxy, []string{"1.1.1.1,2.2.2.2,3.3.3.3,4.4.4.4,5.5.5.5," + client}, client},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := trusted.Client(netip.MustParseAddr(tt.peer), tt.forwarded)
			require.Equal(t, tt.want, got.String())
		})
	}
}

func TestParseProxies_NotANetwork_IsRefused(t *testing.T) {
	for _, text := range []string{"", "proxy", "10.0.0.0/33", "10.0.0"} {
		_, err := middleware.ParseProxies([]string{text})
		require.Error(t, err, text)
	}
}
