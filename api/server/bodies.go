package server

import (
	"bytes"
	"time"

	"github.com/valyala/fasthttp"
)

const (
	// fileLimit is the body of the largest file; the contract says the same of its operations.
	fileLimit = 7 << 20
	// fileTimeout lets a phone with a bad connection hand one over.
	fileTimeout = 2 * time.Minute
)

// bodyOf lets a file be larger than any other body, and take longer. It is asked before a body is read: what says that it is larger still is
// refused without being read.
func bodyOf(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	path, _, _ := bytes.Cut(header.RequestURI(), []byte("?"))
	if !header.IsPost() || !bytes.HasSuffix(path, []byte("/attachments")) {
		return fasthttp.RequestConfig{}
	}
	return fasthttp.RequestConfig{MaxRequestBodySize: fileLimit, ReadTimeout: fileTimeout}
}
