package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Connection is the way to a partner that is reached by HTTP.
type Connection struct {
	ClientCertFile string `env:"CLIENT_CERT_FILE" optional:"true" help:"file of our client certificate there, PEM; empty shows none"`
	ClientKeyFile  string `env:"CLIENT_KEY_FILE" optional:"true" help:"file of the key of that certificate, PEM"`
	CAFile         string `env:"CA_FILE" optional:"true" help:"file of the authorities to trust there instead of the system's, PEM"`
	ProxyURL       string `env:"PROXY_URL" optional:"true" check:"proxy" help:"proxy on the way there, like http://user:password@proxy.example:3128; empty uses HTTPS_PROXY, if it is set"`
}

// Connections returns the connection of each partner that has one, by the prefix of its variables, such as PAYMENT.
func (c Config) Connections() map[string]Connection {
	connections := map[string]Connection{}
	for field, value := range reflect.ValueOf(c).Fields() {
		if field.Type.Kind() != reflect.Struct || !value.FieldByName("Connection").IsValid() {
			continue
		}
		if connection, ok := value.FieldByName("Connection").Interface().(Connection); ok {
			connections[strings.TrimSuffix(field.Tag.Get("envPrefix"), "_")] = connection
		}
	}
	return connections
}

// unpaired names the connections with half a client certificate.
func (c Config) unpaired() (problems []error) {
	connections := c.Connections()
	for _, prefix := range slices.Sorted(maps.Keys(connections)) {
		connection := connections[prefix]
		if (connection.ClientCertFile == "") != (connection.ClientKeyFile == "") {
			problems = append(problems, fmt.Errorf("%s_CLIENT_CERT_FILE and %s_CLIENT_KEY_FILE are needed together", prefix, prefix))
		}
	}
	return problems
}
