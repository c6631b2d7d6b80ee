package app

import (
	"errors"
	netmail "net/mail"

	"selfcare/api/server"
	"selfcare/internal/gateway/messages/smtp"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/health"
)

// buildBounces serves the mailbox for reports about letters that could not be delivered.
func (p *parts) buildBounces(readiness *health.Readiness) (door, error) {
	options, err := p.serverOptions(readiness)
	if err != nil {
		return nil, err
	}
	mailbox, err := bounceMailbox(p.cfg.SMTP)
	if err != nil {
		return nil, err
	}
	return server.NewBounces(options, server.Bounces{Mailbox: mailbox, Receiver: smtp.Reports{Key: []byte(p.cfg.CodePepper)}})
}

// bounceMailbox returns the address to which other servers report.
func bounceMailbox(cfg config.SMTP) (string, error) {
	text := cfg.Bounces
	if text == "" {
		text = cfg.From
	}
	mailbox, err := netmail.ParseAddress(text)
	if err != nil {
		return "", errors.New("SMTP_BOUNCES: need a mailbox")
	}
	return mailbox.Address, nil
}

// lookAtBounces says whether the product learns of letters that could not be delivered.
func lookAtBounces(cfg config.Config) (string, error) {
	switch {
	case cfg.Email.Provider != config.EmailBySMTP:
		return "the sender of e-mail is " + cfg.Email.Provider, nil
	case cfg.SMTP.BouncesListen == "":
		return "", warningError{errors.New("SMTP_BOUNCES_LISTEN is not set: a letter that a server takes and cannot deliver later counts as sent")}
	default:
		mailbox, err := bounceMailbox(cfg.SMTP)
		return cfg.SMTP.BouncesListen + " takes the letters to " + mailbox, err
	}
}
