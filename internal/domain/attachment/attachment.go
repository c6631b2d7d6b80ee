// Package attachment decides which files are taken with a service request.
package attachment

import (
	"bytes"
	"image"
	_ "image/jpeg" // read by image.DecodeConfig
	_ "image/png"
	"mime"
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
	// pdfEnds is how far from its end a PDF says that it is whole.
	pdfEnds = 1024
)

// Field of a form that holds what a file contains.
const Field = "content"

// File is one that is taken.
type File struct{ Name, Type string }

// Check tells what a file is by what it contains. What its sender says of it, and its name, have to say the same.
func Check(name, said string, content []byte, largest int64) (File, error) {
	if int64(len(content)) > largest {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentLarge)
	}
	kind := http.DetectContentType(content)
	if !slices.Contains(Types, kind) {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentType)
	}
	cleaned, fits := named(name, kind)
	if asSaid, _, err := mime.ParseMediaType(said); err != nil || asSaid != kind || !fits {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentDiffers)
	}
	if !whole(kind, content) {
		return File{}, contract.RefuseField(Field, contract.FailAttachmentBroken)
	}
	return File{cleaned, kind}, nil
}

// whole tells whether whoever opens a file gets to see something.
func whole(kind string, content []byte) bool {
	if kind == pdf {
		return bytes.Contains(content[max(0, len(content)-pdfEnds):], []byte("%%EOF"))
	}
	picture, _, err := image.DecodeConfig(bytes.NewReader(content))
	return err == nil && picture.Width > 0 && picture.Height > 0 && picture.Width <= mostPixels/picture.Height
}
