package codec_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/converter"
	"google.golang.org/protobuf/encoding/protojson"

	"selfcare/internal/platform/codec"
)

const uiOrigin = "http://localhost:8233"

func ask(t *testing.T, method, path, origin, body string) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if origin != "" {
		req.Header.Set("Origin", origin)
	}
	res := httptest.NewRecorder()
	codec.Handler(ring(t, newKey), uiOrigin).ServeHTTP(res, req)
	return res
}

func TestHandler_Decode_ForTemporalUI(t *testing.T) {
	sealed, err := protojson.Marshal(&commonpb.Payloads{Payloads: []*commonpb.Payload{seal(t, newKey)}})
	require.NoError(t, err)
	res := ask(t, http.MethodPost, "/codec/decode", uiOrigin, string(sealed))
	require.Equal(t, http.StatusOK, res.Code)
	require.Equal(t, uiOrigin, res.Header().Get("Access-Control-Allow-Origin"))
	require.Equal(t, "no-store", res.Header().Get("Cache-Control"))
	var opened commonpb.Payloads
	require.NoError(t, protojson.Unmarshal(res.Body.Bytes(), &opened))
	require.Contains(t, converter.GetDefaultDataConverter().ToString(opened.GetPayloads()[0]), "Sara Canary")
}

func TestHandler_Encode_FromTemporalUI(t *testing.T) {
	plain, err := converter.GetDefaultDataConverter().ToPayloads(order)
	require.NoError(t, err)
	body, err := protojson.Marshal(plain)
	require.NoError(t, err)
	res := ask(t, http.MethodPost, "/codec/encode", "", string(body)) // no browser: no origin
	require.Equal(t, http.StatusOK, res.Code)
	require.Empty(t, res.Header().Get("Access-Control-Allow-Origin"))
	var sealed commonpb.Payloads
	require.NoError(t, protojson.Unmarshal(res.Body.Bytes(), &sealed))
	got, err := open(t, newKey, sealed.GetPayloads()[0])
	require.NoError(t, err)
	require.Equal(t, order, got)
}

func TestHandler_Origin_OnlyTheUI(t *testing.T) {
	res := ask(t, http.MethodOptions, "/codec/decode", uiOrigin, "")
	require.Equal(t, http.StatusNoContent, res.Code)
	require.Equal(t, uiOrigin, res.Header().Get("Access-Control-Allow-Origin"))
	require.Contains(t, res.Header().Get("Access-Control-Allow-Headers"), "X-Namespace")
	require.Equal(t, "Origin", res.Header().Get("Vary"))

	for _, method := range []string{http.MethodOptions, http.MethodPost} {
		res = ask(t, method, "/codec/decode", "https://elsewhere.example", `{"payloads":[]}`)
		require.Equal(t, http.StatusForbidden, res.Code)
		require.Empty(t, res.Header().Get("Access-Control-Allow-Origin"))
	}
}

func TestHandler_Unreadable_IsRefused(t *testing.T) {
	require.Equal(t, http.StatusBadRequest, ask(t, http.MethodPost, "/codec/decode", "", "not JSON").Code)
	require.Equal(t, http.StatusBadRequest, ask(t, http.MethodPost, "/codec/decode", "", strings.Repeat(" ", 5<<20)+"{}").Code)
	require.Equal(t, http.StatusNotFound, ask(t, http.MethodGet, "/codec/decode", "", "").Code)
	foreign, err := protojson.Marshal(&commonpb.Payloads{Payloads: []*commonpb.Payload{seal(t, oldKey)}})
	require.NoError(t, err)
	require.Equal(t, http.StatusBadRequest, ask(t, http.MethodPost, "/codec/decode", "", string(foreign)).Code)
}
