package middleware

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
)

// signatureAge is the most that a call-back's time stamp may differ from our clock, either way.
const signatureAge = 5 * time.Minute

// validateSignature refuses call-backs without a recent signature by the partner's secret.
func (s *Chain) validateSignature(c fiber.Ctx) error {
	secret := s.WebhookSecrets[path.Base(c.Path())] // the end of the address names the partner
	stamp, mac, ok := signatureParts(c.Get(headerSignature))
	if secret == "" || !ok {
		return contract.Refuse(contract.FailSignature)
	}
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || s.Now().Sub(time.Unix(seconds, 0)).Abs() > signatureAge {
		return contract.Refuse(contract.FailSignature)
	}
	want := hmac.New(sha256.New, []byte(secret))
	want.Write([]byte(stamp + "."))
	want.Write(c.Body())
	if !hmac.Equal(mac, want.Sum(nil)) {
		return contract.Refuse(contract.FailSignature)
	}
	return nil
}

// signatureParts reads "t=<unix seconds>,v1=<hex>".
func signatureParts(header string) (stamp string, mac []byte, ok bool) {
	first, second, _ := strings.Cut(header, ",")
	stamp, hasStamp := strings.CutPrefix(first, "t=")
	signature, hasMAC := strings.CutPrefix(second, "v1=")
	mac, err := hex.DecodeString(signature)
	return stamp, mac, hasStamp && hasMAC && err == nil
}
