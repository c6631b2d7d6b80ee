package typed

import (
	"bytes"
	"io"
	"strings"
	"unicode"

	unicodetext "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// File reads a text file of a Windows program: UTF-8 with or without a byte order mark, UTF-16 with one, and possibly Ctrl-Z,
// which ends a DOS file.
func File(file io.Reader) io.Reader {
	return withoutCtrlZ{transform.NewReader(file, unicodetext.BOMOverride(transform.Nop))}
}

const ctrlZ = 0x1a

type withoutCtrlZ struct{ file io.Reader }

// Read removes the byte wherever it stands, so that no text after it is dropped silently.
func (w withoutCtrlZ) Read(into []byte) (int, error) {
	n, err := w.file.Read(into)
	kept := bytes.ReplaceAll(into[:n], []byte{ctrlZ}, nil)
	return copy(into, kept), err
}

// Cell reads a value of a list as spreadsheets write it: without marks and blanks around it and without the apostrophe that turns
// a number into text, in Latin digits, with hyphens for dashes.
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
	return strings.TrimSpace(strings.TrimLeft(plain, " '’‘"))
}
