// Package attachment decides which files a customer may attach to a service request.
package attachment

import (
	"bytes"
	"image"
	_ "image/jpeg" // read by image.DecodeConfig
	_ "image/png"
	"net/http" //nolint:depguard // used for its table of signatures only, without calls
	"slices"

	"selfcare/internal/contract"
)

// Types are the accepted types.
var Types = []string{"image/jpeg", "image/png", pdf}

const (
	pdf = "application/pdf"
	// Most is the number of files that one complaint or reply may carry.
	Most = 5
	// mostPixels stops a small file from using all memory of the program that opens it.
	mostPixels = 100_000_000
	// pdfBegins is the number of bytes that may stand before a PDF, as viewers accept it: a byte order mark and blanks.
	pdfBegins = 1024
	// pdfEnds is the distance from the end of the file at which a PDF must end: mail programs and scanners append to files.
	pdfEnds = 64 << 10
)

// Field is the form field with the content of a file.
const Field = "content"

// File is an accepted file.
type File struct{ Name, Type string }

// Check detects the type of a file from its content and gives its name the matching ending. It ignores the declared type and the
// ending of the name, because both are guesses.
func Check(name string, content []byte, largest int64) (File, error) {
	if int64(len(content)) > largest {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentLarge)
	}
	kind := typeIn(content)
	if !slices.Contains(Types, kind) {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentType)
	}
	if !isComplete(kind, content) {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentBroken)
	}
	return File{storedName(name, kind), kind}, nil
}

var (
	pdfSignature  = []byte("%PDF-")
	byteOrderMark = []byte("\xef\xbb\xbf")
)

func typeIn(content []byte) string {
	start := bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(content[:min(len(content), pdfBegins)]), byteOrderMark))
	if bytes.HasPrefix(start, pdfSignature) {
		return pdf
	}
	return http.DetectContentType(content)
}

// isComplete tells whether the file is complete, so that a viewer can open it.
func isComplete(kind string, content []byte) bool {
	if kind == pdf {
		return bytes.Contains(content[max(0, len(content)-pdfEnds):], []byte("%%EOF"))
	}
	picture, _, err := image.DecodeConfig(bytes.NewReader(content))
	return err == nil && picture.Width > 0 && picture.Height > 0 && picture.Width <= mostPixels/picture.Height
}
