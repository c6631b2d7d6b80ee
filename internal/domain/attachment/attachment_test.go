package attachment_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/attachment"
)

const largest = 1 << 20

func pngOf(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, 8, 8))))
	return file.Bytes()
}

func jpegOf(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, jpeg.Encode(&file, image.NewGray(image.Rect(0, 0, 8, 8)), nil))
	return file.Bytes()
}

func pdfOf() []byte { return []byte("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n") }

func TestCheck_PictureOrPDF_DetectsType(t *testing.T) {
	behind := func(before string) []byte { return append([]byte(before), pdfOf()...) }
	for name, tt := range map[string]struct {
		kind, want string
		content    []byte
	}{
		"bill.png": {"image/png", "bill.png", pngOf(t)}, "IMG_1.JPEG": {"image/jpeg", "IMG_1.jpeg", jpegOf(t)},
		"فاتورة.pdf": {"application/pdf", "فاتورة.pdf", pdfOf()}, "scan": {"application/pdf", "scan.pdf", pdfOf()},
		"bill.2026": {"image/png", "bill.2026.png", pngOf(t)}, `C:\me\..\bill.png`: {"image/png", "bill.png", pngOf(t)},
		"../../etc/passwd": {"image/png", "passwd.png", pngOf(t)}, "...": {"image/png", "file.png", pngOf(t)}, ".png": {"image/png", "png.png", pngOf(t)},
		"picture.jpg": {"image/png", "picture.png", pngOf(t)}, "photo.PDF": {"image/jpeg", "photo.jpg", jpegOf(t)}, "page.png": {"application/pdf", "page.pdf", pdfOf()},
		"mark.pdf": {"application/pdf", "mark.pdf", behind("\ufeff")}, "blank.pdf": {"application/pdf", "blank.pdf", behind("\r\n\r\n")},
		"both.pdf":    {"application/pdf", "both.pdf", behind(" \ufeff\n")},
		"trailer.pdf": {"application/pdf", "trailer.pdf", append(pdfOf(), make([]byte, 5000)...)},
	} {
		got, err := attachment.Check(name, tt.content, largest)
		require.NoError(t, err, name)
		require.Equal(t, attachment.File{Name: tt.want, Type: tt.kind}, got)
	}
}

// vast returns a picture whose header declares more pixels than memory can hold.
func vast(t *testing.T) []byte {
	file := pngOf(t)
	copy(file[16:24], []byte{0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff})
	return file
}

func TestCheck_OtherContent_IsRefused(t *testing.T) {
	picture := pngOf(t)
	for name, tt := range map[string]struct {
		file    string
		content []byte
		want    contract.Code
	}{
		"a script":                 {"a.png", []byte("<script>alert(1)</script>"), contract.FailAttachmentType},
		"a picture of shapes":      {"a.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), contract.FailAttachmentType},
		"a program":                {"a.pdf", []byte("MZ\x90\x00\x03"), contract.FailAttachmentType},
		"an animation":             {"a.gif", []byte("GIF89a"), contract.FailAttachmentType},
		"nothing":                  {"a.png", nil, contract.FailAttachmentType},
		"a page before a PDF":      {"a.pdf", append([]byte("<script>alert(1)</script>"), pdfOf()...), contract.FailAttachmentType},
		"a PDF far behind":         {"a.pdf", append(bytes.Repeat([]byte{'\n'}, 2000), pdfOf()...), contract.FailAttachmentType},
		"a PDF that ends too soon": {"a.pdf", append(pdfOf(), make([]byte, 65<<10)...), contract.FailAttachmentBroken},
		"a picture cut off":        {"a.png", picture[:20], contract.FailAttachmentBroken},
		"a picture without end":    {"a.png", vast(t), contract.FailAttachmentBroken},
		"a PDF cut off":            {"a.pdf", []byte("%PDF-1.7\n1 0 obj"), contract.FailAttachmentBroken},
		"a byte too many":          {"a.png", bytes.Repeat([]byte{'a'}, largest+1), contract.FailAttachmentLarge},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := attachment.Check(tt.file, tt.content, largest)
			var refused *contract.Refusal
			require.ErrorAs(t, err, &refused)
			require.Equal(t, tt.want, refused.Code)
		})
	}
}

func TestClean_HiddenMarks_AreRemoved(t *testing.T) {
	for given, want := range map[string]string{
		"photo\u202egpj.exe": "photogpj.exe", "a\x00b\n c.png": "ab c.png", "  . bill .. ": "bill", `he said "no".png`: "he said no.png",
		"\u200bзаявка.pdf": "заявка.pdf", "a/b/": "", strings.Repeat("س", 300): strings.Repeat("س", 80),
	} {
		require.Equal(t, want, attachment.Clean(given))
	}
}

func FuzzCheck(f *testing.F) {
	for _, name := range []string{"a.png", "../x.pdf", "photo\u202egpj.exe", "", "سند.jpeg"} {
		f.Add(name, pngOf(f))
		f.Add(name, pdfOf())
	}
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		file, err := attachment.Check(name, content, largest)
		if err != nil {
			return
		}
		require.Contains(t, attachment.Types, file.Type)
		require.True(t, utf8.ValidString(file.Name))
		require.LessOrEqual(t, utf8.RuneCountInString(file.Name), 80)
		require.Equal(t, file.Name, attachment.Clean(file.Name), "cleaning it again changes nothing")
		for _, r := range file.Name {
			require.True(t, unicode.IsPrint(r) && r != '/' && r != '\\')
		}
	})
}
