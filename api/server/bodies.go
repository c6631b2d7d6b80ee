package server

import (
	"bytes"
	"time"

	"github.com/valyala/fasthttp"
)

const (
	// fileLimit is the body of the largest file; the contract has the same limit for its operations.
	fileLimit = 7 << 20
	// fileTimeout lets a phone with a bad connection upload a file.
	fileTimeout = 2 * time.Minute
)

// bodyOf allows file uploads a larger body and more time. It runs before the body is read: an announced larger body is
// refused unread.
func bodyOf(header *fasthttp.RequestHeader) fasthttp.RequestConfig {
	path, _, _ := bytes.Cut(header.RequestURI(), []byte("?"))
	if !header.IsPost() || !bytes.HasSuffix(path, []byte("/attachments")) {
		return fasthttp.RequestConfig{}
	}
	return fasthttp.RequestConfig{MaxRequestBodySize: fileLimit, ReadTimeout: fileTimeout}
}
