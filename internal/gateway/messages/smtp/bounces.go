package smtp

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"net/textproto"
	"strings"

	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/messages"
)

// headerMark is the header by which a report about a letter leads back to its message: the key in base64url, a dot, and the proof in
// hexadecimal.
const headerMark = "X-Selfcare-Message"

// sizeProof is the size of the proof in a mark, in bytes.
const sizeProof = 16

// Reports reads reports about letters that a server took and could not deliver (RFC 3464). The report brings the headers of the letter,
// and they hold a mark that only we can make.
type Reports struct{ Key []byte } // the Key of the Config that sent the letters

var _ callback.Receiver = Reports{}

// Receive returns an event for a letter that will not arrive; none for a report that it is late or has arrived. The body is the report
// as it came by SMTP. A report without our headers is callback.ErrUnreadable, a mark of another key callback.ErrForged.
func (v Reports) Receive(_ context.Context, r callback.Request) ([]callback.Event, error) {
	report, err := netmail.ReadMessage(bytes.NewReader(r.Body))
	if err != nil {
		return nil, callback.ErrUnreadable
	}
	said, err := readReport(textproto.MIMEHeader(report.Header), report.Body)
	switch {
	case err != nil:
		return nil, callback.ErrUnreadable
	case !said.failed:
		return nil, nil
	case said.mark == "":
		return nil, callback.ErrUnreadable
	}
	key, isOurs := openMark(v.Key, said.mark)
	if !isOurs {
		return nil, callback.ErrForged
	}
	sum := sha256.Sum256([]byte(key)) // a repeat has another Message-ID
	return []callback.Event{{ID: "bounce-" + hex.EncodeToString(sum[:sizeProof]), OccurredAt: r.At, News: callback.Undelivered{Key: key, Channel: messages.Email}}}, nil
}

// bounce is the content of a report that matters here.
type bounce struct {
	failed bool   // the server has given up
	mark   string // of the letter; empty without its headers
}

// readReport reads the parts of a multipart/report of RFC 6522.
func readReport(header textproto.MIMEHeader, body io.Reader) (said bounce, err error) {
	kind, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || kind != "multipart/report" || !strings.EqualFold(params["report-type"], "delivery-status") {
		return said, errors.Join(errors.New("the letter is no report about a delivery"), err)
	}
	parts := multipart.NewReader(body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			return said, nil
		}
		if err != nil {
			return said, err
		}
		if err := said.readPart(part); err != nil {
			return said, err
		}
	}
}

func (b *bounce) readPart(part *multipart.Part) error {
	kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type")) // a part without a type is text
	content := decoded(part.Header.Get("Content-Transfer-Encoding"), part)
	switch kind {
	case "message/delivery-status", "message/global-delivery-status":
		failed, err := isFailed(content)
		b.failed = b.failed || failed
		return err
	case "message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers":
		letter, err := readFields(bufio.NewReader(content))
		b.mark = letter.Get(headerMark)
		return err
	default:
		return nil
	}
}

// isFailed reads the groups of fields of a delivery status: the first is about the report, each further one about a recipient.
func isFailed(content io.Reader) (failed bool, err error) {
	reader := bufio.NewReader(content)
	for {
		fields, err := readFields(reader)
		if err != nil {
			return false, err
		}
		failed = failed || strings.EqualFold(strings.TrimSpace(fields.Get("Action")), "failed")
		if _, err := reader.Peek(1); errors.Is(err, io.EOF) {
			return failed, nil
		}
	}
}

// readFields reads fields up to an empty line or to the end.
func readFields(reader *bufio.Reader) (textproto.MIMEHeader, error) {
	fields, err := textproto.NewReader(reader).ReadMIMEHeader()
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return fields, err
}

func decoded(encoding string, body io.Reader) io.Reader {
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		return quotedprintable.NewReader(body)
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, body)
	default:
		return body
	}
}

// makeMark returns the mark of a letter from the key of its message.
func makeMark(secret []byte, key string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(key)) + "." + hex.EncodeToString(proofOf(secret, key))
}

// openMark returns the key of a message from the mark of its letter.
func openMark(secret []byte, mark string) (key string, isOurs bool) {
	text, proof, _ := strings.Cut(strings.TrimSpace(mark), ".")
	raw, keyErr := base64.RawURLEncoding.DecodeString(text)
	brought, proofErr := hex.DecodeString(proof)
	key = string(raw)
	return key, len(secret) > 0 && keyErr == nil && proofErr == nil && key != "" && hmac.Equal(brought, proofOf(secret, key))
}

func proofOf(secret []byte, key string) []byte {
	mac := hmac.New(sha256.New, secret)
	_, _ = mac.Write([]byte("letter\x00" + key)) // a hash takes all
	return mac.Sum(nil)[:sizeProof]
}
