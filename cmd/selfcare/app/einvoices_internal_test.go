package app

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/dev/testkit/invoices"
	"selfcare/internal/domain/einvoice/csr"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/einvoice"
)

func TestDoctor_Certificates_AreToldAhead(t *testing.T) {
	s := store.New(testkit.Postgres(t), testkit.Keys(t))
	credentials := invoices.Credentials(t, invoices.Key, invoices.Certificate)
	end := credentials.ExpiresAt
	saved, err := s.EInvoiceDevices.Save(t.Context(), einvoice.Device{Name: "a", Credentials: credentials})
	require.NoError(t, err)
	tests := map[string]struct {
		now     time.Time
		verdict string
		says    string
	}{
		"31 days before": {end.AddDate(0, 0, -31), "ok", "certificate until " + end.Format(time.DateOnly)},
		"29 days before": {end.AddDate(0, 0, -29), "WARNING", "the certificate of a ends on " + end.Format(time.DateOnly) + ": selfcare zatca renew"},
		"at the end":     {end, "WARNING", "ends on"},
		"a second later": {end.Add(time.Second), "WRONG", "the certificate of a is not valid now"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			said, err := eInvoicesOf(t.Context(), s, config.ZATCA{Device: "a"}, tt.now)
			var line strings.Builder
			require.NoError(t, writeLine(&line, "e-invoices", said, err))
			require.True(t, strings.HasPrefix(line.String(), tt.verdict+"\t"), line.String())
			require.Contains(t, line.String(), tt.says)
			require.Equal(t, tt.verdict == "WRONG", isFault(err))
		})
	}

	long := end.AddDate(-1, 0, 0)
	_, err = eInvoicesOf(t.Context(), s, config.ZATCA{Device: "a,b"}, long)
	require.ErrorContains(t, err, "the device b has no certificate, so its invoices wait: selfcare zatca csr")
	require.True(t, isNotYet(err))
	_, err = eInvoicesOf(t.Context(), s, config.ZATCA{Device: "a,b"}, end.Add(time.Second))
	require.True(t, isFault(err), "the fault of one device is not hidden by the lack of another one")

	saved.Credentials.Request.Environment = csr.Simulation
	_, err = s.EInvoiceDevices.Save(t.Context(), saved)
	require.NoError(t, err)
	_, err = eInvoicesOf(t.Context(), s, config.ZATCA{Device: "a", URL: "https://gw-fatoora.zatca.gov.sa/e-invoicing/core"}, long)
	require.ErrorContains(t, err, "environment production, the certificate of a is of simulation")
}
