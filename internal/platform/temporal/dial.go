// Package temporal opens our connection to the workflow engine.
package temporal

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"go.temporal.io/sdk/client"

	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/logging"
)

// Config says where the cluster is and how to talk to it.
type Config struct {
	Address   string // host:port of the frontend
	Namespace string
	Keys      *codec.Keys // of the payloads; required, so that nothing is stored in clear by mistake
	TLS       TLS
	Metrics   client.MetricsHandler // nil: none
}

// TLS is used where any field is set. With only ServerName the system's authorities are trusted.
type TLS struct {
	ServerName string
	CAFile     string // authorities to trust instead of the system's
	CertFile   string // our certificate, with KeyFile
	KeyFile    string
}

// Dial connects and checks that the server answers, within ctx.
func Dial(ctx context.Context, cfg Config, log *slog.Logger) (client.Client, error) {
	options, err := optionsFor(cfg, log)
	if err != nil {
		return nil, err
	}
	connected, err := client.DialContext(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("connect to Temporal at %s: %w", cfg.Address, err)
	}
	return connected, nil
}

func optionsFor(cfg Config, log *slog.Logger) (client.Options, error) {
	if cfg.Keys == nil {
		return client.Options{}, errors.New("no payload keys for Temporal")
	}
	options := client.Options{
		HostPort:         cfg.Address,
		Namespace:        cfg.Namespace,
		Logger:           logging.ForTemporal(log),
		DataConverter:    codec.DataConverter(cfg.Keys),
		FailureConverter: codec.FailureConverter(cfg.Keys),
		MetricsHandler:   cfg.Metrics,
	}
	// most of what is sent is encrypted, which no compression makes smaller
	options.ConnectionOptions.GrpcCompression = &client.GrpcCompressionNone{}
	if cfg.TLS != (TLS{}) {
		secured, err := cfg.TLS.config()
		if err != nil {
			return client.Options{}, fmt.Errorf("TLS for Temporal: %w", err)
		}
		options.ConnectionOptions.TLS = secured
	}
	return options, nil
}

func (t TLS) config() (*tls.Config, error) {
	cfg := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: t.ServerName}
	if t.CAFile != "" {
		pem, err := os.ReadFile(t.CAFile)
		if err != nil {
			return nil, fmt.Errorf("read authorities: %w", err)
		}
		cfg.RootCAs = x509.NewCertPool()
		if !cfg.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("no certificate in %s", t.CAFile)
		}
	}
	if t.CertFile != "" || t.KeyFile != "" {
		pair, err := tls.LoadX509KeyPair(t.CertFile, t.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("read our certificate: %w", err)
		}
		cfg.Certificates = []tls.Certificate{pair}
	}
	return cfg, nil
}
