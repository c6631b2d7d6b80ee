package middleware

import (
	"strings"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

// validateSignature refuses call-backs without a recent signature by the secret of the port in the address: /webhooks/<port>/generic.
func (s *Chain) validateSignature(c fiber.Ctx) error {
	_, address, _ := strings.Cut(c.Path(), "/webhooks/")
	port, _, _ := strings.Cut(address, "/")
	if err := (callback.Signed{Secret: s.WebhookSecrets[port]}).Validate(s.callBackOf(c)); err != nil {
		return contract.Refuse(contract.FailSignature)
	}
	return nil
}

// noteCallBack keeps a request for the adapter that proves and reads it.
func (s *Chain) noteCallBack(c fiber.Ctx) error {
	RequestOf(c.Context()).CallBack = s.callBackOf(c)
	return nil
}

// callBackOf returns a request that lives no longer than its handler.
func (s *Chain) callBackOf(c fiber.Ctx) callback.Request {
	return callback.Request{
		Header: func(name string) string { return c.Get(name) },
		Query:  func(name string) string { return c.Query(name) },
		Body:   c.Body(), Client: RequestOf(c.Context()).Address, At: s.Now(),
	}
}
