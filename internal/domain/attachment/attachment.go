// Package attachment decides which files are taken with a service request.
package attachment

import (
	"bytes"
	"image"
	_ "image/jpeg" // read by image.DecodeConfig
	_ "image/png"
	"net/http" //nolint:depguard // its table of signatures alone: nobody is called
	"slices"

	"selfcare/internal/contract"
)

// Types are those that are taken.
var Types = []string{"image/jpeg", "image/png", pdf}

const (
	pdf = "application/pdf"
	// Most is how many come with one complaint or reply.
	Most = 5
	// mostPixels keep a small file from growing without end in whatever opens it.
	mostPixels = 100_000_000
	// pdfBegins is how much may stand before a PDF, as every viewer takes it: a byte order mark and blanks.
	pdfBegins = 1024
	// pdfEnds is how far from its end a PDF says that it is whole: mail programs and scanners add to a file.
	pdfEnds = 64 << 10
)

// Field of a form that holds what a file contains.
const Field = "content"

// File is one that is taken.
type File struct{ Name, Type string }

// Check tells what a file is by what it contains. Its name gets the ending of that: the type that its sender's machine declares and the
// ending of its name are guesses.
func Check(name string, content []byte, largest int64) (File, error) {
	if int64(len(content)) > largest {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentLarge)
	}
	kind := typeIn(content)
	if !slices.Contains(Types, kind) {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentType)
	}
	if !whole(kind, content) {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentBroken)
	}
	return File{named(name, kind), kind}, nil
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

// whole tells whether whoever opens a file gets to see something.
func whole(kind string, content []byte) bool {
	if kind == pdf {
		return bytes.Contains(content[max(0, len(content)-pdfEnds):], []byte("%%EOF"))
	}
	picture, _, err := image.DecodeConfig(bytes.NewReader(content))
	return err == nil && picture.Width > 0 && picture.Height > 0 && picture.Width <= mostPixels/picture.Height
}
