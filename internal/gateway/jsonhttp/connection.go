package jsonhttp

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"
)

// Connection is the way to a system. Each part may be empty. Its fields are those of config.Connection.
type Connection struct {
	ClientCertFile string // PEM; needed together with its key
	ClientKeyFile  string // PEM
	CAFile         string // PEM: the only authorities that are trusted, in place of the system's
	ProxyURL       string // may hold a login; empty uses HTTPS_PROXY and NO_PROXY
}

// Transport reads the files and returns the transport of a client. It connects to nothing.
func (c Connection) Transport() (*http.Transport, error) {
	secured, err := c.TLS()
	if err != nil {
		return nil, err
	}
	proxy := http.ProxyFromEnvironment
	if c.ProxyURL != "" {
		address, err := url.Parse(c.ProxyURL)
		if err != nil || address.Host == "" {
			return nil, errors.New("proxy is not a URL") // the parser's text would repeat the login
		}
		proxy = http.ProxyURL(address)
	}
	return &http.Transport{
		Proxy:               proxy,
		TLSClientConfig:     secured,
		DialContext:         (&net.Dialer{Timeout: connectTimeout}).DialContext,
		TLSHandshakeTimeout: handshakeFactor * connectTimeout,
		MaxIdleConnsPerHost: idlePerHost,
		IdleConnTimeout:     idleTimeout,
		ForceAttemptHTTP2:   true,
	}, nil
}

// TLS reads the files once to check them. The client certificate is read again for each handshake, so a renewed one is used without a
// restart.
func (c Connection) TLS() (*tls.Config, error) {
	secured := &tls.Config{MinVersion: tls.VersionTLS12}
	if (c.ClientCertFile == "") != (c.ClientKeyFile == "") {
		return nil, errors.New("a client certificate and its key are needed together")
	}
	if c.ClientCertFile != "" {
		if _, err := c.readPair(); err != nil {
			return nil, err
		}
		secured.GetClientCertificate = func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return c.readPair() }
	}
	if c.CAFile != "" {
		text, err := os.ReadFile(c.CAFile)
		if err != nil {
			return nil, fmt.Errorf("read authorities: %w", err)
		}
		secured.RootCAs = x509.NewCertPool()
		if !secured.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("read authorities: %s holds no certificate", c.CAFile)
		}
	}
	return secured, nil
}

func (c Connection) readPair() (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(c.ClientCertFile, c.ClientKeyFile)
	if err != nil {
		return nil, fmt.Errorf("read client certificate: %w", err)
	}
	return &pair, nil
}

// CertificateEnds returns the moment at which the client certificate ends; zero without one.
func (c Connection) CertificateEnds() (time.Time, error) {
	if c.ClientCertFile == "" {
		return time.Time{}, nil
	}
	pair, err := c.readPair()
	if err != nil {
		return time.Time{}, err
	}
	return pair.Leaf.NotAfter, nil
}
