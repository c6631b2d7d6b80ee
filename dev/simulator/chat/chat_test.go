package chat_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/chat"
)

func TestPage_IsFramedAndAnswers(t *testing.T) {
	mux := http.NewServeMux()
	chat.New(mux, "https://selfcare.example")
	shown := httptest.NewRecorder()
	mux.ServeHTTP(shown, httptest.NewRequest(http.MethodGet, "/chat?lang=en", nil))
	require.Contains(t, shown.Body.String(), "Hello, how can we help?")
	require.Contains(t, shown.Header().Get("Content-Security-Policy"), "frame-ancestors https://selfcare.example")

	said := httptest.NewRecorder()
	body := strings.NewReader(url.Values{"message": {"<script>alert(1)</script>"}}.Encode())
	r := httptest.NewRequest(http.MethodPost, "/chat?lang=ar", body)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	mux.ServeHTTP(said, r)
	require.Contains(t, said.Body.String(), "شكرًا لك")
	require.NotContains(t, said.Body.String(), "<script>alert")
}
