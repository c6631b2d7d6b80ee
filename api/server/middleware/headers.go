package middleware

import (
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// OutsideAddresses has the addresses of other companies that pages load from.
type OutsideAddresses struct {
	Widget    string   // the payment provider's page, put into a frame
	Chat      string   // page of online chat, put into a frame; empty without one
	Tiles     string   // tiles of the delivery step's map; empty without one
	Analytics string   // service that counts visits, called by pages; empty without one
	Tracking  []string // origins of the scripts of advertisers
	Captcha   string   // script that tells people from robots; empty where there is none
}

// contentPolicy lets pages load nothing but our own files, map tiles, the frames of the payment provider and of online chat and,
// where there are any, the scripts of a captcha and of advertisers, with what these load and call at their own origin. Pages call us, advertisers
// and the service that counts visits. Of scripts within a page it runs those of the hashes.
func contentPolicy(outside OutsideAddresses, hashes []string) string {
	tracking, captcha := outside.Tracking, captchaSources(outside.Captcha)
	frames := slices.Concat(originOf(outside.Widget), originOf(outside.Chat), captcha)
	if len(frames) == 0 {
		frames = []string{"'none'"}
	}
	return strings.Join([]string{
		"default-src 'self'",
		and("script-src 'self'", slices.Concat(hashes, tracking, captcha)),
		"style-src 'self'",
		and("img-src 'self' data: blob:", slices.Concat(originOf(outside.Tiles), tracking)),
		"font-src 'self'",
		and("connect-src 'self'", slices.Concat(originOf(outside.Analytics), tracking, captcha)),
		and("frame-src", slices.Compact(frames)),
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

// permissions lets the provider's frame alone open Apple Pay.
func permissions(outside OutsideAddresses) string {
	payment := ""
	for _, origin := range originOf(outside.Widget) {
		payment = `"` + origin + `"`
	}
	return "camera=(self), geolocation=(self), microphone=(), payment=(" + payment + ")"
}

// captchaSources are the folder of a captcha's script and the one that Google's loads more from. A whole origin would let pages run
// scripts that have nothing to do with it.
func captchaSources(script string) []string {
	origin := originOf(script)
	if len(origin) == 0 {
		return nil
	}
	folder := script[:strings.LastIndex(script, "/")+1]
	return []string{folder, "https://www.gstatic.com/recaptcha/"}
}

// originOf returns the origin of an address, which may have {placeholders} in its path; nil for an empty one.
func originOf(address string) []string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil
	}
	return []string{u.Scheme + "://" + u.Host}
}

func and(directive string, origins []string) string {
	return strings.Join(append([]string{directive}, origins...), " ")
}

// FixedHeader is a header of answers, ready for writing.
type FixedHeader struct{ name, value []byte }

// FixedHeaders has the headers of pages and files, those of the barcode reader, and those of API answers.
type FixedHeaders struct{ pages, reader, answers []FixedHeader }

// pathBarcodeReader begins the address of the worker that reads barcodes (web/src/features/sim-activation/barcode-reader.ts). It alone compiles
// WebAssembly: a worker has the policy of its own file, and sees neither the page nor its storage.
const pathBarcodeReader = "/assets/barcode-reader-"

// NewFixedHeaders lets pages load only from us and from the given addresses. Inline scripts run only with a listed
// hash. An API answer is no page: it loads nothing, is in no frame and has no links, so it carries only the headers
// that browsers still obey. The list is that of OWASP's REST Security Cheat Sheet, "Security Headers".
func NewFixedHeaders(outside OutsideAddresses, hashes []string) FixedHeaders {
	everywhere := []FixedHeader{
		{[]byte(fiber.HeaderStrictTransportSecurity), []byte("max-age=63072000; includeSubDomains")},
		{[]byte(fiber.HeaderXContentTypeOptions), []byte("nosniff")},
		{[]byte(fiber.HeaderXFrameOptions), []byte("DENY")},
		{[]byte("Cross-Origin-Resource-Policy"), []byte("same-origin")},
	}
	return FixedHeaders{
		reader: append(slices.Clone(everywhere),
			FixedHeader{[]byte(fiber.HeaderContentSecurityPolicy), []byte("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'")}),
		answers: append(slices.Clone(everywhere),
			FixedHeader{[]byte(fiber.HeaderContentSecurityPolicy), []byte("default-src 'none'; frame-ancestors 'none'")}),
		pages: append(slices.Clone(everywhere),
			FixedHeader{[]byte(fiber.HeaderContentSecurityPolicy), []byte(contentPolicy(outside, hashes))},
			FixedHeader{[]byte(fiber.HeaderReferrerPolicy), []byte("strict-origin-when-cross-origin")},
			FixedHeader{[]byte(fiber.HeaderPermissionsPolicy), []byte(permissions(outside))},
			FixedHeader{[]byte("Cross-Origin-Opener-Policy"), []byte("same-origin")}),
	}
}

// of returns the headers for an address.
func (h FixedHeaders) of(path string) []FixedHeader {
	if strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, PathDocs) {
		return h.answers
	}
	if strings.HasPrefix(path, pathBarcodeReader) {
		return h.reader
	}
	return h.pages
}

// PathDocs is the page of the contract, the only page within the API.
const PathDocs = "/api/docs"

// setHeaders sets the headers of every answer, including refusals.
func (s *Observer) setHeaders(c fiber.Ctx) {
	for _, header := range s.Headers.of(c.Path()) {
		c.Response().Header.SetCanonical(header.name, header.value)
	}
}
