// Package authority makes certificates for programs of one machine that prove themselves to each other by TLS.
package authority

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Authority signs certificates. Its key is in memory alone.
type Authority struct {
	File string // PEM of its own certificate
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// Holder has a certificate, for a client and for a server on this machine.
type Holder struct{ CertFile, KeyFile string }

const (
	lasts      = 365 * 24 * time.Hour
	serialBits = 120
)

// New makes an authority, and writes its certificate to a folder.
func New(dir string) (*Authority, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make a folder for certificates: %w", err)
	}
	a := &Authority{File: filepath.Join(dir, "authority.pem"), dir: dir}
	var err error
	if a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return nil, fmt.Errorf("make the key of an authority: %w", err)
	}
	template, err := describe("Selfcare development", lasts)
	if err != nil {
		return nil, err
	}
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	a.cert = template
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &a.key.PublicKey, a.key)
	if err != nil {
		return nil, fmt.Errorf("make an authority: %w", err)
	}
	return a, write(a.File, "CERTIFICATE", raw)
}

func describe(name string, within time.Duration) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), serialBits))
	if err != nil {
		return nil, fmt.Errorf("draw a serial number: %w", err)
	}
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(within),
	}, nil
}

// Issue makes a certificate that ends after a year.
func (a *Authority) Issue(name string) (Holder, error) { return a.IssueFor(name, lasts) }

// IssueFor makes a certificate that ends after some time from now.
func (a *Authority) IssueFor(name string, within time.Duration) (Holder, error) {
	h := Holder{CertFile: filepath.Join(a.dir, name+".pem"), KeyFile: filepath.Join(a.dir, name+"-key.pem")}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return h, fmt.Errorf("make the key of %s: %w", name, err)
	}
	template, err := describe(name, within)
	if err != nil {
		return h, err
	}
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth}
	template.DNSNames, template.IPAddresses = []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1)}
	raw, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	if err != nil {
		return h, fmt.Errorf("make the certificate of %s: %w", name, err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return h, fmt.Errorf("write the key of %s: %w", name, err)
	}
	return h, errors.Join(write(h.CertFile, "CERTIFICATE", raw), write(h.KeyFile, "PRIVATE KEY", secret))
}

func write(file, kind string, raw []byte) error {
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: raw}), 0o600); err != nil {
		return fmt.Errorf("write a certificate: %w", err)
	}
	return nil
}

// TLS lets a holder talk with those who have a certificate of the authority, as a client and as a server.
func (a *Authority) TLS(h Holder) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(h.CertFile, h.KeyFile)
	if err != nil {
		return nil, fmt.Errorf("read a certificate: %w", err)
	}
	text, err := os.ReadFile(a.File)
	if err != nil {
		return nil, fmt.Errorf("read an authority: %w", err)
	}
	known := x509.NewCertPool()
	if !known.AppendCertsFromPEM(text) {
		return nil, errors.New("the file of an authority holds no certificate")
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair},
		RootCAs: known, ClientCAs: known, ClientAuth: tls.RequireAndVerifyClientCert,
	}, nil
}
