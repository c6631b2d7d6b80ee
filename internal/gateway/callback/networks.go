package callback

import (
	"fmt"
	"net/netip"
	"slices"
)

// Networks are addresses of the Internet, listed one by one or by network.
type Networks []netip.Prefix

// ParseNetworks reads addresses and networks such as 10.0.0.0/8.
func ParseNetworks(listed []string) (Networks, error) {
	networks := make(Networks, 0, len(listed))
	for _, text := range listed {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			address, addressErr := netip.ParseAddr(text)
			if addressErr != nil {
				return nil, fmt.Errorf("%q is neither an address nor a network: %w", text, err)
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		if network.Addr().Is4In6() {
			network = netip.PrefixFrom(network.Addr().Unmap(), max(0, network.Bits()-96))
		}
		networks = append(networks, network.Masked())
	}
	return networks, nil
}

// Contain tells whether an address, in its plain form, is in one of the networks.
func (n Networks) Contain(address netip.Addr) bool {
	return slices.ContainsFunc(n, func(network netip.Prefix) bool { return network.Contains(address) })
}
