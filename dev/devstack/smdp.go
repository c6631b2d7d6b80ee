package devstack

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"selfcare/dev/embedded/authority"
	"selfcare/dev/embedded/freeport"
)

const (
	reportWithin  = 10 * time.Second
	reportsAtOnce = 16
)

// smdp is the simulated SM-DP+. It and the product know each other by certificates, as ES2+ demands.
type smdp struct {
	listener net.Listener
	client   *http.Client // for its reports, with its certificate
}

// openSMDP makes the certificates, opens the address of the SM-DP+, and chooses the one for its reports.
func (s *stack) openSMDP(ctx context.Context) error {
	if s.settings.replaced("ESIM_URL") || s.settings.replaced("ES2PLUS_LISTEN") {
		return nil
	}
	signer, err := authority.New(filepath.Join(s.settings.StateDir, "certificates"))
	if err != nil {
		return err
	}
	ours, err := signer.Issue("selfcare")
	if err != nil {
		return err
	}
	theirs, err := signer.Issue("smdp")
	if err != nil {
		return err
	}
	secured, err := signer.TLS(theirs)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("open the address of the SM-DP+: %w", err)
	}
	reports, err := freeport.Pick()
	if err != nil {
		return err
	}
	s.smdp = &smdp{
		listener: tls.NewListener(listener, secured),
		client:   &http.Client{Timeout: reportWithin, Transport: &http.Transport{TLSClientConfig: secured, MaxIdleConnsPerHost: reportsAtOnce}},
	}
	for name, value := range map[string]string{
		"ESIM_URL": "https://" + listener.Addr().String() + "/esim", "ESIM_CA_FILE": signer.File,
		"ESIM_CLIENT_CERT_FILE": ours.CertFile, "ESIM_CLIENT_KEY_FILE": ours.KeyFile,
		"ES2PLUS_LISTEN": local(reports), "ES2PLUS_CERT_FILE": ours.CertFile, "ES2PLUS_KEY_FILE": ours.KeyFile, "ES2PLUS_CLIENT_CA_FILE": signer.File,
	} {
		s.started[name] = value
	}
	return nil
}

// serveSMDP serves the SM-DP+ until it is closed.
func (s *stack) serveSMDP(server *http.Server) error {
	if err := server.Serve(s.smdp.listener); !errors.Is(err, http.ErrServerClosed) {
		s.died <- fmt.Errorf("the SM-DP+ ended by itself: %w", err)
	}
	return nil
}
