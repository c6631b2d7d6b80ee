package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// A member name in broken UTF-8 was once accepted as an additional member of a batch (S12).
func TestBody_NotUTF8_IsRefused(t *testing.T) {
	r := servertest.New(t)
	events := `"events":[{"eventId":"cdr-00000001","msisdn":"0570000001","type":"data","unit":"MB","amount":5,"usedAt":"` + time.Now().UTC().Format(time.RFC3339) + `"}]`
	servertest.RequireRefused(t, r.Report("network", "{"+events+",\"\xff\xfe\":1}"), contract.FailNotJSON)
	require.Equal(t, http.StatusOK, r.Report("network", "{"+events+"}").StatusCode)
}
