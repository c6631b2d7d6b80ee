package server

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
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

const (
	// compressFrom is the size below which compressing costs more than it saves.
	compressFrom = 1 << 10
	brotliLevel  = 6
)

// asset is one file of the web app, held in memory. It is compressed when first asked for.
type asset struct {
	kind   string
	etag   string
	plain  []byte
	gzip   func() []byte
	brotli func() []byte
}

// loadAssets reads the whole web app: some two megabytes, read once instead of at each request.
func loadAssets(files fs.FS) (map[string]*asset, error) {
	assets := map[string]*asset{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		assets["/"+name] = newAsset(name, content)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the web app: %w", err)
	}
	return assets, nil
}

func newAsset(name string, content []byte) *asset {
	sum := sha256.Sum256(content)
	kind := mime.TypeByExtension(path.Ext(name))
	if kind == "" {
		kind = "application/octet-stream"
	}
	return &asset{
		kind:  kind,
		etag:  `"` + hex.EncodeToString(sum[:12]) + `"`,
		plain: content,
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
	_, _ = writer.Write(content) // memory takes everything
	_ = writer.Close()
	return out.Bytes()
}

// encoded picks the smallest form the browser takes.
func (a *asset) encoded(accepts string) (content []byte, encoding string) {
	switch {
	case len(a.plain) < compressFrom || !compressible(a.kind):
		return a.plain, ""
	case strings.Contains(accepts, "br"):
		return a.brotli(), "br"
	case strings.Contains(accepts, "gzip"):
		return a.gzip(), "gzip"
	default:
		return a.plain, ""
	}
}

func compressible(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.Contains(kind, "javascript") || strings.Contains(kind, "json") ||
		strings.Contains(kind, "svg") || strings.Contains(kind, "manifest")
}
