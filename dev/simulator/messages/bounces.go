package messages

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"selfcare/dev/simulator/engine"
)

const (
	timerBounce   = "bounce"
	bounceAfter   = 2 * time.Second
	bounceWithin  = 10 * time.Second
	bounceTries   = 5
	bounceAgainIn = 30 * time.Second
)

// bounce is a letter that was taken and cannot be delivered.
type bounce struct {
	From    string `json:"from"` // envelope sender, who gets the report
	To      string `json:"to"`
	Headers []byte `json:"headers"`
	Tries   int    `json:"tries"`
}

var bounces = engine.Table[bounce]{Name: "messages-bounces"}

// isFull tells whether the mailbox of an address takes no letter any more, which its server notices late.
func isFull(to string) bool { return strings.HasPrefix(to, "full@") }

// bounceLater plans the report about a letter.
func (s *System) bounceLater(from, to string, letter []byte) error {
	headers, _, _ := bytes.Cut(letter, []byte("\r\n\r\n"))
	return s.machine.Update(func(tx *engine.Tx) {
		id := fmt.Sprintf("bounce_%012d", bounces.Next(tx))
		bounces.Put(tx, id, bounce{From: from, To: to, Headers: headers})
		s.After(tx, bounceAfter, timerBounce, id)
	})
}

// reportBounce sends a report; the product may be away for some time.
func (s *System) reportBounce(tx *engine.Tx, id string) {
	b, known := bounces.Get(tx, id)
	if !known {
		return
	}
	bounces.Delete(tx, id)
	if b.Tries++; b.Tries < bounceTries {
		bounces.Put(tx, id, b)
		s.After(tx, bounceAgainIn, timerBounce, id)
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), bounceWithin) //nolint:forbidigo // the timer ends before
		defer cancel()
		if err := sendReport(ctx, s.bounces, b); err != nil {
			s.machine.Log().Warn("report a letter that bounced", "error", err)
			return
		}
		if err := s.machine.Update(func(tx *engine.Tx) { bounces.Delete(tx, id) }); err != nil {
			s.machine.Log().Warn("forget a letter that bounced", "error", err)
		}
	}()
}

// sendReport sends a report about a delivery to the server that takes them.
func sendReport(ctx context.Context, address string, b bounce) error {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return err
	}
	client := smtp.NewClient(connection)
	defer func() { _ = client.Close() }() // the report is taken or not by then
	if err := client.SendMail("", []string{b.From}, bytes.NewReader(writeReport(b))); err != nil {
		return err
	}
	return client.Quit()
}

// writeReport writes a report in the form of RFC 3464, as Postfix does.
func writeReport(b bounce) []byte {
	const boundary = "9B095B5ADSN=_01DC3B"
	text := strings.Join([]string{
		"From: MAILER-DAEMON@mail.simulator (Mail Delivery System)",
		"To: " + b.From,
		"Subject: Undelivered Mail Returned to Sender",
		"Auto-Submitted: auto-replied",
		"MIME-Version: 1.0",
		"Content-Type: multipart/report; report-type=delivery-status; boundary=\"" + boundary + "\"",
		"",
		"--" + boundary,
		"Content-Description: Notification",
		"Content-Type: text/plain; charset=us-ascii",
		"",
		"<" + b.To + ">: mailbox full",
		"",
		"--" + boundary,
		"Content-Description: Delivery report",
		"Content-Type: message/delivery-status",
		"",
		"Reporting-MTA: dns; mail.simulator",
		"",
		"Final-Recipient: rfc822; " + b.To,
		"Action: failed",
		"Status: 5.2.2",
		"Diagnostic-Code: smtp; 552 5.2.2 mailbox full",
		"",
		"--" + boundary,
		"Content-Description: Undelivered Message Headers",
		"Content-Type: text/rfc822-headers",
		"",
		string(b.Headers),
		"",
		"--" + boundary + "--",
		"",
	}, "\r\n")
	return []byte(text)
}
