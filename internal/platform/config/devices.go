package config

import (
	"errors"
	"strings"
)

// Device is a device that stamps electronic invoices, with its credentials at the tax authority.
type Device struct{ Name, PrivateKey, Certificate, Secret string }

// Devices returns the devices in the order of ZATCA_DEVICE.
func (z ZATCA) Devices() ([]Device, error) {
	names, keys := listed(z.Device), listed(z.PrivateKey)
	certificates, secrets := listed(z.Certificate), listed(z.Secret)
	if len(keys) != len(names) || len(certificates) != len(names) || len(secrets) != len(names) {
		return nil, errors.New("ZATCA_PRIVATE_KEY, ZATCA_CERTIFICATE and ZATCA_SECRET must have a value for each device of ZATCA_DEVICE")
	}
	devices, known := make([]Device, len(names)), map[string]bool{}
	for i, name := range names {
		if name == "" || known[name] {
			return nil, errors.New("ZATCA_DEVICE must name each device once")
		}
		known[name] = true
		devices[i] = Device{name, keys[i], certificates[i], secrets[i]}
	}
	return devices, nil
}

func listed(value string) []string {
	all := strings.Split(value, ",")
	for i := range all {
		all[i] = strings.TrimSpace(all[i])
	}
	return all
}
