package config

import (
	"errors"
	"strings"
)

// Devices returns the names of the devices that stamp electronic invoices, in the order of ZATCA_DEVICE.
func (z ZATCA) Devices() ([]string, error) {
	names, known := strings.Split(z.Device, ","), map[string]bool{}
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		if names[i] == "" || known[names[i]] {
			return nil, errors.New("ZATCA_DEVICE must name each device once")
		}
		known[names[i]] = true
	}
	return names, nil
}
