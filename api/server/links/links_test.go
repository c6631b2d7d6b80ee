package links_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func TestFollowLink_Known_NamesItsPage(t *testing.T) {
	const page = "service-request/CR0123456789#the-secret-of-the-page"
	r := servertest.New(t)
	code := r.LinkToPage(page, time.Now())
	for range 2 {
		got := follow(r, code)
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		require.Equal(t, page, servertest.Decoded[gen.FollowLinkAnswer](t, got).Page)
	}
}

func TestFollowLink_UnknownOrOver_IsRefused(t *testing.T) {
	r := servertest.New(t)
	for name, code := range map[string]string{
		"made up":     "AAAAAAAAAAAAAAAA",
		"too long":    "AAAAAAAAAAAAAAAAA",
		"over":        r.LinkToPage("leaving/PO1#secret", time.Now().AddDate(-2, 0, 0)),
		"of an order": r.LinkTo(r.Start(), permission.Tracking, time.Now(), "m"),
	} {
		got := follow(r, code)
		require.Equal(t, string(contract.FailMessageLink), got.Problem(t).MessageKey, name)
	}
}

func follow(r *servertest.Rig, code string) servertest.Answer {
	return r.Call(http.MethodPost, "/api/links", fmt.Sprintf(`{"token":%q}`, code))
}
