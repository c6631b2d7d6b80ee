package middleware

import (
	"bytes"

	"github.com/gofiber/fiber/v3"

	"selfcare/internal/contract"
)

// hostBytes are those of a name or an address with its port (RFC 3986, 3.2.2 and 3.2.3).
const hostBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_~:[]"

// validateFraming refuses a request that a proxy in front of us may have read in another way. With another length, the rest of its body
// would be the next customer's request; with another host, its answer could be kept for the pages of that host. So the connection
// ends, too. It reads the headers as they were sent: the HTTP server keeps only the last of several.
func validateFraming(c fiber.Ctx) error {
	header := &c.Request().Header
	if isFramedOnce(header.RawHeaders(), header.IsHTTP11()) {
		return nil
	}
	c.RequestCtx().SetConnectionClose()
	return contract.Refuse(contract.FailNotJSON)
}

// isFramedOnce tells whether headers are well formed, name one host (HTTP/1.0 may leave it out) and give the length of the body at most
// once, in digits (RFC 9112, 3.2, 5.1 and 6). A body in chunks is not taken: the server skips all that follows the digits of a
// chunk's size, and a proxy may read another size there.
func isFramedOnce(sent []byte, isHTTP11 bool) bool {
	hosts, lengths := 0, 0
	for line := range bytes.Lines(sent) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			continue
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.Trim(value, " \t")
		switch {
		case len(name) == len(line), len(name) == 0, bytes.ContainsAny(name, " \t\r\v\f\x00"): // also a line that continues the one before
			return false
		case bytes.EqualFold(name, []byte(fiber.HeaderTransferEncoding)):
			return false
		case bytes.EqualFold(name, []byte(fiber.HeaderContentLength)):
			lengths++
			if lengths > 1 || !isOf(value, "0123456789") {
				return false
			}
		case bytes.EqualFold(name, []byte(fiber.HeaderHost)):
			hosts++
			if hosts > 1 || !isOf(value, hostBytes) {
				return false
			}
		}
	}
	return hosts == 1 || !isHTTP11
}

// isOf tells whether a value has these bytes alone, and at least one.
func isOf(value []byte, allowed string) bool {
	return len(value) > 0 && len(bytes.Trim(value, allowed)) == 0
}
