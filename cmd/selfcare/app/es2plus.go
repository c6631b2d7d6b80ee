package app

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/server"
	"selfcare/internal/gateway/esim/es2plus"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/health"
)

// buildES2Plus serves the reports of the SM-DP+.
func (p *parts) buildES2Plus(readiness *health.Readiness) (*fiber.App, error) {
	options, err := p.serverOptions(readiness)
	if err != nil {
		return nil, err
	}
	return server.NewES2Plus(options, server.ES2Plus{Path: es2plus.PathProgress, Protocol: es2plus.Protocol, Receiver: es2plus.Receiver{}})
}

// es2plusTLS demands a client certificate of the SM-DP+; nil without files, in development. Our certificate is read again for each
// handshake, so a renewed one is used without a restart.
func es2plusTLS(cfg config.ES2Plus) (*tls.Config, error) {
	if !cfg.IsSecured() {
		return nil, nil //nolint:nilnil // plain HTTP
	}
	pair := func() (*tls.Certificate, error) {
		pair, err := tls.LoadX509KeyPair(cfg.CertFile, cfg.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("ES2PLUS_CERT_FILE: %w", err)
		}
		return &pair, nil
	}
	if _, err := pair(); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(cfg.ClientCAFile)
	if err != nil {
		return nil, fmt.Errorf("ES2PLUS_CLIENT_CA_FILE: %w", err)
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("ES2PLUS_CLIENT_CA_FILE: %s holds no certificate", cfg.ClientCAFile)
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: authorities,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return pair() },
	}, nil
}

// lookAtES2Plus reads the files of the address for reports of the SM-DP+.
func lookAtES2Plus(cfg config.ES2Plus, now time.Time) (string, error) {
	if cfg.Listen == "" {
		return "", warningError{errors.New("ES2PLUS_LISTEN is not set: no report about a download arrives, so no order for an eSIM ends")}
	}
	secured, err := es2plusTLS(cfg)
	if err != nil {
		return "", err
	}
	if secured == nil {
		return cfg.Listen + " speaks plain HTTP", nil
	}
	pair, err := secured.GetCertificate(nil)
	if err != nil {
		return "", err
	}
	ends := pair.Leaf.NotAfter
	day := ends.UTC().Format(time.DateOnly)
	switch {
	case !now.Before(ends):
		return "", fmt.Errorf("the certificate %s ended on %s: the SM-DP+ reports nothing", cfg.CertFile, day)
	case now.Add(renewWithin).After(ends):
		return "", warningError{fmt.Errorf("the certificate %s ends on %s: renew it", cfg.CertFile, day)}
	default:
		return cfg.Listen + " demands a client certificate; ours ends on " + day, nil
	}
}
