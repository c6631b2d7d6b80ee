package typed

import (
	"bytes"
	"io"
	"strings"
	"unicode"

	unicodetext "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// File reads a text file as programs of Windows write it: UTF-8 with or without a byte order mark, or UTF-16 with one, and perhaps
// Ctrl-Z, which ends a file of DOS.
func File(file io.Reader) io.Reader {
	return withoutCtrlZ{transform.NewReader(file, unicodetext.BOMOverride(transform.Nop))}
}

const ctrlZ = 0x1a

type withoutCtrlZ struct{ file io.Reader }

// Read leaves the byte out wherever it stands: what follows it is never dropped unseen.
func (w withoutCtrlZ) Read(into []byte) (int, error) {
	n, err := w.file.Read(into)
	kept := bytes.ReplaceAll(into[:n], []byte{ctrlZ}, nil)
	return copy(into, kept), err
}

// Cell reads a value of a list as spreadsheets write it: without marks and blanks around it and without the apostrophe that makes text
// of a number, in western digits, with hyphens for dashes.
func Cell(typed string) string {
	plain := strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case isMark(r):
			return -1
		case isDash(r):
			return '-'
		case unicode.IsSpace(r):
			return ' '
		case r == '\u066b': // the Arabic decimal separator
			return '.'
		default:
			return r
		}
	}, Western(typed)))
	return strings.TrimSpace(strings.TrimLeft(plain, "'’‘"))
}
