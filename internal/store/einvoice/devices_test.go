package einvoice_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/einvoice/csr"
	einvoicestore "selfcare/internal/store/einvoice"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

func enrolled() einvoicestore.Device {
	request := csr.Request{Environment: csr.Simulation, VATNumber: "300000000000003", Flags: "1100"}
	issued := einvoicestore.Issued{RequestID: "17", Token: "token", Secret: "s3cret-text"}
	return einvoicestore.Device{
		Name:        device,
		Enrolment:   &einvoicestore.Enrolment{Request: request, Key: "pr1vate-key", Compliance: &issued, Passed: []string{"simplified-invoice"}},
		Credentials: &einvoicestore.Credentials{Issued: issued, Request: request, Key: "pr1vate-key", ExpiresAt: at.Add(time.Hour)},
	}
}

func TestSaveDevice_Read_IsTheSame(t *testing.T) {
	db, s := storetest.Database(t)
	_, err := s.EInvoiceDevices.Get(ctx, device)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	ends, err := s.EInvoiceDevices.ListEnds(ctx)
	require.NoError(t, err)
	require.Empty(t, ends)

	saved, err := s.EInvoiceDevices.Save(ctx, enrolled())
	require.NoError(t, err)
	require.EqualValues(t, 1, saved.Version)
	read, err := s.EInvoiceDevices.Get(ctx, device)
	require.NoError(t, err)
	require.Equal(t, saved, read)
	ends, err = s.EInvoiceDevices.ListEnds(ctx)
	require.NoError(t, err)
	require.Len(t, ends, 1)
	require.True(t, ends[device].Equal(at.Add(time.Hour)))

	var text string
	require.NoError(t, db.NewRaw("SELECT row_to_json(d)::text || encode(credentials, 'escape') || encode(enrolment, 'escape') FROM zatca_devices AS d").Scan(ctx, &text))
	require.NotContains(t, text, "s3cret-text")
	require.NotContains(t, text, "pr1vate-key")
}

func TestSaveDevice_ChangedMeanwhile_IsStale(t *testing.T) {
	_, s := storetest.Database(t)
	first, err := s.EInvoiceDevices.Save(ctx, enrolled())
	require.NoError(t, err)
	_, err = s.EInvoiceDevices.Save(ctx, einvoicestore.Device{Name: device, Enrolment: &einvoicestore.Enrolment{Key: "another"}})
	require.ErrorIs(t, err, storeerrors.ErrStale, "another command made the device meanwhile")
	second := first
	second.Enrolment = nil
	second, err = s.EInvoiceDevices.Save(ctx, second)
	require.NoError(t, err)
	_, err = s.EInvoiceDevices.Save(ctx, first)
	require.ErrorIs(t, err, storeerrors.ErrStale)
	read, err := s.EInvoiceDevices.Get(ctx, device)
	require.NoError(t, err)
	require.Equal(t, second, read)
}

func TestFindChanged_SameVersion_IsNil(t *testing.T) {
	_, s := storetest.Database(t)
	saved, err := s.EInvoiceDevices.Save(ctx, enrolled())
	require.NoError(t, err)
	for version, changed := range map[int64]bool{0: true, saved.Version: false} {
		found, err := s.EInvoiceDevices.FindChanged(ctx, device, version)
		require.NoError(t, err)
		require.Equal(t, changed, found != nil)
	}
	found, err := s.EInvoiceDevices.FindChanged(ctx, "unknown", 0)
	require.NoError(t, err)
	require.Nil(t, found)
}
