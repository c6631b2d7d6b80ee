// Package assets answers with contents from memory: compressed once, with an entity tag.
package assets

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

const (
	// compressFrom is the size below which compressing costs more than it saves.
	compressFrom = 1 << 10
	brotliLevel  = 6
)

// Asset is one file of the web app in memory. The first request compresses it.
type Asset struct {
	kind   string
	Etag   string
	Plain  []byte
	gzip   func() []byte
	brotli func() []byte
}

// Load reads the whole web app: some two megabytes, read once instead of at each request.
func Load(files fs.FS) (map[string]*Asset, error) {
	assets := map[string]*Asset{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		assets["/"+name] = New(name, content)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the web app: %w", err)
	}
	return assets, nil
}

// New holds a content; the name's extension says what it is.
func New(name string, content []byte) *Asset {
	sum := sha256.Sum256(content)
	kind := mime.TypeByExtension(path.Ext(name))
	if kind == "" {
		kind = "application/octet-stream"
	}
	return &Asset{
		kind:  kind,
		Etag:  `"` + hex.EncodeToString(sum[:12]) + `"`,
		Plain: content,
		gzip: sync.OnceValue(func() []byte {
			return compressed(content, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
		}),
		brotli: sync.OnceValue(func() []byte {
			return compressed(content, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotliLevel) })
		}),
	}
}

func compressed(content []byte, to func(io.Writer) io.WriteCloser) []byte {
	var out bytes.Buffer
	writer := to(&out)
	_, _ = writer.Write(content) // writing to memory cannot fail
	_ = writer.Close()
	return out.Bytes()
}

// encoded picks the smallest form that the browser accepts.
func (a *Asset) encoded(accepts string) (content []byte, encoding string) {
	if len(a.Plain) < compressFrom || !compressible(a.kind) {
		return a.Plain, ""
	}
	accepted := Accepted(accepts)
	switch {
	case slices.Contains(accepted, "br"):
		return a.brotli(), "br"
	case slices.Contains(accepted, "gzip"):
		return a.gzip(), "gzip"
	default:
		return a.Plain, ""
	}
}

func compressible(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.Contains(kind, "javascript") || strings.Contains(kind, "json") ||
		strings.Contains(kind, "svg") || strings.Contains(kind, "manifest")
}
