// Package temporal opens our connection to the workflow engine.
package temporal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/envconfig"
	"go.temporal.io/sdk/interceptor"

	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/logging"
)

// Config is the address of the cluster and the settings of the connection.
type Config struct {
	config.Temporal
	Keys    *codec.Keys           // of the payloads; required, so that no payload is stored in clear by mistake
	Metrics client.MetricsHandler // nil: none
	Traces  []interceptor.ClientInterceptor
}

// Dial connects and checks that the server answers, within ctx.
func Dial(ctx context.Context, cfg Config, log *slog.Logger) (client.Client, error) {
	options, err := optionsFor(cfg, log)
	if err != nil {
		return nil, err
	}
	connected, err := client.DialContext(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("connect to Temporal at %s: %w", cfg.Address, hinted(cfg, err))
	}
	return connected, nil
}

func optionsFor(cfg Config, log *slog.Logger) (client.Options, error) {
	if cfg.Keys == nil {
		return client.Options{}, errors.New("no payload keys for Temporal")
	}
	options, err := profile(cfg.Temporal).ToClientOptions(envconfig.ToClientOptionsRequest{})
	if err != nil {
		return client.Options{}, fmt.Errorf("TLS for Temporal: %w", err)
	}
	options.Logger = logging.ForTemporal(log)
	options.DataConverter, options.FailureConverter = codec.DataConverter(cfg.Keys), codec.FailureConverter(cfg.Keys)
	options.MetricsHandler, options.Interceptors = cfg.Metrics, cfg.Traces
	// most of the traffic is encrypted, so compression gains nothing
	options.ConnectionOptions.GrpcCompression = &client.GrpcCompressionNone{}
	return options, nil
}

// profile converts our configuration to that of Temporal's tools and SDKs.
func profile(t config.Temporal) *envconfig.ClientConfigProfile {
	p := &envconfig.ClientConfigProfile{Address: t.Address, Namespace: t.Namespace, APIKey: t.APIKey}
	if t.ByTLS() {
		p.TLS = &envconfig.ClientConfigTLS{
			ServerName: t.TLS.ServerName, ServerCACertPath: t.TLS.CAFile, ClientCertPath: t.TLS.CertFile, ClientKeyPath: t.TLS.KeyFile,
		}
	}
	return p
}

// hinted adds the variable to change to a refusal of the server.
func hinted(cfg Config, err error) error {
	var denied *serviceerror.PermissionDenied
	said := err.Error()
	switch {
	case cutOff(cfg, said):
		return fmt.Errorf("our certificate may be demanded by Temporal: then set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH: %w", err)
	case strings.Contains(said, "certificate required"), strings.Contains(said, "bad certificate"):
		return fmt.Errorf("our certificate is demanded by Temporal: set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH: %w", err)
	case strings.Contains(said, "certificate signed by unknown authority"):
		return fmt.Errorf("this machine does not trust the authority of Temporal's certificate: set TEMPORAL_TLS_SERVER_CA_CERT_PATH: %w", err)
	case errors.As(err, &denied), strings.Contains(said, "Unauthenticated"):
		return fmt.Errorf("our credentials are refused by Temporal: check TEMPORAL_API_KEY and TEMPORAL_NAMESPACE: %w", err)
	case !cfg.ByTLS():
		return fmt.Errorf("%w (if Temporal uses TLS, set TEMPORAL_TLS=true)", err)
	}
	return err
}

// cutOff recognises a connection that ended for lack of a client certificate. With TLS 1.3 the server refuses after the client
// has begun to send, so its reason may be lost with the connection (RFC 8446, 6.2).
func cutOff(cfg Config, said string) bool {
	lost := func(how string) bool { return strings.Contains(said, how) }
	return cfg.ByTLS() && cfg.TLS.CertFile == "" && slices.ContainsFunc([]string{"broken pipe", "connection reset", "EOF"}, lost)
}
