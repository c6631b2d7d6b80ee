package receiptpdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf16"
)

// ref is the number of an object.
type ref int

func (r ref) String() string { return fmt.Sprintf("%d 0 R", int(r)) }

// file is a PDF that is being written: numbered objects, and where each begins.
type file struct {
	bytes.Buffer
	offsets []int
}

func newFile() *file {
	f := &file{}
	f.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	return f
}

// reserve gives a number to an object that is written later.
func (f *file) reserve() ref {
	f.offsets = append(f.offsets, 0)
	return ref(len(f.offsets))
}

func (f *file) put(r ref, object string) {
	f.offsets[r-1] = f.Len()
	fmt.Fprintf(f, "%d 0 obj\n%s\nendobj\n", int(r), object)
}

func (f *file) add(object string) ref {
	r := f.reserve()
	f.put(r, object)
	return r
}

// stream adds data, compressed; more entries of its dictionary may be given.
func (f *file) stream(data []byte, entries string) ref {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	return f.add(fmt.Sprintf("<< /Filter /FlateDecode /Length %d%s >>\nstream\n%s\nendstream", packed.Len(), entries, packed.String()))
}

// finish writes where the objects are. The file's id is made of its content, so that it is the same for the same one.
func (f *file) finish(root, info ref) []byte {
	id := fmt.Sprintf("<%X>", sha256.Sum256(f.Bytes()))
	start := f.Len()
	fmt.Fprintf(f, "xref\n0 %d\n0000000000 65535 f \n", len(f.offsets)+1)
	for _, offset := range f.offsets {
		fmt.Fprintf(f, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(f, "trailer\n<< /Size %d /Root %s /Info %s /ID [%s %s] >>\nstartxref\n%d\n%%%%EOF\n",
		len(f.offsets)+1, root, info, id, id, start)
	return f.Bytes()
}

// textString is a text as the entries of a PDF have it.
func textString(text string) string { return "<FEFF" + utf16Hex(text) + ">" }

func utf16Hex(text string) string {
	var hex strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&hex, "%04X", unit)
	}
	return hex.String()
}
