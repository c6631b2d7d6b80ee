// Package smdp simulates the SM-DP+ that makes eSIM profiles (GSMA SGP.22, ES2+), and the phones that install them.
package smdp

import (
	"net/http"
	"strings"

	"selfcare/dev/simulator/engine"
)

// Name is the system's name.
const Name = "esim"

// Operations that can be scripted, by their names in ES2+.
const (
	OperationDownload = "downloadOrder"
	OperationConfirm  = "confirmOrder"
	OperationCancel   = "cancelOrder"
	OperationRelease  = "releaseProfile"
)

// Knobs for the times of phones; 0 = by hand.
const (
	PaceDownload = "downloadAfterMs"
	PaceInstall  = "installAfterMs"
)

const (
	timerDownload = "download"
	timerInstall  = "install"
)

// System is the simulated SM-DP+.
type System struct{ *engine.System }

// Config is the operator's side.
type Config struct {
	NotifyURL string       // where the operator takes notifications, up to /gsma
	Client    *http.Client // with our certificate; nil: without one
	Secured   bool         // a caller must have shown a client certificate
}

// Header of each request and answer, with the version of SGP.22.
const (
	protocolHeader = "X-Admin-Protocol"
	protocol       = "gsma/rsp/v2.2.0"
)

// New adds the SM-DP+ to an engine and its paths to mux.
func New(e *engine.Engine, mux *http.ServeMux, cfg Config) *System {
	s := &System{e.AddSystem(Name, "", cfg.authorise)}
	s.ProveBy(func(h http.Header, _ engine.Callback) { h.Set(protocolHeader, protocol) }) // and by the certificate of the client
	s.SendTo(cfg.NotifyURL, cfg.Client)
	s.Defaults.Pace = map[string]int{PaceDownload: 20_000, PaceInstall: 5_000}
	s.Panel = s.panel()
	s.OnTimer(timerDownload, s.downloadItself)
	s.OnTimer(timerInstall, s.installItself)
	function := func(name string, op engine.Operation) {
		op.Name, op.Effect = name, true
		mux.Handle("POST /esim/gsma/rsp2/es2plus/"+name, s.ServeOperation(op))
	}
	function(OperationDownload, engine.Operation{Handle: s.download, Magic: fromEID, Outcomes: outcomes()})
	function(OperationConfirm, engine.Operation{Handle: s.confirm, Outcomes: []string{outcomeRefused}})
	function(OperationCancel, engine.Operation{Handle: s.cancel, Outcomes: []string{outcomeTooLate}})
	function(OperationRelease, engine.Operation{Handle: s.release})
	return s
}

// authorise knows an operator by its client certificate, which the listener has verified.
func (c Config) authorise(r *http.Request) bool {
	shown := r.TLS != nil && len(r.TLS.PeerCertificates) > 0
	return (shown || !c.Secured) && strings.HasPrefix(r.Header.Get(protocolHeader), "gsma/rsp/v2.")
}
