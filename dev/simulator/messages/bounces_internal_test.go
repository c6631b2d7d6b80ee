package messages

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/messages/smtp"
)

// The adapter reads the report; the mark of another key shows that it came as far as the proof.
func TestBounce_Report_IsReadByTheAdapter(t *testing.T) {
	report := writeReport(bounce{From: "bounces@selfcare.example", To: "full@home.example", Headers: []byte("Subject: Order\r\nX-Selfcare-Message: b3JkZXI.00")})
	_, err := smtp.Reports{Key: []byte("key")}.Receive(t.Context(), callback.Request{Body: report, At: time.Now()})
	require.ErrorIs(t, err, callback.ErrForged)
	require.True(t, isFull("full@home.example"))
	require.False(t, isFull("huda@full.example"))
}
