package typed_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"selfcare/internal/domain/typed"
)

func TestFile_FromWindows_IsTheSameText(t *testing.T) {
	const text = "name,city\r\nنورة,جدة\r\n"
	written := map[string][]byte{"plain": []byte(text), "mark": []byte("\ufeff" + text), "ctrl-z": []byte(text + "\x1a")}
	for name, order := range map[string]unicode.Endianness{"utf-16": unicode.LittleEndian, "utf-16, big": unicode.BigEndian} {
		encoded, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(text + "\x1a")
		require.NoError(t, err)
		written[name] = []byte(encoded)
	}
	for name, content := range written {
		for _, from := range []io.Reader{bytes.NewReader(content), iotest.OneByteReader(bytes.NewReader(content))} {
			got, err := io.ReadAll(typed.File(from))
			require.NoError(t, err, name)
			require.Equal(t, text, string(got), name)
		}
	}
	broken, err := io.ReadAll(typed.File(strings.NewReader("a\xffb")))
	require.NoError(t, err)
	require.Equal(t, "a\xffb", string(broken), "invalid text stays, for the reader to refuse")
}
