package codec

import (
	"net/http"

	"go.temporal.io/sdk/converter"
)

const maxRequest = 4 << 20 // bytes; the UI sends one page of a history at a time

// Handler is the codec endpoint of the Temporal UI: POST …/encode and …/decode. A caller of it can read every payload, so
// authentication must stand in front of all methods but OPTIONS (a browser's preflight carries no credentials). Browsers may
// call from corsOrigin only; an empty corsOrigin refuses pages of other origins.
func Handler(keys *Keys, corsOrigin string) http.Handler {
	endpoint := converter.NewPayloadCodecHTTPHandler(payloadCodec{keys})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Origin")
		w.Header().Set("Cache-Control", "no-store")
		origin := r.Header.Get("Origin")
		switch {
		case origin != "" && origin != corsOrigin:
			http.Error(w, http.StatusText(http.StatusForbidden), http.StatusForbidden)
			return
		case origin != "":
			allow(w.Header(), origin)
		}
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
		endpoint.ServeHTTP(w, r)
	})
}

// allow sets the headers that the Temporal UI needs.
func allow(header http.Header, origin string) {
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Allow-Credentials", "true")
	header.Set("Access-Control-Allow-Methods", "POST, OPTIONS")
	header.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Namespace")
}
